/** What the commands for nodes share: one edit, its result, and how it is shown. */
import * as z from 'zod';
import type { Context } from '../../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../../define/json.ts';
import type { Display, View } from '../../../define/view.ts';
import type { GraphEdit } from '../edit/edits.ts';
import { PERFORM_CALLS, type Performed, perform } from '../edit/perform.ts';
import { withStatus } from '../edit/write.ts';
import { readGraph } from '../graph.ts';
import { LOOKS } from '../looks.ts';
import { lookOf, sentenceOf, symbolOf } from '../node-types.ts';
import { getWorkflow, Workflow } from '../operations.ts';
import type { Opened } from './find.ts';

/** The calls of a command that makes edits with these operations. */
export const callsFor = (...operations: ReadonlyArray<(typeof PERFORM_CALLS)[number]>) => [
  ...new Set([getWorkflow, ...operations, ...PERFORM_CALLS.filter(({ effect }) => effect === 'read')]),
];

export const ChangedNodes = z.object({
  status: z.enum(['done', 'queuedContactsFound']).describe('queuedContactsFound: nothing was done'),
  nodeIds: z.array(z.string()).describe('the nodes that were created, changed or removed'),
  queuedContactCount: z.number().int().optional(),
  workflow: Workflow.optional().describe('the workflow afterwards'),
});
export type ChangedNodes = z.infer<typeof ChangedNodes>;

export const editOnce = (
  context: Context,
  { workflow, revision, draft }: Opened,
  edit: GraphEdit,
  discardQueued = false,
): Promise<Performed> =>
  perform(context, { id: workflow.id, revision, draft, discardQueued, tolerant: true }, edit).catch(
    (error: unknown) => {
      throw withStatus(error, workflow.status);
    },
  );

export const changed = (nodeIds: readonly string[], performed: Performed): ChangedNodes =>
  performed.type === 'queued'
    ? { status: 'queuedContactsFound', nodeIds: [...nodeIds], queuedContactCount: performed.count }
    : { status: 'done', nodeIds: [...nodeIds], workflow: performed.workflow };

/** Each changed node with what follows it. */
function draw(value: unknown, { style, names }: Display): string {
  const workflow = valueAt(value, 'workflow');
  const ids = valueAt(value, 'nodeIds');
  if (!isRecord(workflow)) return `Nothing was done. Queued contacts: ${textOf(valueAt(value, 'queuedContactCount'))}`;
  const { nodes } = readGraph(workflow);
  const line = (id: string): string => {
    const node = nodes.get(id);
    if (node === undefined) return `${style.red('-')} ${id}`;
    return `${style[LOOKS[lookOf(node.typeName)].terminal](symbolOf(node.typeName))} ${sentenceOf(node, names)}  ${style.dim(id)}`;
  };
  const lines = (Array.isArray(ids) ? ids : []).flatMap((id) => {
    const next = nodes.get(textOf(id))?.next ?? [];
    return [line(textOf(id)), ...next.map((to) => `  → ${line(to)}`)];
  });
  return [...lines, `Revision  ${textOf(valueAt(workflow, 'workflowRevisionId')) || 'none'}`].join('\n');
}

export const changedView: View = { kind: 'drawing', draw };
