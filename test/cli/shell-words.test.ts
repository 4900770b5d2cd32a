/** Proves how an unfinished line is split into words. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shellWords } from '../../src/cli/shell-words.ts';
import { hostileText } from '../arbitraries.ts';

/** As bash sets it. */
const BREAKS = ' \t\n"\'@><=;|&(:';

it.each<[line: string, words: readonly string[], breakAt: number]>([
  ['', [''], 0],
  ['a', ['a'], 0],
  ['a ', ['a', ''], 0],
  ['a  b', ['a', 'b'], 0],
  ['a --x=b', ['a', '--x=b'], 4],
  ['a "b c', ['a', 'b c'], 0],
  ['a b\\ c', ['a', 'b c'], 0],
  ["a 'b\\' c", ['a', 'b\\', 'c'], 0],
  ['a "b\\"c\\d', ['a', 'b"c\\d'], 0],
  ['a "" b', ['a', '', 'b'], 0],
  ['a --x="b=c', ['a', '--x=b=c'], 4],
  ['a x:y', ['a', 'x:y'], 2],
  ['a b\\', ['a', 'b'], 0],
])('%j', (line, words, breakAt) => expect(shellWords(line, BREAKS)).toEqual({ words, breakAt }));

it('takes any line', () => {
  fc.assert(
    fc.property(hostileText, (line) => {
      const { words, breakAt } = shellWords(line, BREAKS);
      expect(breakAt).toBeLessThanOrEqual(words.at(-1)?.length ?? 0);
    }),
  );
});
