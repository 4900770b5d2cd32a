/** The contacts of the account, found by email address or user ID without a search. */
import { isRecord } from '../define/json.ts';
import { type Account, section } from './account.ts';
import { type SavedContact, seededContacts } from './nouns/contacts.seed.ts';

export interface Identity {
  readonly email?: string | undefined;
  readonly userId?: string | undefined;
}

interface Book {
  /** By the ID of the contact. */
  readonly contacts: Record<string, SavedContact>;
  /** IDs by `email ada@example.com` and `user 42`. */
  readonly index: Record<string, string>;
}

/** Whether two texts differ only in letter case does not matter for an address. */
const emailKey = (email: string): string => `email ${email.toLowerCase()}`;
const userKey = (userId: string): string => `user ${userId}`;

const keysOf = ({ contact: { email, userId } }: SavedContact): readonly string[] => [
  emailKey(email),
  ...(userId === null || userId === undefined ? [] : [userKey(userId)]),
];

export const contactSection = section(
  'contacts',
  (): Book => {
    const book: Book = { contacts: {}, index: {} };
    for (const saved of seededContacts()) add(book, saved);
    return book;
  },
  (saved) => isRecord(saved) && isRecord(saved['contacts']) && isRecord(saved['index']),
);

function add(book: Book, saved: SavedContact): void {
  book.contacts[saved.contact.id] = saved;
  for (const key of keysOf(saved)) book.index[key] = saved.contact.id;
}

/** The contact that either of the two names; that of the email address first. */
export function findSaved(account: Account, { email, userId }: Identity): SavedContact | undefined {
  const { contacts, index } = contactSection.of(account);
  const id =
    (email === undefined ? undefined : index[emailKey(email)]) ??
    (userId === undefined ? undefined : index[userKey(userId)]);
  return id === undefined ? undefined : contacts[id];
}

/** Adds a contact, or replaces the one with its ID. */
export function save(account: Account, saved: SavedContact): void {
  const book = contactSection.of(account);
  const before = book.contacts[saved.contact.id];
  if (before !== undefined) forget(book, before);
  add(book, saved);
}

export const remove = (account: Account, saved: SavedContact): void => forget(contactSection.of(account), saved);

function forget(book: Book, saved: SavedContact): void {
  delete book.contacts[saved.contact.id];
  for (const key of keysOf(saved)) {
    if (book.index[key] === saved.contact.id) delete book.index[key];
  }
}
