/** What every picture of a workflow shows, whatever its format: nodes with words, connections, and what is wrong. */
import { isRecord } from '../../../define/json.ts';
import { counterLines, countersOf } from '../counters.ts';
import { type Graph, type GraphNode, readGraph, rootsOf } from '../graph.ts';
import { describeNode } from '../words.ts';
import { type Kind, kindOf } from './kinds.ts';

export interface PictureNode {
  /** Unique, of letters and digits, and no word of any format: what a document calls this node. */
  readonly key: string;
  readonly id: string;
  readonly kind: Kind;
  readonly typeName: string;
  readonly symbol: string;
  readonly sentence: string;
  /** Lines with the counters of an email, where they were asked for. */
  readonly figures: readonly string[];
  /** Whether contacts can come here from the trigger. */
  readonly reached: boolean;
  /** As the service sent them; empty for a node that does not exist. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface PictureEdge {
  /** Keys of nodes. */
  readonly from: string;
  readonly to: string;
  /** Empty where there is nothing to tell. */
  readonly label: string;
}

export interface Picture {
  readonly title: string;
  /** State and description, where there are any. */
  readonly subtitle: string;
  /** What is wrong with the workflow as a whole. */
  readonly remarks: readonly string[];
  readonly nodes: readonly PictureNode[];
  /** Every connection, one to itself and one twice included. */
  readonly edges: readonly PictureEdge[];
}

/**
 * An ID of the service's own form stands for itself, so that a document changes only where the workflow did. Any other could
 * mean something to the format (`end`, `a"b`) and gets a number; no number is as long as such an ID.
 */
const OWN_FORM = /^c[a-z0-9]{15,39}$/;

/** Reads any value as a workflow. An ID that a connection or the workflow names and that does not exist is a node too. */
export function readPicture(workflow: unknown): Picture {
  const graph = readGraph(workflow);
  const ordered = inOrder(graph);
  const keys = new Map(ordered.map((id, index) => [id, OWN_FORM.test(id) ? id : `n${index + 1}`]));
  const keyOf = (id: string): string => keys.get(id) ?? '';
  const reached = reachedFrom(graph);
  const counters = countersOf(graph);
  const nodes = ordered.map((id): PictureNode => {
    const node = graph.nodes.get(id);
    // Without a trigger nothing is reached, and saying so of every node would say nothing.
    const figures = counters.has(id) ? counterLines(counters.get(id)) : [];
    const about = { key: keyOf(id), id, figures, reached: graph.rootId === null || reached.has(id) };
    if (node === undefined) return { ...about, ...missing(id, graph) };
    const { typeName, fields } = node;
    return { ...about, kind: kindOf(typeName), typeName, fields, ...describeNode(typeName, fields) };
  });
  const edges = [...graph.nodes.values()].flatMap((node) =>
    node.next.map((to, way): PictureEdge => ({ from: keyOf(node.id), to: keyOf(to), label: wayLabel(node, way) })),
  );
  return { ...headOf(workflow), remarks: remarksOn(graph, nodes), nodes, edges };
}

const missing = (id: string, { rootId }: Graph) => ({
  kind: 'missing' as const,
  typeName: '',
  symbol: '✗',
  sentence: id === rootId ? `The trigger ${id} does not exist` : `${id} does not exist`,
  fields: {},
});

/** All IDs, from the trigger downwards, each way to its end before the next; then what the trigger does not reach. */
function inOrder(graph: Graph): readonly string[] {
  const { start, unreachable } = rootsOf(graph);
  const seen = new Set<string>();
  const pending = [...(graph.rootId === null ? [] : [graph.rootId]), ...start, ...unreachable].reverse();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const to of (graph.nodes.get(id)?.next ?? []).toReversed()) pending.push(to);
  }
  return [...seen];
}

function reachedFrom(graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = graph.rootId === null ? [] : [graph.rootId];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const to of graph.nodes.get(id)?.next ?? []) pending.push(to);
  }
  return reached;
}

/** Where the first way that fits is taken, their order decides, and a picture does not keep it by itself. */
const wayLabel = ({ fields, next }: GraphNode, way: number): string =>
  fields['evalStrategy'] === 'first_match' && next.length > 1 ? ordinal(way + 1) : '';

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (count: number): string => `${count}${ENDINGS[ordinals.select(count)]}`;

function headOf(workflow: unknown): Pick<Picture, 'title' | 'subtitle'> {
  const text = (name: string): string => {
    const value = isRecord(workflow) ? workflow[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
  const joined = (between: string, ...parts: string[]) => parts.filter((part) => part !== '').join(between);
  return {
    title: joined(' ', text('emoji'), text('name') || 'Workflow'),
    subtitle: joined(' · ', text('status'), text('description')),
  };
}

function remarksOn(graph: Graph, nodes: readonly PictureNode[]): readonly string[] {
  const lost = nodes.filter(({ reached }) => !reached).length;
  return [
    ...(graph.rootId === null ? ['This workflow has no trigger.'] : []),
    ...(lost > 0 ? [`${lost} ${lost === 1 ? 'node is' : 'nodes are'} not reached from the trigger (dashed).`] : []),
  ];
}
