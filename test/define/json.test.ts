/** Proves that values are found at their paths and that texts are changed everywhere, whatever JSON the service sent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord, valueAt } from '../../src/define/json.ts';
import { json } from '../arbitraries.ts';

const value = {
  name: 'x',
  styles: { color: '#fff', none: null },
  items: [
    { sku: 'a', parts: [{ no: 1 }] },
    { sku: 'b', parts: [{ no: 2 }, { no: 3 }] },
  ],
  empty: [],
};

describe('valueAt', () => {
  it.each<[string, unknown]>([
    ['', value],
    ['name', 'x'],
    ['styles.color', '#fff'],
    ['styles.none', null],
    ['styles.none.deeper', undefined],
    ['name.length', undefined],
    ['items.0.sku', 'a'],
    ['items.9', undefined],
    ['items.sku', ['a', 'b']],
    ['items.parts.no', [[1], [2, 3]]],
    ['empty.sku', []],
    ['empty.length', []],
    ['nope.nope', undefined],
  ])('finds at %j what stands there', (path, expected) => expect(valueAt(value, path)).toEqual(expected));

  it.each(['constructor', 'toString', '__proto__', '__proto__.polluted', 'styles.hasOwnProperty'])(
    'finds nothing at %s, which only JavaScript put there',
    (path) => expect(valueAt(value, path)).toBeUndefined(),
  );

  it('finds a field called __proto__ when the service sent one', () => {
    expect(valueAt(JSON.parse('{"__proto__": {"a": 1}}'), '__proto__.a')).toBe(1);
  });

  it('never throws', () => {
    fc.assert(fc.property(json, fc.string(), (any, path) => void valueAt(any, path)));
  });
});

describe('isRecord', () => {
  it('is true for objects with fields only', () => {
    expect([{}, { a: 1 }, [], null, 'x', 1, undefined].map(isRecord)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
