/** What is said beside the result, on stderr: notes, warnings and the final error. */
import type { Style } from '../define/view.ts';
import type { Failure } from '../errors.ts';
import type { Output } from '../runtime/runtime.ts';
import { escapeControls, escapeJson } from '../text/escape.ts';

export interface Reporter {
  /** Silent when the person asked for quiet. */
  note(message: string): void;
  warn(message: string): void;
  /** Only said when the person asked to see everything. */
  debug(message: string): void;
  /** A line for a program that reads stderr: nothing is added to it. */
  annotate(line: string): void;
  error(failure: Failure): void;
  /** How far the run is; drawn only for a person at a terminal, and gone when anything else is said. */
  progress(done: number, total: number): void;
  /** Takes the progress off the screen. */
  clearProgress(): Promise<void>;
  /** Nothing that is said from now on shows this text. */
  conceal(secret: string): void;
  /** Resolves when all that was said has been taken, or cannot be any more. */
  flush(): Promise<void>;
}

export interface Manner {
  /** No notes. */
  readonly quiet: boolean;
  readonly debug: boolean;
  /** Errors as one line of JSON. */
  readonly json: boolean;
}

/** Shorter texts are ordinary words, such as the sandbox's key: hiding them would only garble what is said. */
const SHORTEST_SECRET = 8;

export function createReporter(stderr: Output, style: Style, { quiet, debug, json }: Manner): Reporter {
  let written = Promise.resolve();
  const secrets: RegExp[] = [];
  let progressShown = false;
  const write = (text: string): void => {
    // Nobody is left to tell when stderr itself is gone or full; the exit code still speaks.
    written = written.then(() => stderr.write(text)).catch(() => undefined);
  };
  const clearProgress = (): void => {
    if (progressShown) write(ERASE_LINE);
    progressShown = false;
  };
  const say = (said: string): void => {
    clearProgress();
    write(`${secrets.reduce((shown, secret) => shown.replace(secret, '****'), said)}\n`);
  };
  return {
    progress: (done, total) => {
      if (quiet || !stderr.isTerminal) return;
      write(`${ERASE_LINE}${drawProgress(done, total, style, stderr.columns)}`);
      progressShown = true;
    },
    clearProgress: () => {
      clearProgress();
      return written;
    },
    note: (message) => {
      if (!quiet) say(style.dim(escapeControls(message)));
    },
    warn: (message) => say(`${style.yellow('warning:')} ${escapeControls(message)}`),
    debug: (message) => {
      if (debug) say(style.dim(escapeControls(message)));
    },
    annotate: say,
    conceal: (secret) => {
      if (secret.length < SHORTEST_SECRET) return;
      for (const spelling of [secret, JSON.stringify(secret).slice(1, -1)]) {
        secrets.push(new RegExp(spelling.replace(/[^A-Za-z0-9]/g, '\\$&'), 'gi'));
      }
    },
    error: (failure) => {
      if (json) {
        const { code, message, hint, status, request } = failure;
        say(escapeJson(JSON.stringify({ error: { code, message, hint, status, request } })));
      } else {
        say(`${style.red('error:')} ${escapeControls(failure.message)}`);
        if (failure.hint !== undefined) say(escapeControls(failure.hint));
      }
      // Where a failure that we foresaw was made tells nobody anything; where its cause came from may.
      if (debug && failure.cause instanceof Error) say(style.dim(stackOf(failure.cause)));
    },
    flush: () => written,
  };
}

const ERASE_LINE = '\r\u001b[K';

const BAR = 24;

/** On one row, however narrow the terminal: a second one would stay on the screen. */
function drawProgress(done: number, total: number, style: Style, columns = 80): string {
  const filled = total > 0 ? Math.round((Math.min(done, total) / total) * BAR) : 0;
  const count = (value: number) => value.toLocaleString('en-US');
  const figures = `${count(done)} of ${count(total)}, ${count(Math.max(0, total - done))} left`;
  if (BAR + 1 + figures.length >= columns) return figures.slice(0, Math.max(0, columns - 1));
  return `${style.cyan('█'.repeat(filled))}${style.dim('░'.repeat(BAR - filled))} ${figures}`;
}

/** The stack of what was thrown first: that is where a bug is. */
function stackOf(error: Error): string {
  let origin = error;
  while (origin.cause instanceof Error) origin = origin.cause;
  return (origin.stack ?? String(origin)).split('\n').map(escapeControls).join('\n');
}
