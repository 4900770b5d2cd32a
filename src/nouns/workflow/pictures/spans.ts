/** What a layout is told of the connections: which lead back up, and which it can afford to lay out. */
import type { PictureEdge, PictureNode } from './picture.ts';

/** Rows passed by all connections together, besides one for each node. Laying these out takes about a second. */
const MOST_ROWS = 1_500;

/** All connections, for any workflow that a person could read; otherwise those that pass the fewest rows. */
function affordable(edges: readonly PictureEdge[], rows: ReadonlyMap<string, number>): ReadonlySet<PictureEdge> {
  const shortestFirst = edges
    .map((edge) => ({ edge, passes: Math.abs((rows.get(edge.to) ?? 0) - (rows.get(edge.from) ?? 0)) }))
    .sort((one, other) => one.passes - other.passes);
  const kept = new Set<PictureEdge>();
  let passed = 0;
  for (const { edge, passes } of shortestFirst) {
    passed += passes;
    if (passed > MOST_ROWS + rows.size) break;
    kept.add(edge);
  }
  return kept;
}

export interface Spans {
  /** The connections to lay out; the others would take too long. The time grows with the rows that they pass. */
  readonly laidOut: ReadonlySet<PictureEdge>;
  /** Whether a connection closes a cycle and so must lead up. `nodes` begin with the trigger: nothing else is above it. */
  readonly isWayBack: (edge: PictureEdge) => boolean;
}

export function spansOf(nodes: readonly PictureNode[], edges: readonly PictureEdge[]): Spans {
  const next = new Map(nodes.map(({ key }): [string, string[]] => [key, []]));
  for (const { from, to } of edges) next.get(from)?.push(to);
  const order = downwards(next);
  const position = new Map(order.map((key, index) => [key, index]));
  const isWayBack = ({ from, to }: Pick<PictureEdge, 'from' | 'to'>) =>
    (position.get(to) ?? 0) <= (position.get(from) ?? 0);
  // The row of each node: one below the lowest of those that lead to it.
  const rows = new Map<string, number>();
  for (const key of order) {
    const row = rows.get(key) ?? 0;
    rows.set(key, row);
    for (const to of next.get(key) ?? []) {
      if (!isWayBack({ from: key, to })) rows.set(to, Math.max(rows.get(to) ?? 0, row + 1));
    }
  }
  return { laidOut: affordable(edges, rows), isWayBack };
}

/** Every node before those that it leads to, but for ways back: a depth-first search's reversed postorder. */
function downwards(next: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const finished: string[] = [];
  const seen = new Set<string>();
  for (const start of next.keys()) {
    const pending = [{ key: start, way: 0 }];
    for (let step = pending.at(-1); step !== undefined; step = pending.at(-1)) {
      const { key, way } = step;
      const to = next.get(key)?.[way];
      step.way += 1;
      if (way === 0 && seen.has(key)) pending.pop();
      else if (to === undefined) {
        seen.add(key);
        finished.push(key);
        pending.pop();
      } else {
        seen.add(key);
        if (!seen.has(to)) pending.push({ key: to, way: 0 });
      }
    }
  }
  return finished.reverse();
}
