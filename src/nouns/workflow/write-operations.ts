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

/** The statuses that say that nothing was done. The last one is from older versions of the API. */
const NOTHING_DONE = ['dryRun', 'queuedContactsFound', 'queuedContactLimitReached'] as const;

const REMOVABLE = 'Remove it with `workflow node remove`.';

/** Its settings, its email and its metrics are gone. */
const GONE: NoUndo = {
  status: { done: 'deleted', nothing: NOTHING_DONE },
  never:
    'The emails and the metrics of removed nodes are lost. `workflow push` with a file that was saved before adds new nodes.',
};

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
  undo: {
    read: getWorkflow,
    revision: 'workflowRevisionId',
    status: { done: 'updated', nothing: NOTHING_DONE },
    request: ({ mailingListId }) => ({ mailingListId }),
  },
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

const NodeRemoval = z.looseObject({
  status: status('deleted'),
  nodeIds: z.array(z.string()),
  queuedContactCount: z.number().int(),
  ...done,
});

export const deleteNode = operation('DELETE /v1/workflows/{id}/nodes/{nodeId}', 'Remove a node', {
  undo: GONE,
  effect: 'destroy',
  input: { ...guardedNode, ...removal },
  output: NodeRemoval,
});

const WithNode = z.looseObject({ node: CreatedNode, workflow: Workflow });

export const createNode = operation('POST /v1/workflows/{id}/nodes', 'Insert a node', {
  undo: {
    remove: deleteNode,
    show: getWorkflowNode,
    revision: 'workflowRevisionId',
    inside: 'node',
    writes: ['typeName', 'nextNodeIds', ...ALL_SETTINGS],
    // An email is written elsewhere, and a branch cannot be removed without what follows it.
    keep: ({ typeName }) =>
      typeName === 'TimerAction' || typeName === 'AudienceFilter'
        ? undefined
        : `Only a wait and a filter are removed by an undo. ${REMOVABLE}`,
  },
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
  undo: { never: `The API has no opposite of this edit. ${REMOVABLE}` },
  effect: 'change',
  input: guardedNode,
  output: WithNode,
});

export const rerouteNode = operation(
  'POST /v1/workflows/{id}/nodes/{nodeId}/reroute',
  'Connect a node to another one',
  {
    undo: {
      read: getWorkflowNode,
      revision: 'workflowRevisionId',
      wrote: ({ newTargetNodeId }) => ({ nextNodeIds: [newTargetNodeId] }),
      request: ({ nextNodeIds }) => ({ newTargetNodeId: Array.isArray(nextNodeIds) ? nextNodeIds[0] : undefined }),
    },
    effect: 'change',
    input: { ...guardedNode, newTargetNodeId: z.string() },
    output: FlatNode,
  },
);

export const deleteNodeRecursive = operation(
  'DELETE /v1/workflows/{id}/nodes/{nodeId}/recursive',
  'Remove a node and everything that only it leads to',
  { undo: GONE, effect: 'destroy', input: { ...guardedNode, ...removal }, output: NodeRemoval },
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
