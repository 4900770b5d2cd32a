/** A rule of `workflow lint`: its name, why it exists, how to fix what it finds, and how it finds that. */
import { cyclesIn, type Graph, type GraphNode, isReached, type Traversal, traverse } from '../graph.ts';
import { shorten } from '../limits.ts';
import { sentenceOf } from '../node-types.ts';

export type Severity = 'error' | 'warning' | 'off';

/** Something a rule says about a node, or about the workflow as a whole (null). */
export interface Verdict {
  readonly nodeId: string | null;
  /** What is wrong; `UNKNOWN` if the summary of the node lacks the setting that the rule needs. */
  readonly message: string | typeof UNKNOWN;
}

export const UNKNOWN = Symbol('the setting is not available');

export interface Subject {
  readonly graph: Graph;
  readonly traversal: Traversal;
  /** All cycles, reached or not. */
  readonly cycles: readonly (readonly string[])[];
  /** Whether the nodes have all their settings: only then does a missing field mean that nothing is set. */
  readonly details: boolean;
}

export interface Rule {
  readonly name: string;
  readonly severity: Exclude<Severity, 'off'>;
  readonly why: string;
  readonly fix: string;
  readonly find: (subject: Subject) => readonly Verdict[];
}

export function subjectOf(graph: Graph, details: boolean): Subject {
  const traversal = traverse(graph);
  return { graph, traversal, cycles: cyclesIn(graph, [traversal.reached, ...traversal.unreached]), details };
}

/** How messages name a node: an email by its subject, any other node by what it does. */
export function nameOf(node: GraphNode): string {
  const subject = node.typeName === 'SendEmailAction' ? node.fields['subject'] : undefined;
  return `“${typeof subject === 'string' && subject.trim() !== '' ? shorten(subject, 200) : sentenceOf(node)}”`;
}

/** The reached nodes of some types; without types, all reached nodes. Unreached nodes have one finding, not many. */
export const reachedNodes = ({ graph, traversal }: Subject, ...types: readonly string[]): readonly GraphNode[] =>
  [...graph.nodes.values()].filter(
    ({ id, typeName }) => isReached(traversal, id) && (types.length === 0 || types.includes(typeName)),
  );

export const verdictsOn = (
  nodes: readonly GraphNode[],
  messageOf: (node: GraphNode) => Verdict['message'] | undefined,
): readonly Verdict[] =>
  nodes.flatMap((node) => {
    const message = messageOf(node);
    return message === undefined ? [] : [{ nodeId: node.id, message }];
  });
