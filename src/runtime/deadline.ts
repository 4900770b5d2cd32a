/** The latest end of an exchange: its time is over, or the run is stopped. */
import { setMaxListeners } from 'node:events';

export interface Deadline {
  readonly signal: AbortSignal;
  /** Call it at the end of the exchange. */
  release(): void;
}

/**
 * After so many milliseconds, or when `stopped` is aborted. `AbortSignal.any` and `AbortSignal.timeout` would keep a part of each
 * request in memory, which for thousands of them is more than their responses.
 */
export function deadlineAfter(ms: number, stopped: AbortSignal): Deadline {
  // Dozens of exchanges listen, and the signal need not be that of the process, which has no limit.
  setMaxListeners(0, stopped);
  const ending = new AbortController();
  const stop = (): void => ending.abort(stopped.reason);
  const timer = setTimeout(() => ending.abort(new DOMException('The time is over.', 'TimeoutError')), Math.ceil(ms));
  if (stopped.aborted) stop();
  stopped.addEventListener('abort', stop, { once: true });
  return {
    signal: ending.signal,
    release: () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', stop);
    },
  };
}
