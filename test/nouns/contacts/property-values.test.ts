/** Values of properties by type: what is accepted, converted, refused and warned of. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText, checkValue } from '../../../src/nouns/contacts/property-values.ts';
import { PROPERTY_TYPES } from '../../../src/nouns/properties.ts';

const property = (type: string) => ({ key: 'x', label: 'X', type });

describe('a text of the command line or a table', () => {
  it.each<[type: string, text: string, value: unknown]>([
    ['string', '5', '5'],
    ['string', ' a ', ' a '],
    ['string', '', ''],
    ['string', 'a'.repeat(500), 'a'.repeat(500)],
    ['string', 'a'.repeat(501), undefined],
    ['string', '\ud800', undefined],
    ['number', '5', 5],
    ['number', '-1.5e3', -1500],
    ['number', '', undefined],
    ['number', '1,000', undefined],
    ['number', '0x10', undefined],
    ['number', '1e999', undefined],
    ['number', '9007199254740991', 9_007_199_254_740_991],
    ['number', '9007199254740993', undefined],
    ['number', '-9223372036854775807', undefined],
    ['number', '0.30000000000000004', 0.300_000_000_000_000_04],
    ['number', 'NaN', undefined],
    ['boolean', 'TRUE', true],
    ['boolean', 'false', false],
    ['boolean', '1', undefined],
    ['boolean', 'yes', undefined],
    ['date', '2026-11-20', '2026-11-20'],
    ['date', '2026-11-20T09:30', '2026-11-20T09:30'],
    ['date', '2026-11-20 09:30:00.123 +02:00', '2026-11-20 09:30:00.123 +02:00'],
    ['date', '1767225600000', '1767225600000'],
    ['date', '2026-02-30', undefined],
    ['date', '2026-02-30T10:00', undefined],
    ['date', '2026-11-20T25:00', undefined],
    ['date', '20.11.2026', undefined],
    ['date', '', undefined],
    ['date', '9'.repeat(20), undefined],
  ])('%s %j', (type, text, value) => {
    expect(checkText(property(type), text).value).toEqual(value);
  });
});

describe('a JSON value', () => {
  it.each<[type: string, value: unknown, ok: boolean]>([
    ['string', 5, false],
    ['number', '5', false],
    ['boolean', 'true', false],
    ['date', true, false],
    ['date', 1_767_225_600_000, true],
    ['date', 1.5, false],
    ['string', ['a'], false],
    ['string', { a: 1 }, false],
    ['string', undefined, false],
  ])('%s %j', (type, value, ok) => {
    expect(checkValue(property(type), value).problem === undefined).toBe(ok);
  });

  it('clears every type with null', () => {
    for (const type of [...PROPERTY_TYPES, 'color']) expect(checkValue(property(type), null)).toEqual({ value: null });
  });

  it('warns of a date in seconds, and of a type that it does not know', () => {
    expect(checkValue(property('date'), 1_767_225_600).warning).toContain('1970-01-21');
    expect(checkText(property('date'), '1767225600').warning).toContain('1970-01-21');
    expect(checkText(property('date'), '1767225600000').warning).toBeUndefined();
    expect(checkText(property('color'), 'red').warning).toContain('"color"');
    expect(checkValue(property('color'), {}).problem).toBeDefined();
  });

  it('never throws, and gives a value or a problem', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROPERTY_TYPES, 'color'), fc.anything(), fc.string(), (type, value, text) => {
        for (const checked of [checkValue(property(type), value), checkText(property(type), text)]) {
          expect((checked.problem === undefined) !== (checked.value === undefined)).toBe(true);
        }
      }),
    );
  });
});
