/** Color follows the flag, then FORCE_COLOR, then NO_COLOR, then the terminal. */
import { describe, expect, it } from 'vitest';
import { createStyle, wantsColor } from '../../src/output/style.ts';

const plain = await createStyle(false);
const colored = await createStyle(true);

describe('wantsColor', () => {
  it.each<[boolean, Record<string, string>, boolean, boolean]>([
    // terminal, environment, --no-color, color
    [true, {}, false, true],
    [false, {}, false, false],
    [true, {}, true, false],
    [true, { NO_COLOR: '1' }, false, false],
    [true, { NO_COLOR: '0' }, false, false],
    [true, { NO_COLOR: '' }, false, true],
    [true, { TERM: 'dumb' }, false, false],
    [true, { TERM: 'xterm-256color' }, false, true],
    [false, { FORCE_COLOR: '1' }, false, true],
    [false, { FORCE_COLOR: '3' }, false, true],
    [false, { FORCE_COLOR: 'true' }, false, true],
    [true, { FORCE_COLOR: '0' }, false, false],
    [true, { FORCE_COLOR: 'false' }, false, false],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [true, { FORCE_COLOR: '1', TERM: 'dumb' }, false, true],
    [true, { FORCE_COLOR: '1' }, true, false],
  ])('terminal %s, %j, --no-color %s: %s', (terminal, env, flag, expected) => {
    expect(wantsColor(terminal, env, flag)).toBe(expected);
  });
});

describe('createStyle', () => {
  const names = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan', 'magenta'] as const;

  it('returns text unchanged without color', () => {
    expect(names.map((name) => plain[name]('x'))).toEqual(names.map(() => 'x'));
  });

  it('uses only the sixteen colors that a terminal theme defines', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is how colors start
    for (const name of names) expect(colored[name]('x')).toMatch(/^\u001b\[\d{1,2}mx\u001b\[\d{1,2}m$/);
  });
});
