/** Groups of transactional emails, and groups of campaigns. */
import * as z from 'zod';
import { type Context, collectionCommand, command } from '../define/command.ts';
import { requireOneOf } from '../define/constraints.ts';
import { listOperation, operation } from '../define/operation.ts';
import type { View } from '../define/view.ts';
import { Failure } from '../errors.ts';
import { idOf } from './ids.ts';

export const Group = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Group = z.infer<typeof Group>;

const byId = { id: idOf('group') };
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
  effect: 'draft',
});
export const updateTransactionalGroup = operation(
  'POST /v1/transactional-groups/{id}',
  'Update a transactional group',
  {
    input: { ...byId, ...optionalText },
    output: Group,
    effect: 'draft',
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
  effect: 'draft',
});
export const updateCampaignGroup = operation('POST /v1/campaign-groups/{id}', 'Update a campaign group', {
  input: { ...byId, ...optionalText },
  output: Group,
  effect: 'draft',
});

/** Both types of group have the same operations on different routes. */
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

/** An operation for both types of group. */
const both = <Name extends keyof (typeof OPERATIONS)['campaign']>(name: Name) =>
  [OPERATIONS.transactional[name], OPERATIONS.campaign[name]] as const;

const type = z.enum(['transactional', 'campaign']).default('transactional').describe('type of group');
const name = z.string().min(1).describe('name of the group; Unsorted is reserved');
const description = z.string().optional().describe('description of the group');

const details: View = {
  kind: 'details',
  columns: [
    { heading: 'Name', path: 'name' },
    { heading: 'ID', path: 'id', kind: 'id' },
    { heading: 'Description', path: 'description' },
    { heading: 'Created', path: 'createdAt', kind: 'time' },
    { heading: 'Updated', path: 'updatedAt', kind: 'time' },
  ],
};

/** Only the fields that were given: the API treats an empty text as a change. */
const changes = (input: { name?: string | undefined; description?: string | undefined }) => ({
  ...(input.name === undefined ? {} : { name: input.name }),
  ...(input.description === undefined ? {} : { description: input.description }),
});

export const listCommand = collectionCommand(listTransactionalGroups, {
  input: { type },
  choose: (input) => OPERATIONS[input.type].list,
  choices: both('list'),
  examples: [
    { does: 'Groups of transactional emails', line: 'groups list' },
    { does: 'Groups of campaigns', line: 'groups list --type campaign' },
    { does: 'Groups with a word in their name', line: 'groups list --search billing' },
  ],
  columns: [
    { heading: 'NAME', path: 'name' },
    { heading: 'DESCRIPTION', path: 'description' },
    { heading: 'UPDATED', path: 'updatedAt', kind: 'time', minor: true },
    { heading: 'ID', path: 'id', kind: 'id' },
  ],
  empty: 'No groups of this type.',
});

type Type = keyof typeof OPERATIONS;

/** An ID that belongs to the other type of group is the likely mistake: says so where one more request confirms it. */
async function withType<Result>(
  context: Context,
  id: string,
  type: Type,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const other: Type = type === 'campaign' ? 'transactional' : 'campaign';
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error;
    const found = await context.call(OPERATIONS[other].get, { id }).catch(() => undefined);
    const hint =
      found === undefined
        ? `Run \`loopsctl groups list --type ${type}\` to see the IDs.`
        : `This ID is a ${other} group: add --type ${other}.`;
    const { message, status, request } = error;
    throw new Failure('not_found', message, { status, request, hint });
  }
}

export const showCommand = command({
  input: z.object({ ...byId, type }),
  positionals: ['id'],
  output: Group,
  calls: both('get'),
  examples: [
    { does: 'A transactional group', line: 'groups show cwa5407p2kb7ls9gvy7jpp09h' },
    { does: 'A campaign group', line: 'groups show crycsnj1bxnk5xd6z11eo601a --type campaign' },
  ],
  run: (context, { id, type }) => withType(context, id, type, () => context.call(OPERATIONS[type].get, { id })),
  view: details,
});

export const createCommand = command({
  input: z.object({ name, description, type }),
  output: Group,
  calls: both('create'),
  examples: [
    { does: 'A transactional group', line: 'groups create --name Billing --description "Invoices and receipts"' },
    { does: 'A campaign group', line: 'groups create --type campaign --name "Product news"' },
  ],
  run: async (context, input) => {
    const group = await context.call(OPERATIONS[input.type].create, { ...changes(input), name: input.name });
    context.note(`Created the ${input.type} group.`);
    return group;
  },
  view: details,
});

export const updateCommand = command({
  notes: "The group named Unsorted can't be changed, and no group can be renamed to it.",
  input: requireOneOf(z.object({ ...byId, name: name.optional(), description, type }), ['name', 'description']),
  positionals: ['id'],
  output: Group,
  calls: [...both('update'), ...both('get')],
  examples: [{ does: 'Rename a group', line: 'groups update cwa5407p2kb7ls9gvy7jpp09h --name "Mobile apps"' }],
  run: async (context, input) => {
    const { id, type } = input;
    const group = await withType(context, id, type, () =>
      context.call(OPERATIONS[type].update, { id, ...changes(input) }),
    );
    context.note(`Updated the ${input.type} group.`);
    return group;
  },
  view: details,
});
