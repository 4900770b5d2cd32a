/** Audience segments: saved filters over contacts. */
import * as z from 'zod';
import { collectionCommand, operationCommand } from '../define/command.ts';
import { listOperation, operation } from '../define/operation.ts';
import type { Column } from '../define/view.ts';
import { describeFilter, Filter } from './conditions.ts';
import { idOf, references } from './ids.ts';

export const Segment = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  filter: Filter.nullable().describe('null: all contacts'),
});
export type Segment = z.infer<typeof Segment>;

export const listSegments = listOperation('GET /v1/audience-segments', 'List the audience segments', Segment);

export const getSegment = operation('GET /v1/audience-segments/{id}', 'Show a segment and its filter in words', {
  input: { id: idOf('segment') },
  output: Segment,
});

const inWords: Column['show'] = (filter, { names }) => describeFilter(filter, names);

/** What the conditions of a filter refer to. */
const shows = references('campaign', 'workflow');

export const listCommand = collectionCommand(listSegments, {
  examples: [
    { does: 'All segments, each with its filter in words', line: 'segments list' },
    { does: 'The five newest', line: 'segments list --limit 5' },
    { does: 'The newest with a word in its name', line: 'segments list --search trial --limit 1' },
  ],
  columns: [
    { heading: 'NAME', path: 'name' },
    {
      heading: 'FILTER',
      path: 'filter',
      show: inWords,
      narrowest: 24,
      csv: { name: 'filterText', text: (filter) => describeFilter(filter) },
    },
    { heading: 'UPDATED', path: 'updatedAt', kind: 'time', minor: true },
    { heading: 'ID', path: 'id', kind: 'id' },
  ],
  empty: 'No segments.',
  shows,
});

export const showCommand = operationCommand(getSegment, {
  positionals: ['id'],
  shows,
  examples: [{ does: 'One segment', line: 'segments show cb93g6kmulr5q97imyaegwhcj' }],
  view: {
    kind: 'details',
    columns: [
      { heading: 'Name', path: 'name' },
      { heading: 'ID', path: 'id', kind: 'id' },
      { heading: 'Description', path: 'description' },
      { heading: 'Filter', path: 'filter', show: inWords },
      { heading: 'Created', path: 'createdAt', kind: 'time' },
      { heading: 'Updated', path: 'updatedAt', kind: 'time' },
    ],
  },
});
