/** Decides whether a failed request may be sent again, and after which delay. Pure: the client waits. */
import type { Failure } from '../errors.ts';
import { ExchangeFailure } from './connection-failure.ts';

/** Responses of a server, or of a proxy before it, that has a temporary problem. */
const TEMPORARY_STATUSES = new Set([502, 503, 504]);

/** The upper limit of the first delay. It doubles with each retry, up to the longest. */
const BASE_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;

/** No retry waits longer: help promises this, and a server that asks for more gets no retry. */
export const LONGEST_WAIT_MS = 60_000;

export interface FailedAttempt {
  readonly failure: Failure;
  /** The operation may be sent again even where the API has carried it out. */
  readonly repeatable: boolean;
  /** 0 for the first. */
  readonly attempt: number;
  /** From the `Retry-After` header; undefined without one. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Nothing is ever done twice: a request that is not repeatable is sent again only where the API certainly did not carry it
 * out, because it never arrived or was refused by a rate limit.
 */
export function mayRetry({ failure, repeatable, retryAfterMs }: FailedAttempt): boolean {
  if (retryAfterMs !== undefined && retryAfterMs > LONGEST_WAIT_MS) return false;
  if (failure.code === 'rate_limited') return true;
  if (failure instanceof ExchangeFailure) return !failure.timedOut && (repeatable || !failure.maybeSent);
  return repeatable && failure.status !== undefined && TEMPORARY_STATUSES.has(failure.status);
}

/**
 * In milliseconds: what the server asks for, or exponential backoff with full jitter, which spreads the retries of many
 * clients best (Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).
 */
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
