// A short tour on the embedded sandbox, in this process: each command line and its output. At a terminal it stops between steps.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import program from '../dist/main.cjs';

const { main, nodeRuntime } = program;

const TOUR = [
  ['Delivery metrics of one transactional email', 'transactional metrics c5361agykn6fatjv6m1yx7nd3'],
  ['Create a draft of it if there is none', 'transactional draft c5361agykn6fatjv6m1yx7nd3'],
  ['Groups of emails', 'groups list --limit 5'],
  ['A workflow as a tree', 'workflow show cr3d19ajwtfxqfczuxgmvwzxv'],
  ['One node of it in detail', 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --node cf9p4zypzbkr7lj3birec44to'],
  ['Themes', 'themes list'],
  ['Dedicated sending IPs', 'ips list'],
  ['The same as JSON, for a script', 'ips list --json'],
];

// The demo must not change the sandbox of the person who runs it, so its state is in a directory of its own.
const directory = await mkdtemp(join(tmpdir(), 'loopsctl-demo-'));
const runtime = { ...nodeRuntime(), directories: { config: directory, data: directory, cache: directory } };
const bold = runtime.stdout.isTerminal ? (text) => `\u001b[1m${text}\u001b[22m` : (text) => text;
const isInteractive = process.stdin.isTTY && process.stdout.isTTY;

/** False if the person pressed Ctrl-C or Ctrl-D instead of Enter. */
async function mayContinue() {
  if (!isInteractive) return true;
  const stopped = new AbortController();
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  prompt.on('SIGINT', () => stopped.abort()).on('close', () => stopped.abort());
  try {
    await prompt.question('\nPress Enter to continue ', { signal: stopped.signal });
    return true;
  } catch {
    return false;
  } finally {
    prompt.close();
  }
}

async function giveTour() {
  for (const [index, [title, line]] of TOUR.entries()) {
    if (index > 0 && !(await mayContinue())) return;
    const step = `${index + 1} of ${TOUR.length}: ${title}`;
    await runtime.stdout.write(`\n# ${step}\n${bold(`$ loopsctl --sandbox ${line}`)}\n`);
    const code = await main({ ...runtime, argv: ['--sandbox', ...line.split(' ')] });
    if (code !== 0) {
      process.exitCode = code;
      return;
    }
  }
  await runtime.stdout.write('\nNow try it yourself: node bin/loopsctl.js --sandbox --help\n');
}

try {
  await giveTour();
} finally {
  await rm(directory, { recursive: true, force: true });
}
