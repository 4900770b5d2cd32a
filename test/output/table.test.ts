/** Proves that tables stand in columns in every script, never cut an ID, and never end a line in spaces. */
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Column, Paper } from '../../src/define/view.ts';
import { createStyle } from '../../src/output/style.ts';
import { drawDetails, drawTable } from '../../src/output/table.ts';
import { foreignText } from '../arbitraries.ts';

const uncoloured = await createStyle(false);
const coloured = await createStyle(true);

const paper = (width?: number, color = false): Paper => ({
  style: color ? coloured : uncoloured,
  width,
  time: (at) => String(at ?? ''),
});

const columns: readonly Column[] = [
  { heading: 'NAME', path: 'name' },
  { heading: 'ID', path: 'id', kind: 'id' },
  { heading: 'NOTE', path: 'note' },
  { heading: 'COUNT', path: 'count', kind: 'number' },
];
const rows = fc.array(fc.record({ name: foreignText, note: foreignText, count: fc.nat() }), {
  minLength: 1,
  maxLength: 6,
});
/** IDs that occur nowhere else in a row. */
const withIds = (items: readonly object[]) =>
  items.map((item, index) => ({ id: `QQ${index}${'Q'.repeat(21)}`, ...item }));
const width = fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined });

/** The display column at which a word begins. */
const columnOf = (line: string, word: string): number => {
  expect(line).toContain(word);
  return stringWidth(line.slice(0, line.lastIndexOf(word)));
};

describe('a table', () => {
  it('begins a column at the same place in every row, at any width, whatever stands before it', () => {
    fc.assert(
      fc.property(rows, width, (items, columnsOfTerminal) => {
        const withId = withIds(items);
        const [heading = '', ...lines] = drawTable(columns, withId, paper(columnsOfTerminal)).split('\n');
        expect(lines).toHaveLength(withId.length);
        const places = lines.map((line, index) => columnOf(line, withId[index]?.id ?? ''));
        expect(new Set(places)).toEqual(new Set([columnOf(heading, 'ID')]));
      }),
      { numRuns: 300 },
    );
  });

  it('ends numbers at the same place in every row', () => {
    fc.assert(
      fc.property(rows, (items) => {
        const [heading = '', ...lines] = drawTable(columns, withIds(items), paper()).split('\n');
        expect(new Set(lines.map((line) => stringWidth(line)))).toEqual(new Set([stringWidth(heading)]));
      }),
    );
  });

  it('never cuts an ID, a number or a time, however narrow the terminal', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 60 }), (items, narrow) => {
        const withId = withIds(items);
        const at = { heading: 'AT', path: 'count', kind: 'time' } as const;
        const lines = drawTable([...columns, at], withId, paper(narrow))
          .split('\n')
          .slice(1);
        lines.forEach((line, index) => {
          const item = items[index];
          expect(line).toContain(withId[index]?.id);
          expect(line.endsWith(`${item?.count}  ${item?.count}`)).toBe(true);
        });
      }),
    );
  });

  it('fits the terminal where its texts can give way', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 70, max: 120 }), (items, wide) => {
        for (const line of drawTable(columns, withIds(items), paper(wide)).split('\n')) {
          expect(stringWidth(line)).toBeLessThanOrEqual(wide);
        }
      }),
    );
  });

  it('cuts nothing where there is no terminal', () => {
    const name = '長'.repeat(300);
    expect(drawTable(columns, [{ id: 'x', name, note: 'n', count: 1 }], paper())).toContain(name);
  });

  it('has no spaces at the end of a line', () => {
    fc.assert(
      fc.property(rows, width, fc.boolean(), (items, columnsOfTerminal, color) => {
        const leftAligned = columns.slice(0, 3);
        const text = stripVTControlCharacters(drawTable(leftAligned, withIds(items), paper(columnsOfTerminal, color)));
        for (const line of text.split('\n')) expect(line).not.toMatch(/ $/);
      }),
    );
  });

  it('says the same with colour as without', () => {
    fc.assert(
      fc.property(rows, width, (items, columnsOfTerminal) => {
        const plain = drawTable(columns, withIds(items), paper(columnsOfTerminal));
        const painted = drawTable(columns, withIds(items), paper(columnsOfTerminal, true));
        expect(painted).toContain('\u001b[');
        expect(stripVTControlCharacters(painted)).toBe(plain);
      }),
    );
  });

  it('has one line an item, however many there are, in little time', { timeout: 5_000 }, () => {
    const items = Array.from({ length: 5_000 }, (_, index) => ({
      id: `id${index}`,
      name: 'n',
      note: '',
      count: index,
    }));
    expect(drawTable(columns, items, paper()).split('\n')).toHaveLength(5_001);
  });
});

describe('details', () => {
  it('have a line a field that the value has, the values one under the other', () => {
    const value = { id: 'QX', name: '請求書', count: 0, note: '' };
    const shown: readonly Column[] = [{ heading: '名前', path: 'name' }, ...columns, { heading: 'Gone', path: 'gone' }];
    const lines = drawDetails(shown, value, paper()).split('\n');
    expect(lines).toHaveLength(4);
    expect(
      new Set([columnOf(lines[0] ?? '', '請求書'), columnOf(lines[2] ?? '', 'QX'), columnOf(lines[3] ?? '', '0')]).size,
    ).toBe(1);
  });

  it('never cut anything', () => {
    const id = 'i'.repeat(500);
    expect(drawDetails(columns, { id }, paper(20))).toContain(id);
  });
});

describe('a column', () => {
  const some: readonly Column[] = [
    { heading: 'ID', path: 'id', kind: 'id', minor: true },
    { heading: 'NAME', path: 'name', narrowest: 20 },
    { heading: 'COUNT', path: 'count', kind: 'number' },
    { heading: 'REMARK', path: 'remark', optional: true },
  ];
  const item = { id: 'c'.repeat(25), name: 'n'.repeat(60), count: 7 };

  it('that is optional is there only where it says something', () => {
    expect(drawTable(some, [item], paper()).split('\n')[0]).not.toContain('REMARK');
    expect(drawTable(some, [item, { ...item, remark: 'x' }], paper()).split('\n')[0]).toContain('REMARK');
  });

  it('that is minor is left out before a text gets narrower than it may', () => {
    const headingAt = (width: number) => drawTable(some, [item], paper(width)).split('\n')[0];
    expect(headingAt(25 + 2 + 20 + 2 + 5)).toMatch(/^ID/);
    expect(headingAt(25 + 2 + 20 + 2 + 5 - 1)).toMatch(/^NAME/);
  });
});
