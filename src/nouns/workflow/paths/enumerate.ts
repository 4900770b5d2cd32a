/**
 * Counts and lists the paths through a workflow, from the trigger to an end.
 *
 * A path ends at an exit, a dead end, a missing node, or before repeating a cycle: back edges are not followed. What remains
 * has no cycles, so the number of paths is exact, however large it is.
 */
import { waitOf } from '../durations.ts';
import { entry, type Graph, type GraphNode, isBackEdge, isExit, successors, type Traversal } from '../graph.ts';
import type { Path } from './schema.ts';

export interface FoundPath {
  readonly nodeIds: readonly string[];
  readonly end: Pick<Path['end'], 'type' | 'nodeId'>;
}

export type Range = readonly [min: number, max: number];

export interface FoundPaths {
  readonly count: bigint;
  /** Undefined if there are no paths. */
  readonly emails: Range | undefined;
  /** In seconds; undefined if there are no paths, or a timer on one has no valid duration. */
  readonly wait: Range | undefined;
  /** The first paths, in the order of the connections. */
  first(limit: number): readonly FoundPath[];
}

/** The most node IDs that all listed paths have together. */
const MAX_LISTED_NODES = 1_000_000;

/** Repeated connections to the same node are one path. */
const nextOf = (node: GraphNode): readonly string[] => [...new Set(successors(node))];

export function findPaths(graph: Graph, { reached }: Traversal): FoundPaths {
  const isFollowed: IsFollowed = (from, to) => graph.nodes.has(to) && !isBackEdge(reached, from, to);
  const root = entry(graph);
  const total = root && totalsOf(graph, reached.order, isFollowed).get(root.id);
  return {
    count: total?.count ?? 0n,
    emails: total?.emails,
    wait: total?.wait,
    first: (limit) => (root === undefined ? [] : listPaths(root.id, limit, graph, isFollowed)),
  };
}

interface Total {
  readonly count: bigint;
  readonly emails: Range;
  readonly wait: Range | undefined;
}

type IsFollowed = (from: string, to: string) => boolean;

/** For each node, the totals of all paths from it on: made from the totals of the nodes that follow. */
function totalsOf(graph: Graph, order: readonly string[], isFollowed: IsFollowed): ReadonlyMap<string, Total> {
  const totals = new Map<string, Total>();
  const end: Total = { count: 1n, emails: [0, 0], wait: [0, 0] };
  for (const id of order.toReversed()) {
    const node = graph.nodes.get(id);
    if (node === undefined) continue;
    const following = nextOf(node).map((to) => (isFollowed(id, to) ? (totals.get(to) ?? end) : end));
    const parts = following.length === 0 ? [end] : following;
    const sent = node.typeName === 'SendEmailAction' ? 1 : 0;
    totals.set(id, {
      count: parts.reduce((sum, { count }) => sum + count, 0n),
      emails: plus(spanning(parts.map(({ emails }) => emails)), sent) ?? [sent, sent],
      wait: plus(spanning(parts.map(({ wait }) => wait)), waitOf(node)),
    });
  }
  return totals;
}

const spanning = (ranges: readonly (Range | undefined)[]): Range | undefined =>
  ranges.reduce((all, range) => all && range && [Math.min(all[0], range[0]), Math.max(all[1], range[1])]);

const plus = (range: Range | undefined, amount: number | undefined): Range | undefined =>
  range === undefined || amount === undefined ? undefined : [range[0] + amount, range[1] + amount];

/** A node on a path and the nodes before it. Paths share their beginnings, so each costs no more than its length. */
interface Trail {
  readonly id: string;
  readonly before: Trail | undefined;
  readonly length: number;
}

function listPaths(root: string, limit: number, { nodes }: Graph, isFollowed: IsFollowed): FoundPath[] {
  const found: FoundPath[] = [];
  let listed = 0;
  const pending: Array<{ readonly trail: Trail; readonly end?: FoundPath['end'] }> = [
    { trail: { id: root, before: undefined, length: 1 } },
  ];
  for (let step = pending.pop(); step !== undefined && found.length < limit; step = pending.pop()) {
    const { trail, end } = step;
    const node = nodes.get(trail.id);
    const next = node === undefined ? [] : nextOf(node);
    if (end !== undefined || next.length === 0) {
      listed += trail.length;
      if (listed > MAX_LISTED_NODES) break;
      const type = node !== undefined && isExit(node) ? 'exit' : 'dead-end';
      found.push({ nodeIds: idsOf(trail), end: end ?? { type, nodeId: trail.id } });
      continue;
    }
    for (const to of next.toReversed()) {
      pending.push(
        isFollowed(trail.id, to)
          ? { trail: { id: to, before: trail, length: trail.length + 1 } }
          : { trail, end: { type: nodes.has(to) ? 'cycle' : 'missing', nodeId: to } },
      );
    }
  }
  return found;
}

function idsOf(trail: Trail): string[] {
  const ids: string[] = [];
  for (let step: Trail | undefined = trail; step !== undefined; step = step.before) ids.push(step.id);
  return ids.reverse();
}
