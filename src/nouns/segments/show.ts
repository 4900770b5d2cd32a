/** `segments show`: a segment, with its filter as a sentence and as a tree. */
import { operationCommand } from '../../define/command.ts';
import { textOf, valueAt } from '../../define/json.ts';
import type { Display } from '../../define/view.ts';
import { hang } from '../../text/wrap.ts';
import { describeFilter } from '../conditions.ts';
import { references } from '../ids.ts';
import { sentenceOf, treeOf } from './filter-view.ts';
import { getSegment } from './operations.ts';

function draw(segment: unknown, display: Display): string {
  const { style, exactTime, names } = display;
  const at = (name: string) => valueAt(segment, name);
  const fields: ReadonlyArray<readonly [string, string]> = [
    ['Name', textOf(at('name'))],
    ['ID', textOf(at('id'))],
    ['Description', textOf(at('description'))],
    ['Created', exactTime(at('createdAt'))],
    ['Updated', exactTime(at('updatedAt'))],
  ];
  const lines = fields.map(([label, text]) => hang(style.bold(label.padEnd(13)), text === '' ? 'none' : text, display));
  const tree = treeOf(at('filter'), display);
  return [lines.join('\n'), hang('', sentenceOf(at('filter'), names), display), ...(tree === '' ? [] : [tree])].join(
    '\n\n',
  );
}

export const showCommand = operationCommand(getSegment, {
  positionals: ['id'],
  shows: references('campaign', 'workflow'),
  examples: [
    { does: 'One segment', line: 'segments show cb93g6kmulr5q97imyaegwhcj' },
    { does: 'Only its filter, for a file', line: 'segments show cb93g6kmulr5q97imyaegwhcj --json --fields filter' },
  ],
  view: {
    kind: 'drawing',
    isRecord: true,
    draw,
    columns: [{ heading: 'Filter', path: 'filter', show: (filter, { names }) => describeFilter(filter, names) }],
  },
});
