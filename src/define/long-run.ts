/** What a command may use around its requests: progress, time, the rules of the run, and how to end and to continue. */
import type { Operation } from './operation.ts';

export interface LongRun {
  /** Shows how far the run is, at a terminal. */
  progress(state: Progress): void;
  /** Milliseconds that so many requests of an operation without path fields have to wait for the rate limits, at least. */
  estimate(operation: Operation, requests: number): Promise<number>;
  /** Whether requests that change something are recorded and not sent. */
  readonly isDryRun: boolean;
  /** Whether a difference that is otherwise only warned about must end the run. */
  readonly strict: boolean;
  /** Resolves after so many milliseconds. Rejects at once with `interrupted` when the run should end. */
  wait(ms: number): Promise<void>;
  /** This command line with one more flag, quoted for a shell: `loopsctl contacts import people.csv --resume`. */
  again(flag: string): string;
  /** From now until the returned function is called, Ctrl-C aborts `signal` and leaves one second to clean up. */
  catchSignals(): () => void;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** The least time that is left, in milliseconds. */
  readonly remainingMs?: number;
  readonly perSecond?: number;
}
