/** One side of a comparison: a graph whose nodes are numbers, so that neither IDs nor their order can decide anything. */
import type { Graph } from '../graph.ts';
import { type ContentOptions, canonical, contentOf } from './content.ts';

/** What stands for a node that does not exist. */
export const NOWHERE = -1;

export interface Side {
  readonly ids: readonly string[];
  readonly types: readonly string[];
  /** What each node is apart from its place: equal texts for equal contents. */
  readonly contents: readonly string[];
  /** What follows each node, in order and as often as it is named; `NOWHERE` for what does not exist. */
  readonly next: readonly (readonly number[])[];
  /** What leads to each node. */
  readonly sources: readonly (readonly number[])[];
  /** Null where there is none, `NOWHERE` where it does not exist. */
  readonly root: number | null;
}

export function sideOf({ nodes, rootId }: Graph, options: ContentOptions): Side {
  const list = [...nodes.values()];
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
