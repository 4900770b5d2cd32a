/** Edits in words, and the emails that somebody has to write after a plan. */
import * as z from 'zod';
import { quotedName, type RecordNames } from '../../../define/names.ts';
import { sentenceOf } from '../node-types.ts';
import { applied, type Edit } from './edits.ts';
import type { Planner } from './planner.ts';

export const PlannedEdit = z.object({
  action: z.enum(['insert', 'add-path', 'update', 'reroute', 'remove', 'describe', 'mailing-list']),
  sentence: z.string(),
  nodeId: z.string().nullable().describe('null for an edit of the workflow itself; new-1, … for nodes to be created'),
  request: z.record(z.string(), z.unknown()).describe('the edit, without the revision'),
});
export type PlannedEdit = z.infer<typeof PlannedEdit>;

export const PlannedEmail = z.object({
  nodeId: z.string(),
  subject: z.string().nullable().describe('the subject in the file'),
  isNew: z.boolean().describe('whether the plan creates it, with an empty message'),
});
export type PlannedEmail = z.infer<typeof PlannedEmail>;

/** Emails that the plan has created, and emails with another subject than in the file. */
export function emailsToWrite({ goal, pairs, createdNodes, draft }: Planner): PlannedEmail[] {
  return goal.order.flatMap((id) => {
    const [node, nodeId] = [goal.nodes.get(id), pairs.get(id) ?? ''];
    if (node?.typeName !== 'SendEmailAction' || !draft.nodes.has(nodeId)) return [];
    const { subject } = node.fields;
    const isNew = createdNodes.has(nodeId);
    const isOther = typeof subject === 'string' && subject !== (draft.nodes.get(nodeId)?.fields['subject'] ?? '');
    return isNew || isOther ? [{ nodeId, subject: typeof subject === 'string' ? subject : null, isNew }] : [];
  });
}

/** An edit in words, before it is done. `goalId` is the node of the goal that it creates. */
export function describeEdit(
  edit: Edit,
  planner: Planner,
  goalId: string | undefined,
  names: RecordNames,
): PlannedEdit {
  const { action, ...request } = edit;
  const nodeId = 'creates' in edit ? (edit.creates[0] ?? '') : 'nodeId' in edit ? edit.nodeId : null;
  return { action, sentence: sentenceFor(edit, planner, goalId, names), nodeId, request };
}

function sentenceFor(
  edit: Edit,
  { draft, goal, pairs, createdNodes }: Planner,
  goalId: string | undefined,
  names: RecordNames,
): string {
  const wanted = goal.nodes.get(goalId ?? '');
  /** What is new has the settings of the goal before long. */
  const goalOf = (id: string) => goal.nodes.get([...pairs].find(([, live]) => live === id)?.[0] ?? '');
  const words = (id: string): string => {
    const node = (createdNodes.has(id) ? goalOf(id) : undefined) ?? draft.nodes.get(id);
    return node === undefined ? id : `${sentenceOf(node, names)} (${id})`;
  };
  switch (edit.action) {
    case 'insert':
      return `Insert between ${words(edit.from)} and ${words(edit.to)}: ${wanted === undefined ? 'a temporary branch' : sentenceOf(wanted, names)}`;
    case 'add-path':
      return `Add a path to ${words(edit.nodeId)}: ${wanted === undefined ? 'temporary' : sentenceOf(wanted, names)}`;
    case 'update': {
      if (createdNodes.has(edit.nodeId)) return `Set up ${words(edit.nodeId)}`;
      const [before, after] = [draft, applied(draft, edit)].map(({ nodes }) => {
        const node = nodes.get(edit.nodeId);
        return node === undefined ? '' : sentenceOf(node, names);
      });
      const fields = Object.keys(edit.payload).join(', ');
      return `Change ${words(edit.nodeId)} to: ${before === after ? `other settings (${fields})` : after}`;
    }
    case 'reroute':
      return `Connect ${words(edit.nodeId)} to ${words(edit.to)}`;
    case 'remove': {
      const [, ...others] = edit.nodeIds;
      const more = others.length === 0 ? '' : ` with ${others.length} more: ${others.map(words).join('; ')}`;
      return `Remove ${words(edit.nodeId)}${more}`;
    }
    case 'describe': {
      const { action: _, ...fields } = edit;
      const changes = Object.entries(fields).map(([field, value]) => `the ${field} to ${JSON.stringify(value)}`);
      return `Change ${changes.join(' and ')}`;
    }
    case 'mailing-list':
      return edit.mailingListId === null
        ? 'Remove the mailing list'
        : `Change the mailing list to ${quotedName(edit.mailingListId, names)}`;
  }
}
