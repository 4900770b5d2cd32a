/** Text has the width that string-width reports, whether or not the package is loaded. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { escapeControls } from '../../src/text/escape.ts';
import { measureFor } from '../../src/text/width.ts';
import { anyText, foreignText, hostileText } from '../arbitraries.ts';

const widths = async (text: string) => ({ text, width: (await measureFor(text))(text) });
const expected = (text: string) => ({ text, width: stringWidth(text) });

it.each([foreignText, hostileText, fc.string({ unit: 'grapheme' }), anyText()])(
  'text has the width that a terminal shows',
  async (texts) => {
    await fc.assert(
      fc.asyncProperty(texts.map(escapeControls), async (text) => {
        expect(await widths(text)).toEqual(expected(text));
      }),
      { numRuns: 2_000 },
    );
  },
);

const characters = Array.from({ length: 0x20000 }, (_, code) => escapeControls(String.fromCodePoint(code)));

it('each character has its width', async () => {
  const wrong = [];
  for (const character of characters) {
    const measured = await widths(character);
    if (measured.width !== stringWidth(character)) wrong.push(measured);
  }
  expect(wrong).toEqual([]);
});

it('characters next to each other have their common width', async () => {
  const simple = [
    'a',
    'é',
    '–',
    '→',
    'я',
    '日',
    'か',
    '한',
    '🎉',
    '🫠',
    '👍',
    '⚡',
    '🏽',
    '🇨',
    '\u0301',
    '\ufe0f',
    '\u200d',
  ];
  for (const one of simple) {
    for (const two of simple) {
      for (const three of simple) {
        const text = escapeControls(one + two + three);
        expect(await widths(text)).toEqual(expected(text));
      }
    }
  }
});

it('color has no width', async () => {
  const widthOf = await measureFor('');
  expect(widthOf('\u001b[31merror\u001b[39m  ')).toBe(7);
});

it('measures texts that are too long for a regular expression to match as a whole', async () => {
  const widthOf = await measureFor('表'.repeat(8_000_000));
  expect(widthOf('表')).toBe(2);
});
