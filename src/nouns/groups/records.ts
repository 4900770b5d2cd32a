/** `groups list`, `groups create` and `groups update`. */
import * as z from 'zod';
import { type AnyCommand, type Context, collectionCommand, command, type RawPage } from '../../define/command.ts';
import { requireOneOf } from '../../define/constraints.ts';
import { activeFilters, matching, nameContains } from '../../define/filters.ts';
import type { Column, View } from '../../define/view.ts';
import { Failure, usage } from '../../errors.ts';
import { both, byId, GROUP_TYPES, Group, type GroupType, listTransactionalGroups, OPERATIONS } from './operations.ts';

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

const everyType = z
  .enum(['transactional', 'campaign', 'all'])
  .default('transactional')
  .describe('type of group, or all');

const columns: readonly Column[] = [
  { heading: 'NAME', path: 'name' },
  { heading: 'TYPE', path: 'type', optional: true },
  { heading: 'DESCRIPTION', path: 'description' },
  { heading: 'UPDATED', path: 'updatedAt', kind: 'time', minor: true },
  { heading: 'ID', path: 'id', kind: 'id' },
];

const listOfOneType = collectionCommand(listTransactionalGroups, {
  input: { type: everyType },
  choose: ({ type }) => OPERATIONS[type === 'campaign' ? 'campaign' : 'transactional'].list,
  choices: both('list'),
  examples: [
    { does: 'Groups of transactional emails', line: 'groups list' },
    { does: 'Groups of campaigns', line: 'groups list --type campaign' },
    { does: 'Groups of both types with a word in their name', line: 'groups list --type all --search billing' },
  ],
  columns,
  empty: 'No groups of this type.',
});

/** The groups of both types with their type. A type that the team does not have is left out. */
async function* everyGroup(context: Context): AsyncIterable<readonly unknown[]> {
  for (const type of GROUP_TYPES) {
    try {
      for await (const page of context.list(OPERATIONS[type].list, {})) yield page.map((group) => ({ ...group, type }));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'area_disabled') throw error;
      context.warn(`${type === 'campaign' ? 'Campaign' : 'Transactional'} groups are left out: ${error.message}`);
    }
  }
}

/** Both types are two lists of the API, so a cursor and a raw page belong to one of them. */
function refusePaging(given: Readonly<Record<string, unknown>>): void {
  const flag = given['rawPage'] === true ? 'raw-page' : given['cursor'] === undefined ? undefined : 'cursor';
  if (flag !== undefined) throw usage(`--${flag} can't be combined with --type all.`, 'Choose one type.');
}

export const listCommand: AnyCommand = {
  ...listOfOneType,
  output: z.array(Group.extend({ type: z.enum(GROUP_TYPES).optional().describe('only with --type all') })),
  run: (context, given) => {
    if (given['type'] !== 'all') return listOfOneType.run(context, given);
    refusePaging(given);
    const { limit } = given as { limit?: number | undefined };
    return matching(everyGroup(context), activeFilters({ search: nameContains }, given), limit);
  },
  ...(listOfOneType.rawPage === undefined ? {} : { rawPage: rawPageOfOneType(listOfOneType.rawPage) }),
};

function rawPageOfOneType(rawPage: RawPage): RawPage {
  return {
    ...rawPage,
    run: async (context, given) => {
      if (given['type'] === 'all') refusePaging(given);
      return rawPage.run(context, given);
    },
  };
}

/** An ID that belongs to the other type of group is the likely mistake: says so where one more request confirms it. */
async function withType<Result>(
  context: Context,
  id: string,
  type: GroupType,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const other: GroupType = type === 'campaign' ? 'transactional' : 'campaign';
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
