/** Draws a workflow as an indented tree: a chain goes straight down, a branch indents each of its ways. */
import { valueAt } from '../../define/json.ts';
import type { Paper } from '../../define/view.ts';
import { type Graph, readGraph, rootsOf } from './graph.ts';
import { describeNode } from './words.ts';

interface Step {
  readonly id: string;
  /** What stands before this line, and before the lines that follow it on the same way. */
  readonly lead: string;
  readonly rest: string;
  /** The nodes on the way here, to tell a cycle from a join. */
  readonly trail: Trail | undefined;
}

interface Trail {
  readonly id: string;
  readonly before: Trail | undefined;
}

const onTrail = (trail: Trail | undefined, id: string): boolean => {
  for (let step = trail; step !== undefined; step = step.before) if (step.id === id) return true;
  return false;
};

/**
 * The lines below some nodes. Each node is drawn once; where a way comes to one that is drawn already, it is
 * referred to: `↪` for ways that join, `↺` for a way that goes round. Without recursion: a workflow may be deep.
 */
function drawFrom(start: readonly string[], graph: Graph, drawn: Set<string>, { style }: Paper): string[] {
  const lines: string[] = [];
  const pending: Step[] = start.map((id) => ({ id, lead: '', rest: '', trail: undefined })).reverse();
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    const { id, lead, rest, trail } = step;
    const node = graph.nodes.get(id);
    const prefix = style.dim(lead);
    if (node === undefined) {
      lines.push(`${prefix}${style.red(`✗ leads to ${id}, which does not exist`)}`);
      continue;
    }
    const { symbol, sentence } = describeNode(node.typeName, node.fields);
    if (drawn.has(id)) {
      const again = onTrail(trail, id) ? '↺ back to' : '↪ on to';
      lines.push(`${prefix}${style.yellow(again)} ${sentence}  ${style.dim(id)}`);
      continue;
    }
    drawn.add(id);
    lines.push(`${prefix}${style.cyan(symbol)} ${sentence}  ${style.dim(id)}`);
    const here: Trail = { id, before: trail };
    const [only] = node.next;
    if (node.next.length === 1 && only !== undefined) {
      pending.push({ id: only, lead: rest, rest, trail: here });
      continue;
    }
    const ways = node.next.map((next, index): Step => {
      const last = index === node.next.length - 1;
      return { id: next, lead: `${rest}${last ? '└─ ' : '├─ '}`, rest: `${rest}${last ? '   ' : '│  '}`, trail: here };
    });
    for (const way of ways.reverse()) pending.push(way);
  }
  return lines;
}

const title = (workflow: unknown, { style }: Paper): string => {
  const text = (path: string) => {
    const value = valueAt(workflow, path);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const status = text('status');
  const head = [text('emoji'), style.bold(text('name') ?? 'Workflow'), status && style.dim(status)];
  return [head.filter(Boolean).join(' '), text('description') && style.dim(text('description') ?? '')]
    .filter(Boolean)
    .join('\n');
};

/** The whole picture: title, the tree from the trigger, and what the trigger does not reach. */
export function drawWorkflow(workflow: unknown, paper: Paper): string {
  const graph = readGraph(workflow);
  const { start, unreachable } = rootsOf(graph);
  const drawn = new Set<string>();
  const lines = [title(workflow, paper), ''];
  if (start.length === 0) {
    lines.push(
      paper.style.red(
        graph.rootId === null ? 'This workflow has no trigger.' : `The trigger ${graph.rootId} does not exist.`,
      ),
    );
  }
  const reached = drawFrom(start, graph, drawn, paper);
  const lost = drawFrom(unreachable, graph, drawn, paper);
  const between = lost.length === 0 ? [] : ['', paper.style.yellow('Not reached from the trigger:')];
  return [lines, reached, between, lost].flat().join('\n');
}
