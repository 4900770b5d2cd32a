/** Lays out a picture: places for its nodes and routes for its connections. */
import type { Graph } from '@dagrejs/dagre';
import type { RecordNames } from '../../../define/names.ts';
import { usage } from '../../../errors.ts';
import { formatCount } from '../../../text/number.ts';
import { requireLayout } from '../limits.ts';
import { type Box, type BoxSize, boxFor, type Point } from './boxes.ts';
import { type Picture, type PictureEdge, type PictureNode, readPicture } from './picture.ts';
import { loopOf, routeOf, rowAt, rowsOf } from './routes.ts';
import { spansOf } from './spans.ts';
import { type TextWidth, textWidthFor } from './text.ts';

export interface PlacedNode extends PictureNode, Box, BoxSize {}

export interface PlacedEdge extends PictureEdge {
  /** From the border of one box to that of the other. */
  readonly points: readonly Point[];
  readonly labelBox: Box | undefined;
}

export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  /** The widths that the layout was made for. */
  readonly textWidth: TextWidth;
}

/** A picture and where its parts are. */
export interface Layout {
  readonly picture: Picture;
  readonly placed: Placed;
}

/** Throws a `usage` failure for a workflow that is too large for a layout. */
export async function layOutWorkflow(workflow: unknown, names?: RecordNames): Promise<Layout> {
  const picture = readPicture(workflow, names);
  requireLayout(picture);
  return { picture, placed: await place(picture) };
}

export const LABEL = { font: 11, padX: 4, height: 16 } as const;

/** The best ranking of more nodes takes too long and needs a deep stack; another one is nearly as good. */
const MANY_NODES = 400;

/** From top to bottom; boxes never overlap. If a layout of all connections would take seconds, the longest are straight lines. */
export async function place({ title, subtitle, remarks, nodes, edges }: Picture): Promise<Placed> {
  const dagre = await import('@dagrejs/dagre');
  const textWidth = await textWidthFor(
    [title, subtitle, ...remarks, ...nodes.map(({ sentence }) => sentence)].join('\n'),
  );
  const graph = new dagre.Graph({ multigraph: true });
  graph.setGraph({
    nodesep: 32,
    edgesep: 20,
    ranksep: 42,
    ranker: nodes.length > MANY_NODES ? 'tight-tree' : 'network-simplex',
  });
  const sizes = new Map(nodes.map((node) => [node.key, boxFor(node, textWidth)]));
  for (const [key, { width, height }] of sizes) graph.setNode(key, { width, height });
  const { laidOut, leadsUp } = spansOf(nodes, edges);
  // Dagre would choose by itself which connection of a cycle leads up, so all are passed as leading down.
  const ends = (edge: PictureEdge): [string, string] => (leadsUp(edge) ? [edge.to, edge.from] : [edge.from, edge.to]);
  // Dagre begins with the last connection: in reverse, the first path of a branch is on the left.
  for (const [index, edge] of [...edges.entries()].reverse()) {
    if (laidOut.has(edge)) graph.setEdge(...ends(edge), labelSize(edge, textWidth), String(index));
  }
  layOut(graph, dagre.layout, nodes.length);

  const placed = new Map(
    nodes.map((node): [string, PlacedNode] => {
      const { lines } = sizes.get(node.key) ?? boxFor(node, textWidth);
      return [node.key, { ...node, lines, ...boxAt(graph.node(node.key)) }];
    }),
  );
  const rows = rowsOf(placed.values());
  const { width, height } = nodes.length === 0 ? { width: 0, height: 0 } : boxAt(graph.graph());
  const placeEdge = (edge: PictureEdge, index: number): PlacedEdge => {
    const from = placed.get(edge.from);
    const to = placed.get(edge.to);
    if (from === undefined || to === undefined) return { ...edge, points: [], labelBox: undefined };
    if (!laidOut.has(edge)) return { ...edge, points: routeOf([], from, to, rows), labelBox: undefined };
    const found = graph.edge(...ends(edge), String(index));
    const labelBox = edge.label === '' ? undefined : boxAt(found);
    if (from === to) return { ...edge, points: loopOf(from), labelBox };
    const bends: Point[] = leadsUp(edge) ? [...found.points].reverse() : found.points;
    const between = bends.slice(1, -1).filter((point) => rows.has(rowAt(point)) || point.y === labelBox?.y);
    return { ...edge, points: routeOf(between, from, to, rows), labelBox };
  };
  return { width, height, nodes: [...placed.values()], edges: edges.map(placeEdge), textWidth };
}

/** Dagre calls itself for every step of a path: a very long chain is too deep for it. */
function layOut(graph: Graph, layout: (graph: Graph) => void, size: number): void {
  try {
    layout(graph);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw usage(
      `A workflow of ${formatCount(size, 'node')} is too large for svg and html.`,
      'Use --format tree, mermaid or dot.',
    );
  }
}

const labelSize = ({ label }: PictureEdge, textWidth: TextWidth) =>
  label === ''
    ? {}
    : { width: textWidth(label, LABEL.font) + LABEL.padX * 2, height: LABEL.height, labelpos: 'c' as const };

/** Dagre adds these to the labels it was given, which its types cannot express. */
const boxAt = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({ x, y, width, height });
