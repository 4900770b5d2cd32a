/** `groups show`: a group of either type, and the emails or campaigns in it. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { textOf, valueAt } from '../../define/json.ts';
import type { Display } from '../../define/view.ts';
import { Failure } from '../../errors.ts';
import { formatCount } from '../../text/number.ts';
import { hang } from '../../text/wrap.ts';
import { listCampaigns } from '../campaigns/operations.ts';
import { unlessItFails } from '../optional-request.ts';
import { listTransactional } from '../transactional/operations.ts';
import { both, byId, GROUP_TYPES, Group, type GroupType, OPERATIONS } from './operations.ts';

const Member = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string().describe('of an email draft, published or both; of a campaign its status'),
});
type Member = z.infer<typeof Member>;

const ShownGroup = Group.extend({
  type: z.enum(GROUP_TYPES).optional().describe('only with --contents'),
  contents: z.array(Member).nullish().describe('only with --contents; null if it could not be read'),
});

/** The group with this ID, of the given type or of either. The failure of the last request is the result if there is none. */
async function findGroup(context: Context, id: string, types: readonly GroupType[]) {
  for (const [index, type] of types.entries()) {
    try {
      return { group: await context.call(OPERATIONS[type].get, { id }), type };
    } catch (error) {
      const isMissing = error instanceof Failure && error.code === 'not_found';
      if (!isMissing || index < types.length - 1) {
        if (isMissing) continue;
        throw error;
      }
      const hint =
        types.length > 1
          ? 'Run `loopsctl groups list --type all` to see the IDs.'
          : `Run \`loopsctl groups list --type ${type}\` to see the IDs, or omit --type.`;
      const { message, status, request } = error;
      throw new Failure('not_found', types.length > 1 ? 'Group not found.' : message, { status, request, hint });
    }
  }
  throw new Failure('not_found', 'Group not found.');
}

function emailStatus(email: unknown): string {
  const has = (name: string) => typeof valueAt(email, name) === 'string';
  const [draft, published] = [has('draftEmailMessageId'), has('publishedEmailMessageId')];
  if (draft && published) return 'published, with a draft';
  return published ? 'published' : draft ? 'draft' : 'empty';
}

const memberOf = (item: unknown, status: string): Member => ({
  id: textOf(valueAt(item, 'id')),
  name: textOf(valueAt(item, 'name')),
  status,
});

async function contentsOf(context: Context, id: string, type: GroupType): Promise<readonly Member[]> {
  const members: Member[] = [];
  if (type === 'transactional') {
    for await (const page of context.list(listTransactional, {})) {
      for (const email of page) {
        if (email.transactionalGroupId === id) members.push(memberOf(email, emailStatus(email)));
      }
    }
    return members;
  }
  for await (const page of context.list(listCampaigns, {})) {
    for (const campaign of page) {
      if (campaign.campaignGroupId === id) members.push(memberOf(campaign, textOf(campaign.status)));
    }
  }
  return members;
}

const NOUNS = { transactional: 'email', campaign: 'campaign' } as const;

function drawContents(contents: readonly Member[], type: GroupType, { style, widthOf, width }: Display): string {
  if (contents.length === 0) return `No ${NOUNS[type]}s in this group.`;
  const widest = (field: keyof Member) => contents.reduce((most, one) => Math.max(most, widthOf(one[field])), 0);
  const [statuses, names, ids] = [widest('status'), widest('name'), widest('id')];
  const pad = (text: string, to: number) => text + ' '.repeat(Math.max(0, to - widthOf(text)));
  const isTable = statuses + names + ids + 6 <= (width ?? Number.POSITIVE_INFINITY);
  const lines = contents.map(({ name, id, status }) =>
    hang(`  ${pad(status, statuses)}  `, `${isTable ? pad(name, names) : name}  ${id}`, { width, widthOf }),
  );
  return [style.bold(`${formatCount(contents.length, NOUNS[type])} in this group`), ...lines].join('\n');
}

function draw(value: unknown, display: Display): string {
  // The value that `run` returned for people.
  const { type = 'transactional', contents } = value as z.infer<typeof ShownGroup>;
  const { style, exactTime } = display;
  const at = (name: string) => valueAt(value, name);
  const fields: ReadonlyArray<readonly [string, string]> = [
    ['Name', textOf(at('name'))],
    ['ID', textOf(at('id'))],
    ['Type', type],
    ['Description', textOf(at('description'))],
    ['Created', exactTime(at('createdAt'))],
    ['Updated', exactTime(at('updatedAt'))],
  ];
  const lines = fields.map(([label, text]) => hang(style.bold(label.padEnd(13)), text === '' ? 'none' : text, display));
  if (contents === undefined || contents === null) return lines.join('\n');
  return [lines.join('\n'), drawContents(contents, type, display)].join('\n\n');
}

export const showCommand = command({
  notes:
    'The type of the group is found by itself. The API does not list the contents of a group, so all emails or campaigns are read. JSON has the group alone, unless --contents is given.',
  input: z.object({
    ...byId,
    type: z.enum(GROUP_TYPES).optional().describe('type of group (default: either)'),
    contents: z.boolean().default(false).describe('list what is in the group in JSON and other data formats too'),
  }),
  positionals: ['id'],
  output: ShownGroup,
  calls: [...both('get'), listTransactional, listCampaigns],
  examples: [
    { does: 'A group with its emails or campaigns', line: 'groups show cwa5407p2kb7ls9gvy7jpp09h' },
    {
      does: 'Only a campaign group',
      line: 'groups show crycsnj1bxnk5xd6z11eo601a --type campaign --fields name,description',
    },
  ],
  run: async (context, { id, type, contents }) => {
    const { group, type: found } = await findGroup(context, id, type === undefined ? GROUP_TYPES : [type]);
    if (!contents && !context.isForPeople) return { ...group, type: found };
    const members = await unlessItFails(
      () => contentsOf(context, group.id, found),
      ({ message }) => context.warn(`The contents of the group could not be read: ${message}`),
    );
    return { ...group, type: found, contents: members ?? null };
  },
  view: { kind: 'drawing', draw, isRecord: true },
});
