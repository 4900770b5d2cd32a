/**
 * A workflow as an outline: the lines of the tree, before widths and colors. A chain goes straight down, the paths of a
 * branch are indented, and where they rejoin the outline continues below the branch.
 */
import { type Graph, type GraphNode, isBackEdge, isExit, type Part, predecessors, type Traversal } from '../graph.ts';
import { joinsOf } from './joins.ts';

/**
 * A node, or a reference: to a node drawn elsewhere (`on`), to one above (`back`), from a branch straight to where its paths
 * rejoin (`straight`), to an ID that does not exist (`missing`), or from an exit, where no path continues (`ignored`).
 * `end` marks a path that ends without an exit.
 */
export type LineType = 'node' | 'on' | 'back' | 'straight' | 'missing' | 'ignored' | 'end';

export interface OutlineLine {
  readonly type: LineType;
  /** The tree lines before the symbol, and those of everything below it. */
  readonly lead: string;
  readonly rest: string;
  /** The node that is drawn or referred to; undefined if it does not exist. */
  readonly node: GraphNode | undefined;
  readonly id: string;
}

type Block = readonly OutlineLine[];

export interface Outline {
  readonly reached: readonly Block[];
  readonly unreached: readonly Block[];
}

interface Step {
  readonly id: string;
  readonly lead: string;
  readonly rest: string;
  /** Where it comes from; undefined at the start of a block and where paths have rejoined. */
  readonly from: GraphNode | undefined;
  /** Where the paths of the innermost branch rejoin: a path that ends in this node needs no line for it. */
  readonly join: string | undefined;
}

const RAIL = { path: '├─ ', past: '│  ', last: '└─ ', below: '   ' };

/** Branches deeper than `deepest` are drawn in blocks of their own. */
export function outlineOf(graph: Graph, { reached, unreached }: Traversal, deepest: number): Outline {
  const sources = predecessors(graph);
  const drawn = new Set<string>();
  /** To be drawn where paths rejoin, or in a block of its own: until then only referred to. */
  const reserved = new Set<string>();

  function stepsAfter(node: GraphNode, { rest, join }: Step, joins: ReadonlyMap<string, string>): Step[] {
    const [only] = node.next;
    if (node.next.length === 1 && only !== undefined) return [{ id: only, lead: rest, rest, from: node, join }];
    const own = joins.get(node.id);
    const steps = node.next.map((id, index): Step => {
      // Where paths rejoin, the lines continue into the node below.
      const last = index === node.next.length - 1 && own === undefined;
      const rails = last ? { lead: RAIL.last, rest: RAIL.below } : { lead: RAIL.path, rest: RAIL.past };
      return { id, lead: rest + rails.lead, rest: rest + rails.rest, from: node, join: own ?? join };
    });
    if (own === undefined) return steps;
    reserved.add(own);
    return [...steps, { id: own, lead: rest, rest, from: undefined, join }];
  }

  /** The type of a step's line; undefined if the lines of the tree show it without words. */
  function typeOf({ id, lead, rest, from, join }: Step, part: Part): LineType | undefined {
    const node = graph.nodes.get(id);
    if (node === undefined) return 'missing';
    if (from !== undefined && isExit(from)) return 'ignored';
    // A path that leads from the branch straight to the join has no other line.
    if (id === join) return lead === rest ? undefined : 'straight';
    if (from !== undefined && (drawn.has(id) || reserved.has(id))) {
      return drawn.has(id) && isBackEdge(part, from.id, id) ? 'back' : 'on';
    }
    return 'node';
  }

  function blocksOf(part: Part): Block[] {
    const joins = joinsOf(part, sources);
    const starts = part.order.slice(0, 1);
    const blocks: Block[] = [];
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      const lines: OutlineLine[] = [];
      const pending: Step[] = [{ id: start, lead: '', rest: '', from: undefined, join: undefined }];
      for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
        const { id, lead, rest, join } = step;
        const type = typeOf(step, part);
        const node = graph.nodes.get(id);
        if (type === undefined) continue;
        if (type !== 'node' || node === undefined) {
          lines.push({ type, lead, rest, node, id });
          continue;
        }
        if (node.next.length > 1 && rest.length >= deepest * RAIL.past.length && id !== start) {
          reserved.add(id);
          starts.push(id);
          lines.push({ type: 'on', lead, rest, node, id });
          continue;
        }
        drawn.add(id);
        lines.push({ type, lead, rest, node, id });
        if (node.next.length === 0 && join !== undefined && !isExit(node)) {
          lines.push({ type: 'end', lead: rest, rest, node: undefined, id: '' });
        }
        for (const next of stepsAfter(node, step, joins).reverse()) pending.push(next);
      }
      blocks.push(lines);
    }
    return blocks;
  }

  return { reached: blocksOf(reached), unreached: unreached.flatMap(blocksOf) };
}
