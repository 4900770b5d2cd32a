/** Makes one edit of a plan through the API, and compares the workflow afterwards with what the edit should have done. */
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { withEveryField } from '../../../define/operation.ts';
import { Failure } from '../../../errors.ts';
import { canonical } from '../diff/content.ts';
import { readGraph } from '../graph.ts';
import { getWorkflow, getWorkflowNode, type Workflow } from '../operations.ts';
import {
  addBranch,
  changeMailingList,
  createNode,
  deleteNode,
  deleteNodeRecursive,
  EDIT_OPERATIONS,
  rerouteNode,
  updateNode,
  updateWorkflow,
} from '../write-operations.ts';
import { applied, type Draft, type DraftNode, type Edit, type GraphEdit, type WorkflowEdit } from './edits.ts';
import { sendWrite } from './write.ts';

/** What an edit may call. */
export const PERFORM_CALLS = [
  ...EDIT_OPERATIONS,
  updateWorkflow,
  withEveryField(changeMailingList),
  getWorkflow,
  getWorkflowNode,
];

export interface Place {
  readonly id: string;
  readonly revision: string | null;
  readonly draft: Draft;
  /** Contacts who wait in removed nodes may be lost. */
  readonly discardQueued: boolean;
  /** A single edit is done even if the API did more or less than expected; a plan must stop. Removals have no dry run. */
  readonly tolerant?: true;
}

export type Performed =
  | {
      readonly type: 'done';
      readonly workflow: Workflow;
      readonly ids: readonly string[];
      readonly nodes: Draft['nodes'];
    }
  /** Nothing was done, because contacts wait in what the edit would remove. */
  | { readonly type: 'queued'; readonly count: number };

/** Ends a plan: the workflow is not as the edit should have left it. */
const surprise = (message: string): Failure => new Failure('conflict', message);

export async function perform(context: Context, place: Place, edit: Edit): Promise<Performed> {
  if (edit.action === 'describe' || edit.action === 'mailing-list') return performOnWorkflow(context, place, edit);
  if (edit.action === 'remove' && !place.tolerant) {
    const count = await checkRemoval(context, place, edit);
    if (count > 0 && !place.discardQueued) return { type: 'queued', count };
  }
  const { id, revision, draft } = place;
  const response = await sendWrite(context, {
    id,
    revision,
    send: () => sendEdit(context, place, edit),
    recognize: async (workflow) =>
      (await isShown(context, place, edit, workflow)) ? { status: 'deleted', workflow } : undefined,
  });
  const queued = queuedIn(response);
  if (queued !== undefined) return { type: 'queued', count: queued };
  if (edit.action === 'remove') requireStatus(response, 'deleted');
  const workflow = await workflowIn(context, id, response);
  const ids = createdIds(draft, edit, workflow);
  const nodes = nodesAfter(draft, edit, ids, workflow);
  if (nodes === undefined && !place.tolerant) {
    throw surprise('The workflow is not as this edit should have left it. Somebody else may be editing it.');
  }
  return { type: 'done', workflow, ids, nodes: nodes ?? draft.nodes };
}

/** One request, without a look at what it has done. */
export function sendEdit(context: Context, { id, revision, discardQueued }: Place, edit: GraphEdit): Promise<unknown> {
  const guarded = { id, expectedRevisionId: revision };
  switch (edit.action) {
    case 'insert': {
      const { typeName: nodeTypeName, from: fromNodeId, to: toNodeId } = edit;
      return context.call(createNode, { ...guarded, insertMode: 'between', nodeTypeName, fromNodeId, toNodeId });
    }
    case 'add-path':
      return context.call(addBranch, { ...guarded, nodeId: edit.nodeId });
    case 'update':
      return context.call(updateNode, { ...guarded, nodeId: edit.nodeId, payload: { ...edit.payload } });
    case 'reroute':
      return context.call(rerouteNode, { ...guarded, nodeId: edit.nodeId, newTargetNodeId: edit.to });
    case 'remove': {
      const operation = edit.recursive ? deleteNodeRecursive : deleteNode;
      const policy = discardQueued ? { queuedContactPolicy: 'discard' as const } : {};
      return context.call(operation, { ...guarded, nodeId: edit.nodeId, ...policy });
    }
  }
}

type Removal = Extract<GraphEdit, { action: 'remove' }>;

/** The dry run of the API: resolves to the number of queued contacts. Rejects if it would remove anything else. */
async function checkRemoval(context: Context, { id, revision }: Place, edit: Removal): Promise<number> {
  const operation = edit.recursive ? deleteNodeRecursive : deleteNode;
  const answer = await context.call(operation, { id, nodeId: edit.nodeId, expectedRevisionId: revision, dryRun: true });
  const { status, nodeIds, queuedContactCount: count } = answer as Readonly<Record<string, unknown>>;
  if (status === 'deleted') throw surprise('The API removed the node although it was only asked what it would remove.');
  if (!Array.isArray(nodeIds) || typeof count !== 'number') {
    throw new Failure('unexpected_response', 'The API did not say what it would remove. Nothing was removed.');
  }
  if (canonical([...nodeIds].sort()) !== canonical([...edit.nodeIds].sort())) {
    throw surprise(`The API would remove other nodes than planned: ${nodeIds.join(', ')}. Nothing was removed.`);
  }
  return count;
}

/** The number of contacts because of whom the API did nothing. */
export function queuedIn(response: unknown): number | undefined {
  if (!isRecord(response)) return undefined;
  const { status, queuedContactCount: count } = response;
  const isRefused = status === 'queuedContactsFound' || status === 'queuedContactLimitReached';
  return isRefused ? (typeof count === 'number' ? count : 0) : undefined;
}

