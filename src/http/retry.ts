/** Decides whether a failed request may be sent again, and after which delay. Pure: the client waits. */
import type { Failure } from '../errors.ts';
import { ExchangeFailure } from './connection-failure.ts';

const TEMPORARY_STATUSES = new Set([502, 503, 504]);

const BASE_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;

/** Help promises that no retry waits longer; a server that asks for more gets none. */
export const LONGEST_WAIT_MS = 60_000;

export interface FailedAttempt {
  readonly failure: Failure;
  readonly repeatable: boolean;
  readonly attempt: number;
  readonly retryAfterMs: number | undefined;
}

/** A request that is not repeatable is sent again only where it never arrived or was refused by a rate limit. */
export function mayRetry({ failure, repeatable, retryAfterMs }: FailedAttempt): boolean {
  if (retryAfterMs !== undefined && retryAfterMs > LONGEST_WAIT_MS) return false;
  if (failure.code === 'rate_limited') return true;
  if (failure instanceof ExchangeFailure) return !failure.timedOut && (repeatable || !failure.maybeSent);
  return repeatable && failure.status !== undefined && TEMPORARY_STATUSES.has(failure.status);
}

/** Exponential backoff with full jitter (Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). */
export function retryDelay({ attempt, retryAfterMs }: FailedAttempt, random: () => number): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  return Math.ceil(random() * Math.min(LONGEST_DELAY_MS, BASE_DELAY_MS * 2 ** attempt));
}

/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3); undefined for anything else. */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  // `Date.parse` finds a date in almost anything; a header has one of these forms.
  const isDate = /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/.test(value.trim());
  const date = isDate ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
