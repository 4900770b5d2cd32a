/** `workflow node remove`: removes a node, alone or with everything that only it leads to. */
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { EXIT_CHECK_FAILED, Failure, usage } from '../../../errors.ts';
import { formatCount } from '../../../text/number.ts';
import { idOf } from '../../ids.ts';
import { subtreeOf } from '../edit/edits.ts';
import type { GraphNode } from '../graph.ts';
import { sentenceOf } from '../node-types.ts';
import { NODE_REFERENCES } from '../operations.ts';
import { describeWorkflow, nothingDone } from '../records.ts';
import { deleteNode, deleteNodeRecursive } from '../write-operations.ts';
import { ChangedNodes, callsFor, changed, changedView, editOnce } from './change.ts';
import { findNode, type Opened, openGraph } from './find.ts';

const input = z.object({
  id: idOf('workflow'),
  node: z.string().min(1).describe('ID of the node, or its words'),
  recursive: z.boolean().default(false).describe('also remove everything that only it leads to'),
  discardQueued: z.boolean().default(false).describe('discard the contacts who wait in the removed nodes'),
});
type Input = z.output<typeof input>;

function removable(opened: Opened, { node, recursive }: Input): GraphNode {
  const found = findNode(opened, node);
  if (recursive || found.next.length < 2) return found;
  throw usage(`The node has ${found.next.length} next nodes.`, 'Pass --recursive to remove it with its paths.');
}

/** What the API would remove: its own dry run. */
async function preview(context: Context, opened: Opened, input: Input) {
  const { workflow, revision } = opened;
  const { id: nodeId } = removable(opened, input);
  const { recursive } = input;
  const operation = recursive ? deleteNodeRecursive : deleteNode;
  const answer = await context.call(operation, { id: workflow.id, nodeId, expectedRevisionId: revision, dryRun: true });
  const { nodeIds, queuedContactCount } = (isRecord(answer) ? answer : {}) as Readonly<Record<string, unknown>>;
  if (
    !Array.isArray(nodeIds) ||
    !nodeIds.every((id) => typeof id === 'string') ||
    typeof queuedContactCount !== 'number'
  ) {
    throw new Failure('unexpected_response', 'The API did not say what it would remove. Nothing was removed.');
  }
  return { nodeId, nodeIds: nodeIds as readonly string[], queuedContactCount };
}

function wordsOf({ graph, names }: Opened, id: string): string {
  const node = graph.nodes.get(id);
  return node === undefined ? id : sentenceOf(node, names);
}

/** The workflow of the question: its revision is sent, so that a change during the question is a conflict. */
const openedOnce = (context: Context, id: string): Promise<Opened> => context.once(() => openGraph(context, id));

export const removeCommand = command({
  notes:
    'The question lists what the API would remove. If contacts wait there, nothing is removed (exit 9), unless --discard-queued is given. Triggers and exits cannot be removed.',
  input,
  positionals: ['id', 'node'],
  output: ChangedNodes,
  calls: callsFor(deleteNode, deleteNodeRecursive),
  examples: [
    { does: 'Remove a filter', line: 'workflow node remove ceh8e7mybcn6718b1frqy868r AudienceFilter --yes' },
    {
      does: 'Remove a branch with its paths',
      line: 'workflow node remove cxxh0pcq2pvs8yvth7rfghq6e "Experiment with 80% of contacts" --recursive --dry-run',
    },
  ],
  question: async (context, input) => {
    const opened = await openedOnce(context, input.id);
    const { nodeId, nodeIds, queuedContactCount: queued } = await preview(context, opened, input);
    const more = nodeIds.filter((id) => id !== nodeId).map((id) => wordsOf(opened, id));
    const others = more.length === 0 ? '' : ` and ${formatCount(more.length, 'more node')} (${more.join('; ')})`;
    const lost = queued === 0 ? '' : ` (${formatCount(queued, 'queued contact')})`;
    return `Remove ${wordsOf(opened, nodeId)}${others}${lost} from workflow ${describeWorkflow(opened.workflow)}?`;
  },
  run: async (context, input) => {
    const opened = await openedOnce(context, input.id);
    const { id: nodeId } = removable(opened, input);
    const { recursive, discardQueued } = input;
    const nodeIds = recursive ? subtreeOf(opened.draft, nodeId) : [nodeId];
    const edit = { action: 'remove' as const, nodeId, recursive, nodeIds };
    const performed = await editOnce(context, opened, edit, discardQueued);
    if (performed.type === 'queued') {
      context.warn(nothingDone(performed.count));
      return changed(nodeIds, performed);
    }
    const removed = [...opened.draft.nodes.keys()].filter((id) => !Object.hasOwn(performed.workflow.nodes, id));
    const words = removed.map((one) => wordsOf(opened, one)).join('; ');
    context.note(`Removed ${formatCount(removed.length, 'node')}: ${words}.`);
    return changed(removed, performed);
  },
  verdict: ({ status }) => (status === 'done' ? 0 : EXIT_CHECK_FAILED),
  shows: NODE_REFERENCES,
  view: changedView,
});
