/** Thresholds: the verdict on a row, and the report about it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratesOf } from '../../../src/nouns/email-metrics/rates.ts';
import type { MetricsRow } from '../../../src/nouns/email-metrics/rows.ts';
import { checksOf, judge, limitsOf, warningsFor } from '../../../src/nouns/email-metrics/thresholds.ts';
import { TRANSACTIONAL } from '../../../src/nouns/transactional/metrics.ts';

const row = (metrics: Partial<MetricsRow>): MetricsRow => {
  const all = { sends: 0, deliveries: 0, hardBounces: 0, softBounces: 0, spamReports: 0, ...metrics };
  return { id: 'c1', ...all, ...ratesOf(all, TRANSACTIONAL) };
};

const limits = (input: Parameters<typeof limitsOf>[0]) => {
  const set = limitsOf(input, TRANSACTIONAL);
  if (set === undefined) throw new Error('No threshold');
  return set;
};

describe('a threshold', () => {
  it('passes a rate that equals it, and fails with one bounce more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 1_000 }), (permille, times) => {
        const [sends, hardBounces] = [1_000 * times, permille * times];
        const maximum = limits({ maxHardBounceRate: `${permille / 10}%` });
        expect(judge(row({ sends, hardBounces }), maximum).verdict).toBe('pass');
        expect(judge(row({ sends, hardBounces: hardBounces + 1 }), maximum).verdict).toBe('fail');
        const minimum = limits({ minDeliveryRate: `${permille / 10}%` });
        expect(judge(row({ sends, deliveries: hardBounces }), minimum).verdict).toBe('pass');
        if (hardBounces > 0) expect(judge(row({ sends, deliveries: hardBounces - 1 }), minimum).verdict).toBe('fail');
      }),
    );
  });

  it('that is exceeded is named with the difference', () => {
    const { verdict, breaches } = judge(
      row({ sends: 1_000, deliveries: 800, hardBounces: 50, softBounces: 150, spamReports: 1 }),
      limits({ maxHardBounceRate: '2%', maxSoftBounceRate: '20%', maxSpamRate: '0.1%', minDeliveryRate: '0.9' }),
    );
    expect(verdict).toBe('fail');
    expect(breaches).toEqual([
      { threshold: 'max-hard-bounce-rate', limit: 0.02, rate: 0.05, by: 0.03 },
      { threshold: 'min-delivery-rate', limit: 0.9, rate: 0.8, by: 0.1 },
    ]);
  });

  it('gives no verdict without enough sends or without a baseline', () => {
    const few = limits({ maxSpamRate: '0.1%', minSends: 500 });
    expect(judge(row({}), few)).toMatchObject({ verdict: 'none', remark: 'no sends' });
    expect(judge(row({ sends: 499, spamReports: 400 }), few)).toMatchObject({ verdict: 'none', breaches: [] });
    expect(judge(row({ sends: 500, spamReports: 400 }), few).verdict).toBe('fail');
    expect(judge({ ...row({ sends: 500, spamReports: 400 }), since: null }, few).verdict).toBe('none');
  });

  it('never passes if its metric or the sends are not readable', () => {
    const spam = limits({ maxSpamRate: '0.1%' });
    expect(judge(row({ sends: 500, spamReports: null }), spam).verdict).toBe('error');
    expect(judge(row({ sends: null }), spam).verdict).toBe('error');
    const first = { ...row({ sends: 500, spamReports: null }), since: null, unreadable: ['spamReports'] };
    expect(judge(first, spam).verdict).toBe('error');
    const failed = { id: 'c1', error: { code: 'not_found' as const, message: '' } };
    expect(judge(failed, spam).verdict).toBe('error');
  });

  it('that is exceeded fails even if another one cannot be judged', () => {
    const both = limits({ maxSpamRate: '0.1%', maxHardBounceRate: '1%' });
    expect(judge(row({ sends: 100, spamReports: null, hardBounces: 9 }), both).verdict).toBe('fail');
  });
});

describe('the report', () => {
  const failed: MetricsRow = {
    id: 'c1',
    name: 'Invitation',
    verdict: 'fail',
    breaches: [{ threshold: 'max-spam-rate', limit: 0.001, rate: 0.0075, by: 0.0065 }],
  };

  it('has a sentence per breach, an error for what could not be judged, and why there is no verdict', () => {
    const notFound: MetricsRow = { id: 'c2', error: { code: 'not_found', message: 'Not found.' } };
    const few: MetricsRow = { id: 'c3', verdict: 'none', breaches: [], remark: 'no sends' };
    const first: MetricsRow = { id: 'c4', verdict: 'none', breaches: [], since: null };
    const unreadable: MetricsRow = { id: 'c5', verdict: 'error', breaches: [], remark: 'sends missing' };
    const error = (rule: string, message: string) => [{ severity: 'error', rule, message }];
    expect(checksOf([failed, notFound, few, first, unreadable])).toEqual([
      {
        name: 'Invitation (c1)',
        findings: error('max-spam-rate', 'Invitation (c1): spam reports 0.75%, 0.65 points over the threshold of 0.1%'),
        skipped: undefined,
      },
      { name: 'c2', findings: error('not_found', 'c2: Not found.'), skipped: undefined },
      { name: 'c3', findings: [], skipped: 'no sends' },
      { name: 'c4', findings: [], skipped: 'no baseline' },
      { name: 'c5', findings: error('unexpected_response', 'c5: sends missing'), skipped: undefined },
    ]);
  });

  it('never says that a rate is 0 points beyond its threshold', () => {
    const close = { threshold: 'max-spam-rate', limit: 0.001, rate: 0.001004, by: 0.000004 };
    const [check] = checksOf([{ ...failed, breaches: [close] }]);
    expect(check?.findings[0]?.message).toContain('0.10%, 0.0004 points over the threshold of 0.1%');
  });

  it('warns with at most ten names, each in quotes', () => {
    expect(
      warningsFor(
        Array.from({ length: 12 }, () => failed),
        'email',
      ),
    ).toEqual([`12 of 12 emails failed a threshold: ${'"Invitation", '.repeat(9)}"Invitation", and 2 more.`]);
  });

  it('warns about emails that could not be judged, and if none had a verdict', () => {
    const unreadable: MetricsRow = { id: 'c5', verdict: 'error', breaches: [] };
    expect(warningsFor([failed, unreadable], 'email')).toHaveLength(2);
    expect(warningsFor([unreadable], 'email')).toEqual([
      '1 of 1 email could not be judged: metrics are missing or invalid.',
      '0 of 1 email had a verdict.',
    ]);
    expect(warningsFor([], 'email')).toEqual(['0 of 0 emails had a verdict.']);
  });
});
