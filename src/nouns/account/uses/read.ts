/** Reads the account for uses of one thing: lists, workflows, and where needed the body of every email. */
import * as z from 'zod';
import type { Operation } from '../../../define/operation.ts';
import { type ErrorCode, EXIT_CODES, Failure } from '../../../errors.ts';
import { everyItem } from '../../../project/kinds/kind.ts';
import { formatCount } from '../../../text/number.ts';
import { announceRequests } from '../../announce.ts';
import { listCampaigns } from '../../campaigns/operations.ts';
import { listComponents } from '../../components/operations.ts';
import { getMessage } from '../../messages/operations.ts';
import { readable } from '../../readable.ts';
import { listSegments } from '../../segments/operations.ts';
import type { ToolContext } from '../../tool-context.ts';
import { listTransactional } from '../../transactional/operations.ts';
import { listWorkflows } from '../../workflow/operations.ts';
import { NO_CACHE, openCache, type UsesCache } from './cache.ts';
import { Components, propertiesOf, type References, referencesIn } from './references.ts';
import type { Target } from './targets.ts';
import { type ListedWorkflow, type NodeValue, readWorkflow, WORKFLOW_CALLS } from './workflows.ts';

export const READ_CALLS: readonly Operation[] = [
  ...[listTransactional, listCampaigns, listComponents, listSegments, getMessage, ...WORKFLOW_CALLS],
];

const codes = Object.keys(EXIT_CODES) as [ErrorCode, ...ErrorCode[]];

export const Use = z.object({
  type: z.enum(['transactional', 'campaign', 'workflow', 'segment', 'component']),
  id: z.string(),
  name: z.string(),
  where: z.string().describe('draft, published, audience, or what the node of a workflow does'),
  status: z.string().optional().describe('of a campaign or a workflow'),
  nodeId: z.string().optional().describe('the node of a workflow'),
  through: z.string().optional().describe('the component or the default theme that makes the difference'),
  error: z
    .object({ code: z.enum(codes), message: z.string() })
    .optional()
    .describe('it could not be read'),
});
export type Use = z.infer<typeof Use>;

interface Email {
  readonly place: Use;
  readonly messageId: string;
  /** Undefined while it may be edited. */
  readonly stamp: string | undefined;
}

/** What may refer to a target. */
const CampaignParts = z.looseObject({
  mailingListId: z.string().nullable(),
  audienceSegmentId: z.string().nullable(),
  audienceFilter: z.looseObject({}).nullable(),
  emailMessageId: z.string().nullable(),
});

const unreadable = (place: Use, { code, message }: Failure): Use => ({ ...place, error: { code, message } });

export async function findUses(context: ToolContext, target: Target): Promise<readonly Use[]> {
  const { type } = target;
  const inEmails = type === 'theme' || type === 'component' || type === 'property';
  const found: Use[] = [];
  const emails: Email[] = [];
  const campaigns = type === 'event' ? [] : await everyItem(context.list(listCampaigns, {}));
  for (const { id, name, status, updatedAt, ...campaign } of campaigns) {
    const place: Use = { type: 'campaign', id, name, where: 'audience', status };
    const {
      mailingListId,
      audienceSegmentId,
      audienceFilter,
      emailMessageId: messageId,
    } = readable(CampaignParts, campaign, `audience of campaign ${JSON.stringify(name)}`);
    const used = [mailingListId, audienceSegmentId, ...propertiesOf(audienceFilter)];
    if (used.includes(target.id)) found.push(place);
    if (!inEmails || messageId === null) continue;
    emails.push({ place: { ...place, where: 'email' }, messageId, stamp: status === 'Draft' ? undefined : updatedAt });
  }
  if (inEmails) {
    for (const email of await everyItem(context.list(listTransactional, {}))) {
      const { id, name, updatedAt, draftEmailMessageId: draft, publishedEmailMessageId: published } = email;
      const place = { type: 'transactional', id, name } as const;
      if (published !== null)
        emails.push({ place: { ...place, where: 'published' }, messageId: published, stamp: updatedAt });
      if (draft !== null) emails.push({ place: { ...place, where: 'draft' }, messageId: draft, stamp: undefined });
    }
  }
  if (type === 'property') {
    for (const { id, name, filter } of await everyItem(context.list(listSegments, {}))) {
      if (propertiesOf(filter).includes(target.id)) found.push({ type: 'segment', id, name, where: 'filter' });
    }
  }
  const workflows = await everyItem(context.list(listWorkflows, {}));
  const cache = inEmails ? await openCache(context) : NO_CACHE;
  const unknown = emails.filter(({ messageId, stamp }) => cache.find(messageId, stamp) === undefined).length;
  const flows = formatCount(workflows.length, 'workflow');
  const what = inEmails ? `${formatCount(unknown, 'email')} and ${flows} with their emails` : flows;
  await announceRequests(context, what, unknown + workflows.length);
  const inWorkflows = await readWorkflows(context, target, workflows);
  const all = [...emails, ...inWorkflows.emails];
  return [...found, ...inWorkflows.uses, ...(inEmails ? await readEmails(context, target, all, cache) : [])];
}

