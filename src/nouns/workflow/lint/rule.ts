/** A rule of `workflow lint`: what it is called, why it is there, and what it finds in a graph. */
import type { Graph, GraphNode } from '../graph.ts';
import { NODE_FIELDS } from '../operations.ts';
import { cyclesAmong, reachable, startOf } from '../traversal.ts';
import { describeNode } from '../words.ts';

/** Warnings are told, errors make the check fail. */
export type Severity = 'off' | 'warn' | 'error';

/** What a rule finds: a sentence, and the node of which it speaks; null for the workflow as a whole. */
export interface Problem {
  readonly nodeId: string | null;
  readonly message: string;
}

/** A workflow as rules see it. What more than one rule asks for is worked out once. */
export interface Subject {
  readonly graph: Graph;
  /** The nodes to which a contact can come. */
  readonly reached: ReadonlySet<string>;
  /** All cycles, reached or not. */
  readonly cycles: readonly (readonly string[])[];
  /** Whether the nodes have all that the service tells: only then does a missing field mean that nothing is set. */
  readonly full: boolean;
}

export interface Rule {
  readonly name: string;
  readonly severity: Exclude<Severity, 'off'>;
  /** Why it matters to whoever sends the emails: one sentence. */
  readonly why: string;
  readonly find: (subject: Subject) => readonly Problem[];
  /** The nodes of which it cannot judge because the simplified view did not send the field that it needs. */
  readonly untold?: (subject: Subject) => readonly string[];
}

export function subjectOf(graph: Graph, full: boolean): Subject {
  return {
    graph,
    reached: reachable(graph, startOf(graph)),
    cycles: cyclesAmong(graph, graph.nodes.keys()),
    full,
  };
}

/** A node may be of any kind that the service adds; only of those that are known is something expected. */
export const isKnown = ({ typeName }: GraphNode): boolean => Object.hasOwn(NODE_FIELDS, typeName);

/** How messages name a node: what it does, in quotation marks that do not look like those of a subject. */
export const nameOf = ({ typeName, fields }: GraphNode): string => `'${describeNode(typeName, fields).sentence}'`;

/** The nodes of some kinds that the trigger reaches; what is not reached is one finding, not many. */
export const reachedOf = ({ graph, reached }: Subject, ...kinds: readonly string[]): readonly GraphNode[] =>
  [...graph.nodes.values()].filter(({ id, typeName }) => reached.has(id) && kinds.includes(typeName));

/** A finding for each node of which something is to be said. */
export const problemsOf = (
  nodes: readonly GraphNode[],
  messageOf: (node: GraphNode) => string | undefined,
): readonly Problem[] =>
  nodes.flatMap((node) => {
    const message = messageOf(node);
    return message === undefined ? [] : [{ nodeId: node.id, message }];
  });
