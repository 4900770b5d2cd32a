/** Tables are aligned in every script, never cut an ID, and leave out or cut in the documented order. */
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Column } from '../../src/define/view.ts';
import { drawTable } from '../../src/output/table.ts';
import { escapeControls } from '../../src/text/escape.ts';
import { foreignText, hostileText } from '../arbitraries.ts';
import { displayOf } from '../display.ts';

const columns: readonly Column[] = [
  { heading: 'NAME', path: 'name' },
  { heading: 'ID', path: 'id', kind: 'id' },
  { heading: 'NOTE', path: 'note' },
  { heading: 'COUNT', path: 'count', kind: 'number' },
];
const anyText = fc.oneof(foreignText, hostileText.map(escapeControls));
const rows = fc.array(fc.record({ name: anyText, note: anyText, count: fc.nat() }), {
  minLength: 1,
  maxLength: 6,
});
/** IDs that occur nowhere else in a row, as long as those of the API. */
const withIds = (items: readonly object[]) =>
  items.map((item, index) => ({ id: `QQ${index}${'Q'.repeat(21)}`, ...item }));
/** Wide enough for a table of these columns. */
const anyWidth = fc.option(fc.integer({ min: 80, max: 200 }), { nil: undefined });

/** The terminal column at which a word starts. */
const columnOf = (line: string, word: string): number => {
  expect(line).toContain(word);
  return stringWidth(line.slice(0, line.lastIndexOf(word)));
};

