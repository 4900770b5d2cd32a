/** The values that restore a record: each as its operation accepts it. */
import type { Undoable } from '../../../define/changed-record.ts';
import { type Fields, isRecord } from '../../../define/json.ts';
import { usage } from '../../../errors.ts';

/** The input that gives fields their values before. Throws a `usage` failure where the API cannot remove a value. */
export function restored(
  operation: Undoable,
  fields: readonly string[],
  before: Fields,
  current: Fields,
): Record<string, unknown> {
  const { spread, input } = operation;
  const values = fields.map(
    (field) => [field, restoredValue(operation, field, before[field], current[field])] as const,
  );
  const isOwn = (field: string): boolean => spread === undefined || Object.hasOwn(input.shape, field);
  const others = values.filter(([field]) => !isOwn(field));
  return {
    ...Object.fromEntries(values.filter(([field]) => isOwn(field))),
    ...(spread === undefined || others.length === 0 ? {} : { [spread]: Object.fromEntries(others) }),
  };
}

/** Whether the operation takes a value for a field, which may be an entry of the field that is spread. */
function accepts({ input, spread }: Undoable, field: string, value: unknown): boolean {
  const isOwn = Object.hasOwn(input.shape, field);
  const schema = input.shape[isOwn ? field : (spread ?? field)];
  return schema?.safeParse(isOwn ? value : { [field]: value }).success === true;
}

function restoredValue(operation: Undoable, field: string, before: unknown, now: unknown): unknown {
  const { undo, route } = operation;
  const isEmpty = before === undefined || before === null;
  const canBeNull = accepts(operation, field, null);
  if (isRecord(now) && (isEmpty || isRecord(before))) {
    const old = isEmpty ? {} : before;
    const none = undo.absent?.[field];
    const removed = Object.keys(now).filter((key) => !Object.hasOwn(old, key));
    const merged = { ...Object.fromEntries(removed.map((key) => [key, none ?? null])), ...old };
    if (none !== undefined) return differences(merged, now);
    // Maps that the API merges lose an entry by null.
    if (removed.length > 0 && accepts(operation, field, merged) && !(isEmpty && canBeNull)) return merged;
  }
  if (!isEmpty) return before;
  if (canBeNull) return null;
  if (undo.empties?.includes(field)) return '';
  throw usage(`${field} had no value before the change, and ${route} cannot remove it.`, 'Set it to another value.');
}

const differences = (wanted: Fields, now: Fields): Fields =>
  Object.fromEntries(Object.entries(wanted).filter(([key, value]) => now[key] !== value));
