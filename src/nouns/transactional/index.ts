/** Transactional emails: their records, drafts, publishing and delivery counters. */
import * as z from 'zod';
import { collectionCommand, command, operationCommand } from '../../define/command.ts';
import { requireOneOf } from '../../define/constraints.ts';
import type { Column, View } from '../../define/view.ts';
import {
  byId,
  createTransactional,
  ensureDraft,
  getTransactional,
  listTransactional,
  publishTransactional,
  Transactional,
  updateTransactional,
} from './operations.ts';

const details: View = {
  kind: 'details',
  columns: [
    { heading: 'ID', path: 'id', kind: 'id' },
    { heading: 'Name', path: 'name' },
    { heading: 'Draft', path: 'draftEmailMessageId', kind: 'id' },
    { heading: 'Draft revision', path: 'draftEmailMessageContentRevisionId', kind: 'id' },
    { heading: 'Published', path: 'publishedEmailMessageId', kind: 'id' },
    { heading: 'Group', path: 'transactionalGroupId', kind: 'id' },
    { heading: 'Data variables', path: 'dataVariables' },
    { heading: 'Created', path: 'createdAt', kind: 'time' },
    { heading: 'Updated', path: 'updatedAt', kind: 'time' },
  ],
};

const present = (heading: string, path: string): Column => ({
  heading,
  path,
  show: (value) => (value === null || value === undefined ? '' : 'yes'),
});

const name = z.string().min(1).describe('what it is called');
const group = z.string().optional().describe('ID of its group').meta({ placeholder: 'id' });

export const listCommand = collectionCommand(listTransactional, {
  examples: [
    { does: 'All of them, newest first', line: 'transactional list' },
    { does: 'IDs and names for a script', line: 'transactional list --fields id,name -o ndjson' },
  ],
  columns: [
    { heading: 'NAME', path: 'name' },
    present('DRAFT', 'draftEmailMessageId'),
    present('PUBLISHED', 'publishedEmailMessageId'),
    { heading: 'UPDATED', path: 'updatedAt', kind: 'time', minor: true },
    { heading: 'ID', path: 'id', kind: 'id' },
  ],
  empty: 'No transactional emails. Create one with `loopsctl transactional create --name <name>`.',
});

export const showCommand = operationCommand(getTransactional, {
  positionals: ['transactionalId'],
  examples: [{ does: 'One record', line: 'transactional show c5361agykn6fatjv6m1yx7nd3' }],
  view: details,
});

export const createCommand = command({
  notes: 'It begins with an empty draft and is not published. Without --group it joins the default group.',
  input: z.object({ name, group }),
  calls: [createTransactional],
  output: Transactional,
  examples: [{ does: 'In the default group', line: 'transactional create --name "Trial ends tomorrow"' }],
  run: (context, input) =>
    context.call(createTransactional, {
      name: input.name,
      ...(input.group === undefined ? {} : { transactionalGroupId: input.group }),
    }),
  view: details,
});

export const updateCommand = command({
  input: requireOneOf(z.object({ ...byId, name: name.optional(), group }), ['name', 'group']),
  positionals: ['transactionalId'],
  calls: [updateTransactional],
  output: Transactional,
  examples: [
    { does: 'Another name', line: 'transactional update c5361agykn6fatjv6m1yx7nd3 --name "Password reset (2026)"' },
  ],
  run: (context, input) =>
    context.call(updateTransactional, {
      transactionalId: input.transactionalId,
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.group === undefined ? {} : { transactionalGroupId: input.group }),
    }),
  view: details,
});

export const draftCommand = operationCommand(ensureDraft, {
  notes:
    'A draft that exists is left as it is. Otherwise one is made from the published version, or empty when there is none.',
  positionals: ['transactionalId'],
  examples: [
    { does: 'Prints the record with the ID of the draft', line: 'transactional draft c5361agykn6fatjv6m1yx7nd3' },
  ],
  view: details,
});

export const publishCommand = operationCommand(publishTransactional, {
  notes: 'The draft becomes the published message and is cleared. Without a draft nothing is done (exit 5).',
  positionals: ['transactionalId'],
  examples: [{ does: 'Publish', line: 'transactional publish c5361agykn6fatjv6m1yx7nd3' }],
  view: details,
});
