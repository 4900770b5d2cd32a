/** `segments list` and `segments create`. */
import * as z from 'zod';
import { collectionCommand, command } from '../../define/command.ts';
import type { Column, View } from '../../define/view.ts';
import { describeFilter } from '../conditions.ts';
import { readFilter } from '../filter-file.ts';
import { references } from '../ids.ts';
import { createOnce } from '../twins.ts';
import { createSegment, listSegments, Segment } from './operations.ts';

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

const details: View = {
  kind: 'details',
  columns: [
    { heading: 'Name', path: 'name' },
    { heading: 'ID', path: 'id', kind: 'id' },
    { heading: 'Description', path: 'description' },
    { heading: 'Filter', path: 'filter', show: inWords },
    { heading: 'Created', path: 'createdAt', kind: 'time' },
    { heading: 'Updated', path: 'updatedAt', kind: 'time' },
  ],
};

export const createCommand = command({
  notes:
    'The API has no way to change or delete a segment, and it does not count contacts. The filter is checked before it is sent. isFalse does not match contacts without the property: add a condition with empty, under "match": "any".',
  input: z.object({
    name: z.string().min(1).max(255).describe('name of the segment, up to 255 characters'),
    description: z.string().max(1000).optional().describe('description, up to 1000 characters'),
    filterFile: z.string().describe('JSON file with an audience filter; - for stdin').meta({ placeholder: 'file' }),
  }),
  calls: [createSegment, listSegments],
  output: Segment,
  shows,
  examples: [
    {
      does: 'From a file',
      line: 'segments create --name "Pro teams" --description "On the Pro plan" --filter-file filter.json',
    },
  ],
  run: async (context, { name, description, filterFile }) => {
    const filter = await readFilter(context, filterFile);
    const segment = await createOnce(context, {
      noun: 'segment',
      name,
      list: listSegments,
      create: () =>
        context.call(createSegment, { name, filter, ...(description === undefined ? {} : { description }) }),
    });
    context.note('Created the segment.');
    return segment;
  },
  view: details,
});
