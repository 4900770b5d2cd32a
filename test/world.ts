/** A world to run command lines in: the real `main`, a real sandbox on loopback, separate directories, a stopped clock. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve as absolute, dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Entry } from '../src/define/tree.ts';
import { interrupted, OutputClosed } from '../src/errors.ts';
import { main } from '../src/main.ts';
import type { Output, Resolver, Runtime } from '../src/runtime/runtime.ts';
import type { Account } from '../src/sandbox/account.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../src/sandbox/server.ts';
import { fakeResolver } from './dns.ts';
import { type Respond, respondAs } from './respond.ts';
import { memoryStore, SEEDED_AT, seedAccount } from './sandbox/account.ts';

export const NOW = SEEDED_AT;

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

export interface RunOptions {
  /** The content of standard input (default: a terminal). */
  readonly stdin?: string | Uint8Array;
  /** Columns of the terminal that stdout and stderr are (default: pipes). */
  readonly columns?: number;
  readonly rows?: number;
  /** Shows a text in the pager (default: no pager). Returns false if the pager does not exist. */
  readonly pager?: (text: string, commandLine: string | undefined) => boolean;
  /** Added to the variables of the world; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The answer to a confirmation; undefined: Ctrl-C. */
  readonly confirm?: boolean | undefined;
  /** What is typed at a question for a text; undefined: Ctrl-C. */
  readonly typed?: string | undefined;
  /** The label to choose in a picker; undefined: Ctrl-C. */
  readonly choose?: string | undefined;
  /** The answer to a prompt for a secret. */
  readonly secret?: string;
  /** Abort it to stop the run like Ctrl-C. */
  readonly signal?: AbortSignal;
  /** Replaces the name resolution of the system. */
  readonly lookup?: Runtime['lookup'];
  /** Responds to requests in place of the sandbox of the world. Undefined: the sandbox responds. */
  readonly respond?: Respond;
  /** Answers DNS queries (default: no name exists). No test sends a query. */
  readonly resolver?: Resolver;
  /** Returns the output of a command such as that of `--key-command`. */
  readonly execute?: (commandLine: string) => Promise<string>;
  /** Called with the words of each process that the run would start in the background; none is started. */
  readonly onBackground?: (words: readonly string[]) => void;
  /** Called with the file to open. Throw if no program can open it. */
  readonly onOpen?: (file: string) => void;
  /** Called with the work of each timer that the run starts; timers never fire by themselves. */
  readonly onTimer?: (work: () => void) => void;
  /** When the run starts (default: `NOW`). */
  readonly at?: Date;
  /** Called with the length of each wait, in milliseconds. */
  readonly onSleep?: (ms: number) => void;
  /** Called with each text for stdout, before it is added to the outcome. Throw to close stdout. */
  readonly onStdout?: (text: string) => void;
}

export type Run = (argv: readonly string[], options?: RunOptions) => Promise<Outcome>;

export interface World {
  readonly sandbox: Sandbox;
  /** Requests to the sandbox with their status, `GET /api/v1/themes?perPage=50 200`. */
  readonly requests: readonly string[];
  /** The working directory of the runs. It is removed with the world. */
  readonly directory: string;
  write(name: string, content: string | Uint8Array): Promise<void>;
  readonly run: Run;
  /** The response of the sandbox; undefined for a request to another server. */
  readonly respond: Respond;
  close(): Promise<void>;
}

/** Shared by worlds, because a store in memory does not change it. */
const SEEDED = seedAccount();

