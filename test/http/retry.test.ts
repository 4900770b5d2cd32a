/** Proves that nothing is ever sent twice that may have been done, and that each wait is as long as it says. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, EXIT_CODES, Failure } from '../../src/errors.ts';
import { connectionFailure, ExchangeFailure } from '../../src/http/connection-failure.ts';
import { type FailedAttempt, LONGEST_WAIT_MS, mayRetry, readRetryAfter, retryDelay } from '../../src/http/retry.ts';
import { hostileText } from '../arbitraries.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');

const exchange = (details: { maybeSent: boolean; timedOut?: boolean }): ExchangeFailure =>
  new ExchangeFailure('It broke.', { hint: 'Look.', request: 'POST /v1/x', cause: undefined, ...details });
const refusal = (code: ErrorCode, status?: number): Failure => new Failure(code, 'No.', { status });
const trouble = (failure: Failure, repeatable: boolean, retryAfterMs?: number, attempt = 0): FailedAttempt => ({
  failure,
  repeatable,
  attempt,
  retryAfterMs,
});

describe('mayRetry', () => {
  it.each<[what: string, failure: Failure, read: boolean, write: boolean]>([
    ['a connection that was never made', exchange({ maybeSent: false }), true, true],
    ['a connection that was lost', exchange({ maybeSent: true }), true, false],
    ['a response that took too long', exchange({ maybeSent: true, timedOut: true }), false, false],
    ['a limit', refusal('rate_limited', 429), true, true],
    ['502', refusal('unavailable', 502), true, false],
    ['503', refusal('unavailable', 503), true, false],
    ['504', refusal('unavailable', 504), true, false],
    ['500', refusal('unavailable', 500), false, false],
    ['501', refusal('rejected', 501), false, false],
    ['507', refusal('unavailable', 507), false, false],
    ['400', refusal('rejected', 400), false, false],
    ['401', refusal('unauthorized', 401), false, false],
    ['404', refusal('not_found', 404), false, false],
    ['409', refusal('conflict', 409), false, false],
    ['a response that cannot be read', refusal('unexpected_response', 200), false, false],
    ['Ctrl-C', refusal('interrupted'), false, false],
    ['a bug', refusal('unexpected'), false, false],
    ['a wrong flag', refusal('usage'), false, false],
  ])('after %s', (_, failure, read, write) => {
    expect({
      read: mayRetry(trouble(failure, true)),
      write: mayRetry(trouble(failure, false)),
    }).toEqual({ read, write });
  });

  it.each([
    ['the longest pause that is waited for', LONGEST_WAIT_MS, true],
    ['a pause that is longer by a millisecond', LONGEST_WAIT_MS + 1, false],
    ['a pause without end', Number.POSITIVE_INFINITY, false],
    ['no pause', 0, true],
  ])('with %s asked for', (_, retryAfterMs, allowed) => {
    for (const failure of [refusal('rate_limited', 429), refusal('unavailable', 503)]) {
      expect(mayRetry(trouble(failure, true, retryAfterMs))).toBe(allowed);
    }
  });

  const anyFailure = fc.oneof(
    fc
      .record({ maybeSent: fc.boolean(), timedOut: fc.boolean() })
      .map(({ maybeSent, timedOut }) => exchange({ maybeSent: maybeSent || timedOut, timedOut })),
    fc
      .tuple(
        fc.constantFrom(...(Object.keys(EXIT_CODES) as ErrorCode[])),
        fc.option(fc.integer({ min: 100, max: 599 }), { nil: undefined }),
      )
      .map(([code, status]) => refusal(code, status)),
  );
  const anyRetryAfter = fc.option(fc.integer({ min: 0, max: 120_000 }), { nil: undefined });

  it('never repeats a request that is not repeatable and may have been processed', () => {
    fc.assert(
      fc.property(anyFailure, anyRetryAfter, fc.nat(20), (failure, retryAfterMs, attempt) => {
        const surelyNotDone =
          failure.code === 'rate_limited' || (failure instanceof ExchangeFailure && !failure.maybeSent);
        if (!surelyNotDone) expect(mayRetry(trouble(failure, false, retryAfterMs, attempt))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('allows a write nothing that it does not allow a read', () => {
    fc.assert(
      fc.property(anyFailure, anyRetryAfter, (failure, retryAfterMs) => {
        if (mayRetry(trouble(failure, false, retryAfterMs))) {
          expect(mayRetry(trouble(failure, true, retryAfterMs))).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a connection that failed', () => {
  const failed = (error: unknown): ExchangeFailure =>
    connectionFailure(error, { host: 'service.test', request: 'POST /v1/x', proxy: undefined });
  const withCode = (code: string): Error => Object.assign(new Error('raw words'), { code });

  it.each([
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('with %s has surely sent nothing', (code) => {
    expect(failed(withCode(code)).maybeSent).toBe(false);
  });

  it.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    'HPE_INVALID_CONSTANT',
    'SOMETHING_NEW',
    '__proto__',
    '',
    // A secure connection can break in the middle as well, when the request was read long ago.
    'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
    'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC',
  ])('with %j may have sent the request', (code) => {
    expect(failed(withCode(code)).maybeSent).toBe(true);
  });

  it('is read from the innermost cause, and from the first of several addresses', () => {
    const refused = withCode('ECONNREFUSED');
    expect(failed(new Error('outer', { cause: new Error('middle', { cause: refused }) })).maybeSent).toBe(false);
    expect(failed(new AggregateError([refused, withCode('ECONNREFUSED')], 'all')).maybeSent).toBe(false);
  });

  it('is reported without the raw message of the error, whatever was thrown', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(failed(thrown)).toMatchObject({ code: 'unavailable', maybeSent: true });
      }),
    );
    expect(failed(withCode('ECONNRESET')).message).not.toContain('raw words');
  });
});

describe('retryDelay', () => {
  const waiting = (attempt: number, random: number, retryAfterMs?: number): number =>
    retryDelay(trouble(refusal('unavailable', 503), true, retryAfterMs, attempt), () => random);
  const upTo = (attempt: number): number => Math.min(20_000, 500 * 2 ** attempt);

  it.each([
    [0, 500],
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [4, 8_000],
    [5, 16_000],
    [6, 20_000],
    [20, 20_000],
    [5_000, 20_000],
  ])('after attempt %d is at most %d ms', (attempt, longest) => {
    expect(waiting(attempt, 0.999_999_999)).toBe(longest);
    expect(waiting(attempt, 0)).toBe(0);
  });

  it('is spread evenly over the whole of it: full jitter', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, random) => {
        const delay = waiting(attempt, random);
        expect(Number.isInteger(delay)).toBe(true);
        expect(Math.abs(delay - random * upTo(attempt))).toBeLessThan(1.001);
        expect(delay).toBeLessThanOrEqual(upTo(attempt));
      }),
    );
  });

  it('is what the server asks for, to the millisecond', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(LONGEST_WAIT_MS), (attempt, retryAfterMs) => {
        expect(waiting(attempt, 0.5, retryAfterMs)).toBe(retryAfterMs);
      }),
    );
  });
});

describe('readRetryAfter', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    ['60', 60_000],
    ['61', 61_000],
    ['007', 7_000],
    [' 5 ', 5_000],
    ['86400', 86_400_000],
    ['9'.repeat(400), Number.POSITIVE_INFINITY],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Friday, 20-Nov-26 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 12:00:00 GMT', 0],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Fri, 20 Nov 2026 13:00:00 GMT', 3_600_000],
  ])('reads %j as %d ms', (value, expected) => {
    expect(readRetryAfter(value, NOW)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    ' ',
    'soon',
    '-1',
    '+5',
    '1.5',
    '1,5',
    '5s',
    '5;',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    'foo 1',
    '５',
    'null',
    '120, 60',
    'Fri, 99 Nov 2026 12:00:30 GMT',
  ])('ignores %j instead of reading it as "at once"', (value) => {
    expect(readRetryAfter(value, NOW)).toBeUndefined();
  });

  it('reads every HTTP date', () => {
    const seconds = fc.integer({ min: -1_000_000, max: 10_000_000 });
    fc.assert(
      fc.property(seconds, (offset) => {
        const date = new Date(NOW.getTime() + offset * 1_000);
        expect(readRetryAfter(date.toUTCString(), NOW)).toBe(Math.max(0, offset * 1_000));
      }),
    );
  });

  it('never gives a number below zero or NaN, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string()), (value) => {
        expect(readRetryAfter(value, NOW) ?? 0).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
