/** Gives the nodes of a picture their places and the connections their ways. */
import { Graph, layout } from '@dagrejs/dagre';
import { usage } from '../../../errors.ts';
import { type Box, type BoxSize, boxFor, type Point } from './boxes.ts';
import type { Picture, PictureEdge, PictureNode } from './picture.ts';
import { spansOf } from './spans.ts';
import { loopOf, rowAt, rowsOf, wayOf } from './ways.ts';
import { widthOf } from './wrap.ts';

export interface PlacedNode extends PictureNode, Box, BoxSize {}

export interface PlacedEdge extends PictureEdge {
  /** From the border of one box to that of the other. */
  readonly points: readonly Point[];
  /** The label's place, where there is one. */
  readonly labelBox: Box | undefined;
}

export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** The size of the letters of a label, and of the place that it takes. */
export const LABEL = { font: 11, padX: 4, height: 16 } as const;

/** Above this, the best ranking takes too long and needs a deep stack; another one is nearly as good. */
const MANY_NODES = 400;

/**
 * Lays a picture out from top to bottom; boxes never overlap. Where connections are so many and so long that this would take
 * seconds, the longest are drawn straight across.
 */
export function place({ nodes, edges }: Picture): Placed {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    nodesep: 32,
    edgesep: 20,
    ranksep: 42,
    ranker: nodes.length > MANY_NODES ? 'tight-tree' : 'network-simplex',
  });
  const sizes = new Map(nodes.map((node) => [node.key, boxFor(node)]));
  for (const [key, { width, height }] of sizes) graph.setNode(key, { width, height });
  const { laidOut, isWayBack } = spansOf(nodes, edges);
  // The package would choose by itself which connection of a cycle leads up: it is told all of them as leading down.
  const ends = (edge: PictureEdge): [string, string] => (isWayBack(edge) ? [edge.to, edge.from] : [edge.from, edge.to]);
  // The package begins with the last: so the first way of a branch comes to stand on the left.
  for (const [index, edge] of [...edges.entries()].reverse()) {
    if (laidOut.has(edge)) graph.setEdge(...ends(edge), labelSize(edge), String(index));
  }
  layOut(graph, nodes.length);

  const placed = new Map(
    nodes.map((node): [string, PlacedNode] => {
      const { lines } = sizes.get(node.key) ?? boxFor(node);
      return [node.key, { ...node, lines, ...boxAt(graph.node(node.key)) }];
    }),
  );
  const rows = rowsOf(placed.values());
  const { width, height } = boxAt(graph.graph());
  return {
    width: nodes.length === 0 ? 0 : width,
    height: nodes.length === 0 ? 0 : height,
    nodes: [...placed.values()],
    edges: edges.map((edge, index): PlacedEdge => {
      const from = placed.get(edge.from);
      const to = placed.get(edge.to);
      if (from === undefined || to === undefined) return { ...edge, points: [], labelBox: undefined };
      if (!laidOut.has(edge)) return { ...edge, points: wayOf([], from, to, rows), labelBox: undefined };
      const way = graph.edge(...ends(edge), String(index));
      const labelBox = edge.label === '' ? undefined : boxAt(way);
      const bends: Point[] = isWayBack(edge) ? [...way.points].reverse() : way.points;
      if (from === to) return { ...edge, points: loopOf(from), labelBox };
      const between = bends.slice(1, -1).filter((point) => rows.has(rowAt(point)) || point.y === labelBox?.y);
      return { ...edge, points: wayOf(between, from, to, rows), labelBox };
    }),
  };
}

/** The package calls itself for every step of a way: a chain of some thousand nodes is too deep for it. */
function layOut(graph: Graph, size: number): void {
  try {
    layout(graph);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw usage(`A workflow of ${size} nodes is too large to be laid out.`, 'Use --format tree, mermaid or dot.');
  }
}

const labelSize = ({ label }: PictureEdge) =>
  label === ''
    ? {}
    : { width: widthOf(label, LABEL.font) + LABEL.padX * 2, height: LABEL.height, labelpos: 'c' as const };

/** What the package has added to a label that it was given; its types cannot say that it has. */
const boxAt = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({ x, y, width, height });
