/** What every picture of a workflow shows, whatever its format: nodes with words, connections, and problems. */
import { isRecord } from '../../../define/json.ts';
import { NO_NAMES, quotedName, type RecordNames } from '../../../define/names.ts';
import { formatCount } from '../../../text/number.ts';
import { metricsIn, metricsLines } from '../counters.ts';
import { withEmailsOf } from '../email-names.ts';
import { type Graph, type GraphNode, readGraph, successors, type Traversal, traverse } from '../graph.ts';
import { requireAnalyzable, shorten } from '../limits.ts';
import type { Look } from '../looks.ts';
import { lookOf, sentenceOf, symbolOf } from '../node-types.ts';

export interface PictureNode {
  /** The name of the node in the document: unique, letters and digits, and not a keyword of any format. */
  readonly key: string;
  readonly id: string;
  readonly look: Look;
  readonly typeName: string;
  readonly symbol: string;
  readonly sentence: string;
  readonly figures: readonly string[];
  /** Whether contacts can come here from the trigger. */
  readonly reached: boolean;
  /** As the API sent them; empty for a node that does not exist. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

export interface Picture {
  readonly title: string;
  readonly subtitle: string;
  /** What is wrong with the workflow as a whole. */
  readonly remarks: readonly string[];
  readonly nodes: readonly PictureNode[];
  /** Every connection, including repeated ones and those to the node itself. */
  readonly edges: readonly PictureEdge[];
}

/** Nodes that are not reached, missing nodes and unknown types have a dashed border. */
export const isDashed = ({ look, reached }: Pick<PictureNode, 'look' | 'reached'>): boolean =>
  !reached || look === 'unknown' || look === 'missing';

/**
 * An ID in the API's format is used as it is, so that a document changes only if the workflow does. Any other ID could have a
 * meaning in the format (`end`, `a"b`) and gets a number, which is never as long as such an ID.
 */
const API_ID = /^c[a-z0-9]{15,39}$/;

/** Takes any value. IDs that connections or the workflow name and that do not exist are nodes too. */
export function readPicture(workflow: unknown, known: RecordNames = NO_NAMES): Picture {
  const graph = readGraph(workflow);
  const names = withEmailsOf(graph, known);
  requireAnalyzable(graph);
  const traversal = traverse(graph);
  const ids = orderedIds(graph, traversal);
  const keys = new Map(ids.map((id, index) => [id, API_ID.test(id) ? id : `n${index + 1}`]));
  const keyOf = (id: string): string => keys.get(id) ?? '';
  const reached = reachedIds(graph, traversal);
  const metrics = metricsIn(graph);
  const nodes = ids.map((id): PictureNode => {
    const node = graph.nodes.get(id);
    const { typeName = '', fields = {} } = node ?? {};
    return {
      key: keyOf(id),
      id,
      figures: metrics.has(id) ? metricsLines(metrics.get(id)) : [],
      // Without a trigger nothing is reached, and dashing everything would say nothing.
      reached: graph.rootId === null || reached.has(id),
      look: node === undefined ? 'missing' : lookOf(typeName),
      typeName,
      fields,
      symbol: node === undefined ? '✗' : symbolOf(typeName),
      sentence: node === undefined ? missing(id, graph) : sentenceOf(node, names),
    };
  });
  const edges = [...graph.nodes.values()].flatMap((node) =>
    node.next.map((to, index): PictureEdge => ({ from: keyOf(node.id), to: keyOf(to), label: labelOf(node, index) })),
  );
  return { ...headOf(workflow, names), remarks: remarksOn(graph, nodes), nodes, edges };
}

const missing = (id: string, { rootId }: Graph): string =>
  shorten(id === rootId ? `The trigger ${id} does not exist` : `${id} does not exist`);

/** The trigger first, then the nodes in the order of the traversal, then the IDs that do not exist. */
function orderedIds({ rootId, nodes }: Graph, { reached, unreached }: Traversal): readonly string[] {
  const ids = new Set(rootId === null ? [] : [rootId]);
  for (const { order } of [reached, ...unreached]) for (const id of order) ids.add(id);
  for (const { next } of nodes.values()) for (const id of next) ids.add(id);
  return [...ids];
}

function reachedIds({ rootId, nodes }: Graph, { reached }: Traversal): ReadonlySet<string> {
  const ids = new Set<string>(rootId === null ? [] : [rootId]);
  for (const id of reached.order) {
    const node = nodes.get(id);
    ids.add(id);
    if (node !== undefined) for (const to of successors(node)) ids.add(to);
  }
  return ids;
}

/** A branch that takes the first match depends on the order of its paths, and a picture may not keep it. */
const labelOf = ({ fields, next }: GraphNode, index: number): string =>
  fields['evalStrategy'] === 'first_match' && next.length > 1 ? ordinal(index + 1) : '';

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
let rules: Intl.PluralRules | undefined;

function ordinal(count: number): string {
  rules ??= new Intl.PluralRules('en', { type: 'ordinal' });
  return `${count}${ENDINGS[rules.select(count)]}`;
}

function headOf(workflow: unknown, names: RecordNames): Pick<Picture, 'title' | 'subtitle'> {
  const text = (name: string): string => {
    const value = isRecord(workflow) ? workflow[name] : undefined;
    return typeof value === 'string' ? shorten(value) : '';
  };
  const list = text('mailingListId');
  const joined = (between: string, ...parts: string[]) => parts.filter((part) => part !== '').join(between);
  return {
    title: joined(' ', text('emoji'), text('name') || 'Workflow'),
    subtitle: joined(' · ', text('status'), list === '' ? '' : `list ${quotedName(list, names)}`, text('description')),
  };
}

function remarksOn({ rootId, problems }: Graph, nodes: readonly PictureNode[]): readonly string[] {
  const lost = nodes.filter(({ reached }) => !reached).length;
  const unreadable = new Set(problems.flatMap(({ nodeId }) => nodeId ?? [])).size;
  return [
    ...(rootId === null ? ['This workflow has no trigger.'] : []),
    ...(lost > 0 ? [`${formatCount(lost, 'node')} not reached from the trigger (dashed).`] : []),
    ...(unreadable > 0 ? [`${formatCount(unreadable, 'node')} could not be read completely.`] : []),
  ];
}
