/** The endpoints that change workflows. Each names the revision that it was written for, and the API refuses any other. */
import * as z from 'zod';
import { operation } from '../../define/operation.ts';
import type { NoUndo } from '../../define/undo.ts';
import { idOf } from '../ids.ts';
import { ALL_SETTINGS, payloadFor } from './edit/payloads.ts';
import type { NODE_TYPES } from './node-types.ts';
import { checkedByType, connected, getWorkflow, getWorkflowNode, schemasByType, Workflow } from './operations.ts';

const revision = z.string().nullable();
/** What every change needs. The revision is null for a workflow that never had one. */
const guarded = { id: idOf('workflow'), expectedRevisionId: revision };
const guardedNode = { ...guarded, nodeId: idOf('workflow node') };

const changedBy = schemasByType((fields) => z.looseObject(fields).partial());

/** A node in the response to a change: unlike elsewhere, without its workflow. */
const ChangedNode = checkedByType({ id: z.string(), ...connected }, changedBy);

/** A node that was created, inside its response. */
const CreatedNode = checkedByType(
  {
    id: z.string(),
    ...connected,
    workflowRevisionId: revision,
    createdChildNodes: z.array(ChangedNode).optional().describe('the paths of a new branch or experiment'),
  },
  changedBy,
);

/** The response to an update or a reroute: the fields of the node, and the workflow next to them. */
const FlatNode = checkedByType(
  { id: z.string(), ...connected, workflowRevisionId: revision, workflow: Workflow },
  changedBy,
);

const nodeOf = (fields: Readonly<Record<string, unknown>>) => ({ typeName: String(fields['typeName']), fields });

/** A node that was removed or connected differently is no value that could be sent back. */
const BY_FILE: NoUndo = { never: 'Edits of a graph are undone with `workflow push` and a file that was saved before.' };

export const createWorkflow = operation('POST /v1/workflows', 'Create a workflow', {
  // A new workflow is a draft: it has no contacts until somebody starts it in the dashboard.
  undo: { never: 'Delete the workflow with `workflow delete`.' },
  effect: 'draft',
  input: {
    name: z.string(),
    description: z.string().optional(),
    mailingListId: idOf('mailing list').nullable().optional(),
  },
  output: Workflow,
});

export const updateWorkflow = operation('POST /v1/workflows/{id}', 'Rename or describe a workflow', {
  // Recipients see neither the name nor the description.
  undo: { read: getWorkflow, revision: 'workflowRevisionId', empties: ['description'] },
  effect: 'draft',
  input: { ...guarded, name: z.string().optional(), description: z.string().optional() },
  output: Workflow,
});

export const deleteWorkflow = operation('DELETE /v1/workflows/{id}', 'Delete a workflow', {
  undo: { never: 'The API cannot restore a workflow that was deleted.' },
  effect: 'destroy',
  input: { ...guarded, confirmDelete: z.boolean() },
  output: z.null(),
});

const queuedContactPolicy = z.enum(['fail', 'discard']).optional();
const removal = { dryRun: z.boolean().optional(), queuedContactPolicy };

/** The statuses that say that nothing was done. The last one is from older versions of the API. */
const NOTHING_DONE = ['dryRun', 'queuedContactsFound', 'queuedContactLimitReached'] as const;

const status = (done: string) => z.string().meta({ known: [...NOTHING_DONE, done] });
const done = { workflowRevisionId: revision.optional(), workflow: Workflow.optional() };

export const MailingListChange = z.looseObject({
  status: status('updated'),
  mailingListId: z.string().nullable(),
  queuedContactCount: z.number().int(),
  ...done,
});
export type MailingListChange = z.infer<typeof MailingListChange>;

export const changeMailingList = operation('POST /v1/workflows/{id}/mailing-list', 'Change the mailing list', {
  undo: { never: 'Set the mailing list again with `workflow mailing-list`.' },
  effect: 'change',
  asks: true,
  // With the policy `discard` the contacts who wait in the workflow are lost.
  fieldEffects: { queuedContactPolicy: 'destroy' },
  input: { ...guarded, mailingListId: idOf('mailing list').nullable(), ...removal },
  output: MailingListChange,
});

export const INSERT_MODES = ['between', 'before', 'after'] as const;

/** The types that can be created. Triggers are changed, not created, and the exit exists from the beginning. */
export const CREATABLE = [
  'AudienceFilter',
  'TimerAction',
  'SendEmailAction',
  'BranchNode',
  'ExperimentBranchNode',
  'VariantNode',
] as const satisfies readonly (keyof typeof NODE_TYPES)[];
export type Creatable = (typeof CREATABLE)[number];

const WithNode = z.looseObject({ node: CreatedNode, workflow: Workflow });

export const createNode = operation('POST /v1/workflows/{id}/nodes', 'Insert a node', {
  undo: BY_FILE,
  effect: 'change',
  input: {
    ...guarded,
    insertMode: z.enum(INSERT_MODES),
    nodeTypeName: z.enum(CREATABLE),
    fromNodeId: z.string().optional(),
    toNodeId: z.string().optional(),
    beforeNodeId: z.string().optional().describe('deprecated: toNodeId'),
  },
  output: WithNode,
});

export const updateNode = operation('POST /v1/workflows/{id}/nodes/{nodeId}', 'Change the settings of a node', {
  undo: {
    read: getWorkflowNode,
    revision: 'workflowRevisionId',
    within: 'payload',
    // Another type of trigger has other settings, and a segment replaces a filter.
    together: ['typeName', ...ALL_SETTINGS],
    request: (before, current) => ({ payload: payloadFor(nodeOf(current), nodeOf(before)) ?? {} }),
  },
  effect: 'change',
  input: { ...guardedNode, payload: z.record(z.string(), z.unknown()) },
  output: FlatNode,
});

export const addBranch = operation('POST /v1/workflows/{id}/nodes/{nodeId}/add-branch', 'Add a path to a branch', {
  undo: BY_FILE,
  effect: 'change',
  input: guardedNode,
  output: WithNode,
});

export const rerouteNode = operation(
  'POST /v1/workflows/{id}/nodes/{nodeId}/reroute',
  'Connect a node to another one',
  { undo: BY_FILE, effect: 'change', input: { ...guardedNode, newTargetNodeId: z.string() }, output: FlatNode },
);

const NodeRemoval = z.looseObject({
  status: status('deleted'),
  nodeIds: z.array(z.string()),
  queuedContactCount: z.number().int(),
  ...done,
});

export const deleteNode = operation('DELETE /v1/workflows/{id}/nodes/{nodeId}', 'Remove a node', {
  // Its settings, its email and its metrics are gone.
  undo: BY_FILE,
  effect: 'destroy',
  input: { ...guardedNode, ...removal },
  output: NodeRemoval,
});

export const deleteNodeRecursive = operation(
  'DELETE /v1/workflows/{id}/nodes/{nodeId}/recursive',
  'Remove a node and everything that only it leads to',
  { undo: BY_FILE, effect: 'destroy', input: { ...guardedNode, ...removal }, output: NodeRemoval },
);

/** Every operation that edits the graph. */
export const EDIT_OPERATIONS = [
  createNode,
  updateNode,
  addBranch,
  rerouteNode,
  deleteNode,
  deleteNodeRecursive,
] as const;
