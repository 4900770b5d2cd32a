/** Lists of names in sentences. */
import { expect, it } from 'vitest';
import { formatList, formatReasons } from '../../src/text/list.ts';

it.each([
  [[], {}, ''],
  [['a', 'b'], {}, 'a, b'],
  [['a', 'b', 'c'], { most: 3 }, 'a, b, c'],
  [['a', 'b', 'c'], { most: 2 }, 'a, b, and 1 more'],
  [['a: 1', 'b: 2', 'c: 3'], { most: 2, separator: '; ' }, 'a: 1; b: 2; and 1 more'],
  [Array.from({ length: 1_010 }, () => 'x'), {}, `${'x, '.repeat(10)}and 1,000 more`],
])('%j as a list: %j', (names, options, expected) => expect(formatList(names, options)).toBe(expected));

it('each reason once, at most three', () => {
  expect(formatReasons(['Not found.', 'Not found.', 'Too many requests.'])).toBe('Not found. Too many requests.');
  expect(formatReasons(['a.', 'b.', 'c.', 'd.', 'e.'])).toBe('a. b. c. 2 other reasons.');
});
