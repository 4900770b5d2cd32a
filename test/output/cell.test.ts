/** Proves that text is cut to what a terminal shows, never inside a character, and that values are told in words. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Paper } from '../../src/define/view.ts';
import { cellText, cut } from '../../src/output/cell.ts';
import { createStyle } from '../../src/output/style.ts';
import { visible } from '../../src/text/escape.ts';
import { foreignText, hostileText } from '../arbitraries.ts';

const uncoloured = await createStyle(false);

const anyText = fc.oneof(foreignText, hostileText.map(visible));
const width = fc.integer({ min: 1, max: 40 });
const graphemes = (text: string) => [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);

describe('cut', () => {
  it('is never wider than it was told', () => {
    fc.assert(
      fc.property(anyText, width, (text, columns) => {
        expect(stringWidth(cut(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it('changes nothing that fits', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cut(text, Math.max(1, stringWidth(text)))).toBe(text);
      }),
    );
  });

  it('keeps whole characters from the beginning, and says so with an ellipsis', () => {
    fc.assert(
      fc.property(anyText, width, (text, columns) => {
        if (stringWidth(text) <= columns) return;
        const shown = cut(text, columns);
        expect(shown.endsWith('…')).toBe(true);
        const kept = shown.slice(0, -1);
        const whole = graphemes(text);
        const beginnings = whole.map((_, count) => whole.slice(0, count).join('').trimEnd());
        expect(beginnings).toContain(kept);
      }),
    );
  });

  it('keeps as much as fits', () => {
    expect(cut('abcdef', 4)).toBe('abc…');
    expect(cut('日本語です', 5)).toBe('日本…');
    expect(cut('日本語です', 4)).toBe('日…');
    expect(cut('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toBe('👩‍👩‍👧‍👦…');
    expect(cut('abcdef', 1)).toBe('…');
    expect(cut('one two', 5)).toBe('one…');
  });
});

describe('cellText', () => {
  const paper: Paper = { style: uncoloured, width: undefined, time: (at) => `<${String(at)}>` };
  it.each<[unknown, string]>([
    ['text', 'text'],
    [0, '0'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
    [['a', 'b'], 'a, b'],
    [[], ''],
    [[{ a: 1 }], '[{"a":1}]'],
    [{ a: 1 }, '{"a":1}'],
  ])('tells %j as %j', (value, words) => {
    expect(cellText({ heading: 'H', path: 'at' }, { at: value }, paper)).toBe(words);
  });

  it('gives timestamps to the paper, and whatever was sent to a column with words of its own', () => {
    expect(cellText({ heading: 'H', path: 'at', kind: 'time' }, { at: 'then' }, paper)).toBe('<then>');
    expect(cellText({ heading: 'H', path: 'at', show: (value) => `${typeof value}!` }, {}, paper)).toBe('undefined!');
  });
});
