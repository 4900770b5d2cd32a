/** Text behind a label: nothing is lost, and nothing is wider than the paper that could be narrower. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { hanging } from '../../src/text/wrap.ts';
import { foreignText } from '../arbitraries.ts';

test('lines are broken between words, and hang below the first', () => {
  expect(hanging('error  ', 'one two  three', 12)).toBe('error  one\n       two\n       three');
  expect(hanging('error  ', 'one two', undefined)).toBe('error  one two');
  expect(hanging('', '', 1)).toBe('');
});

test('no word is lost or broken, and no line is wider than the width unless it is one word', () => {
  fc.assert(
    fc.property(fc.array(foreignText, { maxLength: 6 }), fc.integer({ min: 1, max: 40 }), (words, width) => {
      const text = words.join(' ');
      const lines = hanging('- ', text, width).split('\n');
      const contents = lines.map((line) => line.slice(2));
      const wordsOf = (joined: string) => joined.split(' ').filter((word) => word !== '');
      expect(wordsOf(contents.join(' '))).toEqual(wordsOf(text));
      for (const [index, line] of lines.entries()) {
        expect(line.slice(0, 2)).toBe(index === 0 ? '- ' : '  ');
        if (contents[index]?.trim().includes(' ')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      }
    }),
  );
});
