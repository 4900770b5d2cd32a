/** Proves that the questions asked of schemas (which flags, which fields, which paths) get the right answers. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { oneOf, requireOneOf } from '../../src/define/constraints.ts';
import { flagName } from '../../src/define/field.ts';
import { fieldsOf, hasPath, topFields } from '../../src/define/schema.ts';

const fieldOf = (schema: z.ZodType) => fieldsOf(z.object({ someName: schema }))[0];

describe('flagName', () => {
  it.each([
    ['id', 'id'],
    ['perPage', 'per-page'],
    ['transactionalGroupId', 'transactional-group-id'],
    ['heading1Color', 'heading1-color'],
  ])('spells %s as --%s', (field, flag) => expect(flagName(field)).toBe(flag));
});

describe('fieldsOf', () => {
  it.each<[string, z.ZodType, object]>([
    ['a text', z.string(), { kind: 'text', required: true, many: false, choices: undefined, placeholder: 'someName' }],
    ['an optional text', z.string().optional(), { kind: 'text', required: false, defaultValue: undefined }],
    ['a number', z.number().int().min(1), { kind: 'number', required: true, placeholder: 'n' }],
    ['an optional number', z.number().optional(), { kind: 'number', required: false }],
    ['a switch', z.boolean().default(false), { kind: 'boolean', required: false, defaultValue: false }],
    ['a switch that is on', z.boolean().default(true), { kind: 'boolean', required: false, defaultValue: true }],
    ['a default', z.number().default(7), { kind: 'number', required: false, defaultValue: 7 }],
    ['choices', z.enum(['a', 'b']), { kind: 'text', choices: ['a', 'b'], placeholder: 'a|b', required: true }],
    [
      'choices with a default',
      z.enum(['a', 'b']).default('b'),
      { choices: ['a', 'b'], defaultValue: 'b', required: false },
    ],
    ['many texts', z.array(z.string()), { kind: 'text', many: true, required: true, choices: undefined }],
    ['many optional numbers', z.array(z.number()).optional(), { kind: 'number', many: true, required: false }],
    ['many choices', z.array(z.enum(['a', 'b'])), { kind: 'text', many: true, choices: ['a', 'b'] }],
    ['a name of its own', z.string().meta({ placeholder: 'file' }), { placeholder: 'file' }],
    ['several wrappers', z.number().nullable().optional().default(3), { kind: 'number', defaultValue: 3 }],
  ])('reads %s', (_, schema, expected) => {
    expect(fieldOf(schema)).toMatchObject({ name: 'someName', ...expected });
  });

  it('finds the description wherever it was written, the outermost first', () => {
    expect(fieldOf(z.string().describe('inner').optional())?.description).toBe('inner');
    expect(fieldOf(z.string().describe('inner').optional().describe('outer'))?.description).toBe('outer');
    expect(fieldOf(z.string())?.description).toBe('');
  });

  it('takes the letter of a short flag from the metadata', () => {
    expect(fieldOf(z.array(z.string()).default([]).meta({ short: 'f' }))?.short).toBe('f');
    expect(fieldOf(z.string())?.short).toBeUndefined();
  });

  it('keeps the order in which the fields were written', () => {
    const fields = fieldsOf(z.object({ zeta: z.string(), alpha: z.string(), mid: z.string() }));
    expect(fields.map(({ name }) => name)).toEqual(['zeta', 'alpha', 'mid']);
  });
});

const Nested = z.looseObject({
  id: z.string(),
  tags: z.array(z.string()),
  styles: z.looseObject({ color: z.string().optional() }).nullable(),
  items: z.array(z.object({ sku: z.string(), parts: z.array(z.object({ no: z.number() })) })),
  nodes: z.record(z.string(), z.object({ kind: z.string() })),
  either: z.union([z.object({ left: z.string() }), z.object({ right: z.string() }), z.string()]),
  anything: z.unknown().optional(),
});

describe('hasPath', () => {
  it.each([
    '',
    'id',
    'tags',
    'styles.color',
    'items',
    'items.sku',
    'items.parts.no',
    'nodes',
    'nodes.any-id.kind',
    'either.left',
    'either.right',
    'anything',
    'anything.at.all',
  ])('knows %j', (path) => {
    const names = path === '' ? [] : path.split('.');
    expect(hasPath(Nested, names)).toBe(true);
    expect(hasPath(z.array(Nested), names)).toBe(true);
    expect(hasPath(z.array(Nested).optional(), names)).toBe(true);
  });

  it.each([
    'nope',
    'id.inside',
    'tags.inside',
    'styles.colour',
    'items.nope',
    'items.parts.nope',
    'nodes.any-id.nope',
    'either.middle',
    'ID',
  ])('does not know %j', (path) => expect(hasPath(Nested, path.split('.'))).toBe(false));

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'styles.constructor', 'either.valueOf'])(
    'does not take what JavaScript puts into every object for a field: %s',
    (path) => expect(hasPath(Nested, path.split('.'))).toBe(false),
  );
});

describe('topFields', () => {
  it('names the fields of a value, of the items of a list, and of each member of a union', () => {
    const top = ['id', 'tags', 'styles', 'items', 'nodes', 'either', 'anything'];
    expect(topFields(Nested)).toEqual(top);
    expect(topFields(z.array(Nested).nullable())).toEqual(top);
    expect(
      topFields(z.union([z.object({ a: z.string(), b: z.string() }), z.object({ b: z.string(), c: z.string() })])),
    ).toEqual(['a', 'b', 'c']);
  });

  it('names none where a value has no fields', () => {
    expect([z.string(), z.array(z.string()), z.unknown()].flatMap(topFields)).toEqual([]);
  });
});

describe('requireOneOf', () => {
  const input = requireOneOf(
    z.object({ id: z.string(), name: z.string().optional(), perPage: z.number().optional() }),
    ['name', 'perPage'],
  );

  it('refuses an input with none of them and names the flags', () => {
    expect(input.safeParse({ id: 'x' }).error?.issues.map(({ message }) => message)).toEqual([
      'at least one is required: --name, --per-page',
    ]);
  });

  it.each([
    { id: 'x', name: '' },
    { id: 'x', perPage: 0 },
    { id: 'x', name: 'n', perPage: 1 },
  ])('takes %j', (given) => expect(input.safeParse(given).success).toBe(true));

  it('keeps the fields readable for help', () => {
    expect(fieldsOf(input).map(({ name }) => name)).toEqual(['id', 'name', 'perPage']);
  });
});

describe('oneOf', () => {
  it('takes values that are not known yet, but only texts', () => {
    const unit = oneOf(['m', 'h']);
    expect([unit.safeParse('m').success, unit.safeParse('fortnight').success, unit.safeParse(3).success]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
