/** Creates and updates contacts from the body of a request, and reports what changed. */
import * as z from 'zod';
import { isRecord } from '../define/json.ts';
import type { Contact } from '../nouns/contacts/operations.ts';
import type { Property } from '../nouns/properties.ts';
import type { Account } from './account.ts';
import { findSaved, type Identity, save } from './contact-book.ts';
import type { ContactChange } from './contact-change.ts';
import { Refusal, type Service } from './handler.ts';
import { newId } from './identifiers.ts';
import type { SavedContact } from './nouns/contacts.seed.ts';
import { mailingLists } from './nouns/lists.ts';
import { propertiesOf } from './nouns/properties.ts';

const LONGEST = 500;

/** Fields that are not properties, and those that only the service sets. */
const NOT_PROPERTIES = ['id', 'email', 'userId', 'subscribed', 'mailingLists', 'createdAt', 'optInStatus'];

/** Text fields that are never absent: without a value they are null or empty. */
const EMPTY: Readonly<Record<string, null | ''>> = { firstName: null, lastName: null, source: '', userGroup: '' };

const emailAddress = z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/);

/** Throws a 400 `Refusal`. */
export function identityIn(body: Readonly<Record<string, unknown>>): Identity {
  const { email, userId } = body;
  const given = { email: email ?? undefined, userId: userId ?? undefined };
  if (given.email !== undefined && !emailAddress.safeParse(given.email).success) {
    throw new Refusal(400, 'Invalid email address.');
  }
  if (given.userId !== undefined && (typeof given.userId !== 'string' || given.userId === '')) {
    throw new Refusal(400, 'userId must be a non-empty string.');
  }
  if (given.email === undefined && given.userId === undefined)
    throw new Refusal(400, 'An email or userId is required.');
  return given as Identity;
}

/** Throws a 400 `Refusal` for a key or a text of more than 500 characters. */
function refuseLongValues(body: Readonly<Record<string, unknown>>): void {
  const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > LONGEST;
  if (Object.entries(body).some(([key, value]) => isLong(key) || isLong(value))) {
    throw new Refusal(400, 'Some body key or value is longer than allowable.');
  }
}

/**
 * Creates the contact, or changes the one that has the email address or the user ID. Call it inside `Store.update`. Throws a 400
 * `Refusal` for values that are not valid.
 */
export function writeContact(
  account: Account,
  body: Readonly<Record<string, unknown>>,
  service: Service,
): ContactChange {
  refuseLongValues(body);
  const identity = identityIn(body);
  const before = findSaved(account, identity);
  const saved = before ?? newContact(identity, body, service);
  const { mailingLists: wanted, leftLists } = changedLists(account, saved, body['mailingLists']);
  const contact = { ...saved.contact, ...definedOnly(identity), mailingLists: wanted };
  if (typeof body['subscribed'] === 'boolean') contact.subscribed = body['subscribed'];
  else if (body['subscribed'] !== undefined) throw new Refusal(400, 'subscribed must be a boolean.');
  setProperties(contact, body, propertiesOf(account), service);
  save(account, { contact, leftLists });
  const change = changeOf(before?.contact, contact);
  service.onContactChange?.(account, change);
  return change;
}

const definedOnly = (identity: Identity) =>
  Object.fromEntries(Object.entries(identity).filter(([, value]) => value !== undefined)) as {
    email?: string;
    userId?: string;
  };

function newContact({ email }: Identity, body: Readonly<Record<string, unknown>>, { random }: Service): SavedContact {
  if (email === undefined) throw new Refusal(400, 'An email is required to create a contact.');
  const { subscribed = true, source = 'API' } = body;
  const contact = {
    id: newId(random),
    email,
    firstName: null,
    lastName: null,
    source: String(source),
    subscribed: subscribed !== false,
    userGroup: '',
    userId: null,
    mailingLists: {},
    optInStatus: null,
  };
  return { contact, leftLists: [] };
}

/** Adding a person to a list that they left has no effect; the service accepts it anyway. */
function changedLists(account: Account, { contact, leftLists }: SavedContact, given: unknown) {
  const current = { ...contact.mailingLists };
  if (given === undefined) return { mailingLists: current, leftLists };
  if (!isRecord(given)) throw new Refusal(400, 'mailingLists must be an object.');
  const known = new Set(mailingLists.of(account).map(({ id }) => id));
  for (const [id, value] of Object.entries(given)) {
    if (!known.has(id)) throw new Refusal(400, `Mailing list ${id} does not exist.`);
    if (typeof value !== 'boolean') throw new Refusal(400, 'The values of mailingLists must be booleans.');
    current[id] = value && !leftLists.includes(id);
  }
  return { mailingLists: current, leftLists };
}

function setProperties(
  contact: Contact,
  body: Readonly<Record<string, unknown>>,
  properties: readonly Property[],
  { variants }: Service,
): void {
  for (const [key, value] of Object.entries(body)) {
    if (NOT_PROPERTIES.includes(key)) continue;
    const property = properties.find((candidate) => candidate.key === key);
    if (property === undefined) {
      if (variants.unknownProperty === 'refuse') throw new Refusal(400, `Unknown contact property: ${key}.`);
      continue;
    }
    const stored = storedValue(property, value);
    if (stored !== undefined) contact[key] = stored;
    else if (Object.hasOwn(EMPTY, key)) contact[key] = EMPTY[key];
    else delete contact[key];
  }
}

/** Undefined for a value that clears the property: null, or an empty text. */
function storedValue({ key, type }: Property, value: unknown): string | number | boolean | undefined {
  if (value === null || (value === '' && type === 'string')) return undefined;
  if (type === 'date') return storedDate(key, value);
  if (typeof value === type) return value as string | number | boolean;
  throw new Refusal(400, `${key} must be a ${type}.`);
}

/** Milliseconds as a number or a text of digits, or a date with an optional time, which is UTC without an offset. */
function storedDate(key: string, value: unknown): string {
  const text = String(value).trim();
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text);
  const [, day, time = '00:00', offset = 'Z'] = iso ?? [];
  const date = new Date(/^-?\d+$/.test(text) ? Number(text) : iso === null ? Number.NaN : `${day}T${time}${offset}`);
  if (typeof value === 'boolean' || Number.isNaN(date.getTime())) throw new Refusal(400, `${key} must be a date.`);
  return date.toISOString();
}

function changeOf(before: Contact | undefined, contact: Contact): ContactChange {
  const was: Readonly<Record<string, unknown>> = before ?? {};
  const keys = [...new Set([...Object.keys(was), ...Object.keys(contact)])].filter(
    (key) => key !== 'id' && key !== 'mailingLists' && key !== 'optInStatus',
  );
  const onList = (id: string, lists: Contact['mailingLists'] = {}): boolean => lists[id] === true;
  const lists = Object.keys({ ...before?.mailingLists, ...contact.mailingLists });
  return {
    contact,
    created: before === undefined,
    properties: keys.flatMap((key) => {
      const change = { key, was: valueOrNone(was[key]), is: valueOrNone(contact[key]) };
      return change.was === change.is ? [] : [change];
    }),
    joined: lists.filter((id) => onList(id, contact.mailingLists) && !onList(id, before?.mailingLists)),
    left: lists.filter((id) => !onList(id, contact.mailingLists) && onList(id, before?.mailingLists)),
    unsubscribed: before?.subscribed === true && contact.subscribed === false,
  };
}

const valueOrNone = (value: unknown): unknown => (value === null || value === '' ? undefined : value);
