/** Rows are read as people have them, in any parts, with the numbers of their lines; what cannot be read is refused by line. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Row } from '../../src/batch/row.ts';
import { type RowFormat, readRows } from '../../src/batch/rows.ts';
import { Failure } from '../../src/errors.ts';
import { anyText } from '../arbitraries.ts';

async function* inParts(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(content: string | Uint8Array, name = 'people.csv', size = 7, format?: RowFormat): Promise<Row[]> {
  const rows: Row[] = [];
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for await (const row of readRows(inParts(bytes, size), { name, format })) rows.push(row);
  return rows;
}

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

const ADA = { email: 'ada@example.com', name: 'Ada' };
const BOB = { email: 'bob@example.com', name: 'Bob' };
const BOTH = [ADA, BOB];
const two = (line: string, end = '\n') => `email,name${line}ada@example.com,Ada${line}bob@example.com,Bob${end}`;

/** What is in the file, and the values of its rows. */
const READABLE: ReadonlyArray<readonly [what: string, content: string | Uint8Array, values: readonly object[]]> = [
  ['line ends of Unix', two('\n'), BOTH],
  ['line ends of Windows', two('\r\n', '\r\n'), BOTH],
  ['line ends of old Macs', two('\r', '\r'), BOTH],
  ['mixed line ends', 'email,name\r\nada@example.com,Ada\nbob@example.com,Bob', BOTH],
  ['no line end at the end', two('\n', ''), BOTH],
  ['empty lines at the end', two('\n', '\n\r\n\n'), BOTH],
  ['empty lines in between', two('\n\n\n'), BOTH],
  ['lines of separators only', two('\n,\n'), BOTH],
  ['a byte order mark', `\ufeff${two('\n')}`, BOTH],
  ['UTF-16, little endian', utf16(two('\r\n')), BOTH],
  ['UTF-16, big endian', utf16(two('\r\n'), true), BOTH],
  ['semicolons', two('\n').replaceAll(',', ';'), BOTH],
  ['tabs', two('\n').replaceAll(',', '\t'), BOTH],
  [
    'semicolons, with commas in the header',
    'email;"name, first"\na@example.com;Ada\n',
    [{ email: 'a@example.com', 'name, first': 'Ada' }],
  ],
  ['one column', 'email\nada@example.com\n', [{ email: 'ada@example.com' }]],
  ['quotes around everything', '"email","name"\r\n"ada@example.com","Ada"\r\n', [ADA]],
  [
    'a separator in quotes',
    'email,name\na@example.com,"Lovelace, Ada"',
    [{ email: 'a@example.com', name: 'Lovelace, Ada' }],
  ],
  [
    'a line end in quotes',
    'email,name\na@example.com,"Ada\r\nLovelace"',
    [{ email: 'a@example.com', name: 'Ada\r\nLovelace' }],
  ],
  [
    'a doubled quote',
    'email,name\na@example.com,"Ada ""Countess"""',
    [{ email: 'a@example.com', name: 'Ada "Countess"' }],
  ],
  ['empty quotes', 'email,name\na@example.com,""', [{ email: 'a@example.com', name: '' }]],
  ['spaces around column names', ' email , name \nada@example.com,Ada', [ADA]],
  ['spaces in cells', 'email,name\nada@example.com, Ada ', [{ ...ADA, name: ' Ada ' }]],
  ['separators after the last column', 'email,name,,\nada@example.com,Ada,,\n', [ADA]],
  [
    'a column named __proto__',
    'email,__proto__\na@example.com,x',
    [
      Object.fromEntries([
        ['email', 'a@example.com'],
        ['__proto__', 'x'],
      ]),
    ],
  ],
  ['a column named constructor', 'email,constructor\na@example.com,x', [{ email: 'a@example.com', constructor: 'x' }]],
  [
    'other scripts',
    'email,name\na@example.com,日本 👩‍💻 Ünïcödé',
    [{ email: 'a@example.com', name: '日本 👩‍💻 Ünïcödé' }],
  ],
  [
    'control characters',
    'email,name\na@example.com,\u0000\u001b[31m',
    [{ email: 'a@example.com', name: '\u0000\u001b[31m' }],
  ],
  [
    'formulas of spreadsheets',
    'email,name\na@example.com,"=HYPERLINK(""x"")"',
    [{ email: 'a@example.com', name: '=HYPERLINK("x")' }],
  ],
  ['a header only', 'email,name\n', []],
  ['a header without a line end', 'email,name', []],
  ['nothing', '', []],
  ['a byte order mark only', '\ufeff', []],
  ['line ends only', '\r\n\n', []],
  [
    '10,000 columns',
    `${Array.from({ length: 10_000 }, (_, i) => `c${i}`).join()}\n${'x,'.repeat(9_999)}x`,
    [Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`c${i}`, 'x']))],
  ],
  [
    'a cell of 100,000 characters',
    `email,name\na@example.com,${'x'.repeat(100_000)}`,
    [{ email: 'a@example.com', name: 'x'.repeat(100_000) }],
  ],
];

