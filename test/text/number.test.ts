/** Numbers are formatted as `Intl` formats them for American English, without loading it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCount, formatNumber, formatPercent, pluralize } from '../../src/text/number.ts';

const asIntl = (number: number | bigint) => number.toLocaleString('en-US');

it('separates thousands', () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.bigInt(), fc.integer()), (number) => {
      expect(formatNumber(number)).toBe(asIntl(number));
    }),
    { examples: [[0], [999], [-1_000], [1e20]] },
  );
});

it('prints zero without a sign', () => expect(formatNumber(-0)).toBe('0'));

it('has at most three decimals', () => {
  for (const number of [0.5, 1234.5678, -1234.5, 0.0001, 99_999.9999])
    expect(formatNumber(number)).toBe(asIntl(number));
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300])('prints %s as JavaScript does', (number) => {
  expect(formatNumber(number)).toBe(String(number));
});

it.each([
  [0, '0.00%'],
  [-0, '0.00%'],
  [0.002, '0.20%'],
  [0.0779, '7.79%'],
  [1, '100.00%'],
  [-0.00001, '0.00%'],
  [-0.5, '-50.00%'],
  [Number.NaN, 'NaN'],
])('prints the fraction %s as %s', (fraction, text) => expect(formatPercent(fraction)).toBe(text));

it.each([
  [0, 'email', '0 emails'],
  [1, 'email', '1 email'],
  [1n, 'path', '1 path'],
  [4_902, 'branch', '4,902 branches'],
  [2, 'entry', '2 entries'],
  [2, 'day', '2 days'],
  [1.5, 'second', '1.5 seconds'],
  [2, 'address', '2 addresses'],
])('counts %s %s as %s', (count, noun, text) => expect(formatCount(count, noun)).toBe(text));

it('returns only the noun', () => {
  expect([1, 2].map((count) => pluralize(count, 'node'))).toEqual(['node', 'nodes']);
});
