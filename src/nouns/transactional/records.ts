/** The commands for the records of transactional emails: list, create, update, draft, publish. */
import * as z from 'zod';
import { collectionCommand, command } from '../../define/command.ts';
import { requireOneOf } from '../../define/constraints.ts';
import { valueAt } from '../../define/json.ts';
import { nameAndId, nameOrId } from '../../define/names.ts';
import type { Column, View } from '../../define/view.ts';
import { idOf, references } from '../ids.ts';
import {
  byId,
  createTransactional,
  ensureDraft,
  getTransactional,
  listTransactional,
  Transactional,
  updateTransactional,
} from './operations.ts';

export const transactionalColumns: readonly Column[] = [
  { heading: 'Name', path: 'name' },
  { heading: 'ID', path: 'id', kind: 'id' },
  { heading: 'Draft', path: 'draftEmailMessageId', kind: 'id' },
  { heading: 'Draft revision', path: 'draftEmailMessageContentRevisionId', kind: 'id' },
  { heading: 'Published', path: 'publishedEmailMessageId', kind: 'id' },
  { heading: 'Group', path: 'transactionalGroupId', kind: 'id', show: nameAndId },
  { heading: 'Data variables', path: 'dataVariables' },
  { heading: 'Created', path: 'createdAt', kind: 'time' },
  { heading: 'Updated', path: 'updatedAt', kind: 'time' },
];

export const transactionalDetails: View = { kind: 'details', columns: transactionalColumns };

const yesIfSet = (heading: string, path: string): Column => ({
  heading,
  path,
  show: (value) => (value === null || value === undefined ? '' : 'yes'),
});

const name = z.string().min(1).describe('name of the email');
const group = idOf('transactional group').optional();

const changes = (input: { name?: string | undefined; group?: string | undefined }) => ({
  ...(input.name === undefined ? {} : { name: input.name }),
  ...(input.group === undefined ? {} : { transactionalGroupId: input.group }),
});

/** The records whose names the details show. */
export const shows = references('transactional group');

/** An ID is never cut. */
const ID_LENGTH = 25;

export const listCommand = collectionCommand(listTransactional, {
  input: {
    group: group.describe('only emails of this transactional group'),
    unpublished: z.boolean().default(false).describe('only emails that were never published'),
  },
  filters: {
    group: (item, id) => valueAt(item, 'transactionalGroupId') === id,
    unpublished: (item) => (valueAt(item, 'publishedEmailMessageId') ?? null) === null,
  },
  examples: [
    { does: 'All emails, newest first', line: 'transactional list' },
    { does: 'Emails of one group', line: 'transactional list --group cwa5407p2kb7ls9gvy7jpp09h' },
    { does: 'Emails that were never published', line: 'transactional list --unpublished' },
    { does: 'Emails with a word in their name', line: 'transactional list --search invoice' },
    { does: 'IDs and names for a script', line: 'transactional list --fields id,name -o ndjson' },
  ],
  columns: [
    { heading: 'NAME', path: 'name' },
    { heading: 'GROUP', path: 'transactionalGroupId', show: nameOrId, narrowest: ID_LENGTH, minor: true },
    yesIfSet('DRAFT', 'draftEmailMessageId'),
    yesIfSet('PUBLISHED', 'publishedEmailMessageId'),
    { heading: 'UPDATED', path: 'updatedAt', kind: 'time', minor: true },
    { heading: 'ID', path: 'id', kind: 'id' },
  ],
  empty: 'No transactional emails. Create one with `loopsctl transactional create --name <name>`.',
  shows,
});

export const createCommand = command({
  notes: 'Creates an unpublished email with an empty draft, in the default group unless --group is given.',
  input: z.object({ name, group }),
  calls: [createTransactional],
  output: Transactional,
  examples: [{ does: 'In the default group', line: 'transactional create --name "Trial ends tomorrow"' }],
  run: async (context, input) => {
    const email = await context.call(createTransactional, { ...changes(input), name: input.name });
    context.note('Created the transactional email.');
    return email;
  },
  shows,
  view: transactionalDetails,
});

export const updateCommand = command({
  input: requireOneOf(z.object({ ...byId, name: name.optional(), group }), ['name', 'group']),
  positionals: ['transactionalId'],
  calls: [updateTransactional],
  output: Transactional,
  examples: [
    {
      does: 'Rename an email',
      line: 'transactional update c5361agykn6fatjv6m1yx7nd3 --name "Password reset (2026)"',
    },
  ],
  run: async (context, { transactionalId, ...input }) => {
    const email = await context.call(updateTransactional, { transactionalId, ...changes(input) });
    context.note('Updated the transactional email.');
    return email;
  },
  shows,
  view: transactionalDetails,
});

export const draftCommand = command({
  notes: [
    'An existing draft is kept. Otherwise a new draft is created from the published version, or empty if never published.',
    'draftEmailMessageContentRevisionId is the revision of the draft. Pass it as expectedRevisionId in the first update of the draft through the API, which rejects the update if the draft was changed in between.',
  ].join('\n\n'),
  input: z.object(byId),
  positionals: ['transactionalId'],
  calls: [ensureDraft, getTransactional],
  output: Transactional,
  examples: [
    { does: 'Print the record with the ID of the draft', line: 'transactional draft c5361agykn6fatjv6m1yx7nd3' },
  ],
  run: async (context, input) => {
    // The API response does not show whether the draft is new, so this needs a request of its own.
    const before = context.isForPeople ? await context.call(getTransactional, input) : undefined;
    const email = await context.call(ensureDraft, input);
    if (before?.draftEmailMessageId === null) context.note('Created a draft.');
    else if (before?.draftEmailMessageId) context.note('The draft already existed.');
    return email;
  },
  shows,
  view: transactionalDetails,
});
