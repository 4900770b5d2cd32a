/** Proves that every condition the service documents is told in words, and everything else as it was sent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeComparison, describeCondition, describeFilter } from '../../src/nouns/conditions.ts';
import { json } from '../arbitraries.ts';

const property = (operator: unknown, value?: unknown) =>
  describeCondition({ type: 'property', key: 'plan', operator, ...(value === undefined ? {} : { value }) });

/** Operator, as workflows and as segments spell it; a value; the words. */
const TOLD: ReadonlyArray<readonly [snake: string, camel: string | undefined, value: unknown, words: string]> = [
  ['any', 'any', undefined, 'is anything'],
  ['contains', 'contains', 'pro', 'contains "pro"'],
  ['not_contains', 'notContains', 'pro', 'does not contain "pro"'],
  ['empty', 'empty', undefined, 'is empty'],
  ['not_empty', 'notEmpty', undefined, 'is not empty'],
  ['equal', 'equals', 'pro', 'is "pro"'],
  ['not_equal', 'notEquals', 'pro', 'is not "pro"'],
  ['greater_than', 'greaterThan', 10, 'is greater than 10'],
  ['less_than', 'lessThan', 10, 'is less than 10'],
  ['true', 'isTrue', undefined, 'is true'],
  ['false', 'isFalse', undefined, 'is false'],
  ['numeric_equal', undefined, 0, 'equals 0'],
  ['numeric_not_equal', undefined, 0, 'does not equal 0'],
  ['date_empty', 'dateEmpty', undefined, 'has no date'],
  ['date_not_empty', 'dateNotEmpty', undefined, 'has a date'],
  ['after', 'after', '2026-01-01', 'is after "2026-01-01"'],
  ['before', 'before', '2026-01-01', 'is before "2026-01-01"'],
  ['between', 'between', { from: '2026-01-01', to: '2026-02-01' }, 'is between "2026-01-01" and "2026-02-01"'],
  ['campaign', undefined, 'c1', 'is the campaign "c1"'],
  ['any_loop_email', undefined, undefined, 'is any workflow email'],
  ['specific_loop_email', undefined, 'e1', 'is the workflow email "e1"'],
  ['accepted_opt_in', undefined, undefined, 'has accepted the opt-in'],
  ['rejected_opt_in', undefined, undefined, 'has rejected the opt-in'],
  ['pending_opt_in', undefined, undefined, 'has an opt-in pending'],
  ['not_opt_in', undefined, undefined, 'was not asked to opt in'],
];

describe('a comparison', () => {
  it('knows the 25 operators of workflows and the 16 of segments', () => {
    expect(TOLD).toHaveLength(25);
    expect(TOLD.filter(([, camel]) => camel !== undefined)).toHaveLength(16);
  });

  it.each(TOLD)('by %s (%s) with %j "%s"', (snake, camel, value, words) => {
    expect(describeComparison({ operator: snake, value })).toBe(words);
    expect(property(snake, value)).toBe(`plan ${words}`);
    if (camel !== undefined) expect(property(camel, value)).toBe(`plan ${words}`);
  });

  it.each(TOLD.filter(([, , value]) => value === undefined))(
    'by %s needs no value and does not tell the one it gets',
    (snake, camel, _, words) => {
      for (const value of ['', true, 'left over', null]) {
        expect(property(snake, value)).toBe(`plan ${words}`);
        expect(property(camel ?? snake, value)).toBe(`plan ${words}`);
      }
    },
  );

  it.each([
    ['sounds_like', 'x', 'plan sounds_like "x"'],
    ['SoundsLike', { a: 1 }, 'plan SoundsLike {"a":1}'],
    ['newOperator', undefined, 'plan newOperator'],
    ['constructor', 1, 'plan constructor 1'],
    [undefined, 1, 'plan ? 1'],
  ])('by the unknown operator %j with %j is shown raw', (operator, value, words) =>
    expect(property(operator, value)).toBe(words),
  );
});

describe('a condition', () => {
  it.each<[unknown, string]>([
    [{ type: 'optIn', status: 'accepted' }, 'opt-in status is accepted'],
    [{ type: 'optIn', status: null }, 'has no opt-in status'],
    [{ type: 'activity', action: 'opened', target: 'campaign', id: 'c1' }, 'has opened campaign c1'],
    [
      { type: 'activity', action: 'clicked', negate: true, target: 'workflowEmail', id: null },
      'has not clicked any workflow email',
    ],
    [{ type: 'activity', action: 'sent', negate: false, target: 'workflow' }, 'has been sent any workflow'],
    [{ type: 'activity', action: 'forwarded', target: 'carrierPigeon', id: 'p' }, 'has forwarded carrierPigeon p'],
    [{ type: 'weather', is: 'rain' }, '{"type":"weather","is":"rain"}'],
    ['text', '"text"'],
    [null, 'null'],
  ])('%j is told as %s', (condition, words) => expect(describeCondition(condition)).toBe(words));

  it('whose target is a name that JavaScript knows is told by that name', () => {
    const told = describeCondition({ type: 'activity', action: 'opened', target: 'constructor', id: 'x' });
    expect(told).toBe('has opened constructor x');
  });
});

describe('a filter', () => {
  const pro = { type: 'property', key: 'plan', operator: 'equals', value: 'pro' };
  const big = { type: 'property', key: 'seats', operator: 'greaterThan', value: 10 };
  it.each<[unknown, string]>([
    [null, 'all contacts'],
    [undefined, 'all contacts'],
    [{ conditions: [] }, 'all contacts'],
    [{ conditions: [pro] }, 'plan is "pro"'],
    [{ match: 'all', conditions: [pro, big] }, 'plan is "pro" and seats is greater than 10'],
    [{ match: 'any', conditions: [pro, big] }, 'plan is "pro" or seats is greater than 10'],
    [{ conditions: 'none' }, '{"conditions":"none"}'],
    ['everyone', '"everyone"'],
  ])('%j is told as %s', (filter, words) => expect(describeFilter(filter)).toBe(words));
});

describe('whatever the service sends', () => {
  it('is told in some words', () => {
    const known = fc.record(
      {
        type: fc.constantFrom('property', 'optIn', 'activity', 'new'),
        operator: fc.oneof(fc.constantFrom(...TOLD.map(([snake]) => snake)), fc.string()),
        value: json,
        key: fc.string(),
        match: json,
        conditions: fc.oneof(json, fc.array(json)),
        negate: json,
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          known,
          known.map(({ conditions }) => ({ conditions: [conditions] })),
        ),
        (value) => {
          for (const describeIt of [describeCondition, describeFilter, describeComparison]) {
            expect(describeIt(value)).toEqual(expect.any(String));
          }
        },
      ),
    );
  });

  it.each(['key', 'operator', 'status', 'action', 'target', 'id'])(
    'is told in some words even when %s is an object that JavaScript cannot turn into text',
    (field) => {
      for (const type of ['property', 'optIn', 'activity']) {
        expect(describeCondition({ type, status: 'x', id: 'x', [field]: { toString: 1 } })).toEqual(expect.any(String));
      }
    },
  );
});
