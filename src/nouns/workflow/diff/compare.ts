/** Compares two workflows. */
import { isRecord, textOf, valueAt } from '../../../define/json.ts';
import { NO_NAMES, type RecordNames } from '../../../define/names.ts';
import { type Graph, type GraphNode, readGraph } from '../graph.ts';
import { sentenceOf } from '../node-types.ts';
import { type ContentOptions, canonical, comparedFields, contentOf } from './content.ts';
import { NOWHERE, type Side } from './matching/sides.ts';
import { type Matching, matchNodes } from './matching.ts';
import type { Change, Connection, NodeRef, WorkflowDiff } from './schema.ts';

/** The identity of a workflow, what loopsctl adds to it, and what is compared as a graph. */
const NOT_COMPARED = new Set([
  'id',
  'url',
  'workflowRevisionId',
  'createdAt',
  'updatedAt',
  'errors',
  'emailThemes',
  'nodes',
  'rootNodeId',
]);

/** A workflow with the argument that named it. */
export interface Named {
  readonly source: string;
  readonly workflow: unknown;
}

/** `names` are those for people: data has IDs. */
export function compareWorkflows(from: Named, to: Named, names: RecordNames = NO_NAMES): WorkflowDiff {
  const graphs: Graphs = [readGraph(from.workflow), readGraph(to.workflow)];
  const refTo = referTo(names);
  const [a, b] = graphs;
  const options: ContentOptions = {
    sameWorkflow: isSameWorkflow(from.workflow, to.workflow),
    compared: comparedFields(a, b),
  };
  const matching = matchNodes(a, b, options);
  const workflow = [...workflowChanges(from.workflow, to.workflow), ...rootChange(graphs, matching)];
  const nodes = nodeChanges(graphs, matching, options, refTo);
  const connections = connectionChanges(graphs, matching, refTo);
  const all = [workflow, ...Object.values(nodes), ...Object.values(connections)];
  return {
    same: all.every((changes) => changes.length === 0),
    from: describeSide(from, a),
    to: describeSide(to, b),
    workflow,
    nodes,
    connections,
  };
}

type Graphs = readonly [Graph, Graph];

const isSameWorkflow = (from: unknown, to: unknown): boolean => {
  const id = valueAt(from, 'id');
  return id !== undefined && id === valueAt(to, 'id');
};

function describeSide({ source, workflow }: Named, { nodes }: Graph): WorkflowDiff['from'] {
  const name = valueAt(workflow, 'name');
  return {
    source,
    id: textOf(valueAt(workflow, 'id')),
    name: typeof name === 'string' ? name : null,
    nodes: nodes.size,
  };
}

/** Null is the same as missing. */
function changedFields(from: ReadonlyMap<string, unknown>, to: ReadonlyMap<string, unknown>): readonly string[] {
  const textAt = (fields: ReadonlyMap<string, unknown>, name: string) => canonical(fields.get(name) ?? null);
  return [...new Set([...from.keys(), ...to.keys()])].filter((name) => textAt(from, name) !== textAt(to, name));
}

const changeOf = (field: string, from: unknown, to: unknown): Change => ({ field, from: from ?? null, to: to ?? null });

/** Not by `[]`: a field may be called `constructor`. */
const fieldOf = ({ fields }: GraphNode, name: string): unknown => new Map(Object.entries(fields)).get(name);

function workflowChanges(from: unknown, to: unknown): readonly Change[] {
  const compared = (workflow: unknown) =>
    new Map(Object.entries(isRecord(workflow) ? workflow : {}).filter(([name]) => !NOT_COMPARED.has(name)));
  const [before, after] = [compared(from), compared(to)];
  return changedFields(before, after).map((field) => changeOf(field, before.get(field), after.get(field)));
}

function rootChange([a, b]: Graphs, { sides, partners }: Matching): readonly Change[] {
  const [{ root }, { root: rootAfter }] = sides;
  const moved = root === null || root === NOWHERE ? root : partners[root];
  return moved === rootAfter ? [] : [{ field: 'rootNodeId', from: a.rootId, to: b.rootId }];
}

