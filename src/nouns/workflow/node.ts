/** One node with what is around it in its workflow. */
import type { Context } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { readGraph } from './graph.ts';
import { getWorkflow, getWorkflowNode, type WorkflowNode } from './operations.ts';
import { fetchParts, metricsTask, type PartError, reportErrors } from './parts.ts';

/** The node as the service sent it, and what loopsctl adds under names of its own. */
export type NodeInPlace = WorkflowNode & {
  /** The nodes that lead to it, in the order in which the workflow has them. */
  previousNodeIds?: string[];
  /** The nodes before and behind it by their IDs, each as the workflow shows it. */
  neighbors?: Record<string, unknown>;
  metrics?: unknown;
  errors?: PartError[];
};

/** Rejects when the node cannot be fetched; whatever else cannot is warned of and stands in `errors`. */
export async function getNodeInPlace(
  context: Context,
  id: string,
  nodeId: string,
  withMetrics: boolean,
): Promise<NodeInPlace> {
  // First and alone: without the node nothing else is worth a request.
  const node = await context.call(getWorkflowNode, { id, nodeId });
  const sendsEmail = node.typeName === 'SendEmailAction';
  if (withMetrics && !sendsEmail) context.note('Only nodes that send an email have counters.');
  const outcomes = await fetchParts(context, [
    { nodeId, part: 'graph', fetch: () => context.call(getWorkflow, { id }) },
    ...(withMetrics && sendsEmail ? [metricsTask(context, id, nodeId)] : []),
  ]);
  const fetched = (name: string) => outcomes.find(({ part }) => part === name)?.value;
  const [workflow, metrics] = [fetched('graph'), fetched('metrics')];
  const errors = reportErrors(context, outcomes);
  return {
    ...node,
    ...(isRecord(workflow) ? around(workflow, node, nodeId) : {}),
    ...(metrics === undefined ? {} : { metrics }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

function around(workflow: unknown, { nextNodeIds }: WorkflowNode, nodeId: string) {
  const { nodes } = readGraph(workflow);
  const previousNodeIds = [...nodes.values()].filter(({ next }) => next.includes(nodeId)).map(({ id }) => id);
  const next = Array.isArray(nextNodeIds) ? nextNodeIds : [];
  const neighbors = [...new Set([...previousNodeIds, ...next])].flatMap((id) => {
    const node = nodes.get(id);
    return node === undefined ? [] : [[id, node.fields] as const];
  });
  return { previousNodeIds, neighbors: Object.fromEntries(neighbors) };
}
