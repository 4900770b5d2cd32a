/** Workflows: list, create, the simplified graph, one node in full, the counters of an email node, and the edits. */
import * as z from 'zod';
import { section } from '../account.ts';
import { collection } from '../collection.ts';
import { countersAt } from '../counters.ts';
import { type Call, findOrRefuse, ok, Refusal, type SandboxNoun } from '../handler.ts';
import { newId } from '../identifiers.ts';
import { withOutbox } from '../outbox.ts';
import { identifier, nonEmptyText } from '../request-body.ts';
import { editHandlers } from './workflows/edits.ts';
import type { SavedNode, SavedWorkflow } from './workflows/graph.ts';
import { seededWorkflows } from './workflows/seed.ts';
import { pageOf, simplified } from './workflows/shown.ts';

export const workflowSection = section('workflows', seededWorkflows);

const workflowCollection = collection('workflows', {
  section: workflowSection,
  noun: 'Workflow',
  recordOf: (workflow: SavedWorkflow) => workflow,
  show: simplified,
  summarize: ({ id, name, createdAt, updatedAt }) => ({ id, name, createdAt, updatedAt, url: pageOf(id) }),
  create: {
    body: z.strictObject({
      name: nonEmptyText('name'),
      description: z.string().optional(),
      mailingListId: identifier('mailingListId').nullable().optional(),
    }),
    make({ name, description, mailingListId = null }, { service, createdAt }): SavedWorkflow {
      const { random, now, variants } = service;
      if (!variants.workflowCreation) throw new Refusal(500, 'Creating workflows is not available for your team.');
      const [trigger, exit] = [newId(random), newId(random)];
      return {
        id: newId(random),
        name,
        ...(description === undefined ? {} : { description }),
        status: 'Draft',
        mailingListId,
        workflowRevisionId: newId(random),
        rootNodeId: trigger,
        createdAt,
        updatedAt: createdAt,
        countedAt: now(),
        simplifiedForm: 'brief',
        nodes: {
          [trigger]: { id: trigger, typeName: 'BlankTrigger', nextNodeIds: [exit] },
          [exit]: { id: exit, typeName: 'ExitAction', nextNodeIds: [] },
        },
        nodeMetrics: {},
      };
    },
  },
});

export const workflows: SandboxNoun = {
  sections: [workflowSection],
  handlers: {
    ...workflowCollection.handlers,
    ...editHandlers(workflowCollection.find, workflowSection.of),

    'GET /v1/workflows/{id}/nodes/{nodeId}': async (call) => {
      const workflow = workflowCollection.find(await call.service.store.read(), call);
      const { id, typeName, nextNodeIds, ...fields } = findNode(workflow, call);
      const { id: workflowId, workflowRevisionId } = workflow;
      return ok({ id, workflowId, workflowRevisionId, typeName, nextNodeIds, ...fields });
    },

    'GET /v1/workflows/{id}/nodes/{nodeId}/metrics': async (call) => {
      const account = await call.service.store.read();
      const workflow = workflowCollection.find(account, call);
      const { id, typeName, emailMessageId } = findNode(workflow, call) as SavedNode & { emailMessageId?: unknown };
      if (typeName !== 'SendEmailAction') {
        throw new Refusal(400, 'Metrics are only available for SendEmailAction nodes.');
      }
      const counters = findOrRefuse(workflow.nodeMetrics[id], 'Workflow node');
      // The same pattern for all nodes, so that no email is sent more often than the one before it.
      const grows = workflow.status === 'Sending';
      const now = call.service.now();
      const grown = grows ? countersAt(counters, workflow.countedAt, now, workflow.id) : counters;
      return ok(withOutbox(grown, account, String(emailMessageId), now));
    },
  },
};

const findNode = (workflow: SavedWorkflow, call: Call): SavedNode =>
  findOrRefuse(workflow.nodes[call.parameter('nodeId')], 'Workflow node');
