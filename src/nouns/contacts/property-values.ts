/** Checks a value for a contact property before it is sent, because the API drops or misreads some that do not fit. */
import type { Property } from '../properties.ts';
import type { PropertyValue } from './operations.ts';

export type Checked =
  | { readonly value: PropertyValue; readonly warning?: string; readonly problem?: undefined }
  /** Why the API would not take the value, as the end of a sentence: `must be a number`. */
  | { readonly problem: string; readonly value?: undefined; readonly warning?: undefined };

/** The API refuses a longer key or text. */
export const LONGEST_TEXT = 500;

/** Milliseconds before this are in 1973 or earlier: the number is probably in seconds. */
const SECONDS_BELOW = 1e11;

const NUMBER = /^[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$/;
const WHOLE = /^-?\d+$/;
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/;

/** A text, as in a cell of a table or on the command line, as a value of the property's type. */
export function checkText(property: Property, text: string): Checked {
  switch (property.type) {
    case 'number':
      return NUMBER.test(text.trim()) ? checkValue(property, Number(text)) : { problem: 'must be a number' };
    case 'boolean': {
      const word = text.trim().toLowerCase();
      return word === 'true' || word === 'false' ? { value: word === 'true' } : { problem: 'must be true or false' };
    }
    case 'date':
      return checkValue(property, text.trim());
    default:
      return checkValue(property, text);
  }
}

/** A value of JSON. `null` clears the property, whatever its type is. */
export function checkValue({ type }: Property, value: unknown): Checked {
  if (value === null) return { value };
  if (typeof value === 'string' && value.length > LONGEST_TEXT) {
    return { problem: `must have at most ${LONGEST_TEXT} characters, not ${value.length}` };
  }
  if (typeof value === 'string' && !value.isWellFormed()) return { problem: 'is not valid Unicode' };
  switch (type) {
    case 'string':
      return typeof value === 'string' ? { value } : { problem: 'must be a string' };
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? { value } : { problem: 'must be a number' };
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { problem: 'must be true or false' };
    case 'date':
      return checkDate(value);
    default:
      return checkUnknownType(type, value);
  }
}

const DATE_FORMS = 'must be a date: 2026-11-20, 2026-11-20T09:30:00Z or milliseconds since 1970';

function checkDate(value: unknown): Checked {
  if (typeof value !== 'string' && typeof value !== 'number') return { problem: DATE_FORMS };
  if (typeof value === 'number' || WHOLE.test(value)) {
    const milliseconds = Number(value);
    if (!Number.isInteger(milliseconds) || !isDate(milliseconds)) return { problem: DATE_FORMS };
    if (milliseconds === 0 || Math.abs(milliseconds) >= SECONDS_BELOW) return { value };
    const day = new Date(milliseconds).toISOString().slice(0, 10);
    return { value, warning: `is read as milliseconds, which gives ${day}; is the number in seconds?` };
  }
  const [, day = '', time = '00:00', offset = 'Z'] = DATE.exec(value) ?? [];
  const parsed = Date.parse(`${day}T${time}${offset}`);
  // The parser turns February 30 into March 2.
  const sameDay = isDate(Date.parse(day)) && new Date(Date.parse(day)).toISOString().slice(0, 10) === day;
  return isDate(parsed) && sameDay ? { value } : { problem: DATE_FORMS };
}

const isDate = (milliseconds: number): boolean => !Number.isNaN(new Date(milliseconds).getTime());

/** Whether two values of a date property are the same time: the API returns another form than the one that was sent. */
export function isSameDate(one: unknown, other: unknown): boolean {
  const time = timeOf(one);
  return time !== undefined && time === timeOf(other);
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

/** A type that a later version of the API may add. */
const checkUnknownType = (type: string, value: unknown): Checked =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { value, warning: `has the unknown type ${JSON.stringify(type)}, so its value was not checked` }
    : { problem: 'must be a string, a number, true or false' };
