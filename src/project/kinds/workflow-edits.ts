/** Makes the nodes of a workflow like those of its file, one edit at a time, so that a run which ends in between can continue. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { NO_NAMES } from '../../define/names.ts';
import { Failure } from '../../errors.ts';
import { applied, type Draft, type DraftNode, type GraphEdit } from '../../nouns/workflow/edit/edits.ts';
import { settingsOf } from '../../nouns/workflow/edit/payloads.ts';
import {
  createdIds,
  hasConnectionsOf,
  perform,
  sendEdit,
  sendWorkflowEdit,
} from '../../nouns/workflow/edit/perform.ts';
import { planWorkflow, startPlan } from '../../nouns/workflow/edit/plan.ts';
import { revisionOf } from '../../nouns/workflow/edit/write.ts';
import { readGraph } from '../../nouns/workflow/graph.ts';
import type { Workflow } from '../../nouns/workflow/operations.ts';
import { formatCount } from '../../text/number.ts';
import { canonicalJson } from '../content.ts';
import { type FileNodes, nextOf, nodesIn, workflowOf } from './workflow-nodes.ts';

/** An edit that was sent, and the workflow before it. It is in the lock until the response to the next one. */
export const OpenEdit = z.object({
  before: z.object({ rootId: z.string(), nodes: z.record(z.string(), z.looseObject({})) }),
  edit: z.looseObject({ action: z.string() }),
  /** The key of the node that it creates. */
  goal: z.string().optional(),
});
export type OpenEdit = z.infer<typeof OpenEdit>;

/** What a file asks of the workflow. The fields that it does not change are missing. */
export interface Wanted {
  readonly name?: string;
  readonly description?: string;
  readonly mailingListId?: string | null;
  readonly nodes: FileNodes;
}

const sidesOf = (live: Workflow, { nodes, ...rest }: Wanted) => ({
  source: 'The file',
  byId: true,
  saved: { id: live.id, ...rest, ...workflowOf(nodes) },
  // Only the settings that files have: the others are not part of a comparison.
  live: { ...live, ...workflowOf(nodesIn(readGraph(live))) } as Workflow,
});

/** A removal is a dry run first, and before the others the history reads what they replace. */
const TWICE: readonly string[] = ['remove', 'update', 'reroute', 'describe', 'mailing-list'];

/** The sentence that says why no edits lead to the file; undefined where some do. Also how many edits they are. */
export function planEdits(live: Workflow, wanted: Wanted): { readonly problem?: string; readonly requests: number } {
  try {
    const { edits } = planWorkflow(sidesOf(live, wanted), NO_NAMES);
    return { requests: edits.length + edits.filter(({ action }) => TWICE.includes(action)).length };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'usage') throw error;
    return { problem: error.message.replace(' Nothing was changed.', ''), requests: 0 };
  }
}

export type Begun = (edit: OpenEdit, keys: Readonly<Record<string, string>>) => Promise<void>;

/** Resolves to the IDs of the nodes by their names in `wanted`. */
export async function editWorkflow(
  context: Context,
  live: Workflow,
  wanted: Wanted,
  { begun, discardQueued }: { readonly begun: Begun; readonly discardQueued: boolean },
): Promise<ReadonlyMap<string, string>> {
  const { planner, rest } = startPlan(sidesOf(live, wanted));
  const pending = [...rest];
  let revision = revisionOf(live);
  for (;;) {
    const edit = planner.next() ?? pending.shift();
    if (edit === undefined) return planner.pairs;
    const isOfGraph = edit.action !== 'describe' && edit.action !== 'mailing-list';
    const goal = 'creates' in edit ? planner.missingNode() : undefined;
    if (isOfGraph) {
      const { rootId, nodes } = planner.draft;
      const before = { rootId, nodes: Object.fromEntries([...nodes].map(([id, node]) => [id, { ...node }])) };
      await begun({ before, edit: { ...edit }, ...(goal === undefined ? {} : { goal }) }, keysIn(planner.pairs));
    }
    const place = { id: live.id, revision, draft: planner.draft, discardQueued };
    if (context.isDryRun) {
      if (isOfGraph) await sendEdit(context, place, edit);
      else await sendWorkflowEdit(context, place, edit);
      if (isOfGraph) planner.done(edit);
      continue;
    }
    const performed = await perform(context, place, edit);
    if (performed.type === 'queued') {
      throw new Failure(
        'check_failed',
        `${formatCount(performed.count, 'contact')} would be lost: they wait in what the push would remove.`,
        { hint: 'Wait until they have moved on, or pass --discard-queued to lose them.' },
      );
    }
    if (isOfGraph) {
      planner.done(edit, performed.ids);
      planner.draft = { ...planner.draft, nodes: performed.nodes };
    }
    revision = revisionOf(performed.workflow);
  }
}

/** Nodes that files have by their keys, because they had no IDs yet. */
const keysIn = (pairs: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries([...pairs].filter(([name, id]) => name !== id));

const draftOf = ({ before: { rootId, nodes } }: OpenEdit): Draft => ({
  rootId,
  nodes: new Map(Object.entries(nodes) as unknown as [string, DraftNode][]),
});

/** Whether every node has the settings that it should have. */
function hasSettingsOf(draft: Draft, live: Draft['nodes'], created: readonly string[]): boolean {
  return [...draft.nodes].every(([id, { typeName, fields }]) => {
    if (created.includes(id)) return true;
    const shown = live.get(id)?.fields ?? {};
    return settingsOf(typeName).every(
      (field) =>
        fields[field] === undefined || canonicalJson(fields[field] ?? null) === canonicalJson(normal(shown, field)),
    );
  });
}

const normal = (fields: DraftNode['fields'], field: string): unknown => fields[field] ?? null;

/**
 * Whether a workflow is what an open edit found, or what it left: then nobody else has changed it. Resolves to the nodes that it
 * has created, by their keys in `wanted`; undefined if somebody else may have.
 */
export function recognize(
  open: OpenEdit,
  workflow: Workflow,
  wanted: FileNodes,
): Readonly<Record<string, string>> | undefined {
  const draft = draftOf(open);
  const edit = open.edit as unknown as GraphEdit;
  const plain = { ...workflow, ...workflowOf(nodesIn(readGraph(workflow))) } as Workflow;
  const live = readGraph(plain).nodes;
  if (hasConnectionsOf(draft, undefined, [], plain) && hasSettingsOf(draft, live, [])) return {};
  const ids = createdIds(draft, edit, plain);
  if (!hasConnectionsOf(draft, edit, ids, plain)) return undefined;
  const after = applied(draft, 'creates' in edit ? { ...edit, creates: ids } : edit);
  if (!hasSettingsOf(after, live, ids)) return undefined;
  const [first, ...paths] = ids;
  if (open.goal === undefined || first === undefined) return {};
  const goal = wanted[open.goal];
  const next = goal === undefined ? [] : nextOf(goal);
  return Object.fromEntries([[open.goal, first], ...paths.flatMap((id, at) => (next[at] ? [[next[at], id]] : []))]);
}
