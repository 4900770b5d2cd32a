/** Groups: the folders of transactional emails, and those of campaigns. */
import * as z from 'zod';
import { type AnyCommand, command, listInput, listOutput, listView, runList } from '../define/command.ts';
import { listOperation, operation } from '../define/operation.ts';
import { requireOneOf } from '../define/schema.ts';
import type { View } from '../define/view.ts';

export const Group = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Group = z.infer<typeof Group>;

const byId = { id: z.string().describe('ID of the group') };
const optionalText = { name: z.string().optional(), description: z.string().optional() };

export const listTransactionalGroups = listOperation(
  'GET /v1/transactional-groups',
  'List the groups of transactional emails',
  Group,
);
export const getTransactionalGroup = operation('GET /v1/transactional-groups/{id}', 'Show a transactional group', {
  input: byId,
  output: Group,
});
export const createTransactionalGroup = operation('POST /v1/transactional-groups', 'Create a transactional group', {
  input: { ...optionalText, name: z.string() },
  output: Group,
});
export const updateTransactionalGroup = operation(
  'POST /v1/transactional-groups/{id}',
  'Update a transactional group',
  {
    input: { ...byId, ...optionalText },
    output: Group,
  },
);

export const listCampaignGroups = listOperation('GET /v1/campaign-groups', 'List the groups of campaigns', Group);
export const getCampaignGroup = operation('GET /v1/campaign-groups/{id}', 'Show a campaign group', {
  input: byId,
  output: Group,
});
export const createCampaignGroup = operation('POST /v1/campaign-groups', 'Create a campaign group', {
  input: { ...optionalText, name: z.string() },
  output: Group,
});
export const updateCampaignGroup = operation('POST /v1/campaign-groups/{id}', 'Update a campaign group', {
  input: { ...byId, ...optionalText },
  output: Group,
});

/** Both kinds of group have the same operations at different addresses. */
const OPERATIONS = {
  transactional: {
    list: listTransactionalGroups,
    get: getTransactionalGroup,
    create: createTransactionalGroup,
    update: updateTransactionalGroup,
  },
  campaign: {
    list: listCampaignGroups,
    get: getCampaignGroup,
    create: createCampaignGroup,
    update: updateCampaignGroup,
  },
} as const;

const type = z.enum(['transactional', 'campaign']).default('transactional').describe('which groups');
const description = z.string().optional().describe('what it is for');
const name = z.string().min(1).describe('what it is called; the name Unsorted is reserved');

const rows: View = {
  kind: 'table',
  columns: [
    { heading: 'ID', path: 'id', kind: 'id' },
    { heading: 'NAME', path: 'name' },
    { heading: 'DESCRIPTION', path: 'description' },
    { heading: 'UPDATED', path: 'updatedAt', kind: 'time' },
  ],
  empty: 'There are no groups of this type.',
};

const details: View = {
  kind: 'details',
  columns: [
    { heading: 'ID', path: 'id', kind: 'id' },
    { heading: 'Name', path: 'name' },
    { heading: 'Description', path: 'description' },
    { heading: 'Created', path: 'createdAt', kind: 'time' },
    { heading: 'Updated', path: 'updatedAt', kind: 'time' },
  ],
};

/** Only the fields that were given: the service refuses what it does not know and takes an empty text as a change. */
const given = (input: { name?: string | undefined; description?: string | undefined }) => ({
  ...(input.name === undefined ? {} : { name: input.name }),
  ...(input.description === undefined ? {} : { description: input.description }),
});

export const commands: readonly AnyCommand[] = [
  command({
    name: 'list',
    summary: 'List the groups of transactional emails, or of campaigns',
    input: z.object({ type, ...listInput }),
    output: listOutput(listTransactionalGroups),
    examples: [
      { does: 'Groups of transactional emails', line: 'groups list' },
      { does: 'Groups of campaigns', line: 'groups list --type campaign' },
    ],
    run: (context, input) => runList(context, OPERATIONS[input.type].list, input),
    view: listView(rows),
  }),
  command({
    name: 'show',
    summary: 'Show a group',
    input: z.object({ ...byId, type }),
    positionals: ['id'],
    output: Group,
    examples: [
      { does: 'A transactional group', line: 'groups show cwa5407p2kb7ls9gvy7jpp09h' },
      { does: 'A campaign group', line: 'groups show crycsnj1bxnk5xd6z11eo601a --type campaign' },
    ],
    run: (context, input) => context.call(OPERATIONS[input.type].get, { id: input.id }),
    view: details,
  }),
  command({
    name: 'create',
    summary: 'Create a group',
    input: z.object({ name, description, type }),
    output: Group,
    examples: [
      { does: 'A transactional group', line: 'groups create --name Billing --description "Invoices and receipts"' },
      { does: 'A campaign group', line: 'groups create --type campaign --name "Product news"' },
    ],
    run: (context, input) => context.call(OPERATIONS[input.type].create, { ...given(input), name: input.name }),
    view: details,
  }),
  command({
    name: 'update',
    summary: 'Rename a group or change its description',
    notes: 'The group named Unsorted cannot be changed, and no group can be given that name.',
    input: requireOneOf(z.object({ ...byId, name: name.optional(), description, type }), ['name', 'description']),
    positionals: ['id'],
    output: Group,
    examples: [{ does: 'Another name', line: 'groups update cwa5407p2kb7ls9gvy7jpp09h --name "Mobile apps"' }],
    run: (context, input) => context.call(OPERATIONS[input.type].update, { id: input.id, ...given(input) }),
    view: details,
  }),
];
