/** What the words before the completed one mean: the command that they name, its flags and arguments. */
import type { AnyCommand } from '../define/command.ts';
import { type Field, flagOf } from '../define/field.ts';
import { fieldsOf } from '../define/schema.ts';
import { aliasesOf, type Entry, isNoun, type Noun, type Verb } from '../define/tree.ts';
import { commandFields, globalFields } from './global-flags.ts';

/** The global flags on the line, by field: `true` without a value. */
export type TypedFlags = Readonly<Record<string, string | true>>;

export interface TypedLine {
  readonly noun?: Noun;
  readonly command?: AnyCommand;
  readonly fields: readonly Field[];
  readonly pending?: Field;
  readonly positionals: readonly string[];
  readonly typed: TypedFlags;
  readonly used: ReadonlySet<string>;
  readonly afterDashes: boolean;
  /** A word that is no command: nothing can follow it. */
  readonly lost: boolean;
}

export async function readLine(words: readonly string[], tree: readonly Entry[]): Promise<TypedLine> {
  let line: TypedLine = {
    fields: globalFields,
    positionals: [],
    typed: {},
    used: new Set(),
    afterDashes: false,
    lost: false,
  };
  for (const word of words) line = await addWord(line, word, tree);
  return line;
}

async function addWord(line: TypedLine, word: string, tree: readonly Entry[]): Promise<TypedLine> {
  const { pending, ...rest } = line;
  if (pending !== undefined) return withFlag(rest, pending, word);
  if (!line.afterDashes && word === '--') return { ...line, afterDashes: true };
  if (!line.afterDashes && word.startsWith('-') && word !== '-') return addFlag(line, word);
  if (line.command !== undefined) return { ...line, positionals: [...line.positionals, word] };
  const entry = (line.noun?.verbs ?? tree).find(({ name, ...other }) =>
    [name, ...aliasesOf({ name, ...other } as Entry)].includes(word),
  );
  if (entry === undefined) return { ...line, lost: true };
  return isNoun(entry) ? { ...line, noun: entry } : addVerb(line, entry);
}

async function addVerb(line: TypedLine, verb: Verb): Promise<TypedLine> {
  const command = await verb.load();
  const positionals = command.positionals ?? [];
  const flags = fieldsOf(command.input).filter(({ name }) => !positionals.includes(name));
  const fields = [...flags, ...commandFields(command), ...line.fields];
  return { ...line, command, fields };
}

function addFlag(line: TypedLine, word: string): TypedLine {
  const [flag = '', ...values] = word.split('=');
  const field = line.fields.find((candidate) => flagOf(candidate) === flag);
  if (field === undefined) return word.startsWith('--') ? line : addShortFlags(line, word.slice(1));
  if (values.length > 0 || field.kind === 'boolean') return withFlag(line, field, values.join('='));
  return { ...line, pending: field };
}

function addShortFlags(line: TypedLine, letters: string): TypedLine {
  const field = line.fields.find(({ short }) => short !== undefined && short === letters[0]);
  const rest = letters.slice(1);
  if (field === undefined) return line;
  if (field.kind === 'boolean') return addShortFlags(withFlag(line, field, ''), rest);
  return rest === '' ? { ...line, pending: field } : withFlag(line, field, rest);
}

const withFlag = (line: TypedLine, { name, kind }: Field, value: string): TypedLine => ({
  ...line,
  used: new Set([...line.used, name]),
  typed: { ...line.typed, [name]: kind === 'boolean' ? true : value },
});
