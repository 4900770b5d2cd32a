/** Opens the two sides of a plan: the saved workflow, and the live one with every setting that edits depend on. */
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { Failure } from '../../../errors.ts';
import { getWorkflow, getWorkflowNode, type Workflow } from '../operations.ts';
import { openSaved, requireGraph } from '../source.ts';
import type { Sides } from './plan.ts';

export const OPEN_CALLS = [getWorkflow, getWorkflowNode] as const;

/** The types whose settings the graph of a workflow may lack. */
const HIDDEN_SETTINGS: readonly unknown[] = [
  'AudienceFilter',
  'EventTrigger',
  'ContactPropertyTrigger',
  'AddToListTrigger',
  'BranchNode',
  'ExperimentBranchNode',
  'VariantNode',
];

/** The file is read first: nothing is requested if it cannot be. */
export async function openSides(context: Context, file: string, id: string): Promise<Sides> {
  const { workflow: saved } = await openSaved(context, file);
  const source = file === '-' ? 'Standard input' : file;
  requireGraph(source, saved);
  return { source, saved, live: await getEditable(context, id) };
}

/** `known` is the workflow without those settings, if it was read already. */
export async function getEditable(context: Context, id: string, known?: Workflow): Promise<Workflow> {
  const workflow = known ?? (await context.call(getWorkflow, { id }));
  if (!isRecord(workflow) || !isRecord(workflow.nodes)) {
    throw new Failure('unexpected_response', `The API response for workflow ${id} has no nodes.`);
  }
  requireGraph(`Workflow ${id}`, workflow);
  const entries = Object.entries(workflow.nodes);
  const hidden = entries.filter(([, { typeName }]) => HIDDEN_SETTINGS.includes(typeName));
  const detailed = await context.each(hidden, async ([nodeId, node]) => {
    const { workflowId: _, ...full } = await context.call(getWorkflowNode, { id, nodeId });
    return [nodeId, { ...node, ...full }] as const;
  });
  return { ...workflow, nodes: { ...workflow.nodes, ...Object.fromEntries(detailed) } as Workflow['nodes'] };
}
