/** What is said beside the result, on stderr: notes, warnings and the final error. */
import type { Style } from '../define/view.ts';
import type { Failure } from '../errors.ts';
import type { Output } from '../runtime.ts';
import { visible, visibleJson } from './visible.ts';

export interface Reporter {
  /** Silent when the person asked for quiet. */
  note(message: string): void;
  warn(message: string): void;
  error(failure: Failure, options: { readonly json: boolean; readonly debug: boolean }): void;
  /** Resolves when all that was said has been taken, or cannot be any more. */
  flush(): Promise<void>;
}

export function createReporter(stderr: Output, style: Style, quiet: boolean): Reporter {
  let written = Promise.resolve();
  const say = (text: string): void => {
    // Nobody is left to tell when stderr itself is gone or full; the exit code still speaks.
    written = written.then(() => stderr.write(`${text}\n`)).catch(() => undefined);
  };
  return {
    note: (message) => {
      if (!quiet) say(style.dim(visible(message)));
    },
    warn: (message) => say(`${style.yellow('warning:')} ${visible(message)}`),
    error: (failure, { json, debug }) => {
      if (json) {
        const { code, message, hint, status, request } = failure;
        say(visibleJson(JSON.stringify({ error: { code, message, hint, status, request } })));
      } else {
        say(`${style.red('error:')} ${visible(failure.message)}`);
        if (failure.hint !== undefined) say(visible(failure.hint));
      }
      if (debug) say(style.dim(stackOf(failure)));
    },
    flush: () => written,
  };
}

/** The stack of what was thrown first: that is where a bug is. */
function stackOf(failure: Failure): string {
  let origin: Error = failure;
  while (origin.cause instanceof Error) origin = origin.cause;
  return (origin.stack ?? String(origin)).split('\n').map(visible).join('\n');
}
