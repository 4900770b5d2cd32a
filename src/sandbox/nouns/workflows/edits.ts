/** The routes that change workflows: each checks the revision first, and every success has a new one. */
import * as z from 'zod';
import { CREATABLE, INSERT_MODES } from '../../../nouns/workflow/write-operations.ts';
import type { Account } from '../../account.ts';
import {
  type Answer,
  type Call,
  findOrRefuse,
  type Handler,
  type Handlers,
  NO_CONTENT,
  ok,
  Refusal,
} from '../../handler.ts';
import { newId } from '../../identifiers.ts';
import { identifier, nonEmptyText, parseBody } from '../../request-body.ts';
import { timestampAfter } from '../../timestamps.ts';
import type { EditedWorkflow, SavedNode, SavedWorkflow } from './graph.ts';
import { insertNode, insertPath } from './insert.ts';
import { applyPayload, parsePayload } from './payloads.ts';
import { changedNode, simplified } from './shown.ts';
import { parentsOf, redirect, removeOne, removeSubtree, subtreeOf } from './structure.ts';

/** Finds the workflow that a call addresses, or throws a 404 `Refusal`. */
type Find = (account: Account, call: Call) => SavedWorkflow;

const guarded = { expectedRevisionId: z.string().nullable() };
const removal = {
  ...guarded,
  dryRun: z.boolean().optional(),
  queuedContactPolicy: z.enum(['fail', 'discard']).optional(),
};

interface Editing {
  readonly account: Account;
  readonly workflow: EditedWorkflow;
  readonly newId: () => string;
  /** Gives the workflow a new revision. */
  readonly save: () => void;
}

/** Runs an edit of one workflow, if the body fits and names its revision. */
function edit<Shape extends z.ZodRawShape & typeof guarded>(
  call: Call,
  find: Find,
  shape: Shape,
  change: (body: z.output<z.ZodObject<Shape>>, editing: Editing) => unknown,
): Promise<Answer> {
  const { store, random, now } = call.service;
  return store.update((account) => {
    const workflow = find(account, call) as EditedWorkflow;
    const body = parseBody(z.strictObject(shape), call.body) as z.output<z.ZodObject<Shape>>;
    if ((body as { expectedRevisionId: unknown }).expectedRevisionId !== (workflow.workflowRevisionId ?? null)) {
      throw new Refusal(409, 'The workflow has been changed since this revision.');
    }
    const save = () => {
      workflow.workflowRevisionId = newId(random);
      workflow.updatedAt = timestampAfter(now(), workflow.updatedAt);
    };
    return ok(change(body, { account, workflow, newId: () => newId(random), save }));
  });
}

/** The same for the graph, which cannot change while the workflow sends. */
const editGraph: typeof edit = (call, find, shape, change) =>
  edit(call, find, shape, (body, editing) => {
    if (editing.workflow.status === 'Sending') {
      throw new Refusal(400, 'The workflow is sending. Pause it before you edit its nodes.');
    }
    return change(body, editing);
  });

const nodeOf = ({ nodes }: EditedWorkflow, call: Call): SavedNode =>
  findOrRefuse(nodes[call.parameter('nodeId')], 'Workflow node');

const revisionOf = ({ workflowRevisionId }: EditedWorkflow) => ({ workflowRevisionId });

const flat = (workflow: EditedWorkflow, node: SavedNode) => ({
  ...changedNode(node),
  ...revisionOf(workflow),
  workflow: simplified(workflow),
});

const queuedAt = ({ queuedContacts = {} }: EditedWorkflow, nodeIds: readonly string[]): number =>
  nodeIds.reduce((sum, id) => sum + (queuedContacts[id] ?? 0), 0);

function remove(call: Call, find: Find, recursive: boolean): Promise<Answer> {
  return editGraph(call, find, removal, ({ dryRun, queuedContactPolicy }, { workflow, save }) => {
    const { id, typeName, nextNodeIds } = nodeOf(workflow, call);
    if (typeName.endsWith('Trigger') || typeName === 'ExitAction') {
      throw new Refusal(400, `A node of type ${typeName} cannot be deleted.`);
    }
    if (!recursive && nextNodeIds.length > 1) {
      throw new Refusal(400, 'The node has several next nodes. Delete it with everything below it.');
    }
    const nodeIds = recursive ? subtreeOf(workflow, id) : [id];
    const queuedContactCount = queuedAt(workflow, nodeIds);
    const nothingDone = (status: string) => ({ status, nodeIds, queuedContactCount });
    if (dryRun === true) return nothingDone('dryRun');
    if (queuedContactCount > 0 && queuedContactPolicy !== 'discard') return nothingDone('queuedContactsFound');
    if (recursive) removeSubtree(workflow, id, nodeIds);
    else removeOne(workflow, id);
    save();
    return { ...nothingDone('deleted'), ...revisionOf(workflow), workflow: simplified(workflow) };
  });
}

