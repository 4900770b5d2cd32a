/** Whether a request that failed may be sent again, and after how long. Pure: the client does the waiting. */
import type { Failure } from '../errors.ts';
import { ExchangeFailure } from './connection-failure.ts';

/** Answers of a service, or of something before it, that is in trouble for a moment. */
const PASSING_STATUSES = new Set([502, 503, 504]);

/** The first wait is up to this long, each further one up to twice as long as the one before, up to the longest. */
const BASE_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;

/** A server that asks for a longer pause than this is not waited for. */
export const LONGEST_RETRY_AFTER_MS = 60_000;

export interface Trouble {
  readonly failure: Failure;
  /** The operation may be sent again even if the service has acted on it. */
  readonly repeatable: boolean;
  /** 0 after the first attempt. */
  readonly attempt: number;
  /** What the answer's `Retry-After` asks for; undefined without one. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Nothing is ever done twice: a request that is not repeatable goes out again only where the service surely did not act on
 * it, because it never arrived or was refused by a limit.
 */
export function mayRetry({ failure, repeatable, retryAfterMs }: Trouble): boolean {
  if (retryAfterMs !== undefined && retryAfterMs > LONGEST_RETRY_AFTER_MS) return false;
  if (failure.code === 'rate_limited') return true;
  if (failure instanceof ExchangeFailure) return !failure.timedOut && (repeatable || !failure.maybeSent);
  return repeatable && failure.status !== undefined && PASSING_STATUSES.has(failure.status);
}

/**
 * Milliseconds to wait: what the server asks for, or an exponential backoff with full jitter, which spreads the retries of
 * many clients best (Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).
 */
export function retryDelay({ attempt, retryAfterMs }: Trouble, random: () => number): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  return Math.ceil(random() * Math.min(LONGEST_DELAY_MS, BASE_DELAY_MS * 2 ** attempt));
}

/** `Retry-After` as milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3); undefined for anything else. */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  // `Date.parse` finds a date in almost anything; a header has one of these forms.
  const isDate = /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/.test(value.trim());
  const date = isDate ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
