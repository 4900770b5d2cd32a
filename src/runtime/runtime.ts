/** What the outside world gives a run: everything a test replaces instead of mocking a module. */
import type { LookupFunction } from 'node:net';

/** Where text goes: stdout or stderr. */
export interface Output {
  /** True when a person looks at it, false for a pipe or a file. */
  readonly isTerminal: boolean;
  /** Width in columns; undefined where there is none (a pipe, a file). */
  readonly columns: number | undefined;
  /**
   * Resolves once the text was taken, so that a slow reader slows us down.
   * Rejects with `OutputClosed` (errors.ts) when the reader is gone.
   */
  write(text: string): Promise<void>;
}

/** Questions to the person at the terminal. Each rejects with an `interrupted` failure when answered with Ctrl-C. */
export interface Questions {
  /** Asks without showing what is typed. */
  secret(question: string): Promise<string>;
}

/** The folders that belong to this user and program; nothing is created until something is written. */
export interface Directories {
  /** Profiles and keys. */
  readonly config: string;
  /** The sandbox's state. */
  readonly data: string;
  /** What can be lost without harm. */
  readonly cache: string;
}

export interface Runtime {
  readonly platform: NodeJS.Platform;
  /** What was typed after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directories: Directories;
  /** What the names of files are relative to. */
  readonly workingDirectory: string;
  /** Where files may be put that nobody keeps; others can list it. */
  readonly temporaryDirectory: string;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: {
    readonly isTerminal: boolean;
    /** All of standard input. */
    read(): Promise<Buffer>;
  };
  readonly ask: Questions;
  /** Runs a command line of the person's own in their shell and gives what it printed. Rejects when it fails. */
  execute(commandLine: string): Promise<string>;
  /** Shows a file in the program that the person has for it. Rejects when there is none that can be started. */
  open(file: string): Promise<void>;
  /** Starts this program with other words, as a process that outlives this run. Nobody sees what it prints. */
  startInBackground(words: readonly string[]): Promise<void>;
  /** Aborted by Ctrl-C (reason: nothing) or by a request to stop. */
  readonly signal: AbortSignal;
  now(): Date;
  /** Resolves after `ms` milliseconds, or rejects at once with an `interrupted` failure when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `work` every `ms` milliseconds until the returned function is called. Does not keep the process running. */
  every(ms: number, work: () => void): () => void;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Called once before the first request: what the engine can be told that makes it cheaper. */
  prepareRequests?(): Promise<void>;
  /** Resolves host names; the system's resolver when undefined. */
  readonly lookup?: LookupFunction | undefined;
}
