/** Rules about the emails of a workflow. */
import { waitOf } from '../durations.ts';
import { type GraphNode, predecessors, successors } from '../graph.ts';
import { nameOf, type Rule, reachedNodes, type Subject, type Verdict, verdictsOn } from './rule.ts';

const EMAIL = 'SendEmailAction';

const isSet = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** The summary of a node has both fields, so a missing field is not set. */
function problemOfEmail(node: GraphNode): string | undefined {
  const missing = [
    ...(isSet(node.fields['emailMessageId']) ? [] : ['no message']),
    ...(isSet(node.fields['subject']) ? [] : ['no subject']),
  ];
  if (missing.length === 0) return undefined;
  return `${isSet(node.fields['subject']) ? `The email ${nameOf(node)}` : 'An email'} has ${missing.join(' and ')}.`;
}

/** For each node that a contact can come to right after an email, without a wait or another email, one such email. */
function recentEmails(subject: Subject): ReadonlyMap<string, GraphNode> {
  const { nodes } = subject.graph;
  const recent = new Map<string, GraphNode>();
  for (const email of reachedNodes(subject, EMAIL)) {
    const pending = [...successors(email)];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const node = nodes.get(id);
      // A timer without a valid duration is a finding of another rule, and may wait.
      if (node === undefined || recent.has(id) || node.typeName === EMAIL || waitOf(node) !== 0) continue;
      recent.set(id, email);
      for (const to of successors(node)) pending.push(to);
    }
  }
  return recent;
}

function emailsWithoutWait(subject: Subject): readonly Verdict[] {
  const { nodes } = subject.graph;
  const sources = predecessors(subject.graph);
  const recent = recentEmails(subject);
  const reached = new Set(reachedNodes(subject, EMAIL));
  return verdictsOn([...reached], (email) => {
    const before = new Set(
      (sources.get(email.id) ?? []).flatMap((id) => {
        const node = nodes.get(id);
        return (node !== undefined && reached.has(node) ? node : recent.get(id)) ?? [];
      }),
    );
    const [first] = before;
    if (first === undefined) return undefined;
    const others = before.size > 1 ? ' (or another email)' : '';
    return `${nameOf(email)} follows ${nameOf(first)}${others} without a wait.`;
  });
}

export const emailRules: readonly Rule[] = [
  {
    name: 'empty-email',
    severity: 'error',
    why: 'An email without a message or a subject cannot be sent.',
    fix: 'Write the email and its subject.',
    find: (subject) => verdictsOn(reachedNodes(subject, EMAIL), problemOfEmail),
  },
  {
    name: 'emails-without-wait',
    severity: 'warning',
    why: 'Two emails without a wait between them are sent together.',
    fix: 'Put a wait between the emails.',
    find: emailsWithoutWait,
  },
  {
    name: 'sends-nothing',
    severity: 'warning',
    why: 'The workflow sends no email.',
    fix: 'Add an email to a path from the trigger.',
    find: (subject) =>
      reachedNodes(subject).length > 0 && reachedNodes(subject, EMAIL).length === 0
        ? [{ nodeId: null, message: 'No path through the workflow sends an email.' }]
        : [],
  },
];
