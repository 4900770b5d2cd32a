/** JSON from files and arguments: whatever it holds, the result is a value or a usage failure. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depthOf, MAX_JSON_DEPTH, parseJson, parseJsonBytes } from '../../src/runtime/parse-json.ts';
import { failureOf } from '../arbitraries.ts';

const messageOf = async (work: () => unknown) => (await failureOf(async () => work())).message;

test('valid JSON is parsed, with or without a byte order mark', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text, 'x')).toEqual(JSON.parse(text));
      expect(parseJsonBytes(Buffer.from(`\ufeff${text}`), 'x')).toEqual(JSON.parse(text));
    }),
  );
});

test('invalid JSON is a usage failure that does not quote it', async () => {
  expect(await messageOf(() => parseJson('{"secret', 'a.json'))).toBe('a.json is not valid JSON.');
  expect(await messageOf(() => parseJsonBytes(Buffer.from([0xff]), 'a.json'))).toBe(
    'a.json is not valid JSON: it is not UTF-8.',
  );
});

test.each(['[', '{"a":'])('JSON that opens %s 100,000 times is a usage failure', async (open) => {
  expect(await messageOf(() => parseJson(open.repeat(100_000), 'a.json'))).toBe(
    'a.json is nested more than 200 levels deep.',
  );
});

test('the depth counts neither brackets in strings nor closed ones', () => {
  expect(depthOf('"[[[["')).toBe(0);
  expect(depthOf('["\\"[[", [], {"a": []}]')).toBe(3);
  expect(parseJson(`${'['.repeat(MAX_JSON_DEPTH)}${']'.repeat(MAX_JSON_DEPTH)}`, 'x')).toHaveLength(1);
});
