/** Rates: how they are typed, how they are made of counters, and where a gate draws the line. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratesOf } from '../../../src/nouns/transactional/metrics/counters.ts';
import { checksOf, judge, limitsOf, offenders } from '../../../src/nouns/transactional/metrics/gates.ts';
import { parseRate } from '../../../src/nouns/transactional/metrics/rate.ts';
import { type MetricsRow, sortRows } from '../../../src/nouns/transactional/metrics/rows.ts';

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

  it('is never anything but a fraction, and never a whole number in disguise', () => {
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

  it('is the same number as the quotient of counts that it names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (basisPoints) => {
        const digits = `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`;
        expect(parseRate(`${digits}%`)).toBe(basisPoints / 10_000);
        expect(parseRate(`${digits} %`)).toBe((basisPoints * 7) / 70_000);
      }),
    );
  });
});

const row = (counters: Partial<MetricsRow>): MetricsRow => {
  const metrics = { sends: 0, deliveries: 0, hardBounces: 0, softBounces: 0, spamReports: 0, ...counters };
  return { transactionalId: 'c1', ...metrics, ...ratesOf(metrics) };
};

const limits = (input: Parameters<typeof limitsOf>[0]) => {
  const set = limitsOf(input);
  if (set === undefined) throw new Error('There is no limit');
  return set;
};

describe('a gate', () => {
  it('lets through what is exactly at its limit, and stops one more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 1_000 }), (permille, times) => {
        const [sends, hardBounces] = [1_000 * times, permille * times];
        const gate = limits({ maxHardBounceRate: `${permille / 10}%` });
        expect(judge(row({ sends, hardBounces }), gate).verdict).toBe('pass');
        expect(judge(row({ sends, hardBounces: hardBounces + 1 }), gate).verdict).toBe('fail');
        const floor = limits({ minDeliveryRate: `${permille / 10}%` });
        expect(judge(row({ sends, deliveries: hardBounces }), floor).verdict).toBe('pass');
        expect(judge(row({ sends, deliveries: hardBounces - 1 }), floor).verdict).toBe('fail');
      }),
    );
  });

  it('names every limit that was broken, and by how much', () => {
    const { verdict, breaches } = judge(
      row({ sends: 1_000, deliveries: 800, hardBounces: 50, softBounces: 150, spamReports: 1 }),
      limits({ maxHardBounceRate: '2%', maxSoftBounceRate: '20%', maxSpamRate: '0.1%', minDeliveryRate: '0.9' }),
    );
    expect(verdict).toBe('fail');
    expect(breaches).toEqual([
      { gate: 'max-hard-bounce-rate', limit: 0.02, rate: 0.05, by: 0.03 },
      { gate: 'min-delivery-rate', limit: 0.9, rate: 0.8, by: 0.1 },
    ]);
  });

  it('has no verdict where nothing or too little was sent, or a counter is not known', () => {
    const gate = limits({ maxSpamRate: '0.1%', minSends: 500 });
    expect(judge(row({}), gate)).toMatchObject({ verdict: 'none', remark: 'nothing was sent' });
    expect(judge(row({ sends: 499, spamReports: 400 }), gate)).toMatchObject({ verdict: 'none', breaches: [] });
    expect(judge(row({ sends: 500, spamReports: 400 }), gate).verdict).toBe('fail');
    expect(judge(row({ sends: 500, spamReports: null }), gate).verdict).toBe('none');
    expect(judge(row({ sends: null }), gate).verdict).toBe('none');
  });

  it('that is broken fails although another cannot be judged', () => {
    const gate = limits({ maxSpamRate: '0.1%', maxHardBounceRate: '1%' });
    expect(judge(row({ sends: 100, spamReports: null, hardBounces: 9 }), gate).verdict).toBe('fail');
  });
});

describe('what others are told', () => {
  const failed: MetricsRow = {
    transactionalId: 'c1',
    name: 'Invitation',
    verdict: 'fail',
    breaches: [{ gate: 'max-spam-rate', limit: 0.001, rate: 0.0075, by: 0.0065 }],
  };

  it('is a sentence a breach, an error where the counters could not be had, and why there is no verdict', () => {
    const unknown: MetricsRow = { transactionalId: 'c2', error: { code: 'not_found', message: 'Not found.' } };
    const few: MetricsRow = { transactionalId: 'c3', verdict: 'none', breaches: [], remark: 'nothing was sent' };
    const message = 'Invitation (c1): spam reports 0.75 %, 0.65 points over the limit of 0.1 %';
    expect(checksOf([failed, unknown, few])).toEqual([
      {
        name: 'Invitation (c1)',
        findings: [{ severity: 'error', rule: 'max-spam-rate', message }],
        skipped: undefined,
      },
      {
        name: 'c2',
        findings: [{ severity: 'error', rule: 'not_found', message: 'c2: Not found.' }],
        skipped: undefined,
      },
      { name: 'c3', findings: [], skipped: 'nothing was sent' },
    ]);
  });

  it('names no more than ten offenders', () => {
    expect(offenders([])).toBeUndefined();
    expect(offenders(Array.from({ length: 12 }, () => failed))).toBe(
      `12 of 12 broke a gate: ${'Invitation, '.repeat(9)}Invitation, and 2 more.`,
    );
  });
});

it('rows are sorted with the worst first, and those without a value last', () => {
  const rows = [
    { transactionalId: 'a', error: { code: 'not_found' as const, message: '' } },
    { ...row({ sends: 10, deliveries: 9 }), transactionalId: 'b' },
    { ...row({}), transactionalId: 'c' },
    { ...row({ sends: 100, deliveries: 50 }), transactionalId: 'd' },
  ];
  const order = (by: Parameters<typeof sortRows>[1]) =>
    sortRows(rows, by)
      .map(({ transactionalId }) => transactionalId)
      .join('');
  expect(order('deliveryRate')).toBe('dbac');
  expect(order('deliveries')).toBe('dbca');
  expect(order('name')).toBe('abcd');
});
