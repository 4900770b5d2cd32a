/** A workflow with all that the service tells about its nodes, which takes one request a node. */
import type { Context } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { getWorkflow, getWorkflowNode, type Workflow } from './operations.ts';

/**
 * The answer of `getWorkflow` with each node's own fields added. Nodes are fetched several at a time within the request
 * limits, with progress. Rejects with the first `Failure`: half a workflow would be told as if it were whole.
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
