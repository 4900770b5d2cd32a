/** Run as a process by the tests of the store, with a state file and a note: adds the note. `hold` never releases the lock. */
import { writeSync } from 'node:fs';
import { argv, stdout } from 'node:process';
import { notes, openStore } from './notes.ts';

const [, , path = '', note = ''] = argv;

void openStore(path).update((account) => {
  notes.of(account).unshift(note);
  if (note === 'hold') {
    writeSync(stdout.fd, 'holding');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
});
