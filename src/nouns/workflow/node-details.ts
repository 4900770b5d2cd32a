/** Everything about one node: in words, and field by field. */
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import type { Column } from '../../define/view.ts';
import { counterColumns } from './counters.ts';
import { missingIn } from './parts.ts';
import { describeNode } from './words.ts';

/** What is told by name; every other field of the node follows under its own. */
const HEAD: readonly Column[] = [
  { heading: 'ID', path: 'id', kind: 'id' },
  { heading: 'Workflow', path: 'workflowId', kind: 'id' },
  { heading: 'Type', path: 'typeName' },
  {
    heading: 'In words',
    path: '',
    show: (node) => (isRecord(node) ? describeNode(textOf(node['typeName']), node).sentence : textOf(node)),
  },
];

/** What stands in lines of its own; `neighbors` is where these find the sentences. */
const CONNECTIONS: ReadonlyArray<readonly [path: string, heading: string]> = [
  ['previousNodeIds', 'Comes from'],
  ['nextNodeIds', 'Leads to'],
];

/** What loopsctl has added to the node, each told in its own way. */
const ADDED = ['neighbors', 'metrics', 'errors'];

/** A line for each node before or behind it: what it does, and its ID. */
function connections(node: unknown): Column[] {
  return CONNECTIONS.flatMap(([path, heading]) => {
    const ids = valueAt(node, path);
    if (!Array.isArray(ids)) return [];
    const told = ids.length === 0 ? ['nothing'] : ids.map((id) => tellNeighbor(node, textOf(id)));
    return told.map((text, index): Column => ({ heading: index === 0 ? heading : '', path: '', show: () => text }));
  });
}

/** `✉ Send "Hi"  c123`; only the ID where nothing is known of the node. */
function tellNeighbor(node: unknown, id: string): string {
  const neighbors = valueAt(node, 'neighbors');
  const neighbor = isRecord(neighbors) && Object.hasOwn(neighbors, id) ? neighbors[id] : undefined;
  if (!isRecord(neighbor)) return isRecord(neighbors) ? `✗ a node that does not exist  ${id}` : id;
  const { symbol, sentence } = describeNode(textOf(neighbor['typeName']), neighbor);
  return `${symbol} ${sentence}  ${id}`;
}

/** The paths of all plain values in a value, `contactPropertyQuery.is.operator`. Empty lists and objects count as plain. */
function leaves(value: unknown, path: string): string[] {
  const inner = isRecord(value) || (Array.isArray(value) && value.some(isRecord)) ? Object.entries(value) : [];
  return inner.length === 0 ? [path] : inner.flatMap(([name, part]) => leaves(part, `${path}.${name}`));
}

/** A field that is there is shown, also when there is nothing in it. */
const shown = (value: unknown): string =>
  value === null || (Array.isArray(value) && value.length === 0)
    ? 'none'
    : Array.isArray(value)
      ? value.map(textOf).join(', ')
      : textOf(value);

/** The lines for one node, whatever its kind. */
export function nodeColumns(node: unknown): readonly Column[] {
  const lists = CONNECTIONS.map(([path]) => path).filter((path) => Array.isArray(valueAt(node, path)));
  const told = new Set([...HEAD.map((column) => column.path), ...lists, ...ADDED]);
  const rest = isRecord(node) ? Object.entries(node).filter(([name]) => !told.has(name)) : [];
  return [
    ...HEAD,
    ...connections(node),
    ...(isRecord(valueAt(node, 'metrics')) ? counterColumns : []),
    ...(missingIn(node).get(textOf(valueAt(node, 'id'))) ?? []).map(
      (words): Column => ({ heading: 'Missing', path: '', show: () => words }),
    ),
    ...rest
      .flatMap(([name, value]) => leaves(value, name))
      .map((path): Column => ({ heading: path, path: '', show: () => shown(valueAt(node, path)) })),
  ];
}
