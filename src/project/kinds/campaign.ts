/** Campaigns in a project: `campaigns/<key>/email.json` and `email.lmx`. Only drafts, and never their schedule. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import {
  type Campaign,
  createCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from '../../nouns/campaigns/operations.ts';
import { Filter } from '../../nouns/conditions.ts';
import { listMailingLists } from '../../nouns/lists.ts';
import { getMessage, updateMessage } from '../../nouns/messages/operations.ts';
import { type Content, withoutEmpty } from '../content.ts';
import { everyItem, type Found, type Kind, type Read, type Steps } from './kind.ts';
import {
  FIELDS_AT_FIRST,
  isMessageField,
  MESSAGE_FIELDS,
  messageContent,
  readMessage,
  withMessage,
  writeMessage,
} from './message.ts';

/** The fields of the record, and their names in requests. */
const OWN = {
  name: 'name',
  group: 'campaignGroupId',
  mailingList: 'mailingListId',
  segment: 'audienceSegmentId',
  filter: 'audienceFilter',
} as const;

const ownContent = (campaign: Campaign): Content =>
  withoutEmpty(Object.fromEntries(Object.entries(OWN).map(([field, parameter]) => [field, campaign[parameter]])));

const found = (campaign: Campaign): Found => ({
  id: campaign.id,
  name: campaign.name,
  record: { campaign },
});

interface Record {
  readonly campaign: Campaign;
  readonly revision?: string | null;
}

const recordOf = ({ record }: Found): Record => Record.parse(record);
const Record = z.custom<Record>((value) => typeof value === 'object' && value !== null);

async function read(context: Context, campaign: Campaign): Promise<Read> {
  const { emailMessageId } = campaign;
  if (emailMessageId === null) return { ...found(campaign), content: ownContent(campaign) };
  const message = await readMessage(context, emailMessageId);
  const record: Record = { campaign, revision: message.contentRevisionId };
  return withMessage({ ...found(campaign), record }, ownContent(campaign), message);
}

interface Wanted {
  readonly content: Content;
  readonly changed: readonly string[];
}

async function writeBody(context: Context, { campaign, revision }: Record, before: Content, wanted: Wanted) {
  const changed = wanted.changed.filter(isMessageField);
  const { emailMessageId } = campaign;
  if (changed.length === 0 || emailMessageId === null) {
    return { ...found(campaign), content: { ...before, ...ownContent(campaign) } };
  }
  const { content } = wanted;
  const message = await writeMessage(context, { id: emailMessageId, revision, before, content, changed });
  const record: Record = { campaign, revision: message.contentRevisionId };
  return { ...found(campaign), record, content: { ...ownContent(campaign), ...messageContent(message) } };
}

const Fields = z.object({
  campaignGroupId: z.string().optional(),
  mailingListId: z.string().nullish(),
  audienceSegmentId: z.string().nullish(),
  audienceFilter: Filter.nullish(),
});

/** A segment and a filter are sent together: the API clears one of them when it gets only the other. */
function ownChange(content: Content, changed: readonly string[]) {
  const audience = ['segment', 'filter'];
  const sent = audience.some((field) => changed.includes(field)) ? [...changed, ...audience] : changed;
  const entries = Object.entries(OWN).filter(([field]) => field !== 'name' && sent.includes(field));
  return Fields.parse(
    Object.fromEntries(
      entries.map(([field, parameter]) => [parameter, content[field] ?? (field === 'group' ? undefined : null)]),
    ),
  );
}

async function create(context: Context, content: Content, { saved }: Steps): Promise<Read> {
  const fields = Object.keys(content);
  const created = await context.call(createCampaign, { name: String(content['name']), ...ownChange(content, fields) });
  const { emailMessageContentRevisionId: revision, ...campaign } = created;
  const empty: Read = { ...found(campaign), content: ownContent(campaign) };
  await saved(empty);
  return writeBody(context, { campaign, revision }, empty.content, { content, changed: fields });
}

async function update(
  context: Context,
  before: Read,
  content: Content,
  changed: readonly string[],
  { saved }: Steps,
): Promise<Read> {
  const record = recordOf(before);
  let { campaign } = record;
  if (changed.some((field) => Object.hasOwn(OWN, field))) {
    const name = changed.includes('name') ? { name: String(content['name']) } : {};
    campaign = await context.call(updateCampaign, { campaignId: campaign.id, ...name, ...ownChange(content, changed) });
    await saved({ ...found(campaign), content: { ...before.content, ...ownContent(campaign) } });
  }
  return writeBody(context, { ...record, campaign }, before.content, { content, changed });
}

export const campaignKind: Kind = {
  name: 'campaign',
  noun: 'campaign',
  layout: { type: 'directories', directory: 'campaigns', name: 'email' },
  refersTo: ['theme', 'component'],
  fields: {
    name: { schema: z.string().min(1), isLasting: true },
    group: { schema: z.string(), refersTo: 'campaign-group' },
    mailingList: { schema: z.string(), refersTo: 'list' },
    segment: { schema: z.string(), refersTo: 'segment' },
    filter: { schema: Filter, isFilter: true },
    ...MESSAGE_FIELDS,
  },
  fieldsAtFirst: [...FIELDS_AT_FIRST, 'mailingList', 'segment', 'filter'],
  calls: [listMailingLists, listCampaigns, getCampaign, getMessage, createCampaign, updateCampaign, updateMessage],
  list: async (context) =>
    (await everyItem(context.list(listCampaigns, {}))).map((campaign) => ({
      ...found(campaign),
      ...(campaign.status === 'Draft' ? {} : { isDone: true, locked: `Its status is ${campaign.status}.` }),
    })),
  read: (context, one) => read(context, recordOf(one).campaign),
  readAgain: async (context, { id }) => read(context, await context.call(getCampaign, { campaignId: id })),
  create,
  update,
  refuse: ({ segment, filter }, changed) =>
    segment !== undefined && filter !== undefined && (changed.includes('segment') || changed.includes('filter'))
      ? 'A segment and a filter together may change the segment itself. Remove one of them.'
      : undefined,
  isUnguarded: (changed) => changed.some((field) => Object.hasOwn(OWN, field)),
  requests: (changed) => {
    if (changed === 'create') return 2;
    const own = changed.some((field) => Object.hasOwn(OWN, field)) ? 3 : 0;
    return own + (changed.some(isMessageField) ? 1 : 0);
  },
};
