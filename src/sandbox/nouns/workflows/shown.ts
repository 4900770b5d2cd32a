/** What the API shows of a workflow: the simplified graph, and nodes in the responses to changes. */
import type { SavedNode, SavedWorkflow, SimplifiedForm } from './graph.ts';

/** Only in the full view of a node, in the usual form. */
const DETAILS = ['eventProperties', 'appliesDownstream', 'url', 'experimentId'];

/** The fields of nodes that the simplified graph leaves out. The service and its reference differ in this. */
const HIDDEN: Readonly<Record<SimplifiedForm, readonly string[]>> = {
  full: [],
  usual: DETAILS,
  brief: [...DETAILS, 'audienceFilter', 'audienceSegmentId', 'evalStrategy', 'experimentType', 'variantId'],
};

export function simplified(workflow: SavedWorkflow) {
  const {
    nodes,
    nodeMetrics: _kept,
    countedAt: _at,
    createdAt: _created,
    updatedAt: _updated,
    queuedContacts: _queued,
    ...rest
  } = workflow;
  const { simplifiedForm = 'usual', ...shown } = rest;
  const hidden = new Set(['id', ...HIDDEN[simplifiedForm]]);
  const entries = Object.entries(nodes).map(([id, { typeName, nextNodeIds, ...fields }]) => {
    const visible = Object.entries(fields).filter(([field]) => !hidden.has(field));
    return [id, { typeName, nextNodeIds, ...Object.fromEntries(visible) }];
  });
  return { ...shown, url: pageOf(shown.id), nodes: Object.fromEntries(entries) };
}

/** The page of the workflow in the service's web application, on a reserved host name. */
export const pageOf = (id: string): string => `https://app.loops.example/workflows/${id}`;

/** The fields that responses to changes lack. */
const NOT_IN_CHANGES = new Set(['evalStrategy', 'experimentType', 'experimentId', 'url', 'variantId']);

/** A node in the response to a change. */
export const changedNode = (node: SavedNode) =>
  Object.fromEntries(Object.entries(node).filter(([field]) => !NOT_IN_CHANGES.has(field)));
