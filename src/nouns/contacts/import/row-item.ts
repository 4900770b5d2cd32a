/** Turns a row of the file into the fields of a request, or says why it can't be imported. */
import type { Row } from '../../../batch/row.ts';
import { isRecord } from '../../../define/json.ts';
import type { ContactFields } from '../field-flags.ts';
import { fieldsFrom } from '../field-flags.ts';
import { isEmail } from '../identity.ts';
import type { PropertyValue } from '../operations.ts';
import { checkText, checkValue, LONGEST_TEXT } from '../property-values.ts';
import type { Columns, Target } from './columns.ts';

/** The body of a request. */
export interface ContactBody extends ContactFields {
  readonly email?: string;
  readonly userId?: string;
}

export interface ContactItem {
  readonly line: number;
  readonly body: ContactBody;
  /** Why the row is not sent. */
  readonly problem?: string;
  /** Values that are sent, but are probably not meant. */
  readonly warnings: readonly string[];
  /** Whether `subscribed: true` was left out. */
  readonly leftOut: boolean;
}

export interface RowRules {
  readonly columns: Columns;
  /** The fields that every row gets, from flags. */
  readonly lists: readonly string[];
  readonly allowResubscribe: boolean;
  /** Without it, a row may have only a user ID. */
  readonly needsEmail: boolean;
  /** The known IDs of mailing lists. */
  readonly knownLists: ReadonlySet<string>;
  /** Gets the values of properties that do not exist yet. */
  seeNew?(key: string, value: unknown): void;
}

/** The fields of a row while they are read. */
interface Draft {
  email?: string;
  userId?: string;
  subscribed?: boolean;
  leftOut: boolean;
  readonly values: [key: string, value: PropertyValue][];
  readonly lists: [id: string, member: boolean][];
  readonly warnings: string[];
}

class Problem extends Error {}

export function itemOf(row: Row, rules: RowRules): ContactItem {
  const draft: Draft = { leftOut: false, values: [], lists: rules.lists.map((id) => [id, true]), warnings: [] };
  try {
    if (row.problem !== undefined) throw new Problem(row.problem);
    for (const [column, value] of Object.entries(row.values)) {
      const target = rules.columns.targetOf(column, row.line);
      // An empty cell leaves the field as it is.
      if (target !== undefined && target.kind !== 'nothing' && value !== '') read(draft, column, value, target, rules);
    }
    if (draft.email === undefined && (rules.needsEmail || draft.userId === undefined)) {
      throw new Problem(rules.needsEmail ? 'it has no email' : 'it has neither email nor userId');
    }
    return { line: row.line, body: bodyOf(draft), warnings: draft.warnings, leftOut: draft.leftOut };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { line: row.line, body: {}, problem: error.message, warnings: [], leftOut: false };
  }
}

function read(
  draft: Draft,
  column: string,
  cell: unknown,
  target: Exclude<Target, { kind: 'nothing' }>,
  rules: RowRules,
): void {
  // In CSV, only a word can stand for nothing.
  const value = cell === 'null' && target.kind !== 'email' ? null : cell;
  switch (target.kind) {
    case 'email':
    case 'userId':
      draft[target.kind] = identity(column, target.kind, value);
      break;
    case 'subscribed':
      subscribe(draft, bool(column, value), rules);
      break;
    case 'list':
      draft.lists.push([target.id, bool(column, value)]);
      break;
    case 'lists':
      memberships(draft, column, value, rules);
      break;
    case 'new':
      if (value !== null) rules.seeNew?.(target.key, value);
      check(draft, column, value, {
        key: target.key,
        label: '',
        type: typeof value === 'string' ? 'string' : 'unknown',
      });
      break;
    case 'property':
      check(draft, column, value, target.property);
  }
}

function identity(column: string, kind: 'email' | 'userId', value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : value;
  if (typeof text !== 'string' || text === '') throw new Problem(`${quoted(column)} must be a string`);
  if (text.length > LONGEST_TEXT) throw new Problem(`${quoted(column)} has more than ${LONGEST_TEXT} characters`);
  if (!text.isWellFormed()) throw new Problem(`${quoted(column)} is not valid Unicode`);
  if (kind === 'email' && !isEmail(text))
    throw new Problem(`${quoted(column)} is not an email address: ${quoted(text)}`);
  return text;
}

/** Nobody is subscribed again because of an old export. */
function subscribe(draft: Draft, subscribed: boolean, { allowResubscribe }: RowRules): void {
  if (subscribed && !allowResubscribe) draft.leftOut = true;
  else draft.subscribed = subscribed;
}

function memberships(draft: Draft, column: string, value: unknown, { knownLists }: RowRules): void {
  if (!isRecord(value)) throw new Problem(`${quoted(column)} must be an object, {"list ID": true}`);
  for (const [id, member] of Object.entries(value)) {
    if (!knownLists.has(id)) throw new Problem(`there is no mailing list with the ID ${quoted(id)}`);
    draft.lists.push([id, bool(`${column}.${id}`, member)]);
  }
}

function bool(column: string, value: unknown): boolean {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === true || word === 'true') return true;
  if (word === false || word === 'false') return false;
  throw new Problem(`${quoted(column)} must be true or false`);
}

function check(draft: Draft, column: string, value: unknown, property: Parameters<typeof checkText>[0]): void {
  const checked = typeof value === 'string' ? checkText(property, value) : checkValue(property, value);
  if (checked.problem !== undefined) throw new Problem(`${quoted(column)} ${checked.problem}`);
  if (checked.warning !== undefined && property.type !== 'unknown')
    draft.warnings.push(`${quoted(column)} ${checked.warning}`);
  draft.values.push([property.key, checked.value]);
}

function bodyOf({ email, userId, subscribed, values, lists }: Draft): ContactBody {
  return {
    ...(email === undefined ? {} : { email }),
    ...(userId === undefined ? {} : { userId }),
    ...fieldsFrom(values),
    ...(subscribed === undefined ? {} : { subscribed }),
    ...(lists.length === 0 ? {} : { mailingLists: Object.fromEntries(lists) }),
  };
}

const SHOWN = 80;
const quoted = (text: string): string => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