async function readWorkflows(context: ToolContext, target: Target, workflows: readonly ListedWorkflow[]) {
  const outcomes = await context.settle(workflows, ({ id }) => readWorkflow(context, id, target));
  const uses: Use[] = [];
  const emails: Email[] = [];
  for (const { item, value, failure } of outcomes) {
    const { id, name, updatedAt } = item;
    const place: Use = { type: 'workflow', id, name, where: '' };
    if (value === undefined) {
      // It was deleted after it was listed.
      if (failure.code !== 'not_found') uses.push(unreadable(place, failure));
      continue;
    }
    const { status, mailingListId, values } = value;
    const known: Use = { ...place, status };
    if (target.type === 'list' && mailingListId === target.id) uses.push({ ...known, where: 'mailing list' });
    for (const node of values) {
      const at: Use = { ...known, where: node.words, nodeId: node.nodeId };
      if (!node.isEmail) {
        if (refersTo(node, target)) uses.push(at);
      } else if (typeof node.value === 'string') {
        // The email of a workflow cannot be edited while the workflow sends.
        emails.push({ place: at, messageId: node.value, stamp: status === 'Sending' ? updatedAt : undefined });
      }
    }
  }
  return { uses, emails };
}

function refersTo({ value }: NodeValue, { id, type }: Target): boolean {
  if (type !== 'property') return value === id;
  const query = value as { readonly key?: unknown } | null | undefined;
  return query?.key === id || propertiesOf(value).includes(id);
}

async function readEmails(
  context: ToolContext,
  target: Target,
  emails: readonly Email[],
  cache: UsesCache,
): Promise<readonly Use[]> {
  const components = await everyItem(context.list(listComponents, {}));
  const graph = new Components(components);
  const bodies = new Map(components.map(({ id, lmx }) => [id, lmx]));
  const inComponents = components.flatMap(({ id, name, lmx }): readonly Use[] => {
    const through = useIn(referencesIn({ lmx }, bodies), { ...target, isDefault: false }, graph);
    return through === undefined ? [] : [{ type: 'component', id, name, where: 'body', ...through }];
  });
  const outcomes = await context.settle(emails, async ({ messageId, stamp }) => {
    const known = cache.find(messageId, stamp);
    if (known !== undefined) return known;
    const message = await context.call(getMessage, { emailMessageId: messageId });
    if (typeof message.lmx !== 'string') {
      throw new Failure('unexpected_response', `The API response for email message ${messageId} has no LMX.`);
    }
    const references = referencesIn(message, bodies);
    cache.add(messageId, stamp, references);
    return references;
  });
  await cache.save();
  const inEmails = outcomes.flatMap(({ item: { place }, value, failure }): readonly Use[] => {
    if (value === undefined) return [unreadable(place, failure)];
    const through = useIn(value, target, graph);
    return through === undefined ? [] : [{ ...place, ...through }];
  });
  return [...inComponents, ...inEmails];
}

/** How an email uses the target; undefined where it does not. */
function useIn(references: References, target: Target, components: Components): { through?: string } | undefined {
  const { type, id, isDefault } = target;
  const has = (one: References, component?: string): boolean => {
    if (type === 'theme') return one.themes.includes(id);
    return type === 'component' ? component === id || one.components.includes(id) : one.properties.includes(id);
  };
  if (has(references)) return {};
  // An email without a theme of its own has the default one.
  if (isDefault && references.themes.length === 0 && references.hasBody) return { through: 'default theme' };
  const component = components.through(references.components, has);
  return component === undefined ? undefined : { through: `component ${component}` };
}