describe('a table', () => {
  it('starts a column at the same place in every row', async () => {
    await fc.assert(
      fc.asyncProperty(rows, anyWidth, async (items, width) => {
        const withId = withIds(items);
        const [heading = '', ...lines] = (await drawTable(columns, withId, displayOf({ width }))).split('\n');
        expect(lines).toHaveLength(withId.length);
        const places = lines.map((line, index) => columnOf(line, withId[index]?.id ?? ''));
        expect(new Set(places)).toEqual(new Set([columnOf(heading, 'ID')]));
      }),
      { numRuns: 300 },
    );
  });

  it('ends numbers at the same place in every row', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (items) => {
        const [heading = '', ...lines] = (await drawTable(columns, withIds(items), displayOf())).split('\n');
        expect(new Set(lines.map((line) => stringWidth(line)))).toEqual(new Set([stringWidth(heading)]));
      }),
    );
  });

  it('never cuts an ID or a number, at any width from 1 to 200', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 200 }), async (items, width) => {
        const withId = withIds(items);
        const text = await drawTable(columns, withId, displayOf({ width }));
        for (const { id } of withId) expect(text).toContain(id);
        for (const { count } of items) expect(text).toContain(count.toLocaleString('en-US'));
      }),
      { numRuns: 500 },
    );
  });

  it('fits every terminal that has room for an ID', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 40, max: 200 }), async (items, width) => {
        for (const line of (await drawTable(columns, withIds(items), displayOf({ width }))).split('\n')) {
          expect(stringWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('cuts nothing in a pipe', async () => {
    const name = '長'.repeat(300);
    expect(await drawTable(columns, [{ id: 'x', name, note: 'n', count: 1 }], displayOf())).toContain(name);
  });

  it('has no spaces at the end of a line', async () => {
    await fc.assert(
      fc.asyncProperty(rows, anyWidth, fc.boolean(), async (items, width, color) => {
        const text = stripVTControlCharacters(await drawTable(columns, withIds(items), displayOf({ width, color })));
        for (const line of text.split('\n')) expect(line).not.toMatch(/ $/);
      }),
    );
  });

  it('is the same with and without color', async () => {
    await fc.assert(
      fc.asyncProperty(rows, anyWidth, async (items, width) => {
        const plain = await drawTable(columns, withIds(items), displayOf({ width }));
        const painted = await drawTable(columns, withIds(items), displayOf({ width, color: true }));
        expect(painted).toContain('\u001b[');
        expect(stripVTControlCharacters(painted)).toBe(plain);
      }),
    );
  });

  it('takes little time for 130,000 rows', { timeout: 30_000 }, async () => {
    const items = Array.from({ length: 130_000 }, (_, index) => ({ id: `id${index}`, name: 'n', count: index }));
    expect((await drawTable(columns, items, displayOf())).split('\n')).toHaveLength(130_001);
    expect((await drawTable(columns, items, displayOf({ width: 80 }))).split('\n')).toHaveLength(130_001);
  });

  it('has no heading in a pipe if it has one column', async () => {
    const addresses: readonly Column[] = [{ heading: 'ADDRESS', path: '', kind: 'id' }];
    const items = ['192.0.2.1', '192.0.2.2'];
    expect(await drawTable(addresses, items, displayOf())).toBe('192.0.2.1\n192.0.2.2');
    expect(await drawTable(addresses, items, displayOf({ width: 80 }))).toBe('ADDRESS\n192.0.2.1\n192.0.2.2');
  });
});

describe('on a narrow terminal', () => {
  const some: readonly Column[] = [
    { heading: 'NAME', path: 'name' },
    { heading: 'FILTER', path: 'filter' },
    { heading: 'UPDATED', path: 'updated', kind: 'time', minor: true },
    { heading: 'COUNT', path: 'count', kind: 'number', minor: true },
    { heading: 'REMARK', path: 'remark', optional: true },
    { heading: 'ID', path: 'id', kind: 'id' },
  ];
  const item = {
    id: 'c'.repeat(25),
    name: 'n'.repeat(60),
    filter: 'f'.repeat(60),
    updated: '2 years ago',
    count: 7,
  };
  const draw = (width: number, items: readonly object[] = [item]) => drawTable(some, items, displayOf({ width }));
  const headingsAt = async (width: number) => (await draw(width)).split('\n')[0]?.split(/ +/);
  const nameAt = async (width: number) => /n+…?/.exec((await draw(width)).split('\n')[1] ?? '')?.[0].length;

  it('an optional column is only there if it has a text', async () => {
    expect(await draw(200)).not.toContain('REMARK');
    expect(await draw(200, [item, { ...item, remark: 'x' }])).toContain('REMARK');
  });

  it('minor columns are left out before a name is cut below 24 columns, the last one first', async () => {
    const all = 24 + 2 + 8 + 2 + 11 + 2 + 5 + 2 + 25;
    expect(await headingsAt(all)).toEqual(['NAME', 'FILTER', 'UPDATED', 'COUNT', 'ID']);
    expect(await nameAt(all)).toBe(24);
    expect(await headingsAt(all - 1)).toEqual(['NAME', 'FILTER', 'UPDATED', 'ID']);
    expect(await headingsAt(all - 8)).toEqual(['NAME', 'FILTER', 'ID']);
    expect(await nameAt(64)).toBeGreaterThanOrEqual(24);
  });

  it('a list is printed as cards below 64 columns, unless its rows fit', async () => {
    expect(await draw(64)).toMatch(/^NAME/);
    expect(await draw(63)).toMatch(/^Name\n {2}n/);
    expect(await draw(63, [{ id: 'x', name: 'n', filter: 'f', updated: 'now', count: 1 }])).toMatch(/^NAME/);
  });

  it('a list is printed as cards if a name would be cut below 24 columns', async () => {
    const wide: readonly Column[] = [
      { heading: 'NAME', path: 'name' },
      { heading: 'X', path: 'x', kind: 'id' },
    ];
    const items = [{ name: 'n'.repeat(30), x: 'x'.repeat(60) }];
    expect(await drawTable(wide, items, displayOf({ width: 86 }))).toMatch(/^NAME/);
    expect(await drawTable(wide, items, displayOf({ width: 85 }))).toMatch(/^Name/);
  });

  it('a column may need more room than others', async () => {
    const wide = some.map((column) => (column.path === 'filter' ? { ...column, narrowest: 30 } : column));
    const heading = (await drawTable(wide, [item], displayOf({ width: 85 }))).split('\n')[0] ?? '';
    expect(heading.indexOf('ID') - heading.indexOf('FILTER')).toBe(32);
  });
});
