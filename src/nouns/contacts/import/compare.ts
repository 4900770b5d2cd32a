/** Whether a contact already has what a row would set. */
import { isRecord } from '../../../define/json.ts';
import type { Contact } from '../operations.ts';
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
  if (current === wanted) return true;
  const [left, right] = isDate ? [timeOf(current), timeOf(wanted)] : [];
  return left !== undefined && left === right;
}

/** Milliseconds, or a date with an optional time, which is UTC without an offset. The API uses a space instead of T at times. */
function timeOf(value: unknown): number | undefined {
  const text = String(value).trim();
  if (/^-?\d+$/.test(text)) return Number(text);
  const [, day, time = '00:00', offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  const parsed = Date.parse(`${day}T${time}${offset.replace(/^(.\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(parsed) ? undefined : parsed;
}
