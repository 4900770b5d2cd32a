/** `segments show`: a segment, with its filter as a sentence and as a tree. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { textOf, valueAt } from '../../define/json.ts';
import type { Display } from '../../define/view.ts';
import { hang } from '../../text/wrap.ts';
import { describeFilter } from '../conditions.ts';
import { sentenceOf, treeOf } from './filter-view.ts';
import { CONDITION_NAME_CALLS, CONDITION_REFERENCES, namesIn, withEmailNames } from './names.ts';
import { getSegment } from './operations.ts';

function draw(segment: unknown, shown: Display): string {
  const display = { ...shown, names: namesIn(segment, shown.names) };
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

export const showCommand = command({
  input: z.object(getSegment.input.shape),
  positionals: ['id'],
  output: getSegment.output,
  calls: [getSegment, ...CONDITION_NAME_CALLS],
  shows: CONDITION_REFERENCES,
  examples: [
    { does: 'One segment', line: 'segments show cb93g6kmulr5q97imyaegwhcj' },
    { does: 'Only its filter, for a file', line: 'segments show cb93g6kmulr5q97imyaegwhcj --json --fields filter' },
  ],
  run: async (context, { id }) => {
    const segment = await context.call(getSegment, { id });
    return withEmailNames(context, segment, segment.filter);
  },
  view: {
    kind: 'drawing',
    isRecord: true,
    draw,
    columns: [{ heading: 'Filter', path: 'filter', show: (filter, { names }) => describeFilter(filter, names) }],
  },
});
