/** The operations on workflows: list, the simplified graph, one node in full, and the counters of an email node. */
import type { Account } from '../account.ts';
import { type Call, findOrRefuse, type Handlers, ok, Refusal } from '../handler.ts';
import { answerPage } from '../paging.ts';
import type { NodeTypeName, Workflow, WorkflowNode } from '../workflow.ts';

/** The fields of each kind of node that the simplified graph shows besides `typeName` and `nextNodeIds`. */
const DISPLAY_FIELDS: Readonly<Record<NodeTypeName, readonly string[]>> = {
  SignupTrigger: [],
  BlankTrigger: [],
  EventTrigger: ['eventName'],
  ContactPropertyTrigger: ['contactPropertyQuery'],
  AddToListTrigger: [],
  AudienceFilter: ['audienceFilter', 'audienceSegmentId'],
  TimerAction: ['amount', 'unit'],
  SendEmailAction: ['emailMessageId', 'subject'],
  BranchNode: ['evalStrategy'],
  ExperimentBranchNode: ['samplingRate', 'experimentType'],
  VariantNode: ['variantId', 'isControl'],
  ExitAction: [],
};

export const workflowHandlers: Handlers = {
  'GET /v1/workflows': async (call) =>
    answerPage(call, {
      collection: 'workflows',
      items: (await call.service.store.read()).workflows,
      idOf: ({ id }) => id,
      show: ({ id, name, createdAt, updatedAt }) => ({ id, name, createdAt, updatedAt, url: pageOf(id) }),
    }),

  'GET /v1/workflows/{id}': async (call) => ok(simplified(findWorkflow(await call.service.store.read(), call))),

  'GET /v1/workflows/{id}/nodes/{nodeId}': async (call) => {
    const workflow = findWorkflow(await call.service.store.read(), call);
    const { id, typeName, nextNodeIds, ...fields } = findNode(workflow, call);
    const { id: workflowId, workflowRevisionId } = workflow;
    return ok({ id, workflowId, workflowRevisionId, typeName, nextNodeIds, ...fields });
  },

  'GET /v1/workflows/{id}/nodes/{nodeId}/metrics': async (call) => {
    const workflow = findWorkflow(await call.service.store.read(), call);
    const { id, typeName } = findNode(workflow, call);
    if (typeName !== 'SendEmailAction') throw new Refusal(400, 'Metrics are only available for SendEmailAction nodes.');
    return ok(workflow.nodeMetrics[id]);
  },
};

const findWorkflow = (account: Account, call: Call): Workflow =>
  findOrRefuse(
    account.workflows.find(({ id }) => id === call.id('id')),
    'Workflow',
  );

const findNode = (workflow: Workflow, call: Call): WorkflowNode =>
  findOrRefuse(workflow.nodes[call.id('nodeId')], 'Workflow node');

function simplified({ nodes, nodeMetrics: _kept, createdAt: _created, updatedAt: _updated, ...shown }: Workflow) {
  const entries = Object.entries(nodes).map(([id, node]) => [id, simplifiedNode(node)]);
  return { ...shown, url: pageOf(shown.id), nodes: Object.fromEntries(entries) };
}

function simplifiedNode(node: WorkflowNode) {
  const displayed = Object.entries(node).filter(([field]) => DISPLAY_FIELDS[node.typeName].includes(field));
  return { typeName: node.typeName, nextNodeIds: node.nextNodeIds, ...Object.fromEntries(displayed) };
}

/** Where the service's own web pages would show the workflow; the host is a reserved one, as the workflow is made up. */
const pageOf = (id: string): string => `https://app.loops.example/workflows/${id}`;
