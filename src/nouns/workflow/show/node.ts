/** Fetches one node together with its neighbors in the workflow. */
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { fetchParts, graphTask, metricsTask, type PartError } from '../fetch.ts';
import { readGraph } from '../graph.ts';
import { getWorkflowNode, type WorkflowNode } from '../operations.ts';

/** The node as the API sent it, with fields that loopsctl adds. */
export type NodeInPlace = WorkflowNode & {
  previousNodeIds?: string[];
  /** The previous and next nodes by ID, each as in the workflow. */
  neighbors?: Record<string, unknown>;
  metrics?: unknown;
  errors?: readonly PartError[];
};

/** Rejects if the node cannot be fetched. Anything else that cannot be fetched is warned about and listed under `errors`. */
export async function getNodeInPlace(
  context: Context,
  id: string,
  nodeId: string,
  withMetrics: boolean,
): Promise<NodeInPlace> {
  // First: the other requests are useless without the node.
  const node = await context.call(getWorkflowNode, { id, nodeId });
  const sendsEmail = node.typeName === 'SendEmailAction';
  if (withMetrics && !sendsEmail) context.note('Only email nodes have metrics.');
  const { values, errors } = await fetchParts(context, [
    graphTask(context, id, nodeId),
    ...(withMetrics && sendsEmail ? [metricsTask(context, id, nodeId)] : []),
  ]);
  const fetched = (name: string) => values.find(({ part }) => part === name)?.value;
  const [workflow, metrics] = [fetched('graph'), fetched('metrics')];
  return {
    ...node,
    ...(isRecord(workflow) ? neighborsOf(workflow, node, nodeId) : {}),
    ...(metrics === undefined ? {} : { metrics }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

function neighborsOf(workflow: unknown, { nextNodeIds }: WorkflowNode, nodeId: string) {
  const { nodes } = readGraph(workflow);
  const previousNodeIds = [...nodes.values()].filter(({ next }) => next.includes(nodeId)).map(({ id }) => id);
  const next = Array.isArray(nextNodeIds) ? nextNodeIds : [];
  const neighbors = [...new Set([...previousNodeIds, ...next])].flatMap((id) => {
    const node = nodes.get(id);
    return node === undefined ? [] : [[id, node.fields] as const];
  });
  return { previousNodeIds, neighbors: Object.fromEntries(neighbors) };
}
