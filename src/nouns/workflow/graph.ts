/** A workflow as a graph: its nodes, where contacts enter it, and where they can go. An exit ends every path. */
import { isRecord } from '../../define/json.ts';

export interface GraphNode {
  readonly id: string;
  readonly typeName: string;
  /** All connections, in order: IDs that need not exist, and that may repeat. */
  readonly next: readonly string[];
  /** The node as the API sent it. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** A path of a branch, but not its first: a filter here is for contacts that took no earlier path. */
  readonly isFallback: boolean;
  /** The letter of a variant among the paths of its experiment. */
  readonly letter: string | undefined;
}

type ReadNode = Omit<GraphNode, 'isFallback' | 'letter'>;

/** Why a part of a workflow cannot be read. */
export interface GraphProblem {
  /** Null for the workflow itself. */
  readonly nodeId: string | null;
  readonly message: string;
}

export interface Graph {
  /** The node need not exist. Null if there is no trigger. */
  readonly rootId: string | null;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** Empty for a workflow that can be judged. */
  readonly problems: readonly GraphProblem[];
}

export const isExit = ({ typeName }: Pick<GraphNode, 'typeName'>): boolean => typeName === 'ExitAction';

/** Takes any value. Whatever cannot be read is left out and listed under `problems`. */
export function readGraph(workflow: unknown): Graph {
  const problems: GraphProblem[] = [];
  const { nodes, rootNodeId } = isRecord(workflow) ? workflow : {};
  if (!isRecord(nodes)) problems.push({ nodeId: null, message: 'nodes is not an object' });
  if (rootNodeId !== null && typeof rootNodeId !== 'string') {
    problems.push({ nodeId: null, message: 'rootNodeId is not a node ID' });
  }
  const read = Object.entries(isRecord(nodes) ? nodes : {}).flatMap(([id, fields]) => readNode(id, fields, problems));
  const fallbacks = fallbacksIn(read);
  const letters = lettersIn(read);
  return {
    rootId: typeof rootNodeId === 'string' ? rootNodeId : null,
    nodes: new Map(
      read.map(({ id, typeName, next, fields }) => {
        const [isFallback, letter] = [fallbacks.has(id), letters.get(id)];
        return [id, { id, typeName, next, fields, isFallback, letter }];
      }),
    ),
    problems,
  };
}

function readNode(id: string, fields: unknown, problems: GraphProblem[]): ReadNode[] {
  const problem = (message: string): void => void problems.push({ nodeId: id, message });
  if (!isRecord(fields)) {
    problem('it is not an object');
    return [];
  }
  const { typeName, nextNodeIds } = fields;
  if (typeof typeName !== 'string') problem('typeName is not text');
  const list: readonly unknown[] = Array.isArray(nextNodeIds) ? nextNodeIds : [];
  const next = list.filter((to): to is string => typeof to === 'string');
  if (!Array.isArray(nextNodeIds) || next.length < list.length) problem('nextNodeIds is not a list of node IDs');
  return [{ id, typeName: typeof typeName === 'string' ? typeName : '?', next, fields }];
}

function fallbacksIn(nodes: readonly ReadNode[]): ReadonlySet<string> {
  const branches = nodes.filter(({ typeName }) => typeName === 'BranchNode');
  const fallbacks = new Set(branches.flatMap(({ next }) => next.slice(1)));
  for (const { next } of branches) fallbacks.delete(next[0] ?? '');
  return fallbacks;
}

/** The variants of each experiment in the order of its paths: A, B, … Z, AA. */
function lettersIn(nodes: readonly ReadNode[]): ReadonlyMap<string, string> {
  const variants = new Set(nodes.filter(({ typeName }) => typeName === 'VariantNode').map(({ id }) => id));
  const letters = new Map<string, string>();
  for (const { next } of nodes.filter(({ typeName }) => typeName === 'ExperimentBranchNode')) {
    const paths = [...new Set(next)].filter((id) => variants.has(id) && !letters.has(id));
    for (const [index, id] of paths.entries()) letters.set(id, letterAt(index));
  }
  return letters;
}

