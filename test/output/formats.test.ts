/** Every data format reads back as the value that the API sent, even if its text is hostile. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod';
import type { Column } from '../../src/define/view.ts';
import { FORMATS, type Result } from '../../src/output/formats.ts';
import { hostileText, json } from '../arbitraries.ts';

const Item = z.looseObject({ id: z.string() });
const options = { schema: z.array(Item), fields: undefined };

const listOf = (batches: readonly (readonly unknown[])[]): Result => ({
  kind: 'items',
  batches: (async function* () {
    yield* batches;
  })(),
});
const single = (value: unknown): Result => ({ kind: 'value', value });

async function text(chunks: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const chunk of chunks) all += chunk;
  return all;
}

const batches = fc.array(fc.array(json, { maxLength: 4 }), { maxLength: 4 });
/** Values are compared as JSON: a field called `__proto__` counts like any other. */
const same = (actual: unknown, expected: unknown) => expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));

/** RFC 4180 to the letter: a quote, a comma or either half of a line break may stand only inside quotes. */
function readCsv(csv: string): string[][] {
  const records: string[][] = [[]];
  let rest = csv;
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const plain = /^[^",\r\n]*/.exec(rest);
    records.at(-1)?.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (plain?.[0] ?? ''));
    rest = rest.slice((quoted ?? plain)?.[0].length);
    const end = /^(,|\r?\n)/.exec(rest)?.[1];
    if (end === undefined) throw new Error(`Not CSV: ${JSON.stringify(rest)}`);
    rest = rest.slice(end.length);
    if (end !== ',' && rest !== '') records.push([]);
    if (end === ',' && rest === '') throw new Error('It ends in a comma.');
  }
  return records;
}

describe('json', () => {
  it('is one document for a whole list of any number of pages', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (pages) => {
        const printed = await text(FORMATS.json(listOf(pages), options));
        same(JSON.parse(printed), pages.flat());
        expect(printed.endsWith('\n')).toBe(true);
      }),
    );
  });

  it('is [] for an empty list and the value itself for a value', async () => {
    expect(await text(FORMATS.json(listOf([]), options))).toBe('[]\n');
    expect(await text(FORMATS.json(listOf([[], []]), options))).toBe('[]\n');
    expect(await text(FORMATS.json(single({ a: 1 }), options))).toBe('{\n  "a": 1\n}\n');
  });

  it('prints nothing if the second page fails', async () => {
    const failing: Result = {
      kind: 'items',
      batches: (async function* () {
        yield [1];
        throw new Error('page 2');
      })(),
    };
    const chunks: string[] = [];
    const reading = (async () => {
      for await (const chunk of FORMATS.json(failing, options)) chunks.push(chunk);
    })();
    await expect(reading).rejects.toThrow('page 2');
    expect(chunks).toEqual([]);
  });
});

describe('ndjson', () => {
  it('is one item per line', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (pages) => {
        const printed = await text(FORMATS.ndjson(listOf(pages), options));
        const lines = printed.split('\n');
        expect(lines.pop()).toBe('');
        same(
          lines.map((line): unknown => JSON.parse(line)),
          pages.flat(),
        );
      }),
    );
  });

  it('prints a page before it requests the next one', async () => {
    const seen: string[] = [];
    const pages: Result = {
      kind: 'items',
      batches: (async function* () {
        seen.push('page 1');
        yield [1];
        seen.push('page 2');
        yield [2];
      })(),
    };
    for await (const chunk of FORMATS.ndjson(pages, options)) seen.push(chunk.trim());
    expect(seen).toEqual(['page 1', '1', 'page 2', '2']);
  });

  it('is one line per item of an array, and one line for any other value', async () => {
    expect(await text(FORMATS.ndjson(single(['a', 'b']), options))).toBe('"a"\n"b"\n');
    expect(await text(FORMATS.ndjson(single({ a: [1] }), options))).toBe('{"a":[1]}\n');
  });
});

