/** Rates: how they are typed, and which metrics count as readable. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCount, parseRate, ratesOf, unreadableIn } from '../../../src/nouns/email-metrics/rates.ts';
import { TRANSACTIONAL } from '../../../src/nouns/transactional/metrics.ts';

describe('a typed rate', () => {
  it.each<[string, number]>([
    ['2%', 0.02],
    ['2 %', 0.02],
    ['0.1%', 0.001],
    ['7%', 0.07],
    ['100%', 1],
    ['0%', 0],
    ['0', 0],
    ['0.02', 0.02],
    ['.5', 0.5],
  ])('%s is %d', (text, rate) => {
    expect(parseRate(text)).toBe(rate);
  });

  it.each([
    ...['', ' ', '2', '1', '1.0', '1.5', '100', '01', '2%%', '%', '2  %', ' 2%', '2% ', '-1%', '+1%', '-0.1'],
    ...['1e-2', '1e1%', '2,5%', '0,02', '100.1%', '101%', '2 percent', '0x1', 'NaN', 'Infinity', '.', '0.', '٢%'],
    `${'9'.repeat(400)}%`,
  ])('is not %j', (text) => {
    expect(parseRate(text)).toBeUndefined();
  });

  it('is always a fraction from 0 to 1, and never a whole number other than 0', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9. %e,-]{0,8}$/)), (text) => {
        const rate = parseRate(text);
        if (rate === undefined) return;
        expect(rate).toBeGreaterThanOrEqual(0);
        expect(rate).toBeLessThanOrEqual(1);
        expect(/%$/.test(text) || text === '0' || /\.\d+$/.test(text)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('equals the quotient of the counts that it names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (basisPoints) => {
        const digits = `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`;
        expect(parseRate(`${digits}%`)).toBe(basisPoints / 10_000);
        expect(parseRate(`${digits} %`)).toBe((basisPoints * 7) / 70_000);
      }),
    );
  });
});

describe('a metric', () => {
  const metrics = { sends: 10, deliveries: 9, hardBounces: 1, softBounces: 0, spamReports: 0 };

  it.each([undefined, null, '5', -1, Number.NaN, Number.POSITIVE_INFINITY, {}, [], true])(
    'is not readable as %j',
    (value) => {
      expect(isCount(value)).toBe(false);
      expect(unreadableIn({ ...metrics, hardBounces: value }, TRANSACTIONAL)).toEqual(['hardBounces']);
      expect(ratesOf({ ...metrics, hardBounces: value }, TRANSACTIONAL)).toMatchObject({
        deliveryRate: 0.9,
        hardBounceRate: null,
      });
      expect(ratesOf({ ...metrics, sends: value }, TRANSACTIONAL).deliveryRate).toBeNull();
    },
  );

  it('has no rate if nothing was sent', () => {
    expect(Object.values(ratesOf({ ...metrics, sends: 0 }, TRANSACTIONAL))).toEqual([null, null, null, null]);
  });
});
