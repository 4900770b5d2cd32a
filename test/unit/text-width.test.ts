/** Proves that text is as wide as the package says that knows all characters, whether it is asked or not. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { visible } from '../../src/output/visible.ts';
import { measureFor } from '../../src/resources/workflow/text-width.ts';
import { foreignText, hostileText } from './arbitraries.ts';

it.each([foreignText, hostileText, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })])(
  'is measured as it is shown',
  async (texts) => {
    await fc.assert(
      fc.asyncProperty(texts.map(visible), async (text) => {
        const [own, any] = [await measureFor(text), await measureFor('🎉')];
        expect([own(text), any(text)]).toEqual([stringWidth(text), stringWidth(text)]);
      }),
      { numRuns: 2_000 },
    );
  },
);

it('is measured by its length where every character is narrow, one by one', async () => {
  const narrow = await measureFor('a');
  for (let code = 0x20; code < 0x2600; code++) {
    const character = visible(String.fromCodePoint(code));
    // A measure for plain text is asked about plain text only.
    if (/^[\x20-\x7e]*$/.test(character) || (await measureFor(character)) !== narrow) continue;
    expect({ code, width: character.length }).toEqual({ code, width: stringWidth(character) });
  }
});
