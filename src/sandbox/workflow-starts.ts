/** Starts workflows after a change of a contact or an event, as far as their emails are known without evaluating conditions. */
import * as z from 'zod';
import { isRecord } from '../define/json.ts';
import type { Contact } from '../nouns/contacts/operations.ts';
import { type Account, section } from './account.ts';
import type { ContactChange } from './contact-change.ts';
import type { SavedNode, SavedWorkflow } from './nouns/workflows/graph.ts';
import { workflowSection } from './nouns/workflows.ts';
import { addMail } from './outbox.ts';
import { propertyChanged } from './property-trigger.ts';

/** Entries of the log; the oldest are dropped. */
const MOST = 5_000;

export const WorkflowStart = z.object({
  time: z.string(),
  workflowId: z.string(),
  workflow: z.string().describe('name of the workflow'),
  contactId: z.string(),
  because: z.string(),
  outcome: z
    .enum(['started', 'queued', 'not started'])
    .describe('queued: the workflow is paused, and starts when it is resumed within 24 hours'),
  note: z.string().describe('why it did not start, or why no further email is known'),
});
export type WorkflowStart = z.infer<typeof WorkflowStart>;

export const workflowStarts = section('workflowStarts', (): WorkflowStart[] => []);

/** What happened to a contact. */
export interface Occurrence {
  readonly contact: Contact;
  readonly change?: ContactChange | undefined;
  readonly event?: { readonly name: string; readonly properties: Readonly<Record<string, unknown>> };
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Call it inside `Store.update`. */
export function startWorkflows(account: Account, occurrence: Occurrence): void {
  for (const workflow of workflowSection.of(account)) {
    const trigger = workflow.rootNodeId === null ? undefined : workflow.nodes[workflow.rootNodeId];
    const because = trigger === undefined ? undefined : reasonToStart(trigger, occurrence);
    if (trigger !== undefined && because !== undefined && workflow.status !== 'Draft') {
      enter(account, workflow, trigger, because, occurrence);
    }
  }
}

function reasonToStart(trigger: SavedNode, { change, event }: Occurrence): string | undefined {
  switch (trigger.typeName) {
    case 'SignupTrigger':
      return change?.created ? 'contact created' : undefined;
    case 'AddToListTrigger':
      return change?.joined.some((id) => id === trigger.mailingListId) ? 'joined the mailing list' : undefined;
    case 'ContactPropertyTrigger':
      return propertyChanged(trigger.contactPropertyQuery, change?.properties ?? []);
    case 'EventTrigger':
      return event !== undefined && event.name === trigger.eventName ? `event ${event.name}` : undefined;
    default:
      return undefined;
  }
}

function enter(
  account: Account,
  workflow: SavedWorkflow,
  trigger: SavedNode,
  because: string,
  occurrence: Occurrence,
): void {
  const log = workflowStarts.of(account);
  const time = new Date(occurrence.now).toISOString();
  const contactId = occurrence.contact.id ?? '';
  const refusal = reasonNotToStart(log, workflow, trigger, occurrence.contact);
  const outcome = refusal !== undefined ? 'not started' : workflow.status === 'Sending' ? 'started' : 'queued';
  const note =
    refusal ?? (outcome === 'started' ? sendEmails(account, workflow, trigger, occurrence) : workflow.status);
  log.push({ time, workflowId: workflow.id, workflow: workflow.name, contactId, because, outcome, note });
  if (log.length > MOST) log.shift();
}

function reasonNotToStart(
  log: readonly WorkflowStart[],
  workflow: SavedWorkflow,
  trigger: SavedNode,
  contact: Contact,
): string | undefined {
  if (contact.subscribed === false) return 'unsubscribed';
  const list = workflow.mailingListId;
  if (typeof list === 'string' && contact.mailingLists?.[list] !== true) return 'not on the mailing list';
  const entered = log.some(
    ({ workflowId, contactId, outcome }) =>
      workflowId === workflow.id && contactId === contact.id && outcome !== 'not started',
  );
  return entered && !('reEligible' in trigger && trigger.reEligible) ? 'was in it before' : undefined;
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Adds the emails up to the first node whose outcome depends on more than the time. Returns why it stopped. */
function sendEmails(account: Account, workflow: SavedWorkflow, trigger: SavedNode, occurrence: Occurrence): string {
  let sendAt = occurrence.now;
  const seen = new Set<string>();
  for (let node: SavedNode | undefined = trigger; node !== undefined; ) {
    if (seen.has(node.id)) return 'goes in a circle';
    seen.add(node.id);
    if (node.typeName === 'TimerAction') sendAt += Number(node.amount) * (UNIT_MS[String(node.unit)] ?? 0);
    if (node.typeName === 'SendEmailAction') send(account, workflow, node, sendAt, occurrence);
    if (node.typeName === 'ExitAction') return '';
    const [next, ...others]: readonly string[] = node.nextNodeIds;
    if (next === undefined) return '';
    if (others.length > 0 || node.typeName === 'AudienceFilter') return `the rest depends on ${node.typeName}`;
    node = workflow.nodes[next];
  }
  return '';
}

function send(
  account: Account,
  workflow: SavedWorkflow,
  node: SavedNode,
  sendAt: number,
  { contact, event, now }: Occurrence,
): void {
  const { emailMessageId, subject } = node as { emailMessageId?: unknown; subject?: unknown };
  // A draft may have no email message.
  if (typeof emailMessageId !== 'string') return;
  addMail(account, {
    time: new Date(now).toISOString(),
    sendAt: new Date(sendAt).toISOString(),
    type: 'workflow',
    to: contact.email ?? '',
    name: workflow.name,
    sourceId: workflow.id,
    emailMessageId,
    subject: typeof subject === 'string' ? subject : null,
    variables: isRecord(event?.properties) ? { ...event.properties } : {},
    attachments: [],
    idempotencyKey: null,
    contactId: contact.id ?? null,
    userId: contact.userId ?? null,
  });
}
