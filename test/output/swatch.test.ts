/** Exact colors: only where the terminal has them, and only where color is wanted. */
import { expect, test } from 'vitest';
import { colorLevel, createPaint } from '../../src/output/swatch.ts';

test.each([
  [{ COLORTERM: 'truecolor' }, 3],
  [{ COLORTERM: '24bit', TERM: 'xterm' }, 3],
  [{ TERM: 'xterm-direct' }, 3],
  [{ WT_SESSION: 'a' }, 3],
  [{ TERM: 'xterm-256color' }, 2],
  [{ TERM: 'xterm-256color', FORCE_COLOR: '3' }, 3],
  [{ FORCE_COLOR: '2', COLORTERM: 'truecolor' }, 2],
  [{ TERM: 'xterm' }, 0],
  [{ COLORTERM: 'yes' }, 0],
  [{}, 0],
])('%j has level %i', (env, level) => expect(colorLevel(env)).toBe(level));

const TRUE_COLOR = { COLORTERM: 'truecolor' };

test.each([
  ['a pipe', false, TRUE_COLOR, false],
  ['--no-color', true, TRUE_COLOR, true],
  ['NO_COLOR', true, { ...TRUE_COLOR, NO_COLOR: '1' }, false],
  ['a dumb terminal', true, { ...TRUE_COLOR, TERM: 'dumb' }, false],
  ['sixteen colors', true, { TERM: 'xterm' }, false],
])('%s has none', async (_, isTerminal, env, noColor) => {
  expect(await createPaint(isTerminal, env, noColor)).toBeUndefined();
});

test('true color is exact, and 256 colors are near', async () => {
  const exact = await createPaint(true, TRUE_COLOR, false);
  expect(exact?.('#f2674a', '██')).toBe('\u001b[38;2;242;103;74m██\u001b[39m');
  const near = await createPaint(true, { TERM: 'xterm-256color' }, false);
  expect(near?.('#f2674a', '██')).toBe('\u001b[38;5;209m██\u001b[39m');
});
