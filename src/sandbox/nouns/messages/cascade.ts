/** Changes that reach many email messages at once: those of components and themes. */
import type { Account } from '../../account.ts';
import type { Service } from '../../handler.ts';
import { newId } from '../../identifiers.ts';
import { timestampAfter } from '../../timestamps.ts';
import { transactionalEmails } from '../transactional.seed.ts';
import { parentsOf } from './parents.ts';
import { type Message, messageOf } from './record.ts';
import { savedMessages } from './saved.ts';

/** The messages with a body that fits. Bodies have references to components, not their content. */
export const messagesWith = (account: Account, uses: (lmx: string) => boolean): readonly Message[] =>
  [...parentsOf(account)]
    .map(([id, parent]) => messageOf(account, id, parent))
    .filter(({ content }) => content.unreadable === undefined && uses(content.lmx));

/** Gives each message a new revision, and a new body where `rewrite` returns another one. */
export function rewriteMessages(
  account: Account,
  messages: readonly Message[],
  service: Service,
  rewrite: (lmx: string) => string = (lmx) => lmx,
): void {
  const drafts = new Map(transactionalEmails.of(account).map(({ record }) => [record.draftEmailMessageId, record]));
  const saved = savedMessages.of(account);
  for (const { id, content } of messages) {
    const contentRevisionId = newId(service.random);
    const lmx = rewrite(content.lmx);
    const updatedAt = timestampAfter(service.now(), content.updatedAt);
    saved[id] = { ...saved[id], ...(lmx === content.lmx ? {} : { lmx }), contentRevisionId, updatedAt };
    const draft = drafts.get(id);
    if (draft !== undefined) draft.draftEmailMessageContentRevisionId = contentRevisionId;
  }
}
