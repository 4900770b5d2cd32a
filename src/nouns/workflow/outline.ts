/**
 * A workflow as an outline: what stands on which line, before anything is known of widths and colours. A chain goes
 * straight down, a branch indents each of its ways, and where they come together it goes on below the branch.
 */
import { type Flow, flowOf, goesRound, joinsOf } from './flow.ts';
import type { Graph, GraphNode } from './graph.ts';

/**
 * What a line tells: a node, or that its way goes on to a node that is drawn elsewhere (`on`), back to one above
 * (`back`), from the branch right to where its ways come together (`straight`), to nothing (`missing`), or ends (`end`).
 */
export type LineKind = 'node' | 'on' | 'back' | 'straight' | 'missing' | 'end';

export interface OutlineLine {
  readonly kind: LineKind;
  /** The rails before the line, and before what else is told below it. */
  readonly lead: string;
  readonly rest: string;
  /** The node that is drawn or referred to; undefined where none exists. */
  readonly node: GraphNode | undefined;
  /** Its ID; empty for an end. */
  readonly id: string;
}

export interface Outline {
  readonly flow: Flow;
  /** What the trigger reaches; then everything else. Blocks of lines. */
  readonly reached: readonly (readonly OutlineLine[])[];
  readonly unreached: readonly (readonly OutlineLine[])[];
}

interface Step {
  readonly id: string;
  readonly lead: string;
  readonly rest: string;
  /** Where it comes from; undefined where a block begins and where ways have come together. */
  readonly from: number | undefined;
  /** The node below in which a way goes on that is told no end: where the innermost branch's ways come together. */
  readonly join: string | undefined;
}

const RAIL = { way: '├─ ', past: '│  ', last: '└─ ', below: '   ' };

/** `deepest`: branches inside of each other that are indented; what lies deeper is drawn in blocks of its own. */
export function outlineOf(graph: Graph, deepest: number): Outline {
  const flow = flowOf(graph);
  const joins = joinsOf(flow);
  const drawn = new Set<string>();
  /** Will be drawn where the ways come together, or in a block of its own: until then only referred to. */
  const reserved = new Set<string>();
  const postponed: string[] = [];

  function waysOf(node: GraphNode, { rest, join }: Step): Step[] {
    const from = flow.placeOf.get(node.id);
    const [only] = node.next;
    if (node.next.length === 1 && only !== undefined) return [{ id: only, lead: rest, rest, from, join }];
    const meeting = from === undefined ? undefined : joins.get(from);
    const own = meeting === undefined ? undefined : flow.order[meeting]?.id;
    const steps = node.next.map((id, index): Step => {
      // Where the ways come together, the rails run on into the node below.
      const last = index === node.next.length - 1 && own === undefined;
      const rails = last ? { lead: RAIL.last, rest: RAIL.below } : { lead: RAIL.way, rest: RAIL.past };
      return { id, lead: rest + rails.lead, rest: rest + rails.rest, from, join: own ?? join };
    });
    if (own !== undefined) {
      reserved.add(own);
      steps.push({ id: own, lead: rest, rest, from: undefined, join });
    }
    return steps;
  }

  function block(start: string): OutlineLine[] {
    const lines: OutlineLine[] = [];
    const pending: Step[] = [{ id: start, lead: '', rest: '', from: undefined, join: undefined }];
    for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
      const { id, lead, rest, from, join } = step;
      const node = graph.nodes.get(id);
      const line = (kind: LineKind): void => void lines.push({ kind, lead, rest, node, id });
      const place = flow.placeOf.get(id);
      const isWay = lead !== rest;
      if (node === undefined || place === undefined) line('missing');
      else if (id === join) {
        // Coming to where the ways meet needs no words: the rails say it. It needs a line where a way has no other,
        // and where the way would seem to end.
        if (isWay || (from !== undefined && flow.order[from]?.typeName === 'ExitAction')) line('straight');
      } else if (from !== undefined && (drawn.has(id) || reserved.has(id))) {
        line(drawn.has(id) && goesRound(flow, from, place) ? 'back' : 'on');
      } else if (node.next.length > 1 && rest.length >= deepest * RAIL.past.length) {
        reserved.add(id);
        postponed.push(id);
        line('on');
      } else {
        drawn.add(id);
        line('node');
        if (node.next.length === 0 && join !== undefined && node.typeName !== 'ExitAction') {
          lines.push({ kind: 'end', lead: rest, rest, node: undefined, id: '' });
        }
        for (const way of waysOf(node, step).reverse()) pending.push(way);
      }
    }
    return lines;
  }

  function blocks(starts: readonly number[]): OutlineLine[][] {
    return starts.flatMap((start) => {
      const made = [block(flow.order[start]?.id ?? '')];
      for (let id = postponed.shift(); id !== undefined; id = postponed.shift()) made.push(block(id));
      return made;
    });
  }

  const { starts, reached } = flow;
  return { flow, reached: blocks(starts.slice(0, reached)), unreached: blocks(starts.slice(reached)) };
}