describe('yaml', () => {
  it('reads back as the same list', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (pages) => {
        same(parseYaml(await text(FORMATS.yaml(listOf(pages)))), pages.flat());
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the spaces of blank lines', async () => {
    same(parseYaml(await text(FORMATS.yaml(single([[' \n', '\n  \n']])))), [[' \n', '\n  \n']]);
  });

  it('reads back as the same text, without control characters', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (value) => {
        const printed = await text(FORMATS.yaml(single({ key: value, [value]: 'v' })));
        same(parseYaml(printed), { key: value, [value]: 'v' });
        expect(printed).not.toMatch(/[\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|(?!\n)\p{Cc}/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe('csv', () => {
  const added = fc.dictionary(
    hostileText.filter((name) => !/[.]|^$|^id$|^__proto__$/.test(name)),
    json,
    { maxKeys: 3 },
  );
  const items = fc.array(
    fc.record({ id: hostileText, rest: added }).map(({ id, rest }) => ({ ...rest, id })),
    { maxLength: 5 },
  );

  const cell = (value: unknown): string =>
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

  it('reads back as the same texts, with a heading for every field', async () => {
    await fc.assert(
      fc.asyncProperty(items, async (rows: Record<string, unknown>[]) => {
        const [header = [], ...records] = readCsv(await text(FORMATS.csv(listOf([rows]), options)));
        expect(header[0]).toBe('id');
        expect(new Set(header)).toEqual(new Set(['id', ...rows.flatMap((row) => Object.keys(row))]));
        expect(records).toEqual(
          rows.map((row) => header.map((name) => cell(Object.hasOwn(row, name) ? row[name] : undefined))),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('quotes a carriage return, which ends a row in spreadsheets', async () => {
    const printed = await text(FORMATS.csv(listOf([[{ id: 'a\rb' }]]), options));
    expect(printed).toBe('id\n"a\rb"\n');
  });

  it('has the same heading for an empty list', async () => {
    expect(await text(FORMATS.csv(listOf([]), options))).toBe('id\n');
  });

  it('has exactly the fields of --fields, in that order', async () => {
    const fields = ['styles.size', 'id'];
    const rows = [{ id: 'x', name: 'n', styles: { size: 3 } }, { id: 'y' }];
    expect(await text(FORMATS.csv(listOf([rows]), { ...options, fields }))).toBe('styles.size,id\n3,x\n,y\n');
  });

  it('has one column for plain values', async () => {
    const plain = { schema: z.array(z.string()), fields: undefined };
    expect(await text(FORMATS.csv(single(['192.0.2.1', '2001:db8::1']), plain))).toBe(
      'value\n192.0.2.1\n2001:db8::1\n',
    );
  });

  it('keeps a field that the API has added, with a dot in its name', async () => {
    expect(await text(FORMATS.csv(listOf([[{ id: 'x', 'utm.source': 'news' }]]), options))).toBe(
      'id,utm.source\nx,news\n',
    );
  });

  it('has the name and the text that a column defines, unless --fields names the field', async () => {
    const columns: readonly Column[] = [
      { heading: 'FILTER', path: 'filter', csv: { name: 'filterText', text: (value) => `text of ${typeof value}` } },
    ];
    const schema = z.array(z.object({ id: z.string(), filter: z.unknown() }));
    const rows = [{ id: 'x', filter: { a: 1 } }];
    expect(await text(FORMATS.csv(listOf([rows]), { schema, columns, fields: undefined }))).toBe(
      'id,filterText\nx,text of object\n',
    );
    expect(await text(FORMATS.csv(listOf([rows]), { schema, columns, fields: ['filter'] }))).toBe(
      'filter\n"{""a"":1}"\n',
    );
  });

  it('has the name that a column defines for plain values', async () => {
    const columns: readonly Column[] = [{ heading: 'ADDRESS', path: '', csv: { name: 'address' } }];
    const addresses = { schema: z.array(z.string()), fields: undefined, columns };
    expect(await text(FORMATS.csv(single(['192.0.2.1']), addresses))).toBe('address\n192.0.2.1\n');
  });
});

it.each(['json', 'ndjson', 'csv', 'yaml'] as const)(
  '%s takes a page of 130,000 items',
  { timeout: 60_000 },
  async (name) => {
    const page = Array.from({ length: 130_000 }, (_, index) => ({ id: `id${index}` }));
    const printed = await text(FORMATS[name](listOf([page]), options));
    expect(printed).toContain('id129999');
  },
);
