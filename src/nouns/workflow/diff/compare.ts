/** What differs between two workflows. */
import { isRecord, textOf, valueAt } from '../../../define/json.ts';
import { type Graph, type GraphNode, readGraph } from '../graph.ts';
import { describeNode } from '../words.ts';
import { type ContentOptions, canonical, comparedFields, contentOf } from './content.ts';
import { matchNodes, type Partners } from './match.ts';
import type { Change, Connection, NodeRef, WorkflowDiff } from './shape.ts';
import { NOWHERE, type Side, sideOf } from './side.ts';

/**
 * Fields that say which workflow it is, where it is shown and when it was saved, what `workflow show --json` adds, and what is
 * compared as a graph.
 */
const NOT_COMPARED = new Set([
  'id',
  'url',
  'workflowRevisionId',
  'createdAt',
  'updatedAt',
  'errors',
  'nodes',
  'rootNodeId',
]);

/** A workflow and what it is called on the command line. */
export interface Named {
  readonly source: string;
  readonly workflow: unknown;
}

/** Takes any values, however wrong they are as workflows. */
export function compareWorkflows(from: Named, to: Named): WorkflowDiff {
  const [a, b] = [readGraph(from.workflow), readGraph(to.workflow)];
  const options: ContentOptions = {
    sameWorkflow: isSameWorkflow(from.workflow, to.workflow),
    compared: comparedFields({ workflow: from.workflow, graph: a }, { workflow: to.workflow, graph: b }),
  };
  const [sideA, sideB] = [sideOf(a, options), sideOf(b, options)];
  const partners = matchNodes(sideA, sideB);
  const workflow = [...workflowChanges(from.workflow, to.workflow), ...rootChange(a, b, sideA, sideB, partners)];
  const nodes = nodeChanges(a, b, sideA, sideB, partners, options);
  const connections = connectionChanges(a, b, sideA, sideB, partners);
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

/** Null and missing are the same. */
function changedFields(from: ReadonlyMap<string, unknown>, to: ReadonlyMap<string, unknown>): readonly string[] {
  const textAt = (fields: ReadonlyMap<string, unknown>, name: string) => canonical(fields.get(name) ?? null);
  return [...new Set([...from.keys(), ...to.keys()])].filter((name) => textAt(from, name) !== textAt(to, name));
}

const changeOf = (field: string, from: unknown, to: unknown): Change => ({ field, from: from ?? null, to: to ?? null });

/** Not by `[]`: a field may have the name of something that every object has. */
const fieldOf = ({ fields }: GraphNode, name: string): unknown => new Map(Object.entries(fields)).get(name);

function workflowChanges(from: unknown, to: unknown): readonly Change[] {
  const compared = (workflow: unknown) =>
    new Map(Object.entries(isRecord(workflow) ? workflow : {}).filter(([name]) => !NOT_COMPARED.has(name)));
  const [before, after] = [compared(from), compared(to)];
  return changedFields(before, after).map((field) => changeOf(field, before.get(field), after.get(field)));
}

function rootChange(a: Graph, b: Graph, sideA: Side, sideB: Side, partners: Partners): readonly Change[] {
  const moved = sideA.root === null || sideA.root === NOWHERE ? sideA.root : partners[sideA.root];
  return moved === sideB.root ? [] : [{ field: 'rootNodeId', from: a.rootId, to: b.rootId }];
}

function refTo({ nodes }: Graph, nodeId: string): NodeRef {
  const node = nodes.get(nodeId);
  return node === undefined
    ? { nodeId, typeName: null, sentence: null }
    : { nodeId, typeName: node.typeName, sentence: describeNode(node.typeName, node.fields).sentence };
}

function nodeChanges(
  a: Graph,
  b: Graph,
  sideA: Side,
  sideB: Side,
  partners: Partners,
  options: ContentOptions,
): WorkflowDiff['nodes'] {
  const found = new Set(partners);
  const ref = (graph: Graph, side: Side, node: number): NodeRef => refTo(graph, side.ids[node] ?? '');
  const changes = (before: GraphNode | undefined, after: GraphNode | undefined): readonly Change[] =>
    before === undefined || after === undefined
      ? []
      : changedFields(contentOf(before, options), contentOf(after, options)).map((field) =>
          // The values themselves: what is compared may stand for them.
          changeOf(field, fieldOf(before, field), fieldOf(after, field)),
        );
  return {
    added: sideB.ids.flatMap((_, node) => (found.has(node) ? [] : [ref(b, sideB, node)])),
    removed: sideA.ids.flatMap((_, node) => (partners[node] === undefined ? [ref(a, sideA, node)] : [])),
    changed: sideA.ids.flatMap((_, node) => {
      const partner = partners[node];
      if (partner === undefined || sideA.contents[node] === sideB.contents[partner]) return [];
      const [before, after] = [ref(a, sideA, node), ref(b, sideB, partner)];
      return [{ from: before, to: after, fields: changes(a.nodes.get(before.nodeId), b.nodes.get(after.nodeId)) }];
    }),
  };
}

/** The items of a list that another one does not have, as often as it does not have them. */
function without<Item>(items: readonly Item[], others: readonly Item[]): readonly number[] {
  const left = new Map<Item, number>();
  for (const item of others) left.set(item, (left.get(item) ?? 0) + 1);
  return items.flatMap((item, index) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count > 0 ? [] : [index];
  });
}

function connectionChanges(
  a: Graph,
  b: Graph,
  sideA: Side,
  sideB: Side,
  partners: Partners,
): WorkflowDiff['connections'] {
  const partnersOfB: Array<number | undefined> = [];
  partners.forEach((partner, node) => {
    if (partner !== undefined) partnersOfB[partner] = node;
  });
  const connectionsAt = (graph: Graph, side: Side, node: number, places: readonly number[]): readonly Connection[] => {
    const from = side.ids[node] ?? '';
    const next = graph.nodes.get(from)?.next ?? [];
    return places.map((place) => ({ from: refTo(graph, from), to: refTo(graph, next[place] ?? '') }));
  };
  const added: Connection[] = [];
  const removed: Connection[] = [];
  const reordered: Array<{ readonly from: NodeRef; readonly to: NodeRef }> = [];
  sideA.ids.forEach((id, node) => {
    const partner = partners[node];
    const here = sideA.next[node] ?? [];
    // Where the ways lead in the other graph; a node that it does not have is nothing that it leads to.
    const moved = here.map((to) => (to === NOWHERE ? NOWHERE : partners[to]));
    const there = partner === undefined ? [] : (sideB.next[partner] ?? []);
    const [gone, come] = [without<number | undefined>(moved, there), without<number | undefined>(there, moved)];
    for (const connection of connectionsAt(a, sideA, node, gone)) removed.push(connection);
    if (partner === undefined) return;
    for (const connection of connectionsAt(b, sideB, partner, come)) added.push(connection);
    const isMoved = gone.length === 0 && come.length === 0 && moved.some((to, place) => to !== there[place]);
    if (isMoved) reordered.push({ from: refTo(a, id), to: refTo(b, sideB.ids[partner] ?? '') });
  });
  sideB.ids.forEach((_, node) => {
    if (partnersOfB[node] !== undefined) return;
    const all = [...(sideB.next[node] ?? []).keys()];
    for (const connection of connectionsAt(b, sideB, node, all)) added.push(connection);
  });
  return { added, removed, reordered };
}
