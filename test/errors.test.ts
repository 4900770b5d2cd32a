/** Exit codes, and the conversion of any thrown value to a failure. */
import { describe, expect, it } from 'vitest';
import { asFailure, EXIT_CHECK_FAILED, EXIT_CODES, Failure, interrupted, usage } from '../src/errors.ts';

describe('exit codes', () => {
  it('are the documented ones', () => {
    expect(EXIT_CODES).toEqual({
      unexpected: 1,
      usage: 2,
      effect_not_allowed: 2,
      recipient_not_allowed: 2,
      unauthorized: 3,
      area_disabled: 3,
      not_found: 4,
      rejected: 5,
      conflict: 5,
      rate_limited: 6,
      unavailable: 7,
      unexpected_response: 8,
      check_failed: 9,
      interrupted: 130,
    });
  });

  it('leave 0 to success and 9 to checks', () => {
    expect(EXIT_CHECK_FAILED).toBe(9);
    expect(Object.values(EXIT_CODES)).not.toContain(0);
    const checks = Object.entries(EXIT_CODES).filter(([, exitCode]) => exitCode === EXIT_CHECK_FAILED);
    expect(checks.map(([code]) => code)).toEqual(['check_failed']);
  });

  it.each(Object.entries(EXIT_CODES) as [keyof typeof EXIT_CODES, number][])('%s exits %i', (code, exitCode) => {
    expect(new Failure(code, 'x').exitCode).toBe(exitCode);
  });
});

describe('a failure', () => {
  it('has the details that it was created with', () => {
    const cause = new Error('why');
    const details = { hint: 'h', status: 404, request: 'GET /v1/themes/x' };
    const failure = new Failure('not_found', 'm', { ...details, cause });
    expect(failure).toMatchObject({ code: 'not_found', message: 'm', ...details });
    expect(failure.cause).toBe(cause);
    expect('cause' in new Failure('usage', 'm')).toBe(false);
  });

  it('exits with 2 for usage errors, 130 for interruptions', () => {
    expect([usage('m', 'h').exitCode, interrupted().exitCode]).toEqual([2, 130]);
  });
});

describe('asFailure', () => {
  it('calls data that overflows the stack or a string an unexpected response', () => {
    const recurse = (): number => recurse() + 1;
    for (const overflow of [recurse, () => 'x'.repeat(2 ** 31)]) {
      let thrown: unknown;
      try {
        overflow();
      } catch (error) {
        thrown = error;
      }
      expect(asFailure(thrown)).toMatchObject({ code: 'unexpected_response', exitCode: 8, cause: thrown });
    }
  });

  it('returns a failure unchanged and reports anything else as a bug', () => {
    const failure = usage('m');
    expect(asFailure(failure)).toBe(failure);
    for (const thrown of [new TypeError('boom'), 'boom']) {
      expect(asFailure(thrown)).toMatchObject({ code: 'unexpected', message: 'boom', exitCode: 1, cause: thrown });
    }
    expect(asFailure(undefined).exitCode).toBe(1);
    expect(asFailure(new Error('x')).hint).toContain('--debug');
  });
});
