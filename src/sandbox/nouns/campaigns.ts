/** Campaigns: list, show, create, update, metrics. */
import * as z from 'zod';
import { type Account, section } from '../account.ts';
import { collection } from '../collection.ts';
import { countersAt } from '../counters.ts';
import { type RequestFilter, requestFilter, requireReferences } from '../filter.ts';
import { type Handler, ok, Refusal, type SandboxNoun, type Service } from '../handler.ts';
import { newId } from '../identifiers.ts';
import { changes, identifier, nonEmptyText, parseBody } from '../request-body.ts';
import { timestampAfter } from '../timestamps.ts';
import { campaignSection, type SavedCampaign, withPage } from './campaigns.seed.ts';
import { campaignGroups, UNSORTED } from './groups.ts';
import { addMessage } from './messages/saved.ts';
import { audienceSegments } from './segments.seed.ts';

const scheduling = z.union([
  z.strictObject({ method: z.literal('now') }),
  z.strictObject({ method: z.literal('schedule'), timestamp: z.iso.datetime({ offset: true }) }),
]);

const fields = {
  name: nonEmptyText('name'),
  campaignGroupId: identifier('campaignGroupId'),
  mailingListId: identifier('mailingListId').nullable(),
  audienceSegmentId: identifier('audienceSegmentId').nullable(),
  audienceFilter: requestFilter.nullable(),
  scheduling,
};

const { name, ...others } = fields;
const creation = z.strictObject({ name, ...z.object(others).partial().shape });
const update = changes(fields);
type Change = z.output<typeof update>;

const campaignCollection = collection('campaigns', {
  section: campaignSection,
  noun: 'Campaign',
  placeholder: 'campaignId',
  recordOf: ({ record }: SavedCampaign) => record,
});

/** Fields that can change after a campaign was sent, where edits are loose. */
const ALWAYS_EDITABLE = new Set(['name', 'campaignGroupId']);

function refuseEdit({ record: { status } }: SavedCampaign, change: Change, { variants }: Service): void {
  if (status === 'Draft') return;
  if (variants.campaignEdits === 'strict') throw new Refusal(409, 'Only draft campaigns can be edited.');
  if (status === 'Sent' && Object.keys(change).some((field) => !ALWAYS_EDITABLE.has(field))) {
    throw new Refusal(409, 'This campaign was already sent.');
  }
}

function requireRecords(account: Account, change: Partial<Change>): void {
  const { campaignGroupId, audienceSegmentId, audienceFilter, mailingListId } = change;
  const has = (records: readonly { readonly id: string }[], id: string) => records.some((one) => one.id === id);
  if (campaignGroupId !== undefined && !has(campaignGroups.of(account), campaignGroupId)) {
    throw new Refusal(400, 'campaignGroupId does not name a campaign group of your team.');
  }
  if (mailingListId && !hasList(account, mailingListId)) throw new Refusal(404, 'Mailing list not found.');
  if (audienceSegmentId && !has(audienceSegments.of(account), audienceSegmentId)) {
    throw new Refusal(404, 'Audience segment not found.');
  }
  if (audienceFilter) requireReferences(account, audienceFilter as RequestFilter);
}

/** Without mailing lists in the account every ID is accepted. */
function hasList(account: Account, id: string): boolean {
  if (!Object.hasOwn(account, 'mailingLists')) return true;
  return section<{ id: string }[]>('mailingLists', () => [])
    .of(account)
    .some((list) => list.id === id);
}

/** A segment without a filter clears the filter, and a filter without a segment clears the segment. */
function audienceOf({ audienceSegmentId: segment, audienceFilter: filter }: Partial<Change>) {
  if (segment && filter === undefined) return { audienceSegmentId: segment, audienceFilter: null };
  if (filter && segment === undefined) return { audienceSegmentId: null, audienceFilter: filter };
  return {
    ...(segment === undefined ? {} : { audienceSegmentId: segment }),
    ...(filter === undefined ? {} : { audienceFilter: filter }),
  };
}

/** The stored schedule. Throws a 400 `Refusal` for a time that is not in the future. */
function scheduleOf(given: z.output<typeof scheduling>, now: number): SavedCampaign['record']['scheduling'] {
  if (given.method === 'now') return { method: 'now', timestamp: null };
  if (Date.parse(given.timestamp) <= now) throw new Refusal(400, 'scheduling.timestamp must be in the future.');
  return { method: 'schedule', timestamp: given.timestamp };
}

const create: Handler = async ({ body, service }) => {
  const given = parseBody(creation, body);
  if (!service.sendingDomain) throw new Refusal(400, 'Set up a sending domain before creating campaigns.');
  const { scheduling: schedule, audienceSegmentId, audienceFilter, campaignGroupId, mailingListId } = given;
  return service.store.update((account) => {
    requireRecords(account, given);
    const campaigns = campaignSection.of(account);
    const createdAt = timestampAfter(service.now(), campaigns[0]?.record.createdAt);
    const emailMessageId = newId(service.random);
    const defaultGroup = campaignGroups.of(account).find((group) => group.name === UNSORTED);
    const record = withPage({
      id: newId(service.random),
      name: given.name,
      // The API creates drafts, whatever the schedule is.
      status: 'Draft',
      createdAt,
      updatedAt: createdAt,
      emailMessageId,
      campaignGroupId: campaignGroupId ?? defaultGroup?.id ?? null,
      mailingListId: mailingListId ?? null,
      audienceSegmentId: audienceSegmentId ?? null,
      audienceFilter: audienceFilter ?? null,
      scheduling: schedule === undefined ? { method: 'now', timestamp: null } : scheduleOf(schedule, service.now()),
    });
    const emailMessageContentRevisionId = addMessage(account, emailMessageId, createdAt, service);
    const none = { sends: 0, opens: 0, clicks: 0, unsubscribes: 0, spamReports: 0, hardBounces: 0, softBounces: 0 };
    campaigns.unshift({ record, metrics: none, countedAt: service.now() });
    return { status: 201, body: { ...record, emailMessageContentRevisionId } };
  });
};

export const campaigns: SandboxNoun = {
  sections: [campaignSection],
  handlers: {
    ...campaignCollection.handlers,

    'POST /v1/campaigns': create,

    'POST /v1/campaigns/{campaignId}': (call) =>
      campaignCollection.change(call, (campaign, account) => {
        const given = parseBody(update, call.body);
        const { service } = call;
        refuseEdit(campaign, given, service);
        requireRecords(account, given);
        const { scheduling: schedule, audienceSegmentId: _s, audienceFilter: _f, ...rest } = given;
        Object.assign(campaign.record, rest, audienceOf(given));
        if (schedule === undefined) return;
        campaign.record.scheduling = scheduleOf(schedule, service.now());
        if (service.variants.schedulingSends) {
          campaign.record.status = schedule.method === 'now' ? 'Sending' : 'Scheduled';
        }
      }),

    'GET /v1/campaigns/{campaignId}/metrics': async (call) => {
      const { record, metrics, countedAt } = campaignCollection.find(await call.service.store.read(), call);
      if (record.status === 'Draft' || record.status === 'Scheduled') {
        throw new Refusal(400, 'This campaign has not been sent yet.');
      }
      const grows = record.status === 'Sending';
      return ok(grows ? countersAt(metrics, countedAt, call.service.now(), record.id) : metrics);
    },
  },
};
