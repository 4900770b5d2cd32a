// A short tour on the embedded sandbox, in this process: each command line, its output, and what it has shown. At a terminal it
// stops between steps, and opens the pages of two steps in the browser.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import program from '../dist/main.cjs';

const { main, nodeRuntime } = program;

const SUBJECT = 'transactional/password-reset/email.json';

async function changeSubject() {
  const email = JSON.parse(await readFile(SUBJECT, 'utf8'));
  await writeFile(SUBJECT, `${JSON.stringify({ ...email, subject: 'Choose a new password' }, null, 2)}\n`);
}

/** `tail`: only the last lines are shown. `before`: happens before the command, with a sentence. */
const TOUR = [
  {
    title: 'How an email is delivered',
    line: 'transactional metrics "Password reset"',
    seen: 'With --max-hard-bounce-rate 2% the same line is a check for CI.',
  },
  {
    title: 'What a workflow does',
    line: 'workflow show "Trial onboarding"',
    seen: 'Waits show the time since the trigger; paths join again below a branch.',
  },
  {
    title: 'The same workflow in the browser',
    line: 'workflow show "Trial onboarding" --open',
    seen: 'The page is one file without a server: search, zoom, or send it to a colleague.',
  },
  {
    title: 'Mistakes in an email',
    line: 'messages check --transactional "Password reset"',
    seen: 'Each finding names the place and what to write. Errors end with exit code 9.',
  },
  {
    title: 'A preview of the email',
    line: 'messages open --transactional "Password reset"',
    seen: 'The email for a screen, a phone and dark mode. Nothing was sent.',
  },
  {
    title: 'The account as files',
    line: 'pull',
    tail: 1,
    seen: 'Emails, themes and segments are files now, for version control and review.',
  },
  {
    title: 'A plan before a change',
    before: `The subject in ${SUBJECT} is changed first.`,
    prepare: changeSubject,
    line: 'plan',
    seen: 'Only the difference is listed. `loopsctl push` makes it, after a question.',
  },
  {
    title: 'JSON for a script',
    line: 'ips list --json',
    seen: 'It is the response of the API, and nothing else is on stdout.',
  },
];

// The demo must not change the sandbox of the person who runs it, so its state is in a directory of its own.
const directory = await mkdtemp(join(tmpdir(), 'loopsctl-demo-'));
const origin = process.cwd();
process.chdir(directory);
const real = nodeRuntime();
const isInteractive = process.stdin.isTTY && process.stdout.isTTY;
const noBrowser = async () => {
  throw new Error('this is not a terminal');
};
const runtime = {
  ...real,
  directories: { config: directory, data: directory, cache: directory },
  ...(isInteractive ? {} : { open: noBrowser }),
};
const styled = (code) => (text) => (real.stdout.isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text);
const [bold, dim, title] = [styled(1), styled(2), styled('1;36')];

/** False if the person pressed Ctrl-C or Ctrl-D instead of Enter. */
async function mayContinue() {
  if (!isInteractive) return true;
  const stopped = new AbortController();
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  prompt.on('SIGINT', () => stopped.abort()).on('close', () => stopped.abort());
  try {
    await prompt.question(dim('\nEnter: next step   Ctrl-C: stop '), { signal: stopped.signal });
    return true;
  } catch {
    return false;
  } finally {
    prompt.close();
  }
}

const wordsOf = (line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word);

async function run({ line, tail }) {
  const argv = ['--sandbox', '--no-pager', ...wordsOf(line)];
  if (tail === undefined) return main({ ...runtime, argv });
  let text = '';
  const write = async (more) => {
    text += more;
  };
  const code = await main({ ...runtime, argv, stdout: { ...runtime.stdout, isTerminal: false, write } });
  await runtime.stdout.write(`${text.trimEnd().split('\n').slice(-tail).join('\n')}\n`);
  return code;
}

async function giveTour() {
  for (const [index, step] of TOUR.entries()) {
    if (index > 0 && !(await mayContinue())) return;
    const { line, tail, before, prepare, seen } = step;
    await runtime.stdout.write(`\n${title(`${index + 1} of ${TOUR.length}: ${step.title}`)}\n`);
    if (before !== undefined) await runtime.stdout.write(`${before}\n`);
    await prepare?.();
    await runtime.stdout.write(
      `${bold(`$ loopsctl --sandbox ${line}${tail === undefined ? '' : ` | tail -n ${tail}`}`)}\n`,
    );
    const code = await run(step);
    if (code !== 0) {
      process.exitCode = code;
      return;
    }
    await runtime.stdout.write(`\n→ ${seen}\n`);
  }
  await runtime.stdout.write('\nNow try it yourself: node bin/loopsctl.js --sandbox --help\n');
}

try {
  await giveTour();
} finally {
  process.chdir(origin);
  await rm(directory, { recursive: true, force: true });
}
