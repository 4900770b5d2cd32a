/** What is said beside the result, on stderr: notes, warnings and the final error. */
import type { Style } from '../define/view.ts';
import type { Failure } from '../errors.ts';
import type { Output } from '../runtime.ts';
import { visible, visibleJson } from './visible.ts';

export interface Reporter {
  /** Silent when the person asked for quiet. */
  note(message: string): void;
  warn(message: string): void;
  /** Only said when the person asked to see everything. */
  debug(message: string): void;
  error(failure: Failure): void;
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
  const secrets: string[] = [];
  const say = (said: string): void => {
    const text = secrets.reduce((shown, secret) => shown.replaceAll(secret, '****'), said);
    // Nobody is left to tell when stderr itself is gone or full; the exit code still speaks.
    written = written.then(() => stderr.write(`${text}\n`)).catch(() => undefined);
  };
  return {
    note: (message) => {
      if (!quiet) say(style.dim(visible(message)));
    },
    warn: (message) => say(`${style.yellow('warning:')} ${visible(message)}`),
    debug: (message) => {
      if (debug) say(style.dim(visible(message)));
    },
    conceal: (secret) => {
      if (secret.length >= SHORTEST_SECRET) secrets.push(secret);
    },
    error: (failure) => {
      if (json) {
        const { code, message, hint, status, request } = failure;
        say(visibleJson(JSON.stringify({ error: { code, message, hint, status, request } })));
      } else {
        say(`${style.red('error:')} ${visible(failure.message)}`);
        if (failure.hint !== undefined) say(visible(failure.hint));
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
  return (origin.stack ?? String(origin)).split('\n').map(visible).join('\n');
}
