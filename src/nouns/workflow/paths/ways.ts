/**
 * The ways through a workflow, from the trigger to an end: how many there are, what they have in common, the first of them.
 *
 * A way ends at an exit, at a node after which nothing comes, at a connection that leads nowhere, or where it would go round:
 * the connections that a depth-first search finds to close a cycle (`search`) are not followed. So a way is a path in a graph
 * without cycles, and their number is exact however large it is.
 */
import type { Graph } from '../graph.ts';
import { search, startOf, waysOn } from '../traversal.ts';
import { waitOf } from '../waits.ts';

export type EndKind = 'exit' | 'last' | 'nowhere' | 'cycle';

export interface Way {
  readonly nodeIds: readonly string[];
  /** `nodeId` is the last node (`exit`, `last`), the one that does not exist, or the one to which it goes round. */
  readonly end: { readonly kind: EndKind; readonly nodeId: string };
}

/** The least and the most over all ways. */
export type Range = readonly [least: number, most: number];

export interface Ways {
  readonly count: bigint;
  /** Undefined where there is no way. */
  readonly emails: Range | undefined;
  /** In seconds; undefined where there is no way, or where a timer on one does not say how long it is. */
  readonly wait: Range | undefined;
  /** The ways in the order in which the connections stand, as many as are asked for. */
  first(limit: number): readonly Way[];
}

export function findWays(graph: Graph): Ways {
  const start = startOf(graph);
  const { order, closing } = search(graph, start);
  const notFollowed = new Set(closing.map(({ from, to }) => JSON.stringify([from, to])));
  const followed = (from: string, to: string): boolean =>
    graph.nodes.has(to) && !notFollowed.has(JSON.stringify([from, to]));
  const [root] = start;
  const totals = totalsOf(graph, order, followed);
  const total = root === undefined ? undefined : totals.get(root);
  return {
    count: total?.count ?? 0n,
    emails: total?.emails,
    wait: total?.wait,
    first: (limit) => (root === undefined ? [] : listWays(root, limit, graph, followed)),
  };
}

interface Total {
  readonly count: bigint;
  readonly emails: Range;
  readonly wait: Range | undefined;
}

type Followed = (from: string, to: string) => boolean;

/** What is true of all ways from each node on, made of what is true of those from the nodes that follow. */
function totalsOf(graph: Graph, order: readonly string[], followed: Followed): ReadonlyMap<string, Total> {
  const totals = new Map<string, Total>();
  const end: Total = { count: 1n, emails: [0, 0], wait: [0, 0] };
  for (const id of order.toReversed()) {
    const node = graph.nodes.get(id);
    if (node === undefined) continue;
    const ways = waysOn(node).map((to) => (followed(id, to) ? (totals.get(to) ?? end) : end));
    const parts = ways.length === 0 ? [end] : ways;
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

/** A node on a way, and the nodes before it: ways share their beginnings, so that each costs no more than its length. */
interface Trail {
  readonly id: string;
  readonly before: Trail | undefined;
}

function listWays(root: string, limit: number, { nodes }: Graph, followed: Followed): Way[] {
  const found: Way[] = [];
  const pending: Array<{ readonly trail: Trail; readonly end?: Way['end'] }> = [
    { trail: { id: root, before: undefined } },
  ];
  for (let step = pending.pop(); step !== undefined && found.length < limit; step = pending.pop()) {
    const { trail, end } = step;
    const node = nodes.get(trail.id);
    const ways = node === undefined ? [] : waysOn(node);
    if (end !== undefined || ways.length === 0) {
      const kind = node?.typeName === 'ExitAction' ? 'exit' : 'last';
      found.push({ nodeIds: idsOf(trail), end: end ?? { kind, nodeId: trail.id } });
      continue;
    }
    for (const to of ways.toReversed()) {
      pending.push(
        followed(trail.id, to)
          ? { trail: { id: to, before: trail } }
          : { trail, end: { kind: nodes.has(to) ? 'cycle' : 'nowhere', nodeId: to } },
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
