/** Workflows: list, the simplified graph, one node in full, and the counters of an email node. */
import { section } from '../account.ts';
import { collection } from '../collection.ts';
import { countersAt } from '../counters.ts';
import { type Call, findOrRefuse, ok, Refusal, type SandboxNoun } from '../handler.ts';
import type { SavedNode, SavedWorkflow, SimplifiedForm } from './workflows/graph.ts';
import { seededWorkflows } from './workflows/seed.ts';

export const workflowSection = section('workflows', seededWorkflows);

/** Only in the full view of a node, in the usual form. */
const DETAILS = ['eventProperties', 'appliesDownstream', 'url', 'experimentId'];

/** The fields of nodes that the simplified graph leaves out. The service and its reference differ in this. */
const HIDDEN: Readonly<Record<SimplifiedForm, readonly string[]>> = {
  full: [],
  usual: DETAILS,
  brief: [...DETAILS, 'audienceFilter', 'audienceSegmentId', 'evalStrategy', 'experimentType', 'variantId'],
};

const workflowCollection = collection('workflows', {
  section: workflowSection,
  noun: 'Workflow',
  recordOf: (workflow: SavedWorkflow) => workflow,
  show: simplified,
  summarize: ({ id, name, createdAt, updatedAt }) => ({ id, name, createdAt, updatedAt, url: pageOf(id) }),
});

export const workflows: SandboxNoun = {
  sections: [workflowSection],
  handlers: {
    ...workflowCollection.handlers,

    'GET /v1/workflows/{id}/nodes/{nodeId}': async (call) => {
      const workflow = workflowCollection.find(await call.service.store.read(), call);
      const { id, typeName, nextNodeIds, ...fields } = findNode(workflow, call);
      const { id: workflowId, workflowRevisionId } = workflow;
      return ok({ id, workflowId, workflowRevisionId, typeName, nextNodeIds, ...fields });
    },

    'GET /v1/workflows/{id}/nodes/{nodeId}/metrics': async (call) => {
      const workflow = workflowCollection.find(await call.service.store.read(), call);
      const { id, typeName } = findNode(workflow, call);
      if (typeName !== 'SendEmailAction') {
        throw new Refusal(400, 'Metrics are only available for SendEmailAction nodes.');
      }
      const counters = findOrRefuse(workflow.nodeMetrics[id], 'Workflow node');
      // The same pattern for all nodes, so that no email is sent more often than the one before it.
      const grows = workflow.status === 'Sending';
      return ok(grows ? countersAt(counters, workflow.countedAt, call.service.now(), workflow.id) : counters);
    },
  },
};

const findNode = (workflow: SavedWorkflow, call: Call): SavedNode =>
  findOrRefuse(workflow.nodes[call.parameter('nodeId')], 'Workflow node');

function simplified(workflow: SavedWorkflow) {
  const { nodes, nodeMetrics: _kept, countedAt: _at, createdAt: _created, updatedAt: _updated, ...rest } = workflow;
  const { simplifiedForm = 'usual', ...shown } = rest;
  const hidden = new Set(['id', ...HIDDEN[simplifiedForm]]);
  const entries = Object.entries(nodes).map(([id, { typeName, nextNodeIds, ...fields }]) => {
    const visible = Object.entries(fields).filter(([field]) => !hidden.has(field));
    return [id, { typeName, nextNodeIds, ...Object.fromEntries(visible) }];
  });
  return { ...shown, url: pageOf(shown.id), nodes: Object.fromEntries(entries) };
}

/** The page of the workflow in the service's web application, on a reserved host name. */
const pageOf = (id: string): string => `https://app.loops.example/workflows/${id}`;
