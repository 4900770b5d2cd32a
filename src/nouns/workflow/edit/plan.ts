/** The plan that turns a live workflow into a saved one: every edit in order, in words and as a request. */
import * as z from 'zod';
import { isRecord, textOf } from '../../../define/json.ts';
import { usage } from '../../../errors.ts';
import { type Graph, readGraph } from '../graph.ts';
import { sentenceOf } from '../node-types.ts';
import type { Workflow } from '../operations.ts';
import { applied, type DraftNode, type GraphEdit } from './edits.ts';
import { type Goal, nodeWords, requireRegular } from './goal.ts';
import { type Pairs, pairNodes } from './pairs.ts';
import { isComplete, unsettable } from './payloads.ts';
import { isCreatable, Planner } from './planner.ts';

/** An edit of the workflow itself. */
export type WorkflowEdit =
  | { readonly action: 'describe'; readonly name?: string; readonly description?: string }
  | { readonly action: 'mailing-list'; readonly mailingListId: string | null };

export type Edit = GraphEdit | WorkflowEdit;

export const PlannedEdit = z.object({
  action: z.enum(['insert', 'add-path', 'update', 'reroute', 'remove', 'describe', 'mailing-list']),
  sentence: z.string(),
  nodeId: z.string().nullable().describe('null for an edit of the workflow itself; new-1, … for nodes to be created'),
  request: z.record(z.string(), z.unknown()).describe('the edit, without the revision'),
});
export type PlannedEdit = z.infer<typeof PlannedEdit>;

export const NewEmail = z.object({ nodeId: z.string(), subject: z.string().nullable() });

export const WorkflowPlan = z.object({
  workflowId: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
  same: z.boolean().describe('whether there is nothing to do'),
  nodes: z.object({
    before: z.number().int(),
    most: z.number().int().describe('at any time'),
    after: z.number().int(),
  }),
  edits: z.array(PlannedEdit),
  emails: z.array(NewEmail).describe('email nodes that are created with an empty message'),
});
export type WorkflowPlan = z.infer<typeof WorkflowPlan>;

/** A saved workflow and the live one. */
export interface Sides {
  /** The argument that names the file. */
  readonly source: string;
  readonly saved: unknown;
  readonly live: Workflow;
}

interface Start {
  readonly planner: Planner;
  /** Edits of the workflow itself; they follow those of the graph, which the API may refuse. */
  readonly rest: readonly WorkflowEdit[];
}

/** Throws a `usage` failure, with the reasons, where no edits lead from the live workflow to the saved one. */
export function startPlan({ source, saved, live }: Sides): Start {
  const graphs = {
    goal: readGraph(saved),
    live: readGraph(live),
    sameWorkflow: isRecord(saved) && saved['id'] === live.id,
  };
  const goal = requireRegular(source, graphs.goal);
  const current = requireRegular(`Workflow ${live.id}`, graphs.live);
  const pairs = pairNodes(graphs, goal, current);
  const problems = impossible(graphs.goal, goal, current, pairs);
  if (problems.length > 0) {
    throw usage(
      `The API can't make workflow ${live.id} like ${source}: ${problems.join(' ')} Nothing was changed.`,
      'Change the file, or make this part of the change in the dashboard.',
    );
  }
  return { planner: new Planner(current, goal, pairs), rest: workflowEdits(saved, live) };
}

const exitCount = ({ nodes }: Goal): number =>
  [...nodes.values()].filter(({ typeName }) => typeName === 'ExitAction').length;

/** What no edit can do, one sentence each. */
function impossible(graph: Graph, goal: Goal, live: Goal, pairs: Pairs): readonly string[] {
  const exits = [exitCount(live), exitCount(goal)];
  return [
    ...(exits[0] === exits[1] ? [] : [`Exits can't be created or removed (${exits[0]} now, ${exits[1]} in the file).`]),
    ...goal.order.flatMap((id) => {
      const [node, wanted, found] = [graph.nodes.get(id), goal.nodes.get(id), live.nodes.get(pairs.get(id) ?? '')];
      if (node === undefined || wanted === undefined) return [];
      const words = nodeWords(node);
      const isSameType = found?.typeName === wanted.typeName;
      if (id === goal.rootId && wanted.typeName === 'BlankTrigger' && !isSameType) {
        return ["A trigger can't be cleared."];
      }
      const fixed = unsettable(wanted.typeName, isSameType ? found?.fields : undefined, wanted.fields);
      if (fixed.length > 0) return [`${fixed.join(' and ')} of ${words} can only be set in the dashboard.`];
      if (wanted.typeName === 'TimerAction' && wanted.fields['unit'] === 's')
        return [`${words}: waits are set in minutes, hours or days.`];
      if (found !== undefined || wanted.typeName === 'ExitAction') return [];
      if (!isCreatable(wanted.typeName)) return [`A ${wanted.typeName} can't be created: ${words}.`];
      return isComplete(wanted.typeName, wanted.fields)
        ? []
        : [`The file lacks the filter of ${words}: save it with \`workflow show <id> --details --json\`.`];
    }),
  ];
}

