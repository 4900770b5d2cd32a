/** Replaces names by IDs in a command's input, before the command runs. */
import type { AnyCommand } from '../define/command.ts';
import type { Reference as FieldReference } from '../define/field.ts';
import { fieldsOf } from '../define/schema.ts';
import { usage } from '../errors.ts';
import { isFileName } from '../runtime/files.ts';
import { matchName, type Named, PICK, readReference } from './match.ts';
import type { Names } from './names.ts';
import { findOneOf } from './one-of.ts';
import { type RecordType, recordNamed } from './record-named.ts';

type Input = Readonly<Record<string, unknown>>;

export interface Lookup {
  readonly names: Names;
  /** Reports a name that was not typed exactly. */
  note(message: string): void;
  /** Whether somebody can choose. Called only for `?`, because looking at stdin takes time in every run. */
  canAsk(): boolean;
  /** Lets the person choose a record and resolves to its ID. */
  choose(question: string, records: readonly Named[]): Promise<string>;
}

/**
 * The input with IDs only. Every text of an ID field is an ID, a name, or one of them forced by `id:` or `name:`.
 * At a terminal `?` opens a picker. Rejects with `usage` where several records have the name, and with
 * `not_found` where none has.
 */
export const resolveIds = (
  command: AnyCommand,
  input: Input,
  { names, note, canAsk, choose }: Lookup,
): Promise<Record<string, unknown>> => {
  const using = (type: string, { id, name }: Named, typed: string): void => {
    if (name !== typed) note(`Using ${type} ${JSON.stringify(name)} (${id}).`);
  };
  const oneOf = async (typed: string, kinds: NonNullable<FieldReference['kinds']>): Promise<string> => {
    const found = await findOneOf(typed, kinds, names);
    using(found.type, found, typed);
    return `${found.kind}:${found.id}`;
  };
  return mapIds(command, input, async (text, reference) => {
    const typed = readReference(text);
    if (typed.by === 'id') return typed.id;
    if (reference.kinds !== undefined) return oneOf(typed.name, reference.kinds);
    const list = listOf(reference);
    // Without a list to look in, the API decides what the text is.
    if (list === undefined || typed.name === '') return text;
    if (typed.name === PICK && canAsk()) return choose(`Which ${reference.name}?`, await names.of(list));
    const record = await find(typed.name, { name: reference.name, list }, names);
    using(reference.name, record, typed.name);
    return record.id;
  });
};

/** The input where every ID field has an ID. Throws a `usage` failure for a name, which only a request could resolve. */
export const requireIds = (command: AnyCommand, input: Input): Promise<Record<string, unknown>> =>
  mapIds(command, input, async (text, reference) => {
    const typed = readReference(text);
    if (typed.by === 'id') return typed.id;
    if (listOf(reference) === undefined && reference.kinds === undefined) return text;
    throw usage(
      `--curl sends nothing, so it can't look up ${JSON.stringify(typed.name)}.`,
      reference.kinds === undefined
        ? `Pass the ID of the ${reference.name}.`
        : `Pass the ID of the ${reference.name}, or of what it belongs to with a flag.`,
    );
  });

/** A name that is not in the cache may belong to a new record: then the API is asked again. */
async function find(name: string, type: RecordType, names: Names): Promise<Named> {
  const records = await names.of(type.list);
  if (names.isCached(type.list) && matchName(name, records).type === 'none') await names.drop(type.list);
  return recordNamed(name, await names.of(type.list), type);
}

/** The command whose items can be searched; undefined where it needs an argument of its own, `workflow show <id>`. */
const listOf = ({ list }: FieldReference): string | undefined => (list?.includes('<') ? undefined : list);

/** The list commands of some types of records. */
export const listsOf = (references: readonly FieldReference[]): readonly string[] => [
  ...new Set(references.flatMap((reference) => listOf(reference) ?? [])),
];

/** What a command's ID fields refer to. */
export const referencesIn = (command: AnyCommand): readonly FieldReference[] =>
  fieldsOf(command.input).flatMap(({ refersTo }) => refersTo ?? []);

/** Every text of an ID field, mapped. An argument that may be a saved file is one where it looks like a file name. */
async function mapIds(
  command: AnyCommand,
  input: Input,
  map: (text: string, reference: FieldReference) => Promise<string>,
): Promise<Record<string, unknown>> {
  const mapped: Record<string, unknown> = { ...input };
  for (const { name, refersTo } of fieldsOf(command.input)) {
    const value = input[name];
    if (refersTo === undefined || value === undefined) continue;
    const one = async (text: unknown): Promise<unknown> => {
      if (typeof text !== 'string' || (refersTo.orFile && isFileName(text))) return text;
      const ending = refersTo.endings?.find((candidate) => text.endsWith(candidate)) ?? '';
      return `${await map(text.slice(0, text.length - ending.length), refersTo)}${ending}`;
    };
    mapped[name] = Array.isArray(value) ? await Promise.all(value.map(one)) : await one(value);
  }
  return mapped;
}
