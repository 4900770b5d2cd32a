/** Everything that is known about one contact: its fields, its mailing lists by name, its suppression. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { isRecord, valueAt } from '../../define/json.ts';
import type { Operation } from '../../define/operation.ts';
import type { Column, Display } from '../../define/view.ts';
import { listMailingLists } from '../lists.ts';
import { type Either, findExisting } from './identity.ts';
import { Contact, findContact, getSuppression, RemovalQuota } from './operations.ts';

export const Person = z.object({
  contact: Contact.describe('as the API returns it, with custom properties'),
  lists: z
    .array(z.object({ id: z.string(), name: z.string().nullable(), subscribed: z.boolean() }))
    .describe('the mailing lists of the contact; name is null for a list that does not exist any more'),
  suppression: z.object({ isSuppressed: z.boolean(), removalQuota: RemovalQuota }),
});
export type Person = z.infer<typeof Person>;

export const personReads: readonly Operation[] = [findContact, getSuppression, listMailingLists];

/** Two requests, and one more for a contact with mailing lists. Rejects with `not_found` where no contact matches. */
export const readPerson = async (context: Context, identity: Either): Promise<Person> =>
  personOf(context, identity, await findExisting(context, identity));

/** Everything about a contact that was found. */
export async function personOf(context: Context, identity: Either, contact: Contact): Promise<Person> {
  const { mailingLists } = contact;
  const memberships = Object.entries(isRecord(mailingLists) ? mailingLists : {});
  const [{ isSuppressed, removalQuota }, lists] = await Promise.all([
    context.call(getSuppression, identity),
    memberships.length === 0 ? [] : context.call(listMailingLists, {}),
  ]);
  const nameOf = (id: string): string | null => {
    const name = valueAt(
      lists.find((list) => valueAt(list, 'id') === id),
      'name',
    );
    return typeof name === 'string' ? name : null;
  };
  return {
    contact,
    lists: memberships.map(([id, subscribed]) => ({ id, name: nameOf(id), subscribed })),
    suppression: { isSuppressed, removalQuota },
  };
}

const FIRST: readonly Column[] = [
  { heading: 'Email', path: 'contact.email' },
  { heading: 'User ID', path: 'contact.userId' },
  { heading: 'ID', path: 'contact.id', kind: 'id' },
  { heading: 'First name', path: 'contact.firstName' },
  { heading: 'Last name', path: 'contact.lastName' },
  { heading: 'Subscribed', path: 'contact.subscribed', show: yesOrNo },
  { heading: 'Opt-in', path: 'contact.optInStatus' },
  { heading: 'Source', path: 'contact.source' },
  { heading: 'User group', path: 'contact.userGroup' },
];

const LAST: readonly Column[] = [
  { heading: 'Mailing lists', path: 'lists', show: (value) => membershipsIn(value) },
  { heading: 'Suppressed', path: 'suppression', show: (value, display) => suppressionIn(value, display) },
];

/** Custom properties come between the fields of every contact and what was added. */
export function personColumns(value: unknown): readonly Column[] {
  const { data } = z.object({ contact: z.record(z.string(), z.unknown()) }).safeParse(value);
  const known = new Set([...Object.keys(Contact.shape)]);
  const custom = Object.keys(data?.contact ?? {}).filter((key) => !known.has(key));
  return [...FIRST, ...custom.map((key): Column => ({ heading: key, path: `contact.${key}` })), ...LAST];
}

export function yesOrNo(value: unknown): string {
  return value === true ? 'yes' : value === false ? 'no' : String(value ?? '');
}

function membershipsIn(value: unknown): string {
  const lists = Person.shape.lists.safeParse(value).data ?? [];
  return lists.map(({ id, name, subscribed }) => `${name ?? id}${subscribed ? '' : ' (off)'}`).join(', ');
}

function suppressionIn(value: unknown, { style }: Display): string {
  const { data } = Person.shape.suppression.safeParse(value);
  if (data === undefined) return '';
  const { isSuppressed, removalQuota } = data;
  if (!isSuppressed) return 'no';
  return `${style.red('yes')} (${removalQuota.remaining} of ${removalQuota.limit} removals left)`;
}
