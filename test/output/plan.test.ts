/** Each type of view has its formats, and a flag that asks for another one is refused before anything is sent. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { FORMAT_NAMES, type FormatName } from '../../src/define/format-name.ts';
import type { View } from '../../src/define/view.ts';
import { planOutput } from '../../src/output/plan.ts';
import { failureOf } from '../arbitraries.ts';

const rows = z.array(z.object({ id: z.string() }));
const columns = [{ heading: 'ID', path: 'id' }];
const VIEWS: Readonly<Record<View['kind'], View>> = {
  table: { kind: 'table', columns, empty: '' },
  details: { kind: 'details', columns },
  drawing: { kind: 'drawing', draw: () => '' },
  lines: { kind: 'lines', line: () => '' },
  document: { kind: 'document' },
  text: { kind: 'text', text: () => '' },
};
const plan = (kind: View['kind'], output?: FormatName, fields?: string) =>
  planOutput(VIEWS[kind], rows, { output, fields });

it.each<[View['kind'], FormatName, readonly FormatName[]]>([
  ['table', 'table', ['table', 'json', 'ndjson', 'csv', 'yaml', 'markdown']],
  ['details', 'table', ['table', 'json', 'ndjson', 'csv', 'yaml']],
  ['drawing', 'table', ['table', 'json', 'ndjson', 'csv', 'yaml']],
  ['lines', 'table', ['table', 'json', 'ndjson']],
  ['document', 'json', ['json', 'ndjson', 'yaml']],
  ['text', 'table', []],
])('a %s is a %s by default and supports %j', async (kind, byDefault, supported) => {
  expect(plan(kind).format).toBe(byDefault);
  for (const name of FORMAT_NAMES) {
    if (supported.includes(name)) expect(plan(kind, name).view.kind).toBe(kind);
    else expect(await failureOf(() => plan(kind, name))).toMatchObject({ code: 'usage' });
  }
});

it('a stream of JSON is one document per line', () => expect(plan('lines', 'json').format).toBe('ndjson'));

it('only a check has junit', () => {
  const report = { suite: 's', report: () => [] };
  expect(planOutput(VIEWS.drawing, rows, { output: 'junit', fields: undefined }, { report })).toMatchObject({ report });
});

describe('lmx', () => {
  const formats = { lmx: { summary: 'the body', text: () => '<Divider />' } };
  const asLmx = (fields?: string) => planOutput(VIEWS.details, rows, { output: 'lmx', fields }, { formats });

  it('is the text of the command', () => {
    expect(asLmx()).toMatchObject({ format: 'table', view: { kind: 'text', text: formats.lmx.text, exact: true } });
  });

  it('has no fields', async () => {
    expect(await failureOf(() => asLmx('id'))).toMatchObject({
      message: "-o lmx prints one text and doesn't support --fields.",
    });
  });
});

describe('an error', () => {
  it.each<[View['kind'], FormatName | undefined, string | undefined, string, string]>([
    [
      'table',
      'junit',
      undefined,
      '-o junit is only supported by commands that check something, such as workflow lint.',
      'Use -o json.',
    ],
    ['table', 'lmx', undefined, '-o lmx is only supported by messages show and components show.', 'Use -o json.'],
    [
      'text',
      'json',
      undefined,
      "Text and pictures don't support -o json.",
      'Omit -o json, or the flag that selects text or a picture.',
    ],
    [
      'text',
      undefined,
      'id',
      "Text and pictures don't support --fields.",
      'Omit --fields, or the flag that selects text or a picture.',
    ],
    ['lines', 'csv', undefined, "Streaming commands don't support -o csv.", 'Use -o json or ndjson.'],
    ['document', 'table', undefined, "This result doesn't support -o table.", 'Use -o json, ndjson or yaml.'],
  ])('for a %s as %s', async (kind, output, fields, message, hint) => {
    expect(await failureOf(() => plan(kind, output, fields))).toMatchObject({ message, hint });
  });
});

describe('csv of a drawing', () => {
  const csvOf = (schema: z.ZodType, fields?: string) => planOutput(VIEWS.drawing, schema, { output: 'csv', fields });
  const nested = z.object({ id: z.string(), nodes: z.record(z.string(), z.unknown()) });

  it.each([
    ['a list', z.array(nested)],
    ['an object of plain values', z.object({ sends: z.number().nullable(), name: z.string().optional() })],
    ['either of them', z.union([z.array(nested), z.object({ same: z.boolean() })])],
  ])('takes %s', (_, schema) => expect(csvOf(schema).format).toBe('csv'));

  it('refuses an object with nested values', async () => {
    expect(await failureOf(() => csvOf(nested))).toMatchObject({
      message: "This result has no rows and doesn't support -o csv.",
      hint: 'Use -o json, or choose fields with --fields.',
    });
  });

  it('takes one record with nested values as a row', () => {
    const record: View = { kind: 'drawing', draw: () => '', isRecord: true };
    expect(planOutput(record, nested, { output: 'csv', fields: undefined }).format).toBe('csv');
  });

  it('takes fields of any result', () => expect(csvOf(nested, 'id').fields).toEqual(['id']));
});
