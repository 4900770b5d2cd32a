/** The real runtime: this process, its terminal, its clock. The only file except `bin/` that uses the process. */

import { setMaxListeners } from 'node:events';
import { devNull, homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { interrupted, usage } from '../errors.ts';
import { startDetached } from './background.ts';
import { userDirectories } from './directories.ts';
import { systemResolver } from './dns.ts';
import { tooLarge } from './input-limits.ts';
import { outputOf } from './output.ts';
import { questions, type Terminal } from './prompts.ts';
import { type Directories, MAX_INPUT_BYTES, type Runtime } from './runtime.ts';

export function nodeRuntime(): Runtime {
  const { signal, catchSignals } = stopSignals();
  const caught = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = catchSignals();
    try {
      return await work();
    } finally {
      release();
    }
  };
  return {
    platform: process.platform,
    nodeVersion: process.versions.node,
    argv: process.argv.slice(2),
    env: process.env,
    directories: directories(),
    workingDirectory,
    temporaryDirectory: tmpdir(),
    stdout: outputOf(1, () => process.stdout),
    stderr: outputOf(2, () => process.stderr),
    stdin: {
      // A getter, because opening standard input costs some milliseconds.
      get isTerminal() {
        return process.stdin.isTTY === true;
      },
      read: () => caught(() => readStdin(signal)),
      stream: () => streamStdin(signal, catchSignals),
    },
    ask: questions({ caught, signal, streams: terminal }),
    open: async (target) => {
      const { default: open } = await import('open');
      await open(target);
    },
    page,
    execute: (commandLine) => caught(() => execute(commandLine, signal)),
    startInBackground: (words) => {
      // A standalone executable is its own script.
      const script = process.versions['bun'] === undefined ? [...process.execArgv, process.argv[1] ?? ''] : [];
      // The process must not keep the directory of this run in use.
      return startDetached(process.execPath, [...script, ...words], tmpdir());
    },
    signal,
    catchSignals,
    now: () => new Date(),
    sleep: (ms, until) =>
      caught(() =>
        delay(ms, undefined, { signal: until }).catch(() => {
          throw interrupted();
        }),
      ),
    every: (ms, work) => {
      const timer = setInterval(work, ms).unref();
      return () => clearInterval(timer);
    },
    random: Math.random,
    resolver: systemResolver(signal),
  };
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const CLEAN_UP_MS = 1_000;

/** After the first signal no listener is left, even of packages: the second one ends a process that is busy too. */
function stopSignals(): Pick<Runtime, 'signal' | 'catchSignals'> {
  const controller = new AbortController();
  // Every request and every wait listens, and dozens may be in progress.
  setMaxListeners(0, controller.signal);
  let catching = 0;
  const restoreDefault = () => {
    for (const name of STOP_SIGNALS) process.removeAllListeners(name);
  };
  const stop = (name: NodeJS.Signals) => {
    restoreDefault();
    // Not process.exit: it waits for threads that a file operation may block for ever.
    setTimeout(() => process.kill(process.pid, name), CLEAN_UP_MS).unref();
    controller.abort();
  };
  return {
    signal: controller.signal,
    catchSignals: () => {
      catching += 1;
      if (catching === 1 && !controller.signal.aborted) for (const name of STOP_SIGNALS) process.on(name, stop);
      return () => {
        catching -= 1;
        if (catching === 0) restoreDefault();
      };
    },
  };
}

/** With an empty HOME the directories would be relative to the working directory, so the user database is used then. */
function directories(): Directories {
  try {
    const home = homedir();
    return userDirectories(process.platform, process.env, isAbsolute(home) ? home : userInfo().homedir);
  } catch {
    // A user without a home directory, as in some containers: nothing can be stored, and writing fails with an error.
    return { config: devNull, data: devNull, cache: devNull };
  }
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw usage('The working directory does not exist any more.', 'Change to another directory.');
  }
}

async function readStdin(signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of streamStdin(signal, () => ignore)) {
    size += chunk.length;
    if (size > MAX_INPUT_BYTES) throw tooLarge('Standard input', MAX_INPUT_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* streamStdin(signal: AbortSignal, catchSignals: () => () => void): AsyncIterable<Buffer> {
  const stop = () => process.stdin.destroy(interrupted());
  const release = catchSignals();
  signal.addEventListener('abort', stop, { once: true });
  try {
    yield* process.stdin as AsyncIterable<Buffer>;
  } finally {
    signal.removeEventListener('abort', stop);
    release();
  }
}

function terminal(): Terminal {
  if (process.argv.includes('--no-color')) process.env['NO_COLOR'] = '1';
  return { input: process.stdin, output: process.stderr };
}

/** The command may ask the person for a passphrase: it has the terminal, and only its standard output is read. */
async function execute(commandLine: string, signal: AbortSignal): Promise<string> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(commandLine, { shell: true, stdio: ['inherit', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const stop = () => {
      child.kill();
      // A command that ignores the signal keeps its end of the pipe open.
      child.stdout.destroy();
      child.unref();
      reject(interrupted());
    };
    signal.addEventListener('abort', stop, { once: true });
    child.on('error', reject);
    child.on('close', (code, ending) => {
      signal.removeEventListener('abort', stop);
      if (code === 0) resolve(printed);
      else reject(new Error(code === null ? `it was ended by ${ending}` : `it ended with exit code ${code}`));
    });
  });
}

const ignore = (): void => undefined;

async function page(text: string, commandLine: string | undefined): Promise<boolean> {
  const { spawn } = await import('node:child_process');
  const stdio = ['pipe', 'inherit', 'inherit'] as const;
  // Without options of their own, less and lv would print colors as text.
  const env = { LESS: 'FRX', LV: '-c', ...process.env };
  const child =
    commandLine === undefined
      ? spawn('less', ['-FRX'], { stdio: [...stdio], env })
      : spawn(commandLine, { shell: true, stdio: [...stdio], env });
  // Ctrl-C ends a search in the pager, and the pager decides what else it does.
  process.on('SIGINT', ignore);
  // A pager that was closed early does not read the rest.
  child.stdin?.on('error', ignore).end(text);
  const shown = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false));
    // A shell ends with 126 or 127 for a command that it could not execute or find.
    child.on('close', (code) => resolve(code !== 126 && code !== 127));
  });
  process.off('SIGINT', ignore);
  return shown;
}
