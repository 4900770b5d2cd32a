/** The contact that an event is sent for. */
import type { Context } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { find } from '../contacts/identity.ts';

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
      `${to} and user ID ${JSON.stringify(userId)} belong to different contacts.`,
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
