/** `--fields` accepts the fields of a result, refuses all others, and keeps everything it names. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseFields, pick } from '../../src/output/fields.ts';
import { failureOf, json } from '../arbitraries.ts';

const Item = z.looseObject({ id: z.string(), styles: z.looseObject({ color: z.string() }), extra: z.unknown() });

describe('parseFields', () => {
  it('accepts the paths of a result or of the items of a list, with spaces around them', () => {
    expect(parseFields('id, styles.color', Item)).toEqual(['id', 'styles.color']);
    expect(parseFields('extra.deep.down', z.array(Item))).toEqual(['extra.deep.down']);
  });

  it.each(['nope', '', 'id,', ',id', 'styles.', '.id', 'styles..color', 'id.x', 'ID', 'id,nope', 'styles.colour'])(
    'refuses %j and lists the available fields',
    async (list) => {
      const failure = await failureOf(() => parseFields(list, Item));
      expect(failure).toMatchObject({ code: 'usage', hint: 'Available fields: id, styles, extra.' });
    },
  );

  it('quotes only the unknown field', async () => {
    expect((await failureOf(() => parseFields('id,nope', Item))).message).toBe('Unknown field "nope".');
  });

  it('has a hint for a result without fields', async () => {
    expect((await failureOf(() => parseFields('id', z.array(z.string())))).hint).toBe(
      'This result has no fields. Remove --fields.',
    );
  });

  it.each(['constructor', 'toString', '__proto__', 'styles.valueOf'])(
    'refuses %s, which every JavaScript object has',
    async (list) => expect((await failureOf(() => parseFields(list, Item))).code).toBe('usage'),
  );
});

describe('pick', () => {
  const value = { id: 'x', name: 'n', styles: { color: 'red', size: 1 }, items: [{ a: 1, b: 2 }, { a: 3 }, 'plain'] };

  it.each<[readonly string[], unknown]>([
    [['id'], { id: 'x' }],
    [['styles.color', 'id'], { styles: { color: 'red' }, id: 'x' }],
    [['styles.color', 'styles.size'], { styles: { color: 'red', size: 1 } }],
    [['styles', 'styles.color'], { styles: { color: 'red', size: 1 } }],
    [['items.a'], { items: [{ a: 1 }, { a: 3 }, 'plain'] }],
    [['items.b'], { items: [{ b: 2 }, {}, 'plain'] }],
    [['nope', 'id'], { id: 'x' }],
  ])('keeps %j in their structure', (paths, expected) => expect(pick(value, paths)).toEqual(expected));

  it('picks from each item of a list', () => {
    expect(pick([value, { id: 'y' }], ['id'])).toEqual([{ id: 'x' }, { id: 'y' }]);
  });

  it('returns the whole value if all of its fields are named', () => {
    const records = json.filter((any) => typeof any === 'object' && any !== null && !Array.isArray(any));
    const plain = records.filter((any) => Object.keys(any as object).every((name) => !/[.]|^$|^__proto__$/.test(name)));
    fc.assert(
      fc.property(plain, (any) => {
        expect(JSON.stringify(pick(any, Object.keys(any as object)))).toBe(JSON.stringify(any));
      }),
    );
  });

  it('keeps a field called __proto__ that the API sent', () => {
    const sent: unknown = JSON.parse('{"nodes": {"__proto__": {"typeName": "ExitAction"}}}');
    expect(JSON.stringify(pick(sent, ['nodes.__proto__.typeName']))).toBe(JSON.stringify(sent));
  });
});
