/** Tables in Markdown: names that try to end a cell, or to become markup. */
import { expect, test } from 'vitest';
import { drawMarkdown } from '../../src/output/markdown.ts';
import { displayOf } from '../display.ts';

const columns = [
  { heading: 'NAME', path: 'name' },
  { heading: 'SENDS', path: 'sends', kind: 'number' },
  { heading: 'REMARK', path: 'remark', optional: true },
] as const;

test('a table', () => {
  const items = [{ name: 'Invoice', sends: 1234 }, { name: '料金' }];
  expect(drawMarkdown(columns, items, displayOf())).toBe(
    ['| NAME | SENDS |', '| --- | ---: |', '| Invoice | 1,234 |', '| 料金 |  |'].join('\n'),
  );
});

test('no items', () => {
  expect(drawMarkdown(columns, [], displayOf())).toBe('| NAME | SENDS |\n| --- | ---: |');
});

test.each([
  ['a | b', 'a \\| b'],
  ['two\nlines', 'two lines'],
  ['[x](javascript:alert(1))', '\\[x\\](javascript:alert(1))'],
  ['<img src=x onerror=y>', '\\<img src=x onerror=y\\>'],
  ['`code` **bold** \\|', '\\`code\\` \\*\\*bold\\*\\* \\\\\\|'],
  ['&lt;b&gt;', '\\&lt;b\\&gt;'],
])('%j stays text', (name, cell) => {
  expect(drawMarkdown(columns, [{ name, sends: 1 }], displayOf()).split('\n')[2]).toBe(`| ${cell} | 1 |`);
});

test('no mentions and no links', () => {
  const [, , row] = drawMarkdown(columns, [{ name: '@team https://a.test www.a.test' }], displayOf()).split('\n');
  expect(row).not.toMatch(/@team|:\/\/|www\./);
});