function workflowEdits(saved: unknown, live: Workflow): readonly WorkflowEdit[] {
  if (!isRecord(saved)) return [];
  const text = (field: 'name' | 'description') => {
    const value = saved[field];
    return typeof value === 'string' && value !== (live[field] ?? '') ? { [field]: value } : {};
  };
  const described = { ...text('name'), ...text('description') };
  const list = saved['mailingListId'];
  const isList = list === null || typeof list === 'string';
  return [
    ...(Object.keys(described).length === 0 ? [] : [{ action: 'describe' as const, ...described }]),
    ...(isList && list !== (live.mailingListId ?? null)
      ? [{ action: 'mailing-list' as const, mailingListId: list }]
      : []),
  ];
}

/** No plan is this long: every node is created, connected and removed a few times at most. */
const MOST_EDITS = 20_000;

/** Every edit, as if the API did what its contract says. */
export function planWorkflow(sides: Sides): WorkflowPlan {
  const { planner, rest } = startPlan(sides);
  const { live } = sides;
  const before = planner.draft.nodes.size;
  const edits: PlannedEdit[] = [];
  let most = before;
  for (let edit = planner.next(); edit !== undefined; edit = planner.next()) {
    if (edits.length === MOST_EDITS) throw new Error('The plan does not end.');
    const goalId = edit.action === 'insert' || edit.action === 'add-path' ? planner.missingNode() : undefined;
    edits.push(describeEdit(edit, planner, goalId));
    planner.done(edit);
    most = Math.max(most, planner.draft.nodes.size);
  }
  edits.push(...rest.map((edit) => describeEdit(edit, planner, undefined)));
  return {
    workflowId: live.id,
    name: live.name ?? null,
    status: live.status ?? null,
    same: edits.length === 0,
    nodes: { before, most, after: planner.draft.nodes.size },
    edits,
    emails: newEmails(planner),
  };
}

/** The email nodes that a plan has created, each with the subject in the file. */
export function newEmails({ goal, pairs, createdNodes }: Planner): z.infer<typeof NewEmail>[] {
  return goal.order.flatMap((id) => {
    const [node, live] = [goal.nodes.get(id), pairs.get(id)];
    if (node?.typeName !== 'SendEmailAction' || live === undefined || !createdNodes.has(live)) return [];
    const subject = node.fields['subject'];
    return [{ nodeId: live, subject: typeof subject === 'string' ? subject : null }];
  });
}

/** An edit in words, before it is done. */
export function describeEdit(edit: Edit, { draft, goal, pairs }: Planner, goalId: string | undefined): PlannedEdit {
  const { action, ...request } = edit;
  const goalOf = (id: string): DraftNode | undefined => {
    const own = [...pairs].find(([, live]) => live === id)?.[0];
    return own === undefined ? undefined : goal.nodes.get(own);
  };
  const words = (id: string): string => {
    const live = draft.nodes.get(id);
    // What is new has the settings of the goal before long.
    const node = id.startsWith('new-') ? (goalOf(id) ?? live) : live;
    return node === undefined ? id : `${sentenceOf(node)} (${id})`;
  };
  const planned = (nodeId: string | null, sentence: string): PlannedEdit => ({ action, sentence, nodeId, request });
  switch (edit.action) {
    case 'insert': {
      const wanted = goalId === undefined ? undefined : goal.nodes.get(goalId);
      const what = wanted === undefined ? 'a temporary branch' : `"${sentenceOf(wanted)}"`;
      const [id = ''] = edit.creates;
      return planned(id, `Insert ${what} between ${words(edit.from)} and ${words(edit.to)}`);
    }
    case 'add-path': {
      const wanted = goalId === undefined ? undefined : goal.nodes.get(goalId);
      const what = wanted === undefined ? 'a temporary path' : `the path "${sentenceOf(wanted)}"`;
      return planned(edit.creates[0] ?? '', `Add ${what} to ${words(edit.nodeId)}`);
    }
    case 'update': {
      const after = applied(draft, edit).nodes.get(edit.nodeId);
      const target = after === undefined ? '' : sentenceOf(after);
      const before = draft.nodes.get(edit.nodeId);
      const settings =
        before !== undefined && sentenceOf(before) === target ? ` (${Object.keys(edit.payload).join(', ')})` : '';
      return planned(edit.nodeId, `Set up ${words(edit.nodeId)}: "${target}"${settings}`);
    }
    case 'reroute':
      return planned(edit.nodeId, `Connect ${words(edit.nodeId)} to ${words(edit.to)}`);
    case 'remove': {
      const more = edit.nodeIds.length - 1;
      return planned(
        edit.nodeId,
        `Remove ${words(edit.nodeId)}${more > 0 ? ` and ${more} more: ${edit.nodeIds.slice(1).join(', ')}` : ''}`,
      );
    }
    case 'describe':
      return planned(
        null,
        `Change ${Object.entries(edit)
          .filter(([field]) => field !== 'action')
          .map(([field, value]) => `the ${field} to ${JSON.stringify(value)}`)
          .join(' and ')}`,
      );
    case 'mailing-list':
      return planned(
        null,
        edit.mailingListId === null
          ? 'Remove the mailing list'
          : `Change the mailing list to ${textOf(edit.mailingListId)}`,
      );
  }
}
