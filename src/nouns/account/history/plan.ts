/** The plan of an undo: what is sent, on top of what the record has now. Nothing is planned where somebody changed it since. */
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { pathInput, pathValues } from '../../../define/route.ts';
import { Failure, usage } from '../../../errors.ts';
import type { Entry } from '../../../history/journal.ts';
import { fieldsOf } from '../../../history/recorder.ts';
import { isSameValue } from '../../../project/compare.ts';
import { contentDiff } from '../../../project/diff.ts';
import { type Undoable, undoable } from './entries.ts';

const RULES = { fields: { lmx: { isLmx: true } } } as unknown as Parameters<typeof contentDiff>[0];

const isSame = (field: string, one: unknown, other: unknown): boolean => isSameValue(RULES.fields[field], one, other);

export interface UndoPlan {
  readonly entry: Entry;
  readonly operation: Undoable;
  readonly input: Record<string, unknown>;
  /** The fields that get another value. */
  readonly fields: readonly string[];
  /** From the values now to those before the change. */
  readonly diff: readonly string[];
}

/** The value to send for a field that had `before` and has `now`. */
function restored({ input, undo, route }: Undoable, field: string, before: unknown, now: unknown): unknown {
  const schema = input.shape[field];
  const accepts = (value: unknown): boolean => schema?.safeParse(value).success === true;
  const isEmpty = before === undefined || before === null;
  if (isRecord(now) && (isEmpty || isRecord(before))) {
    const old = isEmpty ? {} : before;
    const removed = Object.keys(now).filter((key) => !Object.hasOwn(old, key));
    const merged = { ...Object.fromEntries(removed.map((key) => [key, null])), ...old };
    // Maps that the API merges lose an entry by null.
    if (removed.length > 0 && accepts(merged) && !(isEmpty && accepts(null))) return merged;
  }
  if (!isEmpty) return before;
  if (accepts(null)) return null;
  if (undo.empties?.includes(field)) return '';
  throw usage(`${field} had no value before the change, and ${route} cannot remove it.`, 'Set it to another value.');
}

/** Rejects with `conflict` where a field has another value than the change has left. */
function requireUntouched(entry: Entry, fields: readonly string[], current: Readonly<Record<string, unknown>>): void {
  const { sent, before = {}, after } = entry;
  const expected = (field: string): unknown => (after ?? { ...before, ...sent })[field];
  const moved = fields.filter((field) => !isSame(field, expected(field) ?? null, current[field] ?? null));
  if (moved.length === 0) return;
  throw new Failure(
    'conflict',
    `Since change ${entry.number}, ${moved.join(', ')} ${moved.length === 1 ? 'has' : 'have'} changed again. Nothing was undone.`,
    {
      details: { fields: moved },
      hint: 'Undo the later change first (`loopsctl history`), or set the value yourself.',
    },
  );
}

export async function planUndo(context: Context, entry: Entry): Promise<UndoPlan> {
  const operation = undoable(entry);
  const { undo } = operation;
  const ids = pathValues(entry.route, entry.path);
  const current: unknown = await context.call(undo.read, pathInput(undo.read.route, ids));
  if (!isRecord(current)) throw new Failure('unexpected_response', `The API response for ${entry.path} is no record.`);
  const { before = {} } = entry;
  const all = fieldsOf(operation, entry.sent);
  const fields = all.filter((field) => !isSame(field, before[field] ?? null, current[field] ?? null));
  if (fields.length === 0) {
    throw usage(`There is nothing to undo: ${all.join(', ')} already had this value before change ${entry.number}.`);
  }
  requireUntouched(entry, all, current);
  const sent = all.filter((field) => fields.includes(field) || undo.together?.includes(field) === true);
  const values =
    undo.request?.(before, current) ??
    Object.fromEntries(sent.map((field) => [field, restored(operation, field, before[field], current[field])]));
  const revision = undo.revision === undefined ? undefined : current[undo.revision];
  const isKnown = revision !== undefined && operation.input.shape['expectedRevisionId']?.safeParse(revision).success;
  return {
    entry,
    operation,
    input: {
      ...pathInput(operation.route, ids),
      ...(isKnown ? { expectedRevisionId: revision } : {}),
      ...values,
    },
    fields,
    diff: await contentDiff(RULES, current, before, fields),
  };
}
