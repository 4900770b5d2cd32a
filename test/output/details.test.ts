/** Details and cards: every field is on lines of its own, wrapped between words, and no ID is broken. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Column } from '../../src/define/view.ts';
import { drawCards, drawDetails } from '../../src/output/details.ts';
import { foreignText } from '../arbitraries.ts';
import { displayOf } from '../display.ts';

const ID = `c${'4'.repeat(24)}`;
const columns: readonly Column[] = [
  { heading: 'Name', path: 'name' },
  { heading: 'Description', path: 'description' },
  { heading: 'Sends', path: 'sends', kind: 'number' },
  { heading: 'Updated', path: 'updatedAt', kind: 'time' },
  { heading: 'ID', path: 'id', kind: 'id' },
];
const sentence = fc.array(foreignText, { maxLength: 8 }).map((words) => words.join(' '));
const anyWidth = fc.integer({ min: 1, max: 200 });

describe('details', () => {
  it('have a line for each field of the item, with aligned values', () => {
    expect(drawDetails(columns, { id: ID, name: '請求書', sends: 57_312 }, displayOf())).toBe(
      [`Name   請求書`, `Sends  57,312`, `ID     ${ID}`].join('\n'),
    );
  });

  it('show a field without a value as none', () => {
    expect(drawDetails(columns, { name: '', description: null, sends: null }, displayOf())).toBe(
      ['Name         none', 'Description  none', 'Sends        none'].join('\n'),
    );
    expect(drawDetails(columns, { description: [] }, displayOf())).toBe('Description  none');
  });

  it('show the exact time', () => {
    const display = { ...displayOf({ width: 80 }), exactTime: () => 'exact' };
    expect(drawDetails(columns, { updatedAt: 'x' }, display)).toBe('Updated  exact');
  });

  it('wrap long texts between words and indent them', () => {
    const text = 'one two three four five six seven eight nine ten eleven twelve';
    expect(drawDetails(columns, { description: text, name: 'n' }, displayOf({ width: 40 })).split('\n')).toEqual([
      'Name         n',
      'Description  one two three four five six',
      '             seven eight nine ten eleven',
      '             twelve',
    ]);
  });

  it('put an ID on a line of its own if there is no room for it after the label', () => {
    expect(drawDetails([{ heading: 'Only contacts in', path: 'id' }], { id: ID }, displayOf({ width: 36 }))).toBe(
      `Only contacts in\n  ${ID}`,
    );
  });

  it('never break an ID, at any width', () => {
    fc.assert(
      fc.property(sentence, sentence, anyWidth, (before, after, width) => {
        const item = { id: ID, name: `${before} ${ID} ${after}`, description: before };
        const lines = drawDetails(columns, item, displayOf({ width })).split('\n');
        expect(lines.filter((line) => line.includes(ID)).length).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  it('fit the terminal if it has room for an ID', () => {
    fc.assert(
      fc.property(sentence, fc.integer({ min: 40, max: 200 }), (text, width) => {
        const item = { id: ID, name: text, description: `${text} ${ID}`, sends: 1 };
        for (const line of drawDetails(columns, item, displayOf({ width })).split('\n')) {
          expect(stringWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});

describe('cards', () => {
  it('have the same form of label for short headings, apart from abbreviations and the names of records', () => {
    const headings = ['NO', 'BASE URL', 'KEY', 'ID', 'BLACK Friday'];
    const shown = headings.map((heading, index) => ({ heading, path: String(index) }));
    const labels = drawCards(shown, [['a', 'b', 'c', 'd', 'e']], displayOf({ width: 50 }))
      .split('\n')
      .map((line) => line.slice(0, -1).trim());
    expect(labels).toEqual(['No', 'Base URL', 'Key', 'ID', 'BLACK Friday']);
  });

  it('are separated by an empty line, and have lowercase labels and no empty fields', () => {
    const shown: readonly Column[] = [
      { heading: 'NAME', path: 'name' },
      { heading: 'HARD BOUNCES', path: 'hard', kind: 'number' },
      { heading: 'REMARK', path: 'remark', minor: true },
      { heading: 'ID', path: 'id', kind: 'id' },
    ];
    const items = [
      { name: 'Password reset', hard: 1_234, remark: null, id: ID },
      { name: 'Welcome', hard: 0, remark: 'few sends', id: ID },
    ];
    expect(drawCards(shown, items, displayOf({ width: 50 }))).toBe(
      [
        'Name          Password reset',
        'Hard bounces  1,234',
        `ID            ${ID}`,
        '',
        'Name          Welcome',
        'Hard bounces  0',
        'Remark        few sends',
        `ID            ${ID}`,
      ].join('\n'),
    );
  });
});
