/** Shows one node in detail: its sentence, its neighbors, and every field. */
import { isRecord, textOf, valueAt } from '../../../define/json.ts';
import { nameAndId, type RecordNames } from '../../../define/names.ts';
import type { Column, Display } from '../../../define/view.ts';
import { metricsColumns } from '../counters.ts';
import { missingParts } from '../fetch.ts';
import { type GraphNode, readGraph } from '../graph.ts';
import { sentenceOf, symbolOf } from '../node-types.ts';

/** The fields with a heading of their own; all others follow under their names. */
const HEAD: readonly Column[] = [
  { heading: 'ID', path: 'id', kind: 'id' },
  { heading: 'Workflow', path: 'workflowId', kind: 'id', show: nameAndId },
  { heading: 'Type', path: 'typeName' },
];

const CONNECTIONS: ReadonlyArray<readonly [path: string, heading: string]> = [
  ['previousNodeIds', 'Previous'],
  ['nextNodeIds', 'Next'],
];

const ADDED = ['neighbors', 'metrics', 'errors'];

/** The node and its neighbors, as far as they are known. */
function nodesAround(node: unknown): ReadonlyMap<string, GraphNode> {
  const neighbors = valueAt(node, 'neighbors');
  return readGraph({ nodes: { ...(isRecord(neighbors) ? neighbors : {}), [textOf(valueAt(node, 'id'))]: node } }).nodes;
}

/** A line for each neighbor: what it does, and its ID. */
function connections(node: unknown, nodes: ReadonlyMap<string, GraphNode>): Column[] {
  const areKnown = isRecord(valueAt(node, 'neighbors'));
  const neighbor = (id: string, names: RecordNames): string => {
    const found = nodes.get(id);
    if (found === undefined || !areKnown) return areKnown ? `✗ a node that does not exist  ${id}` : id;
    return `${symbolOf(found.typeName)} ${sentenceOf(found, names)}  ${id}`;
  };
  return CONNECTIONS.flatMap(([path, heading]) => {
    const ids = valueAt(node, path);
    if (!Array.isArray(ids)) return [];
    const none = { heading, path: '', show: () => 'none' };
    const shown = ids.map(
      (id, index): Column => ({
        heading: index === 0 ? heading : '',
        path: '',
        show: (_, { names }) => neighbor(textOf(id), names),
      }),
    );
    return shown.length === 0 ? [none] : shown;
  });
}

/** The paths of all plain values in a value: `contactPropertyQuery.is.operator`. Empty lists and objects count as plain. */
function leaves(value: unknown, path: string): string[] {
  const inner = isRecord(value) || (Array.isArray(value) && value.some(isRecord)) ? Object.entries(value) : [];
  return inner.length === 0 ? [path] : inner.flatMap(([name, part]) => leaves(part, `${path}.${name}`));
}

const shown = (value: unknown, { names }: Display): string =>
  value === null || (Array.isArray(value) && value.length === 0)
    ? 'none'
    : Array.isArray(value)
      ? value.map(textOf).join(', ')
      : nameAndId(value, { names });

export function nodeColumns(node: unknown): readonly Column[] {
  const id = textOf(valueAt(node, 'id'));
  const nodes = nodesAround(node);
  const itself = nodes.get(id);
  const lists = CONNECTIONS.map(([path]) => path).filter((path) => Array.isArray(valueAt(node, path)));
  const used = new Set([...HEAD.map((column) => column.path), ...lists, ...ADDED]);
  const rest = isRecord(node) ? Object.entries(node).filter(([name]) => !used.has(name)) : [];
  return [
    ...HEAD,
    {
      heading: 'In words',
      path: '',
      show: (_, { names }) => (itself === undefined ? textOf(node) : sentenceOf(itself, names)),
    },
    ...connections(node, nodes),
    ...(isRecord(valueAt(node, 'metrics')) ? metricsColumns : []),
    ...(missingParts(node).get(id) ?? []).map((note): Column => ({ heading: 'Missing', path: '', show: () => note })),
    ...rest
      .flatMap(([name, value]) => leaves(value, name))
      .map((path): Column => ({ heading: path, path: '', show: (_, display) => shown(valueAt(node, path), display) })),
  ];
}
