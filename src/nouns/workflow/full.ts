/** A workflow with more than its graph says: the settings of all nodes, the counters of its emails. */
import type { Context } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { getWorkflow, getWorkflowNode, type Workflow } from './operations.ts';
import { detailsTask, fetchParts, metricsTask, type PartError, reportErrors } from './parts.ts';

/**
 * The answer of `getWorkflow` with each node's own fields added, for whoever judges a workflow. Nodes are fetched several
 * at a time within the request limits, with progress. Rejects with the first `Failure`: half a workflow would be judged
 * as if it were whole.
 */
export async function getFullWorkflow(context: Context, id: string): Promise<Workflow> {
  const workflow = await context.call(getWorkflow, { id });
  // An answer may differ from the contract.
  const simplifiedNodes = isRecord(workflow.nodes) ? workflow.nodes : {};
  const nodes = await context.each(Object.entries(simplifiedNodes), async ([nodeId, simplified]) => {
    const node = await context.call(getWorkflowNode, { id, nodeId });
    return [nodeId, { ...simplified, ...node }] as const;
  });
  return { ...workflow, nodes: Object.fromEntries(nodes) };
}

/**
 * A workflow for whoever looks at it. Parts that cannot be fetched are warned of and stand in `errors`: what is known is
 * shown. With neither part this is the answer of `getWorkflow`.
 */
export async function getWorkflowWith(
  context: Context,
  id: string,
  parts: { readonly full: boolean; readonly metrics: boolean },
): Promise<Workflow & { errors?: PartError[] }> {
  const workflow = await context.call(getWorkflow, { id });
  if (!parts.full && !parts.metrics) return workflow;
  // What the service sent as its nodes may be anything.
  const entries = isRecord(workflow.nodes) ? Object.entries(workflow.nodes) : [];
  const tasks = entries.flatMap(([nodeId, node]) => [
    ...(parts.full ? [detailsTask(context, id, nodeId)] : []),
    ...(parts.metrics && isRecord(node) && node['typeName'] === 'SendEmailAction'
      ? [metricsTask(context, id, nodeId)]
      : []),
  ]);
  const outcomes = await fetchParts(context, tasks);
  const nodes = new Map<string, Record<string, unknown>>(entries);
  for (const { nodeId, part, value } of outcomes) {
    if (value === undefined) continue;
    nodes.set(nodeId, { ...nodes.get(nodeId), ...(part === 'metrics' ? { metrics: value } : (value as object)) });
  }
  const errors = reportErrors(context, outcomes);
  return {
    ...workflow,
    ...(entries.length === 0 ? {} : { nodes: Object.fromEntries(nodes) as Workflow['nodes'] }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}
