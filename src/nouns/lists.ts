/** Mailing lists. */
import * as z from 'zod';
import { type Context, command } from '../define/command.ts';
import { activeFilters, matching, nameContains } from '../define/filters.ts';
import { operation } from '../define/operation.ts';

export const MailingList = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  isPublic: z.boolean().describe('whether contacts see it in their preference center'),
});
export type MailingList = z.infer<typeof MailingList>;

export const listMailingLists = operation('GET /v1/lists', 'List the mailing lists', {
  input: {},
  output: z.array(MailingList),
});

/** The API returns all lists at once. */
async function* pages(context: Context): AsyncIterable<readonly MailingList[]> {
  yield await context.call(listMailingLists, {});
}

export const listCommand = command({
  notes: 'The API can neither create nor change mailing lists, and it does not return who is on them.',
  input: z.object({
    search: z
      .string()
      .min(1)
      .optional()
      .describe('only lists whose name contains this text')
      .meta({ placeholder: 'text' }),
  }),
  output: listMailingLists.output,
  calls: [listMailingLists],
  examples: [
    { does: 'All mailing lists', line: 'lists list' },
    { does: 'Names and IDs for a script', line: 'lists list --fields id,name -o ndjson' },
  ],
  run: (context, input) => matching(pages(context), activeFilters({ search: nameContains }, input)),
  view: ({ search }) => ({
    kind: 'table',
    columns: [
      { heading: 'NAME', path: 'name' },
      { heading: 'PUBLIC', path: 'isPublic', show: (value) => (value === true ? 'yes' : '') },
      { heading: 'DESCRIPTION', path: 'description', minor: true },
      { heading: 'ID', path: 'id', kind: 'id' },
    ],
    empty: search === undefined ? 'No mailing lists.' : 'No matches.',
  }),
});
