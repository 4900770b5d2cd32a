/** The webhook events about contacts. */
import type { Contact } from '../nouns/contacts/operations.ts';
import type { MailingList } from '../nouns/lists.ts';
import type { ContactChange } from './contact-change.ts';
import type { Service } from './handler.ts';

const identityOf = ({ id, email, userId = null }: Contact) => ({ contactIdentity: { id, email, userId } });

/** Call it after the change was saved. */
export function announceChange(change: ContactChange, lists: readonly MailingList[], service: Service): void {
  const { contact, created, unsubscribed, joined, left } = change;
  const listed = (ids: readonly string[]) => lists.filter(({ id }) => ids.includes(id));
  if (created) announce('contact.created', contact, { contact }, service);
  if (unsubscribed) announce('contact.unsubscribed', contact, {}, service);
  for (const mailingList of listed(joined)) {
    announce('contact.mailingList.subscribed', contact, { mailingList }, service);
  }
  for (const mailingList of listed(left)) {
    announce('contact.mailingList.unsubscribed', contact, { mailingList }, service);
  }
}

export const announceDeletion = (contact: Contact, service: Service): void =>
  announce('contact.deleted', contact, {}, service);

function announce(
  eventName: string,
  contact: Contact,
  body: Readonly<Record<string, unknown>>,
  service: Service,
): void {
  const eventTime = Math.floor(service.now() / 1000);
  service.emit?.({ eventName, eventTime, webhookSchemaVersion: '1.0.0', ...identityOf(contact), ...body });
}
