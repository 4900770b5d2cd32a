/** `events listeners`: the workflows that start from an event. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { Failure } from '../../errors.ts';
import { getWorkflow, getWorkflowNode, listWorkflows } from '../workflow/operations.ts';
import { FIND_CALLS, requireEvent } from './find.ts';

/** What finding listeners calls. */
export const LISTENER_CALLS = [listWorkflows, getWorkflow, getWorkflowNode] as const;

export const Listener = z.object({
  eventName: z.string(),
  workflowId: z.string(),
  workflow: z.string().describe('name of the workflow'),
  status: z.string().describe('Draft, Sending, Paused or PausedAndQueueing'),
  nodeId: z.string().describe('the trigger'),
  reEligible: z.boolean().nullable().describe('whether a contact can enter again; null if unknown'),
});
export type Listener = z.infer<typeof Listener>;

/** Every workflow that starts from an event, any event. Rejects with the first `Failure`: a partial list would be misleading. */
export async function allListeners(context: Context): Promise<readonly Listener[]> {
  const workflows: { readonly id: string; readonly name: string }[] = [];
  for await (const page of context.list(listWorkflows, {})) for (const workflow of page) workflows.push(workflow);
  const found = await context.each(workflows, ({ id, name }) =>
    listenerOf(context, id, name).catch((error: unknown) => {
      // It was deleted after it was listed.
      if (error instanceof Failure && error.code === 'not_found') return undefined;
      throw error;
    }),
  );
  return found.filter((listener) => listener !== undefined);
}

async function listenerOf(context: Context, id: string, name: string): Promise<Listener | undefined> {
  const workflow: unknown = await context.call(getWorkflow, { id });
  const { rootNodeId, nodes, status } = isRecord(workflow) ? workflow : {};
  if (rootNodeId === null) return undefined;
  const root =
    typeof rootNodeId === 'string' && isRecord(nodes) && Object.hasOwn(nodes, rootNodeId)
      ? nodes[rootNodeId]
      : undefined;
  if (typeof rootNodeId !== 'string' || !isRecord(root) || typeof root['typeName'] !== 'string') throw unreadable(id);
  if (root['typeName'] !== 'EventTrigger') return undefined;
  // The summary of a node may lack its settings.
  const trigger: unknown =
    root['eventName'] === undefined ? await context.call(getWorkflowNode, { id, nodeId: rootNodeId }) : root;
  const { eventName, reEligible } = isRecord(trigger) ? trigger : {};
  // The event of a draft may not be chosen yet.
  if (eventName === null) return undefined;
  if (typeof eventName !== 'string' || typeof status !== 'string') throw unreadable(id);
  return {
    eventName,
    workflowId: id,
    workflow: name,
    status,
    nodeId: rootNodeId,
    reEligible: typeof reEligible === 'boolean' ? reEligible : null,
  };
}

const unreadable = (id: string): Failure =>
  new Failure('unexpected_response', `The trigger of workflow ${id} can't be read from the API response.`);

/** What the state of a workflow means for an event that is sent now. */
const MEANINGS: Readonly<Record<string, string>> = {
  Sending: 'starts at once',
  Paused: 'paused: may start when it is resumed within 24 hours',
  PausedAndQueueing: 'paused: starts when it is resumed within 24 hours',
  Draft: 'draft: does not start',
};

const meaningOf = (status: unknown): string =>
  (typeof status === 'string' && Object.hasOwn(MEANINGS, status) ? MEANINGS[status] : undefined) ?? 'unknown state';

/** One line for a question: the workflows and their states. */
export const describeListeners = (listeners: readonly Listener[]): string =>
  listeners.length === 0
    ? 'No workflow starts from it.'
    : `Workflows: ${listeners.map(({ workflow, status }) => `${JSON.stringify(workflow)} (${meaningOf(status)})`).join(', ')}.`;

const entry = (value: unknown): string => (value === true ? 'every time' : value === false ? 'first time only' : '');

export const listenersCommand = command({
  notes: 'Reads every workflow of the account: one request for each, at most 60 per minute.',
  input: z.object({ event: z.string().min(1).describe('name or ID of the event') }),
  positionals: ['event'],
  output: z.array(Listener),
  calls: [...FIND_CALLS, ...LISTENER_CALLS],
  examples: [{ does: 'What paymentFailed starts', line: 'events listeners paymentFailed' }],
  run: async (context, { event }) => {
    const { eventName } = await requireEvent(context, event);
    return (await allListeners(context)).filter((listener) => listener.eventName === eventName);
  },
  view: ({ event }) => ({
    kind: 'table',
    columns: [
      { heading: 'WORKFLOW', path: 'workflow' },
      { heading: 'STATUS', path: 'status' },
      { heading: 'NOW', path: 'status', show: meaningOf },
      { heading: 'ENTERS', path: 'reEligible', show: entry, minor: true },
      { heading: 'ID', path: 'workflowId', kind: 'id' },
    ],
    empty: `No workflow starts from ${JSON.stringify(event)}.`,
  }),
});
