/** Rules about the emails that a workflow sends. */
import type { GraphNode } from '../graph.ts';
import { comingFrom } from '../traversal.ts';
import { waitOf } from '../waits.ts';
import { nameOf, type Problem, problemsOf, type Rule, reachedOf, type Subject } from './rule.ts';

const EMAIL = 'SendEmailAction';

const isSet = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** The simplified view shows both fields, so that one which is not there is not set. */
function problemOfEmail({ fields }: GraphNode): string | undefined {
  const missing = [
    ...(isSet(fields['emailMessageId']) ? [] : ['no message']),
    ...(isSet(fields['subject']) ? [] : ['no subject']),
  ];
  if (missing.length === 0) return undefined;
  const subject = fields['subject'];
  return `${isSet(subject) ? `The email ${JSON.stringify(subject)}` : 'An email'} has ${missing.join(' and ')}.`;
}

/**
 * The emails that some contact can get at the same moment as the one that a node sends, just before it: those from which a
 * way leads to it on which nobody waits and no other email is sent.
 */
function emailsJustBefore(
  email: GraphNode,
  { graph, reached }: Subject,
  sources: ReadonlyMap<string, readonly string[]>,
): readonly GraphNode[] {
  const found: GraphNode[] = [];
  const seen = new Set<string>();
  const pending = [email.id];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const source of sources.get(id) ?? []) {
      const node = graph.nodes.get(source);
      if (node === undefined || seen.has(source) || !reached.has(source)) continue;
      seen.add(source);
      if (node.typeName === EMAIL) found.push(node);
      // A timer that does not say how long it waits is a finding of its own, and may wait.
      else if (waitOf(node) === 0) pending.push(source);
    }
  }
  return found;
}

function emailsWithoutWait(subject: Subject): readonly Problem[] {
  const sources = comingFrom(subject.graph);
  return problemsOf(reachedOf(subject, EMAIL), (email) => {
    const [first, ...others] = emailsJustBefore(email, subject, sources);
    if (first === undefined) return undefined;
    const more =
      others.length === 0 ? '' : others.length === 1 ? ' (or another)' : ` (or one of ${others.length} others)`;
    return `${nameOf(email)} follows ${nameOf(first)}${more} without a wait.`;
  });
}

export const emailRules: readonly Rule[] = [
  {
    name: 'empty-email',
    severity: 'error',
    why: 'An email without a message or a subject cannot be sent.',
    find: (subject) => problemsOf(reachedOf(subject, EMAIL), problemOfEmail),
  },
  {
    name: 'emails-without-wait',
    severity: 'warn',
    why: 'A contact on a way with two emails and no wait between gets both at the same moment.',
    find: emailsWithoutWait,
  },
  {
    name: 'sends-nothing',
    severity: 'warn',
    why: 'A workflow is there to send emails.',
    find: (subject) =>
      subject.reached.size > 0 && reachedOf(subject, EMAIL).length === 0
        ? [{ nodeId: null, message: 'No way through the workflow sends an email.' }]
        : [],
  },
];
