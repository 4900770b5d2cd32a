// A short tour: each command line as it would be typed, then what it prints, on the embedded sandbox in this process.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import program from '../dist/main.cjs';

const { main, nodeRuntime } = program;

const TOUR = [
  ['How is one transactional email doing?', 'transactional metrics c5361agykn6fatjv6m1yx7nd3'],
  ['Make sure it has a draft to work on.', 'transactional draft c5361agykn6fatjv6m1yx7nd3'],
  ['How are the emails grouped?', 'groups list --limit 5'],
  ['What does a workflow do?', 'workflow show cr3d19ajwtfxqfczuxgmvwzxv'],
  ['And that experiment in it?', 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --node cf9p4zypzbkr7lj3birec44to'],
  ['Which themes are there?', 'themes list'],
  ['Which addresses does the account send from?', 'ips list'],
  ['The same for a script.', 'ips list --json'],
];

// The state goes to a folder of its own: what a person keeps in their sandbox is not the demo's to change.
const directory = await mkdtemp(join(tmpdir(), 'loopsctl-demo-'));
const runtime = { ...nodeRuntime(), directories: { config: directory, data: directory, cache: directory } };
const bold = runtime.stdout.isTerminal ? (text) => `\u001b[1m${text}\u001b[22m` : (text) => text;

try {
  for (const [question, line] of TOUR) {
    await runtime.stdout.write(`\n# ${question}\n${bold(`$ loopsctl --sandbox ${line}`)}\n`);
    const code = await main({ ...runtime, argv: ['--sandbox', ...line.split(' ')] });
    if (code !== 0) process.exit(code);
  }
  await runtime.stdout.write('\nNow you: node bin/loopsctl.js --sandbox --help\n');
} finally {
  await rm(directory, { recursive: true, force: true });
}
