/** The contact that an event is sent for, and the mailing lists that it changes. */
import type { Context } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { findContact } from '../contacts/operations.ts';
import { listMailingLists } from '../lists.ts';
import { nearest } from './find.ts';

interface Recipient {
  readonly to?: string | undefined;
  readonly userId?: string | undefined;
}

export const nameOf = ({ to, userId }: Recipient): string => to ?? `user ID ${JSON.stringify(userId)}`;

/**
 * Rejects with a `usage` failure for a contact that does not exist, unless it may be created, and for two IDs that belong to two
 * contacts. Warns where the API would overwrite an ID.
 */
export async function checkRecipient(context: Context, { to, userId }: Recipient, mayCreate: boolean): Promise<void> {
  if (mayCreate && (to === undefined || userId === undefined)) return;
  const [byEmail, byUserId] = await Promise.all([
    to === undefined ? undefined : find(context, { email: to }),
    userId === undefined ? undefined : find(context, { userId }),
  ]);
  const found = byEmail ?? byUserId;
  if (found === undefined) {
    if (mayCreate) return;
    throw usage(
      `There is no contact for ${[to, userId].filter((one) => one !== undefined).join(' or ')}.`,
      'Pass --create-contact to create it.',
    );
  }
  if (byEmail !== undefined && byUserId !== undefined && byEmail.id !== byUserId.id) {
    throw usage(
      `${to} and user ID ${JSON.stringify(userId)} belong to two contacts.`,
      'Pass only one of --to and --user-id.',
    );
  }
  if (to === undefined || userId === undefined) return;
  const overwritten =
    byEmail === undefined ? { name: 'email address', value: found.email } : { name: 'user ID', value: found.userId };
  if ((byEmail === undefined || byUserId === undefined) && overwritten.value) {
    context.warn(`The ${overwritten.name} ${JSON.stringify(overwritten.value)} of the contact will be replaced.`);
  }
}

async function find(context: Context, identity: { email: string } | { userId: string }) {
  const [contact] = await context.call(findContact, identity);
  return contact;
}

/** `Product news` and `Product news=off` by the IDs of the lists. Rejects with a `usage` failure for a list that does not exist. */
export async function readMailingLists(context: Context, texts: readonly string[]): Promise<Record<string, boolean>> {
  if (texts.length === 0) return {};
  const lists = await context.call(listMailingLists, {});
  const changes: Record<string, boolean> = {};
  for (const text of texts) {
    const [, given = text, value = 'on'] = /^(.*)=(on|off)$/s.exec(text) ?? [];
    const found = lists.filter(({ id, name }) => id === given || name === given);
    const [list, ...others] = found;
    if (list === undefined) {
      const similar = nearest(
        given,
        lists.map(({ name }) => name),
      ).map((name) => JSON.stringify(name));
      throw usage(
        `No mailing list is named ${JSON.stringify(given)}.`,
        similar.length === 0 ? 'The account has no mailing lists.' : `Did you mean ${similar.join(', ')}?`,
      );
    }
    if (others.length > 0) {
      throw usage(
        `${found.length} mailing lists are named ${JSON.stringify(given)}.`,
        `Use one of the IDs: ${found.map(({ id }) => id).join(', ')}.`,
      );
    }
    changes[list.id] = value === 'on';
  }
  return changes;
}
