/** Everything about one node: in words, and field by field. */
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import type { Column } from '../../define/view.ts';
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
  { heading: 'Leads to', path: 'nextNodeIds', kind: 'id' },
];

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
  const told = new Set(HEAD.map((column) => column.path));
  const rest = isRecord(node) ? Object.entries(node).filter(([name]) => !told.has(name)) : [];
  return [
    ...HEAD,
    ...rest
      .flatMap(([name, value]) => leaves(value, name))
      .map((path): Column => ({ heading: path, path: '', show: () => shown(valueAt(node, path)) })),
  ];
}
