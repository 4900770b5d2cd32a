/** Reads a workflow answer as a graph, whatever is wrong with it. */
import { isRecord, textOf } from '../../define/json.ts';

export interface GraphNode {
  readonly id: string;
  readonly typeName: string;
  /** IDs of the nodes that follow; they need not exist. */
  readonly next: readonly string[];
  /** The node as it was sent. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Graph {
  /** As the service names it; the node need not exist. Null when there is none. */
  readonly rootId: string | null;
  readonly nodes: ReadonlyMap<string, GraphNode>;
}

/** Takes any value; what cannot be a node is left out, what cannot be a connection is not followed. */
export function readGraph(workflow: unknown): Graph {
  const { nodes, rootNodeId } = isRecord(workflow) ? workflow : {};
  const entries = isRecord(nodes) ? Object.entries(nodes) : [];
  return {
    rootId: typeof rootNodeId === 'string' ? rootNodeId : null,
    nodes: new Map(
      entries.flatMap(([id, fields]) => {
        if (!isRecord(fields)) return [];
        const next = Array.isArray(fields['nextNodeIds']) ? fields['nextNodeIds'] : [];
        const ids = next.filter((nextId): nextId is string => typeof nextId === 'string');
        return [[id, { id, typeName: textOf(fields['typeName'] ?? '?'), next: ids, fields }]];
      }),
    ),
  };
}

/** Where drawing begins: the root, then whatever nothing reaches, in the order in which the nodes were sent. */
export function rootsOf(graph: Graph): { readonly start: readonly string[]; readonly unreachable: readonly string[] } {
  const start = graph.rootId !== null && graph.nodes.has(graph.rootId) ? [graph.rootId] : [];
  const seen = new Set<string>();
  const reach = (id: string): void => {
    const pending = [id];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const node = graph.nodes.get(next);
      if (node === undefined || seen.has(next)) continue;
      seen.add(next);
      for (const nextId of node.next) pending.push(nextId);
    }
  };
  start.forEach(reach);
  const targets = new Set([...graph.nodes.values()].flatMap((node) => node.next.filter((id) => id !== node.id)));
  const lost = [...graph.nodes.keys()].filter((id) => !seen.has(id));
  // Those that nothing leads to first; then, of what is left, one from each cycle.
  const unreachable = [...lost.filter((id) => !targets.has(id)), ...lost].filter((id) => {
    if (seen.has(id)) return false;
    reach(id);
    return true;
  });
  return { start, unreachable };
}
