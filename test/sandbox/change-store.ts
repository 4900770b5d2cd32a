/** Run as a process by the store's tests, with a state file and a name: adds a group of that name; `hold` never lets go. */
import { writeSync } from 'node:fs';
import { argv, stdout } from 'node:process';
import { seedAccount } from '../../src/sandbox/seed/account.ts';
import { fileStore } from '../../src/sandbox/store.ts';

const [, , path = '', name = ''] = argv;

void fileStore(path, seedAccount).update((account) => {
  account.campaignGroups.unshift({ id: name, name, description: '', createdAt: '', updatedAt: '' });
  if (name === 'hold') {
    writeSync(stdout.fd, 'holding');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
});
