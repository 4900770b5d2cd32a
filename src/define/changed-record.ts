/** The record that a change is about: how it is read, and which of its fields the change writes. */
import { isRecord } from './json.ts';
import type { ApiRequest, Operation } from './operation.ts';
import { pathInput, pathValues } from './route.ts';
import type { Undo } from './undo.ts';

type Fields = Readonly<Record<string, unknown>>;

export type Undoable = Operation & { readonly undo: Undo<Operation> };

export const isUndoable = (operation: Operation): operation is Undoable =>
  operation.undo !== undefined && 'read' in operation.undo;

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
    const found = await call(read, { [field]: value });
    if (Array.isArray(found) && found.length > 0) return found[0];
  }
  return undefined;
}

/** The fields of a record that a change may have to restore. */
export function fieldsOf({ undo }: Operation, sent: Fields): readonly string[] {
  if (undo !== undefined && 'remove' in undo) return undo.writes;
  if (undo === undefined || !('read' in undo)) return Object.keys(sent);
  const changed = undo.writes ?? Object.keys(sent);
  const { together = [], person = [] } = undo;
  const others = together.some((field) => changed.includes(field)) ? together : [];
  return [...new Set([...changed, ...others, ...person])];
}

/** The values of some fields of a record; null for one that it does not have. */
export function valuesOf({ undo }: Operation, record: unknown, fields: readonly string[]): Record<string, unknown> {
  const absent = undo !== undefined && 'read' in undo ? undo.absent : undefined;
  return Object.fromEntries(
    fields.map((field) => {
      const value = isRecord(record) && Object.hasOwn(record, field) ? (record[field] ?? null) : null;
      if (absent === undefined || !Object.hasOwn(absent, field)) return [field, value];
      if (!isRecord(value)) return [field, value ?? {}];
      return [field, Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== absent[field]))];
    }),
  );
}
