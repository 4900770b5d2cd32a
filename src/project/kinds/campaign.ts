/** Campaigns in a project: `campaigns/<key>/email.json` and `email.lmx`. Only drafts, and never their schedule. */
import * as z from 'zod';
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
import type { Content } from '../content.ts';
import { emailRecords } from './email-record.ts';
import { everyItem, type Kind } from './kind.ts';
import { FIELDS_AT_FIRST, MESSAGE_FIELDS } from './message.ts';

const OWN = {
  name: 'name',
  group: 'campaignGroupId',
  mailingList: 'mailingListId',
  segment: 'audienceSegmentId',
  filter: 'audienceFilter',
} as const;

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

const { kind, found } = emailRecords<Campaign>({
  own: OWN,
  messageId: ({ emailMessageId }) => emailMessageId,
  get: (context, id) => context.call(getCampaign, { campaignId: id }),
  create: async (context, content) => {
    const own = { name: String(content['name']), ...ownChange(content, Object.keys(content)) };
    const { emailMessageContentRevisionId: revision, ...fields } = await context.call(createCampaign, own);
    return { fields, revision };
  },
  update: (context, campaignId, { content, changed }) => {
    const name = changed.includes('name') ? { name: String(content['name']) } : {};
    return context.call(updateCampaign, { campaignId, ...name, ...ownChange(content, changed) });
  },
});

export const campaignKind: Kind = {
  ...kind,
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
    (await everyItem(context.list(listCampaigns, {}))).map((fields) => ({
      ...found({ fields }),
      ...(fields.status === 'Draft' ? {} : { isDone: true, locked: `Its status is ${fields.status}.` }),
    })),
  refuse: ({ segment, filter }, changed) =>
    segment !== undefined && filter !== undefined && (changed.includes('segment') || changed.includes('filter'))
      ? 'A segment and a filter together may change the segment itself. Remove one of them.'
      : undefined,
};
