/** What an email message belongs to: a campaign, a transactional email, or an email node of a workflow. */
import type { Account } from '../../account.ts';
import { Refusal } from '../../handler.ts';
import { campaignSection } from '../campaigns.seed.ts';
import { transactionalEmails } from '../transactional.seed.ts';
import { workflowSection } from '../workflows.ts';

export interface Parent {
  readonly kind: 'campaign' | 'transactional' | 'workflow';
  /** The ID of the campaign, the transactional email or the workflow. */
  readonly id: string;
  readonly updatedAt: string;
  /** The subject in the graph of a workflow. */
  readonly subject: string;
  /** The revision that the record of a transactional email shows. */
  readonly revision: string | null | undefined;
  /** Why the message cannot be changed; undefined if it can. */
  readonly locked: string | undefined;
}

/** The parents of all messages, by message ID. */
export const parentsOf = (account: Account): ReadonlyMap<string, Parent> =>
  new Map([...messagesIn(account)].map(({ id, parent }) => [id, parent()]));

/** Thousands of messages may be passed before the one that is looked for, so each parent is made only if it is used. */
function* messagesIn(account: Account): Iterable<{ readonly id: string; parent(): Parent }> {
  for (const { record } of campaignSection.of(account)) {
    const { id, updatedAt, status, emailMessageId } = record;
    if (emailMessageId === null) continue;
    const locked = status === 'Draft' ? undefined : 'The campaign is not a draft.';
    const parent = (): Parent => ({ kind: 'campaign', id, updatedAt, subject: '', revision: undefined, locked });
    yield { id: emailMessageId, parent };
  }
  for (const { record } of transactionalEmails.of(account)) {
    const { id, updatedAt, draftEmailMessageId: draft, publishedEmailMessageId: published } = record;
    const common = { kind: 'transactional', id, updatedAt, subject: '' } as const;
    const revision = record.draftEmailMessageContentRevisionId;
    if (draft !== null) yield { id: draft, parent: () => ({ ...common, revision, locked: undefined }) };
    if (published !== null) {
      const locked = 'A published email message cannot be edited.';
      yield { id: published, parent: () => ({ ...common, revision: undefined, locked }) };
    }
  }
  for (const { id, updatedAt, status, nodes } of workflowSection.of(account)) {
    const locked = status === 'Sending' ? 'The workflow is sending. Pause it to edit its emails.' : undefined;
    for (const node of Object.values(nodes)) {
      if (node.typeName !== 'SendEmailAction' || !node.emailMessageId) continue;
      const { emailMessageId } = node;
      const subject = node.subject ?? '';
      const parent = (): Parent => ({ kind: 'workflow', id, updatedAt, subject, revision: undefined, locked });
      yield { id: emailMessageId, parent };
    }
  }
}

/** Throws a 404 `Refusal` for a message that nothing has. */
export function parentOf(account: Account, messageId: string): Parent {
  for (const { id, parent } of messagesIn(account)) if (id === messageId) return parent();
  throw new Refusal(404, 'Email message not found.');
}
