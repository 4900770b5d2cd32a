/** What an archive has: each part of the account with its requests, and the file of each record. */
import type { Context } from '../../../define/command.ts';
import type { ListOperation, Operation } from '../../../define/operation.ts';
import { Failure } from '../../../errors.ts';
import { getCampaignMetrics, listCampaigns } from '../../campaigns/operations.ts';
import { listComponents } from '../../components/operations.ts';
import { getEventPattern, listEventPatterns } from '../../events/operations.ts';
import { listCampaignGroups, listTransactionalGroups } from '../../groups/operations.ts';
import { listSendingIps } from '../../ips/operations.ts';
import { listMailingLists } from '../../lists.ts';
import { getMessage } from '../../messages/operations.ts';
import { listProperties } from '../../properties.ts';
import { listSegments } from '../../segments/operations.ts';
import { listThemes } from '../../themes/operations.ts';
import { getMetrics, listTransactional } from '../../transactional/operations.ts';
import { FETCH_CALLS, getDetailedWorkflow } from '../../workflow/fetch.ts';
import { getWorkflowNodeMetrics, listWorkflows } from '../../workflow/operations.ts';

/** A file of the archive: its path without an extension, and how its content is read. */
export interface Item {
  readonly path: string;
  /** The list has it: no further request. */
  readonly isListed?: true;
  /** The body of an email is in a second file. */
  read(context: Context): Promise<unknown>;
}

export const ARCHIVE_CALLS: readonly Operation[] = [
  ...[listThemes, listComponents, listSegments, listTransactionalGroups, listCampaignGroups, listTransactional],
  ...[listCampaigns, listWorkflows, listEventPatterns, getEventPattern, listMailingLists, listProperties],
  ...[listSendingIps, getMessage, getMetrics, getCampaignMetrics, ...FETCH_CALLS],
];

type Record = Readonly<{ [field: string]: unknown }>;

async function listed(context: Context, operation: ListOperation): Promise<readonly Record[]> {
  const items: Record[] = [];
  for await (const page of context.list(operation, {})) for (const item of page) items.push(item as Record);
  return items;
}

/** IDs of the API are letters and digits; anything else is no part of a path. */
function idIn(record: Record, part: string): string {
  const { id } = record;
  if (typeof id === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(id)) return id;
  throw new Failure('unexpected_response', `The API response for ${part} has a record without a usable ID.`);
}

const asIs = (part: string, records: readonly Record[]): readonly Item[] =>
  records.map((record) => ({ path: `${part}/${idIn(record, part)}`, isListed: true, read: async () => record }));

const whole =
  (path: string, operation: Operation): Part =>
  async () => [{ path, read: (context) => context.call(operation, {}) }];

const message = (path: string, id: unknown): readonly Item[] =>
  typeof id === 'string' ? [{ path, read: (context) => context.call(getMessage, { emailMessageId: id }) }] : [];

/** Undefined where there are none: a campaign that was not sent. */
const unlessRejected = async (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'rejected') return undefined;
    throw error;
  });

type Part = (context: Context) => Promise<readonly Item[]>;

const ofList =
  (part: string, operation: ListOperation): Part =>
  async (context) =>
    asIs(part, await listed(context, operation));

export const PARTS: readonly Part[] = [
  ofList('themes', listThemes),
  ofList('components', listComponents),
  ofList('segments', listSegments),
  ofList('groups', listTransactionalGroups),
  ofList('campaign-groups', listCampaignGroups),
  whole('lists', listMailingLists),
  whole('properties', listProperties),
  whole('ips', listSendingIps),
  async (context) =>
    (await listed(context, listEventPatterns)).map((record) => {
      const id = idIn(record, 'events');
      return { path: `events/${id}`, read: (used) => used.call(getEventPattern, { eventPatternId: id }) };
    }),
  async (context) => {
    const emails = await listed(context, listTransactional);
    return emails.flatMap((record) => {
      const id = idIn(record, 'transactional');
      const path = `transactional/${id}`;
      return [
        { path: `${path}/record`, isListed: true, read: async () => record },
        ...message(`${path}/draft`, record['draftEmailMessageId']),
        ...message(`${path}/published`, record['publishedEmailMessageId']),
        { path: `${path}/metrics`, read: (used: Context) => used.call(getMetrics, { transactionalId: id }) },
      ];
    });
  },
  async (context) => {
    const campaigns = await listed(context, listCampaigns);
    return campaigns.flatMap((record) => {
      const id = idIn(record, 'campaigns');
      const path = `campaigns/${id}`;
      return [
        { path: `${path}/record`, isListed: true, read: async () => record },
        ...message(`${path}/email`, record['emailMessageId']),
        {
          path: `${path}/metrics`,
          read: (used: Context) => unlessRejected(used.call(getCampaignMetrics, { campaignId: id })),
        },
      ];
    });
  },
  async (context) => {
    const workflows = await listed(context, listWorkflows);
    const items: Item[] = [];
    const ids = workflows.map((record) => idIn(record, 'workflows'));
    for (const outcome of await context.settle(ids, (id) => getDetailedWorkflow(context, id))) {
      const { item: id, value: workflow, failure } = outcome;
      if (workflow === undefined) {
        items.push({ path: `workflows/${id}/graph`, read: () => Promise.reject(failure) });
        continue;
      }
      items.push({ path: `workflows/${id}/graph`, isListed: true, read: async () => workflow });
      for (const [nodeId, node] of Object.entries(workflow.nodes)) {
        if (node.typeName !== 'SendEmailAction') continue;
        const path = `workflows/${id}/${idIn({ id: nodeId }, 'workflows')}`;
        for (const email of message(`${path}/email`, node['emailMessageId'])) items.push(email);
        items.push({
          path: `${path}/metrics`,
          read: (used) => used.call(getWorkflowNodeMetrics, { id, nodeId }),
        });
      }
    }
    return items;
  },
];
