/** The contrast of themes, compared with published values and with the contrast that the linter of emails uses. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastOf } from '../../../src/lmx/color.ts';
import { contrastsOf, formatRatio } from '../../../src/nouns/themes/contrast.ts';

const textOn = async (textBaseColor: unknown, bodyColor: unknown, more: object = {}) =>
  (await contrastsOf({ textBaseColor, bodyColor, ...more })).find(({ text }) => text === 'textBaseColor');

test.each([
  ['#000000', '#ffffff', 16, '21.0:1', 'AAA'],
  ['#777777', '#ffffff', 16, '4.4:1', 'fails'],
  ['#767676', '#ffffff', 16, '4.5:1', 'AA'],
  ['#777777', '#ffffff', 24, '4.4:1', 'AA'],
  ['#949494', '#ffffff', 24, '3.0:1', 'AA'],
  ['#959595', '#ffffff', 24, '2.9:1', 'fails'],
])('%s on %s at %s px: %s %s', async (text, body, textBaseFontSize, ratio, level) => {
  const contrast = await textOn(text, body, { textBaseFontSize });
  expect([formatRatio(contrast?.ratio ?? 0), contrast?.level]).toEqual([ratio, level]);
});

test.each([
  ['', '#ffffff'],
  ['red', '#ffffff'],
  [5, '#ffffff'],
  [null, '#ffffff'],
  ['#000000', { r: 1 }],
])('%s on %s has no contrast', async (text, body) => expect(await textOn(text, body)).toBeUndefined());

test('bold text of buttons is large from 14 pt', async () => {
  const level = async (buttonTextFormat: unknown, buttonTextFontSize: number) =>
    (
      await contrastsOf({
        buttonTextColor: '#949494',
        buttonBodyColor: '#ffffff',
        buttonTextFormat,
        buttonTextFontSize,
      })
    )[0]?.level;
  expect([await level(1, 19), await level(1, 18), await level(0, 19), await level('1', 19)]).toEqual([
    'AA',
    'fails',
    'fails',
    'fails',
  ]);
});

test('both linters compute the same contrast', async () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  await fc.assert(
    fc.asyncProperty(color, color, async (text, body) => {
      expect((await textOn(text, body))?.ratio).toBeCloseTo(contrastOf(text, body) ?? 0, 3);
    }),
    { numRuns: 50 },
  );
});