type RefTo = (graph: Graph, nodeId: string) => NodeRef;

const referTo =
  (names: RecordNames): RefTo =>
  ({ nodes }, nodeId) => {
    const node = nodes.get(nodeId);
    return node === undefined
      ? { nodeId, typeName: null, sentence: null }
      : { nodeId, typeName: node.typeName, sentence: sentenceOf(node, names) };
  };

function nodeChanges(
  [a, b]: Graphs,
  { sides, partners }: Matching,
  options: ContentOptions,
  refTo: RefTo,
): WorkflowDiff['nodes'] {
  const [before, after] = sides;
  const found = new Set(partners);
  const ref = (graph: Graph, side: Side, node: number): NodeRef => refTo(graph, side.ids[node] ?? '');
  const changes = (from: GraphNode | undefined, to: GraphNode | undefined): Change[] =>
    from === undefined || to === undefined
      ? []
      : changedFields(contentOf(from, options), contentOf(to, options)).map((field) =>
          // The values themselves: the compared ones may have been replaced.
          changeOf(field, fieldOf(from, field), fieldOf(to, field)),
        );
  return {
    added: after.ids.flatMap((_, node) => (found.has(node) ? [] : [ref(b, after, node)])),
    removed: before.ids.flatMap((_, node) => (partners[node] === undefined ? [ref(a, before, node)] : [])),
    changed: before.ids.flatMap((_, node) => {
      const partner = partners[node];
      if (partner === undefined || before.contents[node] === after.contents[partner]) return [];
      const [from, to] = [ref(a, before, node), ref(b, after, partner)];
      return [{ from, to, fields: changes(a.nodes.get(from.nodeId), b.nodes.get(to.nodeId)) }];
    }),
  };
}

/** The indexes of the items that another list lacks, repeated items as often as it lacks them. */
function without<Item>(items: readonly Item[], others: readonly Item[]): readonly number[] {
  const left = new Map<Item, number>();
  for (const item of others) left.set(item, (left.get(item) ?? 0) + 1);
  return items.flatMap((item, index) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count > 0 ? [] : [index];
  });
}

function connectionChanges([a, b]: Graphs, { sides, partners }: Matching, refTo: RefTo): WorkflowDiff['connections'] {
  const [before, after] = sides;
  const matched = new Set(partners);
  const connectionsAt = (graph: Graph, side: Side, node: number, places: readonly number[]): readonly Connection[] => {
    const from = side.ids[node] ?? '';
    const next = graph.nodes.get(from)?.next ?? [];
    return places.map((place) => ({ from: refTo(graph, from), to: refTo(graph, next[place] ?? '') }));
  };
  const changes: WorkflowDiff['connections'] = { added: [], removed: [], reordered: [] };
  before.ids.forEach((id, node) => {
    const partner = partners[node];
    // The targets in the other graph; a node without a partner is not a target there.
    const moved = (before.next[node] ?? []).map((to) => (to === NOWHERE ? NOWHERE : partners[to]));
    const there = partner === undefined ? [] : (after.next[partner] ?? []);
    const [gone, come] = [without<number | undefined>(moved, there), without<number | undefined>(there, moved)];
    for (const connection of connectionsAt(a, before, node, gone)) changes.removed.push(connection);
    if (partner === undefined) return;
    for (const connection of connectionsAt(b, after, partner, come)) changes.added.push(connection);
    const isReordered = gone.length + come.length === 0 && moved.some((to, place) => to !== there[place]);
    if (isReordered) changes.reordered.push({ from: refTo(a, id), to: refTo(b, after.ids[partner] ?? '') });
  });
  after.ids.forEach((_, node) => {
    if (matched.has(node)) return;
    const all = [...(after.next[node] ?? []).keys()];
    for (const connection of connectionsAt(b, after, node, all)) changes.added.push(connection);
  });
  return changes;
}
