/** Replaces names by IDs in a command's input, before the command runs. */
import type { AnyCommand } from '../define/command.ts';
import type { Reference as FieldReference } from '../define/field.ts';
import { fieldsOf } from '../define/schema.ts';
import { Failure, usage } from '../errors.ts';
import { matchName, type Named, readReference } from './match.ts';
import type { Names } from './names.ts';

/**
 * The input with IDs only. Every text of an ID field is an ID, a name, or one of them forced by `id:` or `name:`.
 * Rejects with `usage` where several records have the name, and with `not_found` where none has.
 */
export async function resolveIds(
  command: AnyCommand,
  input: Readonly<Record<string, unknown>>,
  names: Names,
): Promise<Record<string, unknown>> {
  const resolved: Record<string, unknown> = { ...input };
  for (const { name, refersTo } of fieldsOf(command.input)) {
    const value = input[name];
    if (refersTo === undefined || value === undefined) continue;
    resolved[name] = Array.isArray(value)
      ? await Promise.all(value.map((text) => idFor(text, refersTo, names)))
      : await idFor(value, refersTo, names);
  }
  return resolved;
}

async function idFor(value: unknown, reference: FieldReference, names: Names): Promise<unknown> {
  if (typeof value !== 'string' || (reference.orFile && isFileName(value))) return value;
  const typed = readReference(value);
  if (typed.by === 'id') return typed.id;
  // Without a list to look in, the API decides what the text is.
  if (reference.list === undefined || reference.list.includes('<') || typed.name === '') return value;
  const match = matchName(typed.name, await names.of(reference.list));
  switch (match.type) {
    case 'one':
      return match.record.id;
    case 'several':
      throw usage(
        `${match.records.length} ${reference.name}s are named ${JSON.stringify(typed.name)}.`,
        `Use one of the IDs: ${match.records.map(({ id }) => id).join(', ')}.`,
      );
    case 'none':
      throw new Failure('not_found', `No ${reference.name} is named ${JSON.stringify(typed.name)}.`, {
        hint: hintFor(match.nearest, reference.list),
      });
  }
}

const hintFor = (nearest: readonly Named[], list: string): string =>
  nearest.length === 0
    ? `Run \`loopsctl ${list}\`.`
    : `Did you mean ${nearest.map(({ name, id }) => `${JSON.stringify(name)} (${id})`).join(', ')}?`;

/** An argument that may be a saved file is one where it has a dot or a slash, or is `-`. */
const isFileName = (text: string): boolean => text === '-' || (/[./\\]/.test(text) && !/^(id|name):/.test(text));
