/** Proves that text is as wide as the package says that knows all characters, whether it is asked or not. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { visible } from '../../src/text/escape.ts';
import { measureFor } from '../../src/text/measure.ts';
import { foreignText, hostileText } from '../arbitraries.ts';

const widths = async (text: string) => ({ text, width: (await measureFor(text))(text) });
const expected = (text: string) => ({ text, width: stringWidth(text) });

it.each([foreignText, hostileText, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })])(
  'is measured as it is shown',
  async (texts) => {
    await fc.assert(
      fc.asyncProperty(texts.map(visible), async (text) => {
        expect(await widths(text)).toEqual(expected(text));
      }),
      { numRuns: 2_000 },
    );
  },
);

const characters = Array.from({ length: 0x20000 }, (_, code) => visible(String.fromCodePoint(code)));

it('is measured character by character', async () => {
  const wrong = [];
  for (const character of characters) {
    const told = await widths(character);
    if (told.width !== stringWidth(character)) wrong.push(told);
  }
  expect(wrong).toEqual([]);
});

it('is measured where characters that are measured alone stand beside each other', async () => {
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
        const text = visible(one + two + three);
        expect(await widths(text)).toEqual(expected(text));
      }
    }
  }
});
