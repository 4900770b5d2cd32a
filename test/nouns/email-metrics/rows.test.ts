/** The order of rows. */
import { expect, it } from 'vitest';
import { ratesOf } from '../../../src/nouns/email-metrics/rates.ts';
import { type MetricsRow, type SortField, sortRows } from '../../../src/nouns/email-metrics/rows.ts';
import { TRANSACTIONAL } from '../../../src/nouns/transactional/metrics.ts';

const row = (metrics: Partial<MetricsRow>): MetricsRow => {
  const all = { sends: 0, deliveries: 0, hardBounces: 0, softBounces: 0, spamReports: 0, ...metrics };
  return { id: 'c1', ...all, ...ratesOf(all, TRANSACTIONAL) };
};

it('is worst first, and rows without a readable value are last', () => {
  const rows = [
    { id: 'a', error: { code: 'not_found' as const, message: '' } },
    { ...row({ sends: 10, deliveries: 9 }), id: 'b' },
    { ...row({}), id: 'c' },
    { ...row({ sends: 100, deliveries: 50 }), id: 'd' },
    // The API may send text in spite of its schema.
    { ...row({ sends: 'many' as unknown as number, deliveries: -3 }), id: 'e' },
  ];
  const order = (by: SortField) =>
    sortRows(rows, by)
      .map(({ id }) => id)
      .join('');
  expect(order('deliveryRate')).toBe('dbace');
  expect(order('deliveries')).toBe('dbcae');
  expect(order('sends')).toBe('dbcae');
  expect(order('name')).toBe('abcde');
});

it('is by name from A to Z', () => {
  const names = ['b', 'a', 'ä', 'C'].map((name) => ({ ...row({}), name }));
  expect(sortRows(names, 'name').map(({ name }) => name)).toEqual(['a', 'ä', 'b', 'C']);
});
