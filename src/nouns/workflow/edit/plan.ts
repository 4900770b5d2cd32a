/** The plan that turns a live workflow into a saved one: every edit in order, in words and as a request. */
import * as z from 'zod';
import { isRecord } from '../../../define/json.ts';
import type { RecordNames } from '../../../define/names.ts';
import { usage } from '../../../errors.ts';
import { type Graph, readGraph } from '../graph.ts';
import type { Workflow } from '../operations.ts';
import type { WorkflowEdit } from './edits.ts';
import { type Goal, nodeWords, requireRegular } from './goal.ts';
import { type Pairs, pairNodes } from './pairs.ts';
import { isComplete, unsettable } from './payloads.ts';
import { isCreatable, Planner } from './planner.ts';
import { describeEdit, emailsToWrite, PlannedEdit, PlannedEmail } from './words.ts';

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
  emails: z
    .array(PlannedEmail)
    .describe('emails to write afterwards: new ones, and those with a different subject in the file'),
});
export type WorkflowPlan = z.infer<typeof WorkflowPlan>;

/** A saved workflow and the live one. */
export interface Sides {
  /** The argument that names the file. */
  readonly source: string;
  readonly saved: unknown;
  readonly live: Workflow;
  /** The file has the IDs of all nodes that it keeps: nodes without one are new, whatever they are like. */
  readonly byId?: boolean;
}

interface Start {
  readonly planner: Planner;
  /** Edits of the workflow itself; they follow those of the graph, which the API may refuse. */
  readonly rest: readonly WorkflowEdit[];
}

/** Throws a `usage` failure, with the reasons, where no edits lead from the live workflow to the saved one. */
export function startPlan({ source, saved, live, byId = false }: Sides): Start {
  const graphs = {
    goal: readGraph(saved),
    live: readGraph(live),
    sameWorkflow: isRecord(saved) && saved['id'] === live.id,
    byId,
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
export function planWorkflow(sides: Sides, names: RecordNames): WorkflowPlan {
  const { planner, rest } = startPlan(sides);
  const { live } = sides;
  const before = planner.draft.nodes.size;
  const edits: PlannedEdit[] = [];
  let most = before;
  for (let edit = planner.next(); edit !== undefined; edit = planner.next()) {
    if (edits.length === MOST_EDITS) throw new Error('The plan does not end.');
    const goalId = edit.action === 'insert' || edit.action === 'add-path' ? planner.missingNode() : undefined;
    edits.push(describeEdit(edit, planner, goalId, names));
    planner.done(edit);
    most = Math.max(most, planner.draft.nodes.size);
  }
  for (const edit of rest) edits.push(describeEdit(edit, planner, undefined, names));
  return {
    workflowId: live.id,
    name: live.name ?? null,
    status: live.status ?? null,
    same: edits.length === 0,
    nodes: { before, most, after: planner.draft.nodes.size },
    edits,
    emails: emailsToWrite(planner),
  };
}
