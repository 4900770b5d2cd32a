/** Questions about a workflow's graph: what follows what, what can be reached, where it goes round. */
import type { Graph, GraphNode } from './graph.ts';

export interface Connection {
  readonly from: string;
  readonly to: string;
}

/** What follows a node, each once. Nothing follows an exit: a contact that comes there has left. */
export const waysOn = ({ typeName, next }: GraphNode): readonly string[] =>
  typeName === 'ExitAction' ? [] : [...new Set(next)];

/** The trigger, where there is one to begin at. */
export const startOf = ({ rootId, nodes }: Graph): readonly string[] =>
  rootId !== null && nodes.has(rootId) ? [rootId] : [];

export interface Search {
  /** The nodes that were reached, each before all that follow it, but for the connections that close cycles. */
  readonly order: readonly string[];
  /**
   * Connections back to a node from which the search came: each closes a cycle, and without them there is none. Where every
   * cycle has one entrance these are the connections back to the entrances, in whatever order the ways are searched.
   */
  readonly closing: readonly Connection[];
}

/** Depth first from some nodes, ways on in their order. Without recursion: a workflow may be deep. */
export function search({ nodes }: Graph, start: Iterable<string>): Search {
  const finished: string[] = [];
  const closing: Connection[] = [];
  const open = new Set<string>();
  const seen = new Set<string>();
  const trail: Array<{ readonly id: string; readonly ways: Iterator<string> }> = [];
  const enter = (id: string): void => {
    const node = nodes.get(id);
    if (node === undefined || seen.has(id)) return;
    seen.add(id);
    open.add(id);
    trail.push({ id, ways: waysOn(node).values() });
  };
  for (const root of start) {
    enter(root);
    for (let here = trail.at(-1); here !== undefined; here = trail.at(-1)) {
      const { done, value } = here.ways.next();
      if (done) {
        finished.push(here.id);
        open.delete(here.id);
        trail.pop();
      } else if (open.has(value)) closing.push({ from: here.id, to: value });
      else enter(value);
    }
  }
  return { order: finished.reverse(), closing };
}

/** The nodes that can be reached from some nodes, these included. */
export const reachable = (graph: Graph, start: Iterable<string>): ReadonlySet<string> =>
  new Set(search(graph, start).order);

/** For each node those from which a contact can come to it. */
export function comingFrom({ nodes }: Graph): ReadonlyMap<string, readonly string[]> {
  const sources = new Map<string, string[]>([...nodes.keys()].map((id) => [id, []]));
  for (const node of nodes.values()) for (const to of waysOn(node)) sources.get(to)?.push(node.id);
  return sources;
}

/**
 * The sets of nodes in which every node leads to every other: the strongly connected components, of one node only where it
 * leads to itself. Found by a second search against the connections (Kosaraju), in the order of the first.
 */
export function cyclesAmong(graph: Graph, start: Iterable<string>): readonly (readonly string[])[] {
  const { order } = search(graph, start);
  const position = new Map(order.map((id, index) => [id, index]));
  const sources = comingFrom(graph);
  const unassigned = new Set(order);
  return order.flatMap((first) => {
    if (!unassigned.delete(first)) return [];
    const component = [first];
    for (const id of component) {
      for (const source of sources.get(id) ?? []) if (unassigned.delete(source)) component.push(source);
    }
    const goesRound = component.length > 1 || sources.get(first)?.includes(first) === true;
    return goesRound ? [component.sort((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0))] : [];
  });
}