/** The same numbers in every run, and therefore the same new IDs. */
export function fixedRandom(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export interface WorldOptions {
  readonly account?: Account;
  readonly sandbox?: Partial<SandboxOptions>;
  readonly tree?: readonly Entry[];
  /** Runs the built program, each line in a process of its own. */
  readonly built?: boolean;
  /** What runs lines in this process (default: the `main` of `src`). */
  readonly main?: typeof main;
  /** Requests go over loopback, as in the built program (default: they are served within the process). */
  readonly loopback?: boolean;
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const directory = await mkdtemp(join(tmpdir(), 'loopsctl-test-'));
  if (options.built) await shareCompiledCode(directory);
  const requests: string[] = [];
  const sandbox = await startSandbox({
    store: memoryStore(options.account ?? SEEDED),
    now: () => NOW.getTime(),
    random: fixedRandom(),
    ...options.sandbox,
    onRequest: (line) => {
      requests.push(line);
      options.sandbox?.onRequest?.(line);
    },
  });
  const env = { LOOPS_BASE_URL: sandbox.baseUrl, LOOPS_API_KEY: sandbox.apiKey };
  const respond: Respond = options.loopback ? () => undefined : respondAs(sandbox);
  return {
    sandbox,
    requests,
    directory,
    respond,
    run: (argv, runOptions = {}) =>
      (options.built ? runBuilt : runInProcess)(argv, directory, {
        ...runOptions,
        env: { ...env, ...runOptions.env },
        tree: options.tree,
        main: options.main,
        respond: (request) => runOptions.respond?.(request) ?? respond(request),
      }),
    write: async (name, content) => {
      const path = join(directory, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    },
    close: async () => {
      await sandbox.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function runInProcess(
  argv: readonly string[],
  directory: string,
  options: RunOptions & { tree?: readonly Entry[] | undefined; main?: typeof main | undefined },
): Promise<Outcome> {
  const printed = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr'): Output => ({
    isTerminal: options.columns !== undefined,
    columns: options.columns,
    rows: options.rows,
    write: async (text) => {
      if (name === 'stdout') options.onStdout?.(text);
      printed[name] += text;
    },
  });
  const random = fixedRandom(2);
  let now = (options.at ?? NOW).getTime();
  const runtime: Runtime = {
    platform: process.platform,
    nodeVersion: '20.18.1',
    argv,
    env: options.env ?? {},
    directories: { config: join(directory, 'config'), data: join(directory, 'data'), cache: join(directory, 'cache') },
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: {
      isTerminal: options.stdin === undefined,
      read: async () => Buffer.from(options.stdin ?? ''),
      async *stream() {
        yield Buffer.from(options.stdin ?? '');
      },
    },
    workingDirectory: () => directory,
    temporaryDirectory: directory,
    open: async (file) => options.onOpen?.(file),
    page: async (text, commandLine) => options.pager?.(text, commandLine) ?? false,
    ask: {
      secret: async () => {
        if (options.secret === undefined) throw interrupted();
        return options.secret;
      },
      confirm: async (question) => {
        printed.stderr += `${question}\n`;
        if (options.confirm === undefined) throw interrupted();
        return options.confirm;
      },
      text: async (question) => {
        printed.stderr += `${question}\n`;
        if (options.typed === undefined) throw interrupted();
        return options.typed;
      },
      choose: async (question, choices) => {
        printed.stderr += `${question}\n`;
        const chosen = choices.find(({ label }) => label === options.choose);
        if (chosen === undefined) throw interrupted();
        return chosen.value;
      },
    },
    signal: options.signal ?? new AbortController().signal,
    startInBackground: async (words) => options.onBackground?.(words),
    catchSignals: () => () => undefined,
    execute: async (commandLine) => {
      if (options.execute === undefined) throw new Error('this run has no `execute`');
      return options.execute(commandLine);
    },
    // The clock advances only by sleeping, which takes no real time.
    now: () => new Date(now),
    sleep: async (ms, signal) => {
      if (signal.aborted) throw interrupted();
      now += ms;
      options.onSleep?.(ms);
      if (signal.aborted) throw interrupted();
    },
    every: (_, work) => {
      options.onTimer?.(work);
      return () => undefined;
    },
    random,
    lookup: options.lookup,
    resolver: options.resolver ?? fakeResolver({}),
    ...(options.respond === undefined ? {} : { respond: options.respond }),
  };
  const code = await (options.main ?? main)(runtime, options.tree);
  return { ...printed, code };
}

/** An `onStdout` that closes stdout, like a reader that exits. */
export const closeStdout = (): never => {
  throw new OutputClosed();
};

const { LOOPSCTL_EXECUTABLE: STANDALONE, LOOPSCTL_NODE: OTHER_NODE } = process.env;

/** The built program: by default on the Node of the tests. Variables set another Node, or the standalone executable in its place. */
export const EXECUTABLE = STANDALONE
  ? absolute(STANDALONE)
  : fileURLToPath(new URL('../bin/loopsctl.js', import.meta.url));

/** What starts it, with `EXECUTABLE` as its first argument: `env` replaces itself with the standalone executable. */
export const LAUNCHER = STANDALONE ? '/usr/bin/env' : OTHER_NODE ? absolute(OTHER_NODE) : process.execPath;

/** Whether the program runs in something else than the Node of the tests. */
export const IS_EXTERNAL = Boolean(STANDALONE || OTHER_NODE);

/** For tests of what the standalone executable is not: a script of Node, its bundle, its package. */
export const IS_STANDALONE = Boolean(STANDALONE);

const COMPILED_CODE = fileURLToPath(new URL('../node_modules/.cache/loopsctl-code', import.meta.url));

/**
 * For runs of the built program with this cache directory (`XDG_CACHE_HOME`, or `.cache` in `HOME`). Otherwise the first run would compile
 * the program again, which takes half of its time, and so would every run after one that fails or is killed.
 */
export async function shareCompiledCode(cacheHome: string): Promise<void> {
  const cache = join(cacheHome, 'loopsctl');
  await Promise.all([cache, COMPILED_CODE].map((path) => mkdir(path, { recursive: true, mode: 0o700 })));
  await symlink(COMPILED_CODE, join(cache, 'code'));
}

/** Runs the built program in a child process, which has no terminal. */
function runBuilt(argv: readonly string[], directory: string, options: RunOptions): Promise<Outcome> {
  if (options.columns !== undefined) throw new Error('The built program has no terminal.');
  const child = spawn(LAUNCHER, [EXECUTABLE, ...argv], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      HOME: directory,
      XDG_CONFIG_HOME: directory,
      XDG_DATA_HOME: directory,
      XDG_CACHE_HOME: directory,
      ...options.env,
    } as NodeJS.ProcessEnv,
  });
  options.signal?.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  child.stdin.on('error', () => undefined).end(options.stdin ?? '');
  return outcomeOf(child);
}

/** The output of a process and its exit code, or -1 if a signal ended it. */
export function outcomeOf(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Promise<Outcome> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...printed, code: code ?? -1 }));
  });
}
