/** Undoing a change of a person: who it is, and how the request names them. */
import { findPerson, type Undoable } from '../../../define/changed-record.ts';
import type { Context } from '../../../define/command.ts';
import { type Fields, textOf, valueAt } from '../../../define/json.ts';
import type { Operation } from '../../../define/operation.ts';
import type { Undo } from '../../../define/undo.ts';
import { Failure } from '../../../errors.ts';
import type { Entry } from '../../../history/journal.ts';
import { listProperties } from '../../properties.ts';
import { readable } from '../../readable.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Rejects with `conflict` where somebody else has one of the names that the person had before the change or has after it. */
export async function requireSamePerson(
  context: Context,
  { undo: { person = [], read } }: Undoable,
  { number, record: id, before = {} }: Entry,
  record: Fields,
): Promise<void> {
  if (person.length === 0) return;
  const named = textOf(record[person[0] ?? '']);
  if (id !== undefined && record['id'] !== id) {
    throw new Failure('conflict', `${named} is another contact than that of change ${number}. Nothing was undone.`);
  }
  for (const field of person) {
    const old = before[field];
    if (!isText(old) || old === record[field]) continue;
    const other = await findPerson(read, { [field]: old }, context.call);
    if (other === undefined || valueAt(other, 'id') === record['id']) continue;
    throw new Failure('conflict', `Another contact has ${JSON.stringify(old)} now. Nothing was undone.`);
  }
}

/** The properties whose values are dates; none for changes that are not about people. */
export async function datesOf(context: Context, { undo: { person } }: Undoable): Promise<ReadonlySet<string>> {
  if (person === undefined) return new Set();
  const properties = readable(listProperties.output, await context.call(listProperties, {}), 'properties');
  return new Set(properties.flatMap(({ key, type }) => (type === 'date' ? [key] : [])));
}

/** The names in a request: one that the person has, or all of them where one gets its value before again. */
export function namesToSend(
  { person = [] }: Undo<Operation>,
  current: Fields,
  fields: readonly string[],
): Record<string, unknown> {
  const has = person.filter((field) => isText(current[field]));
  const isRenamed = person.some((field) => fields.includes(field));
  return Object.fromEntries((isRenamed ? has : has.slice(0, 1)).map((field) => [field, current[field]]));
}
