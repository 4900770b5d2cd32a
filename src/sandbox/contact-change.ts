/** What a write changed about a contact: workflows start and webhook events are sent because of it. */
import type { Contact } from '../nouns/contacts/operations.ts';

export interface ContactChange {
  readonly contact: Contact;
  readonly created: boolean;
  /** Properties with a new value, also those that a new contact was created with; undefined where there was or is none. */
  readonly properties: readonly { readonly key: string; readonly was: unknown; readonly is: unknown }[];
  /** IDs of mailing lists. */
  readonly joined: readonly string[];
  readonly left: readonly string[];
  readonly unsubscribed: boolean;
}
