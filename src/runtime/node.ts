/** The real runtime: this process, its terminal, its clock. The only file besides `bin/` that touches the process. */

import { fstatSync } from 'node:fs';
import { devNull, homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EXIT_CODES, Failure, interrupted, OutputClosed } from '../errors.ts';
import { userDirectories } from './directories.ts';
import type { Directories, Output, Runtime } from './runtime.ts';

/** The process as a runtime. Call it once: it begins to listen for Ctrl-C and for a request to stop. */
export function nodeRuntime(): Runtime {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    // The first asks the run to end; the second does not ask. The listener stays, because a package that cleans up on
    // signals ends the process at once where it finds itself the only one who listens.
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(EXIT_CODES.interrupted);
      controller.abort();
    });
  }
  return {
    platform: process.platform,
    argv: process.argv.slice(2),
    env: process.env,
    directories: directories(),
    // Asked for only where a file is named: whoever stands in a folder that is gone has none.
    get workingDirectory() {
      return process.cwd();
    },
    temporaryDirectory: tmpdir(),
    stdout: outputOf(1, () => process.stdout),
    stderr: outputOf(2, () => process.stderr),
    stdin: {
      // Looked at only when asked: opening it costs every run some milliseconds.
      get isTerminal() {
        return process.stdin.isTTY === true;
      },
      read: () => readStdin(controller.signal),
    },
    ask: { secret: (question) => askSecret(question, controller.signal) },
    open: async (file) => {
      const { default: open } = await import('open');
      await open(file);
    },
    execute: (commandLine) => execute(commandLine, controller.signal),
    startInBackground,
    signal: controller.signal,
    now: () => new Date(),
    sleep: (ms, signal) =>
      delay(ms, undefined, { signal }).catch(() => {
        throw interrupted();
      }),
    every: (ms, work) => {
      const timer = setInterval(work, ms).unref();
      return () => clearInterval(timer);
    },
    random: Math.random,
  };
}

/** With an empty HOME the folders would be below the current one, wherever that is: then the user's entry is asked. */
function directories(): Directories {
  try {
    const home = homedir();
    return userDirectories(process.platform, process.env, isAbsolute(home) ? home : userInfo().homedir);
  } catch {
    // A user without a home, as containers have them: nothing can be kept, and whoever wants to is told so.
    return { config: devNull, data: devNull, cache: devNull };
  }
}

/** The stream is made when it is needed: for a pipe that costs as much as a module, and most runs say nothing on stderr. */
function outputOf(descriptor: number, open: () => NodeJS.WriteStream): Output {
  let opened: NodeJS.WriteStream | undefined;
  const stream = (): NodeJS.WriteStream => {
    // Without a listener, a reader that goes away would end the process with a stack trace; `write` reports it instead.
    opened ??= open().on('error', () => undefined);
    return opened;
  };
  const isTerminal = isDevice(descriptor) && stream().isTTY === true;
  return {
    isTerminal,
    get columns() {
      return isTerminal ? stream().columns : undefined;
    },
    write: (text) =>
      new Promise((resolve, reject) => {
        stream().write(text, (error) => {
          if (!error) resolve();
          else reject(writeFailure(error));
        });
      }),
  };
}

/** Every terminal is one, and no pipe or file; whether it is a terminal only the stream knows. */
function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    // Closed, or not to be asked: let the stream say what it is.
    return true;
  }
}

/** A pipe that nobody reads any more is no trouble; a disk that is full is, but not a bug. */
function writeFailure(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE'
    ? new OutputClosed()
    : new Failure('unexpected', `The result could not be written: ${code ?? error.message}.`, {
        hint: 'Check where the output goes; if something was changed, it was changed all the same.',
        cause: error,
      });
}

async function readStdin(signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stop = () => process.stdin.destroy(interrupted());
  signal.addEventListener('abort', stop, { once: true });
  for await (const chunk of process.stdin) chunks.push(chunk);
  signal.removeEventListener('abort', stop);
  return Buffer.concat(chunks);
}

async function askSecret(question: string, signal: AbortSignal): Promise<string> {
  // The package decides on colour by itself, and knows only this variable.
  if (process.argv.includes('--no-color')) process.env['NO_COLOR'] = '1';
  const { isCancel, password } = await import('@clack/prompts');
  // Ctrl-D means that no answer will come, which the package does not see.
  const ended = new AbortController();
  const onKey = (_: string | undefined, key: { name?: string; ctrl?: boolean }) => {
    if (key.ctrl && key.name === 'd') ended.abort();
  };
  process.stdin.on('keypress', onKey);
  try {
    const answer = await password({
      message: question,
      output: process.stderr,
      signal: AbortSignal.any([signal, ended.signal]),
    });
    if (isCancel(answer)) throw interrupted();
    return answer;
  } finally {
    process.stdin.off('keypress', onKey);
  }
}

/** The command may ask the person for a passphrase: it has the terminal, and only what it prints is taken. */
async function execute(commandLine: string, signal: AbortSignal): Promise<string> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(commandLine, { shell: true, stdio: ['inherit', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.on('error', reject);
    // Ctrl-C reaches the command too, as it stands in the same terminal.
    child.on('close', (code, ending) => {
      if (code === 0) resolve(printed);
      else if (signal.aborted) reject(interrupted());
      else reject(new Error(code === null ? `it was ended by ${ending}` : `it ended with exit code ${code}`));
    });
  });
}

async function startInBackground(words: readonly string[]): Promise<void> {
  const { spawn } = await import('node:child_process');
  // A standalone executable is its own script.
  const script = process.versions['bun'] === undefined ? [...process.execArgv, process.argv[1] ?? ''] : [];
  const child = spawn(process.execPath, [...script, ...words], {
    // It must not keep the directory of this run in use.
    cwd: tmpdir(),
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.unref();
}
