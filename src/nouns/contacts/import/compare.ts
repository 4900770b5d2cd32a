/** Whether a contact already has what a row would set. */
import { isRecord } from '../../../define/json.ts';
import type { Contact } from '../operations.ts';
import { isSameDate } from '../property-values.ts';
import type { ContactBody } from './row-item.ts';

const EMPTY = [undefined, null, ''];

/** Keys of properties whose values are dates. */
export function hasAlready(contact: Contact, body: ContactBody, dates: ReadonlySet<string>): boolean {
  const { email, mailingLists = {}, properties = {}, ...fields } = body;
  const current: Readonly<Record<string, unknown>> = contact;
  const lists = isRecord(contact.mailingLists) ? contact.mailingLists : {};
  return (
    (email === undefined || String(contact.email).toLowerCase() === email.toLowerCase()) &&
    Object.entries(mailingLists).every(([id, member]) => (lists[id] === true) === member) &&
    Object.entries({ ...fields, ...properties }).every(([key, value]) => isSame(current[key], value, dates.has(key)))
  );
}

function isSame(current: unknown, wanted: unknown, isDate: boolean): boolean {
  if (wanted === null) return EMPTY.some((empty) => empty === current);
  return current === wanted || (isDate && isSameDate(current, wanted));
}
