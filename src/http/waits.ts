/** What the client reports while it waits, so that a person can see that the run goes on. */
import type { RateLimit } from './limits.ts';

/** Ends what a wait shows. */
export type EndWait = () => void;

export interface Waits {
  /** A request was sent. */
  request(): EndWait;
  /** Nothing is sent for so many milliseconds. `reason` completes "... in 5 s", "retry 1 of 3". */
  pause(ms: number, pause: Pause): EndWait;
}

export interface Pause {
  /** What happens after the pause, `retry 1 of 3`. */
  readonly next: string;
  readonly reason: string;
  /** Rate limits are announced on every stderr, because these pauses are long; retries only on a terminal. */
  readonly limited: boolean;
}

/** `60 requests/min` */
export function formatLimit({ requests, windowMs }: RateLimit): string {
  const units: Readonly<Record<number, string>> = { 1000: '/s', 60000: '/min' };
  return `${requests} requests${units[windowMs] ?? ` per ${windowMs / 1000} s`}`;
}

export const limitPause = (limit: RateLimit): Pause => ({
  next: 'resuming',
  reason: `Rate limit (${formatLimit(limit)})`,
  limited: true,
});