/** Throws a `Failure` where a response does not say that the change was made. */
export function requireStatus(response: unknown, done: string): void {
  const status = isRecord(response) ? response['status'] : undefined;
  if (status === done) return;
  throw new Failure(
    'unexpected_response',
    `The API did not say that the change was made (status ${JSON.stringify(status) ?? 'missing'}).`,
    { hint: 'Look at the workflow before you run it again.' },
  );
}

/** The workflow that a response contains; where it has none, the workflow is read again. */
async function workflowIn(context: Context, id: string, response: unknown): Promise<Workflow> {
  const inside = isRecord(response) && isRecord(response['workflow']) ? response['workflow'] : undefined;
  if (inside !== undefined && isRecord(inside['nodes'])) return inside as Workflow;
  const workflow = await context.call(getWorkflow, { id });
  if (isRecord(workflow) && isRecord(workflow.nodes)) return workflow;
  throw new Failure('unexpected_response', 'The change was sent, but the workflow could not be read afterwards.');
}

/** The IDs of the nodes that an edit has created: the node, then its paths. */
export function createdIds(draft: Draft, edit: GraphEdit, workflow: Workflow): readonly string[] {
  if (edit.action !== 'insert' && edit.action !== 'add-path') return [];
  const { nodes } = readGraph(workflow);
  const parent = nodes.get(edit.action === 'insert' ? edit.from : edit.nodeId);
  const id = parent?.next.find((next) => !draft.nodes.has(next));
  if (id === undefined) return [];
  return edit.creates.length === 1 ? [id] : [id, ...(nodes.get(id)?.next ?? [])];
}

/** The nodes after an edit; undefined where the workflow has other nodes or connections than the edit should have left. */
function nodesAfter(
  draft: Draft,
  edit: GraphEdit | undefined,
  ids: readonly string[],
  workflow: Workflow,
): Draft['nodes'] | undefined {
  const creates = edit !== undefined && 'creates' in edit;
  if (creates && edit.creates.length !== ids.length) return undefined;
  const expected = edit === undefined ? draft : applied(draft, creates ? { ...edit, creates: ids } : edit);
  const { nodes, rootId } = readGraph(workflow);
  if (rootId !== expected.rootId || nodes.size !== expected.nodes.size) return undefined;
  const open = openConnections(draft, edit, ids);
  const after = new Map<string, DraftNode>();
  for (const [id, node] of expected.nodes) {
    const shown = nodes.get(id);
    if (shown === undefined || shown.typeName !== node.typeName) return undefined;
    const next = node.typeName === 'ExitAction' ? node.next : shown.next;
    if (canonical([...next]) !== canonical([...node.next]) && !open.has(id)) return undefined;
    const fields = ids.includes(id) ? { ...node.fields, ...shown.fields } : node.fields;
    after.set(id, { ...node, next, fields });
  }
  return after;
}

/** Whether a workflow has the nodes and connections that a draft has after an edit, or without one. */
export const hasConnectionsOf = (...given: Parameters<typeof nodesAfter>): boolean =>
  nodesAfter(...given) !== undefined;

/** The nodes whose connections the contract leaves open: a new path, and what leads to a removed part. */
function openConnections(draft: Draft, edit: GraphEdit | undefined, ids: readonly string[]): ReadonlySet<string> {
  if (edit?.action === 'add-path') return new Set(ids);
  if (edit?.action !== 'remove' || !edit.recursive) return new Set();
  const parents = [...draft.nodes.values()].filter(({ next }) => next.includes(edit.nodeId) && next.length === 1);
  return new Set(parents.map(({ id }) => id));
}

/** Whether the workflow shows an edit whose response was lost. */
async function isShown(context: Context, { id, draft }: Place, edit: GraphEdit, workflow: Workflow): Promise<boolean> {
  if (nodesAfter(draft, edit, createdIds(draft, edit, workflow), workflow) === undefined) return false;
  if (edit.action !== 'update') return true;
  const { nodeId, payload } = edit;
  const node = await context.call(getWorkflowNode, { id, nodeId }).catch(() => undefined);
  const fields: Readonly<Record<string, unknown>> = isRecord(node) ? node : {};
  return Object.entries(payload).every(([field, value]) => canonical(fields[field] ?? null) === canonical(value));
}

export function sendWorkflowEdit(context: Context, place: Place, edit: WorkflowEdit): Promise<unknown> {
  const { action, ...fields } = edit;
  const guarded = { id: place.id, expectedRevisionId: place.revision };
  const policy = place.discardQueued ? { queuedContactPolicy: 'discard' as const } : {};
  return action === 'describe'
    ? context.call(updateWorkflow, { ...guarded, ...fields })
    : context.call(changeMailingList, { ...guarded, mailingListId: null, ...fields, ...policy });
}

async function performOnWorkflow(context: Context, place: Place, edit: WorkflowEdit): Promise<Performed> {
  const { id, revision, draft } = place;
  const { action: _, ...fields } = edit;
  const response = await sendWrite<unknown>(context, {
    id,
    revision,
    send: () => sendWorkflowEdit(context, place, edit),
    recognize: async (workflow) =>
      Object.entries(fields).every(([field, value]) => (workflow[field] ?? null) === value)
        ? { status: 'updated', workflow }
        : undefined,
  });
  const queued = queuedIn(response);
  if (queued !== undefined) return { type: 'queued', count: queued };
  if (edit.action === 'mailing-list') requireStatus(response, 'updated');
  const workflow = await workflowIn(context, id, edit.action === 'describe' ? wrap(response) : response);
  return { type: 'done', workflow, ids: [], nodes: draft.nodes };
}

/** An update responds with the workflow itself. */
const wrap = (response: unknown): unknown =>
  isRecord(response) && isRecord(response['nodes']) ? { workflow: response } : response;
