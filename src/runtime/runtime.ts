/** Everything that a run needs from the process and its environment; tests replace it instead of mocking modules. */
import type { LookupFunction } from 'node:net';

/** The largest file or standard input that a command reads. */
export const MAX_INPUT_BYTES = 64 * 1024 * 1024;

/** The longest API key and the largest file with signing secrets: more cannot be a secret. */
export const MAX_SECRET_BYTES = 4_096;

export interface Output {
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  /** Resolves when the text was written; rejects with `OutputClosed` when the reader has closed the pipe. */
  write(text: string): Promise<void>;
}

/** Questions to the person at the terminal. Each rejects with an `interrupted` failure when answered with Ctrl-C. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

export interface Questions {
  secret(question: string): Promise<string>;
  /** True only for an explicit yes. */
  confirm(question: string): Promise<boolean>;
  /** A line of text. */
  text(question: string): Promise<string>;
  /** Lets the person search and choose one; resolves to its value. */
  choose(question: string, choices: readonly Choice[]): Promise<string>;
}

/** The directories of this user for this program. Nothing is created until something is written. */
export interface Directories {
  readonly config: string;
  readonly data: string;
  readonly cache: string;
}

/** DNS queries. Each rejects with an error whose `code` is one of `node:dns`: ENODATA, ENOTFOUND, ETIMEOUT, ... */
export interface Resolver {
  resolveMx(name: string): Promise<readonly { readonly exchange: string; readonly priority: number }[]>;
  /** Each record is a list of strings, because DNS limits a string to 255 bytes. */
  resolveTxt(name: string): Promise<readonly (readonly string[])[]>;
  resolveCname(name: string): Promise<readonly string[]>;
}

/** A request as it goes over the network, and the response. The origin has no path, the path has a query. */
export interface OutgoingRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

export interface IncomingResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export interface Runtime {
  readonly platform: NodeJS.Platform;
  readonly nodeVersion: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directories: Directories;
  /** Relative file names start here. Called only when a file is named: a directory that was removed has no path. */
  workingDirectory(): string;
  /** For temporary files; other users can list it. */
  readonly temporaryDirectory: string;
  /** False: files that are named on the command line are never written (default: they may be). */
  readonly canWriteFiles?: false;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: {
    readonly isTerminal: boolean;
    /** All of standard input. Rejects with a `usage` failure when it is larger than `MAX_INPUT_BYTES`. */
    read(): Promise<Buffer>;
    /** The same in parts, of any size. */
    stream(): AsyncIterable<Buffer>;
  };
  readonly ask: Questions;
  /** Runs a command line in the shell and resolves to its standard output. Rejects when it fails. */
  execute(commandLine: string): Promise<string>;
  /** Starts this program with other arguments, as a process that outlives this run. Its output is discarded. */
  startInBackground(words: readonly string[]): Promise<void>;
  open(target: string): Promise<void>;
  /** Resolves when the person has closed the pager, or to false when it does not exist. `commandLine` undefined: the default pager. */
  page(text: string, commandLine: string | undefined): Promise<boolean>;
  /** Aborted by Ctrl-C or SIGTERM, but only while signals are caught. */
  readonly signal: AbortSignal;
  /** Until the returned function is called, Ctrl-C and SIGTERM abort `signal` and leave one second. Else they end the process. */
  catchSignals(): () => void;
  now(): Date;
  /** Resolves after `ms` milliseconds, or rejects at once with an `interrupted` failure when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `work` every `ms` milliseconds until the returned function is called. Does not keep the process running. */
  every(ms: number, work: () => void): () => void;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Called before the first request (`scripts/compile-cache.cjs`). */
  prepareRequests?(): Promise<void>;
  /** Responds to a request within this process; undefined for a request to the network. */
  respond?(request: OutgoingRequest): Promise<IncomingResponse> | undefined;
  readonly resolver: Resolver;
  readonly lookup?: LookupFunction | undefined;
}
