/** Decides which connections of a picture lead up, and which ones a layout can afford. */
import { depthFirst } from '../graph.ts';
import type { PictureEdge, PictureNode } from './picture.ts';

/** Rows that all connections may pass together, in addition to one per node. A layout of these takes about a second. */
const MAX_ROWS = 1_500;

export interface Spans {
  /** The connections to lay out: all of any normal workflow. The time of a layout grows with the rows that they pass. */
  readonly laidOut: ReadonlySet<PictureEdge>;
  /** Whether a connection closes a cycle, so that it must lead up. */
  readonly leadsUp: (edge: PictureEdge) => boolean;
}

/** Connections of exits count here: they are drawn, so they need a direction. The first node comes first. */
export function spansOf(nodes: readonly PictureNode[], edges: readonly PictureEdge[]): Spans {
  const next = new Map(nodes.map(({ key }): [string, string[]] => [key, []]));
  for (const { from, to } of edges) next.get(from)?.push(to);
  // An artificial start leads to all nodes. The first node is searched first, so that nothing in a cycle is above it.
  const starts = nodes.map(({ key }) => key).reverse();
  const order = depthFirst('', (key) => (key === '' ? starts : next.get(key)));
  const position = new Map(order.map((key, index) => [key, index]));
  const leadsUp = ({ from, to }: Pick<PictureEdge, 'from' | 'to'>) =>
    (position.get(to) ?? 0) <= (position.get(from) ?? 0);
  // The row of each node is one below the lowest of its predecessors.
  const rows = new Map<string, number>();
  for (const key of order) {
    const row = rows.get(key) ?? 0;
    if (key !== '') rows.set(key, row);
    for (const to of next.get(key) ?? []) {
      if (!leadsUp({ from: key, to })) rows.set(to, Math.max(rows.get(to) ?? 0, row + 1));
    }
  }
  return { laidOut: affordable(edges, rows), leadsUp };
}

/** The connections that pass the fewest rows. */
function affordable(edges: readonly PictureEdge[], rows: ReadonlyMap<string, number>): ReadonlySet<PictureEdge> {
  const shortestFirst = edges
    .map((edge) => ({ edge, passes: Math.abs((rows.get(edge.to) ?? 0) - (rows.get(edge.from) ?? 0)) }))
    .sort((one, other) => one.passes - other.passes);
  const kept = new Set<PictureEdge>();
  let passed = 0;
  for (const { edge, passes } of shortestFirst) {
    passed += passes;
    if (passed > MAX_ROWS + rows.size) break;
    kept.add(edge);
  }
  return kept;
}
