/** What nodes are apart from their place and their IDs: what `workflow diff` compares. */
import { isRecord } from '../../../define/json.ts';
import type { Graph, GraphNode } from '../graph.ts';
import { isFull } from '../source.ts';

/** Fields that say where a node stands and which one it is. */
const PLACE = ['id', 'workflowId', 'workflowRevisionId', 'nextNodeIds'];

/** What `workflow show --json` adds to a node: in a saved file it is no part of the workflow. */
const ADDED = ['metrics', 'previousNodeIds', 'neighbors'];

const NOT_COMPARED = new Set([...PLACE, ...ADDED]);

/** IDs of things that are made anew when a workflow is copied: in a copy it only matters whether there is one. */
const COPIED = new Set(['emailMessageId', 'variantId']);

/** What stands for any ID in a copy. */
const ANY_ID = '(any)';

export interface ContentOptions {
  /** Whether both sides are states of one workflow, so that an email message of another ID is another message. */
  readonly sameWorkflow: boolean;
  /** By kind of node the only fields that are compared; undefined for all. */
  readonly compared: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** A node's fields as they are compared, `typeName` among them. Null and missing are the same. */
export function contentOf(node: GraphNode, { sameWorkflow, compared }: ContentOptions): ReadonlyMap<string, unknown> {
  const only = compared?.get(node.typeName);
  const fields = Object.entries(node.fields)
    .filter(([name, value]) => value !== null && value !== undefined && !NOT_COMPARED.has(name))
    .filter(([name]) => name === 'typeName' || only === undefined || only.has(name))
    .map(([name, value]): [string, unknown] => [name, !sameWorkflow && COPIED.has(name) ? ANY_ID : value]);
  return new Map(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Values that are equal have equal texts, in whatever order their fields stand. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}

/**
 * The fields that can be compared where only one side has all that the service tells: by kind of node, those that the
 * other side has in any node of the kind. Undefined where both sides tell equally much.
 */
export function comparedFields(
  from: { readonly workflow: unknown; readonly graph: Graph },
  to: { readonly workflow: unknown; readonly graph: Graph },
): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  if (isFull(from.workflow) === isFull(to.workflow)) return undefined;
  const short = isFull(from.workflow) ? to.graph : from.graph;
  const told = new Map<string, Set<string>>();
  for (const { typeName, fields } of short.nodes.values()) {
    const names = told.get(typeName) ?? new Set();
    for (const name of Object.keys(fields)) names.add(name);
    told.set(typeName, names);
  }
  return told;
}
