/** Finds where the paths of each branch rejoin, so that the tree can continue there, below the branch. */
import type { Part } from '../graph.ts';

/** For each position in a part, the positions that lead to it. */
type Previous = readonly (readonly number[])[];

/**
 * For each position, the last one that every path to it passes: its immediate dominator. The start has itself.
 * Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
 */
function dominatorsOf(previous: Previous): Int32Array {
  const dominators = new Int32Array(previous.length).fill(-1);
  dominators[0] = 0;
  const above = (place: number): number => dominators[place] ?? -1;
  const meet = (one: number, other: number): number => {
    let [a, b] = [one, other];
    while (a !== b) {
      while (a > b) a = above(a);
      while (b > a) b = above(b);
    }
    return a;
  };
  // Two rounds if every cycle has a single entry; other graphs take a few more.
  for (let changed = true; changed; ) {
    changed = false;
    for (let place = 1; place < dominators.length; place++) {
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
 * For each branch whose paths rejoin, the node where all that continue have rejoined: the last node with several
 * predecessors that no path reaches without passing the branch.
 *
 * If every path continued, this would be the immediate post-dominator. But paths may end or loop, and the tree must still
 * show where the others rejoin, so the join is read from the dominator tree.
 */
export function joinsOf(
  { order, position }: Part,
  sources: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, string> {
  const previous = order.map((id) => (sources.get(id) ?? []).flatMap((source) => position.get(source) ?? []));
  const dominators = dominatorsOf(previous);
  const joins = new Map<string, string>();
  previous.forEach((from, place) => {
    const forward = from.filter((before) => before < place).length;
    // Later joins replace earlier ones: every path that continues comes to the last.
    if (forward > 1) joins.set(order[dominators[place] ?? 0] ?? '', order[place] ?? '');
  });
  return joins;
}