const reroute =
  (find: Find): Handler =>
  (call) =>
    editGraph(call, find, { ...guarded, newTargetNodeId: z.string() }, ({ newTargetNodeId }, { workflow, save }) => {
      const node = nodeOf(workflow, call);
      findOrRefuse(workflow.nodes[newTargetNodeId], 'Workflow node');
      const [target, ...others] = node.nextNodeIds;
      if (target === undefined || others.length > 0) {
        throw new Refusal(400, 'Only a node with exactly one next node can be rerouted.');
      }
      if (newTargetNodeId === node.id || newTargetNodeId === workflow.rootNodeId) {
        throw new Refusal(400, 'A node cannot lead to itself or to the trigger.');
      }
      if (target !== newTargetNodeId && parentsOf(workflow, target).every(({ id }) => id === node.id)) {
        throw new Refusal(400, 'The old target would have no parent.');
      }
      redirect(node, target, newTargetNodeId);
      save();
      return flat(workflow, node);
    });

const insert =
  (find: Find): Handler =>
  (call) => {
    const place = identifier('nodeId').optional();
    const shape = {
      ...guarded,
      insertMode: z.enum(INSERT_MODES),
      nodeTypeName: z.enum(CREATABLE),
      fromNodeId: place,
      toNodeId: place,
      beforeNodeId: place,
    };
    return editGraph(call, find, shape, ({ expectedRevisionId: _, ...placement }, { workflow, newId, save }) => {
      const { node, paths } = insertNode(workflow, placement, newId);
      save();
      const createdChildNodes = paths.length === 0 ? {} : { createdChildNodes: paths.map(changedNode) };
      return {
        node: { ...changedNode(node), ...revisionOf(workflow), ...createdChildNodes },
        workflow: simplified(workflow),
      };
    });
  };

const changeList =
  (find: Find): Handler =>
  (call) => {
    const shape = { ...removal, mailingListId: identifier('mailingListId').nullable() };
    return edit(call, find, shape, ({ mailingListId, dryRun, queuedContactPolicy }, { account, workflow, save }) => {
      const lists = account['mailingLists'] as readonly { id: string }[] | undefined;
      if (mailingListId !== null && lists?.some(({ id }) => id === mailingListId) === false) {
        throw new Refusal(404, 'Mailing list not found.');
      }
      // Without a list everybody stays.
      const queuedContactCount = mailingListId === null ? 0 : queuedAt(workflow, Object.keys(workflow.nodes));
      const nothingDone = (status: string) => ({ status, mailingListId, queuedContactCount });
      if (dryRun === true) return nothingDone('dryRun');
      if (queuedContactCount > 0 && queuedContactPolicy !== 'discard') return nothingDone('queuedContactsFound');
      workflow.mailingListId = mailingListId;
      if (queuedContactCount > 0) workflow.queuedContacts = {};
      save();
      return { ...nothingDone('updated'), ...revisionOf(workflow), workflow: simplified(workflow) };
    });
  };

function deleteWorkflow(call: Call, find: Find, workflows: (account: Account) => SavedWorkflow[]): Promise<Answer> {
  const shape = { ...guarded, confirmDelete: z.boolean() };
  return edit(call, find, shape, ({ confirmDelete }, { account, workflow }) => {
    if (!confirmDelete) throw new Refusal(400, 'confirmDelete must be true.');
    if (workflow.status === 'Sending' || queuedAt(workflow, Object.keys(workflow.nodes)) > 0) {
      throw new Refusal(409, 'The workflow is sending or has queued contacts.');
    }
    const all = workflows(account);
    all.splice(all.indexOf(workflow), 1);
  }).then(() => NO_CONTENT);
}

/** `find` throws a 404 `Refusal` for a workflow that does not exist. */
export const editHandlers = (find: Find, workflows: (account: Account) => SavedWorkflow[]): Handlers => ({
  'POST /v1/workflows/{id}': (call) => {
    const text = { name: nonEmptyText('name').optional(), description: z.string().optional() };
    return edit(call, find, { ...guarded, ...text }, ({ name, description }, { workflow, save }) => {
      if (name === undefined && description === undefined) {
        throw new Refusal(400, 'Provide at least one of: name, description.');
      }
      Object.assign(workflow, name === undefined ? {} : { name }, description === undefined ? {} : { description });
      save();
      return simplified(workflow);
    });
  },
  'DELETE /v1/workflows/{id}': (call) => deleteWorkflow(call, find, workflows),
  'POST /v1/workflows/{id}/mailing-list': changeList(find),
  'POST /v1/workflows/{id}/nodes': insert(find),
  'POST /v1/workflows/{id}/nodes/{nodeId}': (call) => {
    const shape = { ...guarded, payload: z.record(z.string(), z.unknown()) };
    return editGraph(call, find, shape, ({ payload }, { account, workflow, save }) => {
      if (!call.service.variants.nodeUpdates) throw new Refusal(501, 'Updating nodes is not implemented.');
      const node = nodeOf(workflow, call);
      const changed = applyPayload(account, workflow, node, parsePayload(node, payload));
      save();
      return flat(workflow, changed);
    });
  },
  'POST /v1/workflows/{id}/nodes/{nodeId}/add-branch': (call) =>
    editGraph(call, find, guarded, (_, { workflow, newId, save }) => {
      const path = insertPath(workflow, nodeOf(workflow, call), newId);
      save();
      return { node: { ...changedNode(path), ...revisionOf(workflow) }, workflow: simplified(workflow) };
    }),
  'POST /v1/workflows/{id}/nodes/{nodeId}/reroute': reroute(find),
  'DELETE /v1/workflows/{id}/nodes/{nodeId}': (call) => remove(call, find, false),
  'DELETE /v1/workflows/{id}/nodes/{nodeId}/recursive': (call) => remove(call, find, true),
});
