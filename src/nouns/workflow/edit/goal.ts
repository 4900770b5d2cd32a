/** Reads the two sides of a plan: graphs that edits can produce. Everything else is refused before anything is sent. */
import { usage } from '../../../errors.ts';
import { cyclesIn, depthFirst, type Graph, type GraphNode, predecessors, successors, traverse } from '../graph.ts';
import { sentenceOf } from '../node-types.ts';
import { CREATED_PATHS, type Draft } from './edits.ts';

export interface Goal extends Draft {
  /** Every node before those that follow it. */
  readonly order: readonly string[];
}

/** `Wait 2 days (cq12…)`, for messages. */
export const nodeWords = (node: GraphNode): string => `${sentenceOf(node)} (${node.id})`;

/** Why edits cannot produce a graph, one sentence for each reason. */
function irregularities(graph: Graph): readonly string[] {
  const { nodes, rootId } = graph;
  const root = rootId === null ? undefined : nodes.get(rootId);
  if (root === undefined) return ['It has no trigger.'];
  const traversal = traverse(graph);
  const sources = predecessors(graph);
  const unreached = traversal.unreached.flatMap(({ order }) => order);
  return [
    ...(cyclesIn(graph, [traversal.reached]).length > 0 ? ['Its nodes form a cycle.'] : []),
    ...unreached.slice(0, 1).map((id) => `Node ${id} is not reached from the trigger.`),
    ...[...nodes.values()].flatMap((node) => irregularity(node, graph, sources)),
  ];
}

function irregularity(node: GraphNode, { nodes, rootId }: Graph, sources: ReturnType<typeof predecessors>): string[] {
  const words = nodeWords(node);
  const next = successors(node);
  const missing = next.find((id) => !nodes.has(id));
  if (missing !== undefined) return [`${words} leads to ${missing}, which does not exist.`];
  if (node.typeName.endsWith('Trigger') !== (node.id === rootId)) return [`${words} is a trigger in the wrong place.`];
  const paths = CREATED_PATHS[node.typeName];
  if (paths === undefined) {
    const wanted = node.typeName === 'ExitAction' ? 0 : 1;
    return next.length === wanted ? [] : [`${words} has ${next.length} connections instead of ${wanted}.`];
  }
  if (next.length === 0) return [`${words} has no paths.`];
  const wrong = next.find((id) => nodes.get(id)?.typeName !== paths.typeName || sources.get(id)?.length !== 1);
  return wrong === undefined ? [] : [`${words} has a path that does not begin with a ${paths.typeName} of its own.`];
}

/** The graph of one side. Throws a `usage` failure with the reasons where edits could not produce it. */
export function requireRegular(name: string, graph: Graph): Goal {
  const [first, ...others] = irregularities(graph);
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    throw usage(
      `${name} can't be part of a plan: ${first}${more} Nothing was changed.`,
      'Correct it first: `loopsctl workflow lint` lists such mistakes.',
    );
  }
  const nodes = new Map(
    [...graph.nodes.values()].map(({ id, typeName, next, fields }) => [
      id,
      { id, typeName, next: typeName === 'ExitAction' ? [] : next, fields },
    ]),
  );
  const rootId = graph.rootId ?? '';
  return { rootId, nodes, order: depthFirst(rootId, (id) => nodes.get(id)?.next) };
}
