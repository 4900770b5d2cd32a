/** Values have the text of their column's type. */
import { expect, it } from 'vitest';
import type { Column } from '../../src/define/view.ts';
import { cellText } from '../../src/output/cell.ts';
import { displayOf } from '../display.ts';

const textOf = (value: unknown, rest: Partial<Column> = {}) =>
  cellText({ heading: 'H', path: 'at', ...rest }, { at: value }, { ...displayOf(), time: (at) => `<${String(at)}>` });

it.each<[unknown, string]>([
  ['text', 'text'],
  [0, '0'],
  [false, 'false'],
  [null, ''],
  [undefined, ''],
  [['a', 'b'], 'a, b'],
  [[], ''],
  [[{ a: 1 }], '[{"a":1}]'],
  [{ a: 1 }, '{"a":1}'],
])('shows %j as %j', (value, words) => expect(textOf(value)).toBe(words));

it.each<[Column['kind'], unknown, string]>([
  ['number', 2_052_793, '2,052,793'],
  ['number', '12', '12'],
  ['number', null, ''],
  ['percent', 0.07903780068728522, '7.90%'],
  ['percent', null, ''],
  ['time', 'then', '<then>'],
])('shows a %s %j as %j', (kind, value, words) =>
  expect(textOf(value, kind === undefined ? {} : { kind })).toBe(words),
);

it('passes whatever the API sent to the text function of a column', () => {
  expect(textOf(undefined, { show: (value) => `${typeof value}!` })).toBe('undefined!');
});