/** What is in the file, and what the failure says. */
const UNREADABLE: ReadonlyArray<readonly [what: string, content: string | Uint8Array, message: RegExp]> = [
  [
    'Latin-1',
    Buffer.from('email,name\na@example.com,Zoë\n', 'latin1'),
    /^people\.csv is not UTF-8 \(near line \d\)\.$/,
  ],
  ['half a character at the end', Buffer.from('email,name\na@example.com,Zoë').subarray(0, -1), /is not UTF-8/],
  ['a compressed file', Buffer.from([0x1f, 0x8b, 0x08, 0xff, 0xfe, 0x00, 0x80]), /is not UTF-8/],
  [
    'a quote that is not closed',
    'email,name\na@example.com,"Ada\nb@example.com,Bob\n',
    /^Line 2 of people\.csv is not valid CSV: a quote is not closed\.$/,
  ],
  ['a quote in a cell', 'email,name\na@example.com,5" screen\n', /^Line 2 .*: a quote is in the wrong place\.$/],
  ['text after a quote', 'email,name\na@example.com,"Ada" L\n', /^Line 2 .*: a quote is in the wrong place\.$/],
  [
    'a row without an end',
    `email,name\na@example.com,"${'x\n'.repeat(600_000)}`,
    /^Line 2 of people\.csv is longer than 1 MB\.$/,
  ],
  ['two columns of one name', 'email,name,email\n', /^people\.csv has two columns named "email"\.$/],
  ['a column without a name', 'email,,name\na,b,c\n', /^Column 2 of people\.csv has no name\.$/],
  ['a header of separators', ',,\na,b,c\n', /^people\.csv has no header\.$/],
];

/** What is in the file, and the problem of its second row. */
const PARTLY: ReadonlyArray<readonly [what: string, name: string, content: string, problem: string]> = [
  ['too few cells', 'people.csv', 'a,b\n1,2\n3\n4,5\n', 'it has 1 cell, and the header has 2 columns'],
  ['too many cells', 'people.csv', 'a,b\n1,2\n3,4,5\n6,7\n', 'it has 3 cells, and the header has 2 columns'],
  ['invalid JSON', 'people.ndjson', '{"a":1}\n{"a":\n{"a":2}', 'it is not valid JSON'],
  ['JSON that is no object', 'people.ndjson', '{"a":1}\n[1]\n{"a":2}', 'it is not a JSON object'],
  [
    'an ID of 64 bits that is a number',
    'people.ndjson',
    '{"a":9007199254740991}\n{"a":[{"b":9007199254740993}]}\n{"a":0.1}',
    'it has a number that is too large to keep its digits: write it as text',
  ],
  [
    'JSON that is too deep',
    'people.ndjson',
    `{"a":1}\n{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}\n{"a":2}`,
    'it is too deeply nested',
  ],
];

describe('CSV', () => {
  it.each(READABLE)('with %s is read', async (_, content, values) => {
    for (const size of [1, 7, 100_000]) {
      if (content.length > 10_000 && size < 100) continue;
      expect((await read(content, 'people.csv', size)).map((row) => row.values)).toEqual(values);
    }
  });

  it.each(UNREADABLE)('with %s is refused', async (_, content, message) => {
    const failure = await read(content, 'people.csv', 1_000).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'usage', message: expect.stringMatching(message) });
  });
});

it.each(PARTLY)('%s is a problem of one row', async (_, name, content, problem) => {
  const rows = await read(content, name);
  expect(rows.map((row) => row.problem)).toEqual([undefined, problem, undefined]);
});

describe('NDJSON', () => {
  it('keeps types, and skips empty lines', async () => {
    const rows = await read('{"a":1,"b":null}\r\n\n{"a":"x","c":[true]}', 'people.ndjson', 3);
    expect(rows).toEqual([
      { line: 1, values: { a: 1, b: null } },
      { line: 3, values: { a: 'x', c: [true] } },
    ]);
  });

  it('is recognized by its first character where the name says nothing', async () => {
    expect(await read('\ufeff\n {"a":1}', '-')).toEqual([{ line: 2, values: { a: 1 } }]);
    expect(await read('a\n1', '-')).toEqual([{ line: 2, values: { a: '1' } }]);
  });

  it('is not a JSON array', async () => {
    await expect(read('[\n{"a":1}\n]', 'people.json')).rejects.toThrow('people.json is a JSON array.');
  });
});

test('the number of a line counts the lines in quotes', async () => {
  const rows = await read('a,b\r\n"1\r\n2","3\n4"\r\n\r\n5,6\r\n');
  expect(rows.map(({ line }) => line)).toEqual([2, 6]);
});

test('any cells survive, however the bytes arrive', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyText(), { minLength: 3, maxLength: 3 }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom(',', ';', '\t'),
      async (rows, size, delimiter) => {
        const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
        const wellFormed = rows.map((row) => row.map((cell) => cell.toWellFormed()));
        const filled = wellFormed.filter((row) => row.some((cell) => cell !== ''));
        const text = [['a', 'b', 'c'], ...wellFormed].map((row) => row.map(quote).join(delimiter)).join('\r\n');
        const values = (await read(text, 'people.csv', size)).map((row) => Object.values(row.values));
        expect(values).toEqual(filled);
      },
    ),
    { numRuns: 200 },
  ));

test('memory stays flat for a stream of any length', async () => {
  const row = Buffer.from(`${'x'.repeat(100)},${'y'.repeat(100)},z@example.com\n`.repeat(1_000));
  let parts = 0;
  async function* generated(): AsyncIterable<Uint8Array> {
    yield Buffer.from('first,second,email\n');
    for (; parts < 40; parts++) yield row;
  }
  let rows = 0;
  let ahead = 0;
  for await (const _ of readRows(generated(), { name: 'people.csv' })) {
    rows++;
    // What was read and not yet used.
    ahead = Math.max(ahead, parts * 1_000 - rows);
  }
  expect(rows).toBe(40_000);
  expect(ahead).toBeLessThan(3_000);
});
