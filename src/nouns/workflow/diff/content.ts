/** The content of nodes, without their places and IDs: what `workflow diff` compares. */
import { isRecord } from '../../../define/json.ts';
import type { Graph, GraphNode } from '../graph.ts';
import { hasDetails } from '../source.ts';

/** The identity and the place of a node. */
const PLACE = ['id', 'workflowId', 'workflowRevisionId', 'nextNodeIds'];

const ADDED = ['metrics', 'emailMessage', 'previousNodeIds', 'neighbors'];

const NOT_COMPARED = new Set([...PLACE, ...ADDED]);

/** IDs that are new in a copy of a workflow: for copies it only matters whether they are set. */
const COPIED = new Set(['emailMessageId', 'variantId']);

const ANY_ID = '(any)';

export interface ContentOptions {
  /** Both sides are versions of one workflow, so different email message IDs are different messages. */
  readonly sameWorkflow: boolean;
  /** The only fields to compare, by node type; undefined for all fields. */
  readonly compared: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** The fields of a node that are compared, including `typeName`. Null is the same as missing. */
export function contentOf(node: GraphNode, { sameWorkflow, compared }: ContentOptions): ReadonlyMap<string, unknown> {
  const only = compared?.get(node.typeName);
  const fields = Object.entries(node.fields)
    .filter(([name, value]) => value !== null && value !== undefined && !NOT_COMPARED.has(name))
    .filter(([name]) => name === 'typeName' || only === undefined || only.has(name))
    .map(([name, value]): [string, unknown] => [name, !sameWorkflow && COPIED.has(name) ? ANY_ID : value]);
  return new Map(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** JSON in which the order of fields does not matter. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}

/**
 * If only one side has details: for each node type, the fields that the other side has in any node of the type.
 * Undefined if both sides have details or neither has.
 */
export function comparedFields(from: Graph, to: Graph): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  if (hasDetails(from) === hasDetails(to)) return undefined;
  const short = hasDetails(from) ? to : from;
  const present = new Map<string, Set<string>>();
  for (const { typeName, fields } of short.nodes.values()) {
    const names = present.get(typeName) ?? new Set();
    for (const name of Object.keys(fields)) names.add(name);
    present.set(typeName, names);
  }
  return present;
}
