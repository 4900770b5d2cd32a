/** The plan of an undo: what is sent, on top of what the record has now. Nothing is planned where somebody changed it since. */
import {
  fieldsOf,
  isRemovable,
  type Removable,
  readRecord,
  type Undoable,
  valuesOf,
  writtenBy,
} from '../../../define/changed-record.ts';
import type { Context } from '../../../define/command.ts';
import { type Fields, isRecord, textOf } from '../../../define/json.ts';
import type { Operation } from '../../../define/operation.ts';
import { pathInput, pathValues } from '../../../define/route.ts';
import { Failure, usage } from '../../../errors.ts';
import type { Entry } from '../../../history/journal.ts';
import { isSameValue } from '../../../project/compare.ts';
import { contentDiff } from '../../../project/diff.ts';
import { isSameDate } from '../../contacts/property-values.ts';
import { undoable } from './entries.ts';
import { datesOf, namesToSend, requireSamePerson } from './person.ts';
import { restored } from './restored.ts';

const RULES = { fields: { lmx: { isLmx: true } } } as unknown as Parameters<typeof contentDiff>[0];

const isSame = (field: string, one: unknown, other: unknown): boolean => isSameValue(RULES.fields[field], one, other);

export interface UndoPlan {
  readonly entry: Entry;
  readonly operation: Operation;
  readonly input: Record<string, unknown>;
  /** The fields that get another value. */
  readonly fields: readonly string[];
  /** From the values now to those before the change. */
  readonly diff: readonly string[];
  /** What else it may do, as a sentence. */
  readonly reach: string | undefined;
}

export interface UndoOptions {
  /** A field that says that a person agreed may become true again. */
  readonly allowResubscribe: boolean;
}

/** Rejects with `conflict` where a field has another value than the change has left. `dates`: compared as times. */
function requireUntouched(
  operation: Operation,
  entry: Entry,
  fields: readonly string[],
  current: Fields,
  dates: ReadonlySet<string> = new Set(),
): void {
  const { after, continued = {} } = entry;
  const moved = fields.filter((field) => {
    const now = current[field] ?? null;
    const known = [after?.[field] ?? null, ...(Object.hasOwn(continued, field) ? [continued[field]] : [])];
    const expected = after === undefined ? guesses(operation, entry, field) : known;
    return !expected.some((value) => isSame(field, value, now) || (dates.has(field) && isSameDate(value, now)));
  });
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

/** What a change may have left whose result is unknown. The API replaces some maps and adds to others, and an empty text may clear. */
function guesses(operation: Operation, { sent, before = {} }: Entry, field: string): readonly unknown[] {
  const [old, given] = [before[field] ?? null, writtenBy(operation, sent)[field]];
  if (given === undefined) return [old];
  const values =
    isRecord(old) && isRecord(given) ? [given, { ...old, ...given }] : [given, given === '' ? null : given];
  return values.map((value) => valuesOf(operation, { [field]: value }, [field])[field]);
}

/** The record as it is now. Rejects with `not_found` where there is none. */
export async function currentRecord(context: Context, operation: Undoable, entry: Entry): Promise<Fields> {
  const body = { ...entry.before, ...entry.sent };
  const record = await readRecord(operation, { path: entry.path, body }, context.call);
  if (record === undefined) {
    throw new Failure('not_found', `The record of change ${entry.number} no longer exists. Nothing was undone.`);
  }
  if (!isRecord(record)) throw new Failure('unexpected_response', `The API response for ${entry.path} is no record.`);
  return record;
}

/** The fields that still have another value than before the change. */
export const different = (operation: Undoable, { before = {}, sent }: Entry, record: Fields): readonly string[] => {
  const all = fieldsOf(operation, sent);
  const current = valuesOf(operation, record, all);
  return all.filter((field) => !isSame(field, before[field] ?? null, current[field]));
};

export async function planUndo(context: Context, entry: Entry, options: UndoOptions): Promise<UndoPlan> {
  const operation = undoable(entry);
  if (isRemovable(operation)) return planRemoval(context, operation, entry);
  const { undo } = operation;
  const { before = {} } = entry;
  const record = await currentRecord(context, operation, entry);
  await requireSamePerson(context, operation, entry, record);
  const all = fieldsOf(operation, entry.sent);
  const current = valuesOf(operation, record, all);
  const fields = different(operation, entry, record);
  if (fields.length === 0) {
    const named = all.filter((field) => !undo.person?.includes(field));
    throw usage(
      `There is nothing to undo: ${(named.length > 0 ? named : all).join(', ')} already had this value before change ${entry.number}.`,
    );
  }
  const dates = entry.after === undefined ? await datesOf(context, operation) : undefined;
  requireUntouched(operation, entry, all, current, dates);
  requireConsent(operation, entry, fields, options);
  const sent = all.filter((field) => fields.includes(field) || undo.together?.includes(field) === true);
  const revision = undo.revision === undefined ? undefined : record[undo.revision];
  const isKnown = revision !== undefined && operation.input.shape['expectedRevisionId']?.safeParse(revision).success;
  return {
    entry,
    operation,
    input: {
      ...pathInput(operation.route, pathValues(entry.route, entry.path)),
      ...(isKnown ? { expectedRevisionId: revision } : {}),
      ...namesToSend(undo, current, fields),
      ...(undo.request?.(before, record) ?? restored(operation, sent, before, current)),
    },
    fields,
    diff: await contentDiff(RULES, set(current), set(before), fields),
    reach: reachOf(operation, fields),
  };
}

async function planRemoval(context: Context, operation: Removable, entry: Entry): Promise<UndoPlan> {
  const { show, remove, revision, writes } = operation.undo;
  const path = pathInput(show.route, [...pathValues(entry.route, entry.path), entry.record ?? '']);
  const record: unknown = await context.call(show, path);
  if (!isRecord(record)) throw new Failure('unexpected_response', `The API response for ${entry.record} is no record.`);
  requireUntouched(operation, entry, writes, valuesOf(operation, record, writes));
  return {
    entry,
    operation: remove,
    input: { ...path, expectedRevisionId: record[revision] ?? null },
    fields: [],
    diff: [`- ${textOf(record['typeName'])} ${entry.record}`],
    reach: 'It removes what was created.',
  };
}

/** Where only some fields reach further, as the styles of a theme do, others have nothing to say. */
function reachOf({ undo, fieldEffects }: Undoable, fields: readonly string[]): string | undefined {
  const reaching = Object.keys(fieldEffects);
  return reaching.length === 0 || fields.some((field) => reaching.includes(field)) ? undo.reach : undefined;
}

/** Without the fields that have no value. */
const set = (values: Fields): Fields =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Throws a `usage` failure where the undo says that a person has agreed, and nobody has confirmed that. */
function requireConsent(
  { undo: { consent = [] } }: Undoable,
  { before = {} }: Entry,
  fields: readonly string[],
  { allowResubscribe }: UndoOptions,
): void {
  const field = consent.find((one) => fields.includes(one) && before[one] === true);
  if (field === undefined || allowResubscribe) return;
  throw usage(
    `The undo sets ${JSON.stringify(field)} to true, which needs --allow-resubscribe. Nothing was undone.`,
    'Add it only for a person who asked to receive emails again.',
  );
}
