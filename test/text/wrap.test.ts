/** Text that is cut or broken into lines: nothing is lost, no line is too wide, and no character is divided. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { escapeControls } from '../../src/text/escape.ts';
import { graphemes, hang, truncate, wrapText } from '../../src/text/wrap.ts';
import { foreignText, hostileText } from '../arbitraries.ts';

const anyText = fc.oneof(foreignText, hostileText.map(escapeControls));
const sentence = fc.array(anyText, { maxLength: 6 }).map((words) => words.join(' '));
const anyWidth = fc.integer({ min: 1, max: 200 });
const narrow = fc.integer({ min: 1, max: 30 });
const withoutSpaces = (text: string): string => text.replace(/ /g, '');

describe('truncate', () => {
  it('never returns more than the width', () => {
    fc.assert(
      fc.property(sentence, anyWidth, (text, width) => {
        expect(stringWidth(truncate(text, width, stringWidth))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('returns text that fits unchanged', () => {
    fc.assert(
      fc.property(sentence, (text) => {
        expect(truncate(text, Math.max(1, stringWidth(text)), stringWidth)).toBe(text);
      }),
    );
  });

  it('keeps whole characters from the start, as many as fit, and adds an ellipsis', () => {
    fc.assert(
      fc.property(sentence, narrow, (text, width) => {
        fc.pre(stringWidth(text) > width);
        const shown = truncate(text, width, stringWidth);
        expect(shown.endsWith('…')).toBe(true);
        const characters = [...graphemes(text)];
        const starts = characters.map((_, count) => characters.slice(0, count).join(''));
        const longest = starts.findLast((start) => stringWidth(start) <= width - 1) ?? '';
        expect(stringWidth(shown)).toBe(stringWidth(longest.trimEnd()) + 1);
        expect(starts.map((start) => start.trimEnd())).toContain(shown.slice(0, -1));
      }),
    );
  });

  it.each([
    ['abcdef', 4, 'abc…'],
    ['日本語です', 5, '日本…'],
    ['日本語です', 4, '日…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, '👩‍👩‍👧‍👦…'],
    ['abcdef', 1, '…'],
    ['one two', 5, 'one…'],
  ])('cuts %s to %i columns as %s', (text, width, shown) => expect(truncate(text, width, stringWidth)).toBe(shown));

  it('reads only the start of a long text', () => {
    let measured = 0;
    const widthOf = (text: string) => {
      measured += text.length;
      return stringWidth(text);
    };
    expect(truncate('word '.repeat(1_000_000), 8, widthOf)).toBe('word wo…');
    expect(measured).toBeLessThan(100);
  });
});

describe('wrapText', () => {
  it('loses nothing but spaces at line ends', () => {
    fc.assert(
      fc.property(sentence, anyWidth, fc.boolean(), (text, width, keepWords) => {
        const lines = wrapText(text, width, stringWidth, { keepWords });
        expect(withoutSpaces(lines.join(''))).toBe(withoutSpaces(text));
      }),
    );
  });

  it('makes no line wider than the width, unless it is a single character', () => {
    fc.assert(
      fc.property(sentence, anyWidth, (text, width) => {
        for (const line of wrapText(text, width, stringWidth)) {
          if ([...graphemes(line)].length > 1) expect(stringWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  it('can keep words of ASCII characters whole', () => {
    fc.assert(
      fc.property(sentence, narrow, (text, width) => {
        const lines = wrapText(`id ${'x'.repeat(25)} ${text}`, width, stringWidth, { keepWords: true });
        expect(lines.some((line) => line.includes('x'.repeat(25)))).toBe(true);
        for (const line of lines) {
          const isOneCharacter = [...graphemes(line)].length <= 1;
          if (stringWidth(line) > width && !isOneCharacter) expect(line).toMatch(/^[\x21-\x7e]+$/);
        }
      }),
    );
  });

  it('has at most as many lines as allowed, and cuts the last one', () => {
    expect(wrapText('one two three four', 5, stringWidth, { maxLines: 2 })).toEqual(['one', 'two…']);
    fc.assert(
      fc.property(sentence, narrow, fc.integer({ min: 1, max: 3 }), (text, width, maxLines) => {
        const all = wrapText(text, width, stringWidth);
        const some = wrapText(text, width, stringWidth, { maxLines });
        if (all.length <= maxLines) expect(some).toEqual(all);
        else {
          expect(some).toHaveLength(maxLines);
          expect(some.at(-1)?.endsWith('…')).toBe(true);
        }
      }),
    );
  });

  it('works in any unit', () => {
    expect(wrapText('one two three', 45, (text) => text.length * 10)).toEqual(['one', 'two', 'thre', 'e']);
  });
});

describe('hang', () => {
  const room = (width: number | undefined) => ({ width, widthOf: stringWidth });

  it('breaks lines between words and indents them', () => {
    expect(hang('error  ', 'one two  three', room(12))).toBe('error  one\n       two\n       three');
    expect(hang('error  ', 'one two', room(undefined))).toBe('error  one two');
    expect(hang('', '', room(1))).toBe('');
  });

  it('colors each line separately', () => {
    // Styles print all of their arguments.
    const paint = (...texts: readonly string[]) => `<${texts.join(' ')}>`;
    expect(hang('- ', 'one two', room(5), paint)).toBe('- <one>\n  <two>');
  });

  it('indents every further line by the width of the label', () => {
    fc.assert(
      fc.property(foreignText, sentence, anyWidth, (label, text, width) => {
        const indent = ' '.repeat(stringWidth(label));
        const [first = '', ...rest] = hang(label, text, room(width)).split('\n');
        expect(first.startsWith(label)).toBe(true);
        for (const line of rest) expect(line.startsWith(indent)).toBe(true);
      }),
    );
  });
});