const letterAt = (index: number): string =>
  (index < 26 ? '' : letterAt(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** The trigger, if it exists. */
export const entry = ({ rootId, nodes }: Graph): GraphNode | undefined =>
  rootId === null ? undefined : nodes.get(rootId);

/** Where a contact can go from a node: as often as it is connected, and also to IDs that do not exist. */
export const successors = (node: GraphNode): readonly string[] => (isExit(node) ? [] : node.next);

/** For each node, the nodes that a contact can come from, as often as they are connected. */
export function predecessors({ nodes }: Graph): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>([...nodes.keys()].map((id) => [id, []]));
  for (const node of nodes.values()) for (const to of successors(node)) found.get(to)?.push(node.id);
  return found;
}

/**
 * The nodes that a start leads to, without those already seen. Each comes before the nodes that follow it, except along
 * back edges (reverse postorder), and the paths of a branch come in order. Not recursive: a workflow may be deep.
 */
export function depthFirst(
  start: string,
  nextOf: (id: string) => readonly string[] | undefined,
  seen: Set<string> = new Set(),
): readonly string[] {
  const finished: string[] = [];
  const open: Array<{ readonly id: string; readonly next: readonly string[]; left: number }> = [];
  const enter = (id: string): void => {
    const next = seen.has(id) ? undefined : nextOf(id);
    if (next === undefined) return;
    seen.add(id);
    open.push({ id, next, left: next.length });
  };
  enter(start);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    // The last path is searched first, so that the first path comes first when the order is reversed.
    if (top.left > 0) enter(top.next[--top.left] ?? '');
    else {
      finished.push(top.id);
      open.pop();
    }
  }
  return finished.reverse();
}

/** The nodes that one start leads to, in the order of `depthFirst`. */
export interface Part {
  readonly order: readonly string[];
  readonly position: ReadonlyMap<string, number>;
}

export interface Traversal {
  /** The nodes that contacts reach from the trigger: an empty part if there is no trigger. */
  readonly reached: Part;
  /** The other nodes: a part for each node without predecessors, then one for each remaining cycle. */
  readonly unreached: readonly Part[];
}

export function traverse(graph: Graph): Traversal {
  const seen = new Set<string>();
  const nextOf = (id: string) => {
    const node = graph.nodes.get(id);
    return node && successors(node);
  };
  const partFrom = (start: string): Part => {
    const order = depthFirst(start, nextOf, seen);
    return { order, position: new Map(order.map((id, index) => [id, index])) };
  };
  const reached = partFrom(graph.rootId ?? '');
  const targets = predecessors(graph);
  const isSource = (id: string): boolean => targets.get(id)?.every((source) => source === id) ?? true;
  const others = [...graph.nodes.keys()].filter((id) => !seen.has(id));
  const unreached = [...others.filter(isSource), ...others].flatMap((id) => (seen.has(id) ? [] : [partFrom(id)]));
  return { reached, unreached };
}

/** Whether a contact can come to a node. */
export const isReached = ({ reached }: Traversal, id: string): boolean => reached.position.has(id);

/** Whether a connection leads back to a node that leads to it: it closes a cycle, and without back edges there are no cycles. */
export function isBackEdge({ position }: Part, from: string, to: string): boolean {
  const [here, there] = [position.get(from), position.get(to)];
  return here !== undefined && there !== undefined && there <= here;
}

/**
 * The cycles of some parts: sets of nodes in which each leads to every other. These are the strongly connected components,
 * found by a second search against the connections (Kosaraju). A single node counts if it leads to itself.
 */
export function cyclesIn(graph: Graph, parts: readonly Part[]): readonly (readonly string[])[] {
  const sources = predecessors(graph);
  return parts.flatMap(({ order, position }) => {
    const unassigned = new Set(order);
    return order.flatMap((first) => {
      if (!unassigned.delete(first)) return [];
      const component = [first];
      for (const id of component) {
        for (const source of sources.get(id) ?? []) if (unassigned.delete(source)) component.push(source);
      }
      const isCycle = component.length > 1 || sources.get(first)?.includes(first) === true;
      return isCycle ? [component.sort((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0))] : [];
    });
  });
}
