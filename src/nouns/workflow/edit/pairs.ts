/** Pairs the nodes of a goal with those of the live workflow, so that edits keep as many as possible. */
import { comparedFields } from '../diff/content.ts';
import { matchNodes } from '../diff/matching.ts';
import type { Graph } from '../graph.ts';
import { CREATED_PATHS } from './edits.ts';
import type { Goal } from './goal.ts';

/** Live IDs by the IDs of the goal. */
export type Pairs = Map<string, string>;

const isPath = (side: Goal, id: string): boolean =>
  [...side.nodes.values()].some(({ typeName, next }) => Object.hasOwn(CREATED_PATHS, typeName) && next.includes(id));

interface Graphs {
  readonly goal: Graph;
  readonly live: Graph;
  readonly sameWorkflow: boolean;
  /** Only nodes of the same ID are pairs. */
  readonly byId?: boolean;
}

const sameIds = (goal: Goal, live: Goal): Pairs =>
  new Map([...goal.nodes.keys()].flatMap((id) => (live.nodes.has(id) ? [[id, id] as const] : [])));

function matchedNodes({ goal, live, sameWorkflow }: Graphs): Pairs {
  const { sides, partners } = matchNodes(goal, live, { sameWorkflow, compared: comparedFields(goal, live) });
  const matched: Pairs = new Map();
  partners.forEach((partner, index) => {
    const [from, to] = [sides[0].ids[index], sides[1].ids[partner ?? -1]];
    if (from !== undefined && to !== undefined) matched.set(from, to);
  });
  return matched;
}

/** Pairs of the same type; triggers and exits are pairs of each other, because neither can be created. */
export function pairNodes(graphs: Graphs, goal: Goal, live: Goal): Pairs {
  const matched = graphs.byId ? sameIds(goal, live) : matchedNodes(graphs);
  const pairs: Pairs = new Map(
    [...matched].filter(([from, to]) => {
      const [a, b] = [goal.nodes.get(from), live.nodes.get(to)];
      const isFree = from !== goal.rootId && to !== live.rootId && !isPath(goal, from) && !isPath(live, to);
      return isFree && a !== undefined && a.typeName === b?.typeName;
    }),
  );
  pairs.set(goal.rootId, live.rootId);
  pairExits(pairs, goal, live);
  for (const id of goal.order) pairPaths(pairs, matched, goal, live, id);
  return pairs;
}

const exitsOf = ({ nodes }: Goal): readonly string[] =>
  [...nodes.values()].filter(({ typeName }) => typeName === 'ExitAction').map(({ id }) => id);

function pairExits(pairs: Pairs, goal: Goal, live: Goal): void {
  const taken = new Set(pairs.values());
  const free = exitsOf(live).filter((id) => !taken.has(id));
  for (const id of exitsOf(goal)) {
    if (pairs.has(id)) continue;
    const exit = free.shift();
    if (exit !== undefined) pairs.set(id, exit);
  }
}

/** The paths of a branch are evaluated in order, and new ones come last: pairs keep the order. */
function pairPaths(pairs: Pairs, matched: Pairs, goal: Goal, live: Goal, id: string): void {
  const [node, partner] = [goal.nodes.get(id), live.nodes.get(pairs.get(id) ?? '')];
  if (node === undefined || partner === undefined || !Object.hasOwn(CREATED_PATHS, node.typeName)) return;
  const isMatch = (from: string | undefined, to: string | undefined): boolean =>
    from !== undefined && to !== undefined && matched.get(from) === to;
  for (const [from, to] of inOrder(node.next, partner.next, isMatch)) pairs.set(from, to);
}

/** Pairs every item of the shorter list with one of the longer, in order, with as many matches as possible. */
function inOrder(
  wanted: readonly string[],
  given: readonly string[],
  isMatch: (from: string | undefined, to: string | undefined) => boolean,
): ReadonlyArray<readonly [string, string]> {
  // More are wanted than there are: the new ones follow at the end.
  if (wanted.length >= given.length) return given.map((to, index) => [wanted[index] ?? '', to] as const);
  // best[i][j]: the most matches of the first i wanted items with the first j given ones.
  const best: number[][] = [given.map(() => 0).concat(0)];
  wanted.forEach((from, i) => {
    const row: number[] = [Number.NEGATIVE_INFINITY];
    given.forEach((to, j) => {
      const taken = (best[i]?.[j] ?? 0) + (isMatch(from, to) ? 1 : 0);
      row.push(Math.max(row[j] ?? 0, taken));
    });
    best.push(row);
  });
  const found: Array<readonly [string, string]> = [];
  for (let [i, j] = [wanted.length, given.length]; i > 0 && j > 0; j--) {
    if (best[i]?.[j] === best[i]?.[j - 1]) continue;
    found.unshift([wanted[i - 1] ?? '', given[j - 1] ?? '']);
    i--;
  }
  return found;
}
