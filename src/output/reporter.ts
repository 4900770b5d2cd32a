/** What is said beside the result, on stderr: notes, warnings and the final error. */
import type { Style } from '../define/view.ts';
import type { Failure } from '../errors.ts';
import type { Output } from '../runtime/runtime.ts';
import { escapeControls, escapeJson } from '../text/escape.ts';
import { createLiveLine } from './live-line.ts';

export interface Reporter {
  /** Silent when the person asked for quiet. */
  note(message: string): void;
  warn(message: string): void;
  /** Only said when the person asked to see everything. */
  debug(message: string): void;
  /** A line for a program that reads stderr: nothing is added to it. */
  annotate(line: string): void;
  error(failure: Failure): void;
  /** A person is watching stderr, so that waiting is worth drawing. */
  readonly live: boolean;
  /** Draws a progress bar at a terminal; `remainingMs` is the least time that is left. */
  progress(done: number, total: number, remainingMs?: number): void;
  /** Draws what the run is waiting for, after the progress bar where there is one; undefined takes it off. */
  status(text: string | undefined): void;
  /** Takes the progress off the screen. */
  clearProgress(): Promise<void>;
  /** From now on, output on stderr shows `****` instead of this text. */
  redact(secret: string): void;
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
  const live = stderr.isTerminal && !quiet && !json;
  const redacted = (text: string): string => secrets.reduce((shown, secret) => shown.replace(secret, '****'), text);
  const write = (text: string): void => {
    // Nobody is left to tell when stderr itself is gone or full; the exit code still speaks.
    written = written.then(() => stderr.write(text)).catch(() => undefined);
  };
  const line = createLiveLine(write, style, () => stderr.columns || 80);
  const say = (said: string): void => {
    line.erase();
    write(`${redacted(said)}\n`);
  };
  return {
    live,
    progress: (done, total, remainingMs = 0) => {
      if (stderr.isTerminal && !quiet) line.progress(done, total, remainingMs);
    },
    status: (text) => {
      if (live) line.status(text === undefined ? undefined : redacted(escapeControls(text)));
    },
    clearProgress: () => {
      line.clear();
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
    redact: (secret) => {
      if (secret.length < SHORTEST_SECRET) return;
      for (const spelling of [secret, JSON.stringify(secret).slice(1, -1)]) {
        secrets.push(new RegExp(spelling.replace(/[^A-Za-z0-9]/g, '\\$&'), 'gi'));
      }
    },
    error: (failure) => {
      if (json) {
        const { code, message, hint, status, request, details } = failure;
        say(escapeJson(JSON.stringify({ error: { code, message, hint, status, request, details } })));
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

/** The stack of what was thrown first: that is where a bug is. */
function stackOf(error: Error): string {
  let origin = error;
  while (origin.cause instanceof Error) origin = origin.cause;
  return (origin.stack ?? String(origin)).split('\n').map(escapeControls).join('\n');
}
