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
  const { spread } = operation;
  const values = fields.map(
    (field) => [field, restoredValue(operation, field, before[field], current[field])] as const,
  );
  const others = values.filter(([field]) => !isOwn(operation, field));
  return {
    ...Object.fromEntries(values.filter(([field]) => isOwn(operation, field))),
    ...(spread === undefined || others.length === 0 ? {} : { [spread]: Object.fromEntries(others) }),
  };
}

/** False for an entry of the field that is spread, which may have the name of that field. */
const isOwn = ({ input, spread }: Undoable, field: string): boolean =>
  spread === undefined || (field !== spread && Object.hasOwn(input.shape, field));

/** Whether the operation takes a value for a field, which may be an entry of the field that is spread. */
function accepts(operation: Undoable, field: string, value: unknown): boolean {
  const { input, spread = field } = operation;
  const own = isOwn(operation, field);
  return input.shape[own ? field : spread]?.safeParse(own ? value : { [field]: value }).success === true;
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
