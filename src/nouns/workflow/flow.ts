/** How a graph flows: the order of its nodes from where it begins, where its ways come together, where they go round. */
import { type Graph, type GraphNode, rootsOf } from './graph.ts';

/** Nodes are named by their place in `order`: small numbers, because graphs of thousands of nodes are read here. */
export interface Flow {
  /**
   * Every node once, each part of the graph after the other. Within a part a node stands behind all that lead to it,
   * but for ways that go round (reverse postorder), and the ways of a branch stand in the order in which they were sent.
   */
  readonly order: readonly GraphNode[];
  readonly placeOf: ReadonlyMap<string, number>;
  /** Where each part begins; the first `reached` of them are what the trigger reaches (one, or none). */
  readonly starts: readonly number[];
  readonly reached: number;
  /** For each place, the places of the nodes that follow, in the order in which they were sent, where they exist. */
  readonly next: readonly (readonly number[])[];
  /** For each place, the number of its part. */
  readonly partOf: readonly number[];
}

/** The nodes that `start` leads to without passing those that are `seen` already; marks them. Reverse postorder. */
function orderFrom(start: GraphNode, graph: Graph, seen: Set<string>): GraphNode[] {
  const finished: GraphNode[] = [];
  const open: Array<{ node: GraphNode; left: number }> = [];
  const enter = (node: GraphNode | undefined): void => {
    if (node === undefined || seen.has(node.id)) return;
    seen.add(node.id);
    open.push({ node, left: node.next.length });
  };
  enter(start);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    // The last way first, so that the first way comes first when all is reversed.
    if (top.left > 0) enter(graph.nodes.get(top.node.next[--top.left] ?? ''));
    else {
      finished.push(top.node);
      open.pop();
    }
  }
  return finished.reverse();
}

export function flowOf(graph: Graph): Flow {
  const { start, unreachable } = rootsOf(graph);
  const order: GraphNode[] = [];
  const starts: number[] = [];
  const partOf: number[] = [];
  const seen = new Set<string>();
  for (const id of [...start, ...unreachable]) {
    const node = graph.nodes.get(id);
    if (node === undefined) continue;
    starts.push(order.length);
    for (const found of orderFrom(node, graph, seen)) {
      order.push(found);
      partOf.push(starts.length - 1);
    }
  }
  const placeOf = new Map(order.map(({ id }, place) => [id, place]));
  const next = order.map((node) => node.next.flatMap((id) => placeOf.get(id) ?? []));
  return { order, placeOf, starts, reached: start.length, next, partOf };
}

/** Whether a connection leads back to a node that leads to it. */
export const goesRound = ({ partOf }: Flow, from: number, to: number): boolean =>
  to <= from && partOf[to] === partOf[from];

/** For each place, the places that lead to it within its part. */
function previousOf({ order, next, partOf }: Flow): readonly (readonly number[])[] {
  const previous: number[][] = order.map(() => []);
  next.forEach((places, from) => {
    for (const to of places) if (partOf[to] === partOf[from]) previous[to]?.push(from);
  });
  return previous;
}

/**
 * For each place, the last node that every way to it from the start of its part passes: its immediate dominator.
 * A start has itself. Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
 */
function dominatorsOf(flow: Flow, previous: readonly (readonly number[])[]): Int32Array {
  const dominators = new Int32Array(flow.order.length).fill(-1);
  for (const start of flow.starts) dominators[start] = start;
  const above = (place: number): number => dominators[place] ?? -1;
  const meet = (one: number, other: number): number => {
    let [a, b] = [one, other];
    while (a !== b) {
      while (a > b) a = above(a);
      while (b > a) b = above(b);
    }
    return a;
  };
  const starts = new Set(flow.starts);
  // Twice where cycles have one way in; an odd graph takes a few more turns.
  for (let changed = true; changed; ) {
    changed = false;
    for (let place = 0; place < dominators.length; place++) {
      if (starts.has(place)) continue;
      let found = -1;
      for (const from of previous[place] ?? []) if (above(from) !== -1) found = found === -1 ? from : meet(found, from);
      if (dominators[place] === found) continue;
      dominators[place] = found;
      changed = true;
    }
  }
  return dominators;
}

/**
 * For each branch whose ways come together, the node at which all of them have that go on: the last node that several
 * ways lead to and that none reaches without the branch.
 *
 * This is the branch's immediate post-dominator where every way goes on. Where some way ends, or goes round for ever,
 * nothing post-dominates a branch, and the drawing still has to say where the others meet; so it is read from the
 * dominator tree, in which a join hangs below the branch that parted its ways.
 */
export function joinsOf(flow: Flow): ReadonlyMap<number, number> {
  const previous = previousOf(flow);
  const dominators = dominatorsOf(flow, previous);
  const joins = new Map<number, number>();
  previous.forEach((from, place) => {
    const onward = from.filter((before) => before < place).length;
    // Later places replace earlier ones: whoever goes on comes to the last.
    if (onward > 1) joins.set(dominators[place] ?? -1, place);
  });
  return joins;
}
