/**
 * One side of a comparison: a graph with numbers for nodes, so that neither IDs nor their order can influence the result.
 * The numbers follow the connections from the trigger: among equal nodes, the first ones on the way are pairs.
 */
import { depthFirst, type Graph } from '../../graph.ts';
import { type ContentOptions, canonical, contentOf } from '../content.ts';

/** A node that does not exist. */
export const NOWHERE = -1;

/** Arrays by node number. */
export interface Side {
  readonly ids: readonly string[];
  readonly types: readonly string[];
  /** Equal texts for equal contents. */
  readonly contents: readonly string[];
  /** All connections of each node in order, those of exits too: a diff compares what is drawn. */
  readonly next: readonly (readonly number[])[];
  /** The nodes that each node is connected from. */
  readonly sources: readonly (readonly number[])[];
  /** Null if there is no trigger, `NOWHERE` if it does not exist. */
  readonly root: number | null;
}

/** Two workflows to compare. */
export type Sides = readonly [Side, Side];

export function sideOf({ nodes, rootId }: Graph, options: ContentOptions): Side {
  const reached = depthFirst(rootId ?? '', (id) => nodes.get(id)?.next);
  const list = [...new Set([...reached, ...nodes.keys()])].flatMap((id) => nodes.get(id) ?? []);
  const indexes = new Map(list.map(({ id }, index) => [id, index]));
  const indexOf = (id: string): number => indexes.get(id) ?? NOWHERE;
  const next = list.map((node) => node.next.map(indexOf));
  const sources: number[][] = list.map(() => []);
  next.forEach((targets, from) => {
    for (const to of targets) sources[to]?.push(from);
  });
  return {
    ids: list.map(({ id }) => id),
    types: list.map(({ typeName }) => typeName),
    contents: list.map((node) => canonical([...contentOf(node, options)])),
    next,
    sources,
    root: rootId === null ? null : indexOf(rootId),
  };
}
