/** The record that a change is about: how it is read, and which of its fields the change writes. */
import { type Fields, isRecord } from './json.ts';
import type { ApiRequest, Operation } from './operation.ts';
import { pathInput, pathValues } from './route.ts';
import type { Undo, UndoByRemoval } from './undo.ts';

export type Undoable = Operation & { readonly undo: Undo<Operation> };

export const isUndoable = (operation: Operation): operation is Undoable =>
  operation.undo !== undefined && 'read' in operation.undo;

export type Removable = Operation & { readonly undo: UndoByRemoval<Operation> };

export const isRemovable = (operation: Operation): operation is Removable =>
  operation.undo !== undefined && 'remove' in operation.undo;

type Read = (operation: Operation, input: Record<string, string>) => Promise<unknown>;

/** The record as it is now; undefined where there is no such person. Rejects like `Context.call`. */
export async function readRecord(
  { route, undo: { read, person } }: Undoable,
  { path, body }: Pick<ApiRequest, 'path' | 'body'>,
  call: Read,
): Promise<unknown> {
  if (person === undefined) return call(read, pathInput(read.route, pathValues(route, path)));
  for (const field of person) {
    const value = body?.[field];
    if (typeof value !== 'string' || value === '') continue;
    const found = await findPerson(read, { [field]: value }, call);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Undefined where there is no such person. Rejects like `Context.call`. */
export async function findPerson(read: Operation, by: Record<string, string>, call: Read): Promise<unknown> {
  const found = await call(read, by);
  return Array.isArray(found) ? found[0] : undefined;
}

/** What a request writes, by the names and with the values that the record then has. */
export const writtenBy = (operation: Operation, sent: Fields): Fields =>
  (isUndoable(operation) ? operation.undo.wrote?.(sent) : undefined) ?? sent;

/** The fields of a record that a change may have to restore. */
export function fieldsOf(operation: Operation, sent: Fields): readonly string[] {
  if (isRemovable(operation)) return operation.undo.writes;
  const changed = Object.keys(writtenBy(operation, sent));
  if (!isUndoable(operation)) return changed;
  const { together = [], person = [] } = operation.undo;
  const others = together.some((field) => changed.includes(field)) ? together : [];
  return [...new Set([...changed, ...others, ...person])];
}

/** The values of some fields of a record; null for one that it does not have. */
export function valuesOf(operation: Operation, record: unknown, fields: readonly string[]): Record<string, unknown> {
  const absent = isUndoable(operation) ? operation.undo.absent : undefined;
  return Object.fromEntries(
    fields.map((field) => {
      const value = isRecord(record) && Object.hasOwn(record, field) ? (record[field] ?? null) : null;
      if (absent === undefined || !Object.hasOwn(absent, field)) return [field, value];
      if (!isRecord(value)) return [field, value ?? {}];
      return [field, Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== absent[field]))];
    }),
  );
}
