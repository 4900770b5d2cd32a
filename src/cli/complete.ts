/** The candidates for the last word of a command line: a pure function over the tree, without a shell. */
import type { AnyCommand } from '../define/command.ts';
import { EFFECT_NAMES } from '../define/effect.ts';
import { type Field, flagOf } from '../define/field.ts';
import { FORMAT_NAMES, GENERAL_FORMATS, ownFormats } from '../define/format-name.ts';
import { fieldsOf, topFields } from '../define/schema.ts';
import { aliasesOf, type Entry } from '../define/tree.ts';
import { TOPICS } from './topics.ts';
import { readLine, type TypedFlags, type TypedLine } from './typed-line.ts';

export interface Candidate {
  readonly value: string;
  readonly description: string;
  /** The name of the record whose ID `value` is. */
  readonly name?: string;
}

export interface Completion {
  /** Each fits what was typed: its value begins with it, or its name does. */
  readonly candidates: readonly Candidate[];
  readonly files: boolean;
}

export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

export interface CompleteOptions {
  readonly tree: readonly Entry[];
  profiles(): Promise<readonly string[]>;
  /** The known records of a list command (`themes list`) for the team that the flags select. */
  names(list: string, typed: TypedFlags): Promise<readonly NamedRecord[]>;
}

const NOTHING: Completion = { candidates: [], files: false };

/** `words` are those after the program's name; the last one is completed, and may be empty. */
export async function complete(words: readonly string[], options: CompleteOptions): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const before = words.slice(words[0] === 'help' && words.length > 1 ? 1 : 0, -1);
  const line = await readLine(before, options.tree);
  if (line.lost) return NOTHING;
  if (line.pending !== undefined) return valuesOf(line.pending, current, '', line, options);
  if (!line.afterDashes && current.startsWith('-')) return completeFlag(current, line, options);
  if (line.command !== undefined) return completePositional(current, line, line.command, options);
  const entries = entryCandidates(line.noun?.verbs ?? options.tree, current);
  const topics = words.length === 2 && words[0] === 'help' ? TOPICS : [];
  const named = topics.map(({ name, summary }) => ({ value: name, description: summary }));
  return fitting([...entries, ...named], current);
}

function entryCandidates(entries: readonly Entry[], current: string): readonly Candidate[] {
  const named = entries.map((entry) => ({ value: entry.name, description: entry.summary }));
  if (named.some(({ value }) => value.startsWith(current))) return named;
  return entries.flatMap((entry) => aliasesOf(entry).map((value) => ({ value, description: entry.summary })));
}

function completeFlag(current: string, line: TypedLine, options: CompleteOptions): Promise<Completion> | Completion {
  const equals = current.indexOf('=');
  if (equals > 0) {
    const flag = current.slice(0, equals);
    const field = line.fields.find((candidate) => candidate.kind !== 'boolean' && flagOf(candidate) === flag);
    return field === undefined ? NOTHING : valuesOf(field, current.slice(equals + 1), `${flag}=`, line, options);
  }
  const free = line.fields.filter(({ name, many }) => many || !line.used.has(name));
  const isTopLevel = line.noun === undefined && line.command === undefined;
  const flags = [
    ...free.map((field) => ({ value: flagOf(field), description: field.description })),
    { value: '--help', description: 'print help' },
    ...(isTopLevel ? [{ value: '--version', description: 'print the version' }] : []),
  ];
  const short = free.flatMap((field) =>
    field.short ? [{ value: `-${field.short}`, description: field.description }] : [],
  );
  return fitting(current.length === 2 && current !== '--' ? short : flags, current);
}

function completePositional(
  current: string,
  line: TypedLine,
  command: AnyCommand,
  options: CompleteOptions,
): Promise<Completion> | Completion {
  const names = command.positionals ?? [];
  const fields = fieldsOf(command.input);
  const fieldAt = (index: number): Field | undefined => fields.find(({ name }) => name === names[index]);
  const last = fieldAt(names.length - 1);
  const field = fieldAt(line.positionals.length) ?? (last?.many ? last : undefined);
  return field === undefined ? NOTHING : valuesOf(field, current, '', line, options);
}

async function valuesOf(
  field: Field,
  current: string,
  prefix: string,
  line: TypedLine,
  { profiles, names }: CompleteOptions,
): Promise<Completion> {
  const list = field.refersTo?.list;
  const plain = [
    ...(field.name === 'output' ? formatsOf(line.command) : (field.choices ?? [])),
    ...(field.completes === 'effects' ? commaLists(current, EFFECT_NAMES) : []),
    ...(field.completes === 'profiles' ? (await profiles()).filter(isSafe) : []),
    ...(field.name === 'fields' && line.command !== undefined
      ? commaLists(current, topFields(line.command.output))
      : []),
  ];
  const words = WORDS_OF[field.completes ?? ''];
  const listed = words === undefined ? [] : (await names(words.list, line.typed)).map(words.wordOf);
  // A list command with a placeholder (`workflow show <id>`) has no cache.
  const records = list === undefined || list.includes('<') ? [] : await names(list, line.typed);
  const given = new Set(line.positionals);
  const { candidates } = fitting(
    [
      ...[...plain, ...listed.filter(isSafe)].map((value) => ({ value, description: '' })),
      ...records
        .filter(({ id }) => isSafe(id) && !given.has(id))
        .map(({ id, name }) => ({ value: id, description: name, name })),
    ],
    current,
  );
  return {
    candidates: candidates.map((candidate) => ({ ...candidate, value: `${prefix}${candidate.value}` })),
    files: field.completes === 'files' || field.refersTo?.orFile === true,
  };
}

/** The formats of a command as far as it says; before a command is typed, all of them. */
const formatsOf = (command: AnyCommand | undefined): readonly string[] =>
  command === undefined ? FORMAT_NAMES : [...GENERAL_FORMATS, ...ownFormats(command)];

/** Words that a list command knows, where a field takes no ID. */
const WORDS_OF: Readonly<Record<string, { readonly list: string; wordOf(record: NamedRecord): string }>> = {
  events: { list: 'events list', wordOf: ({ name }) => name },
  properties: { list: 'properties list', wordOf: ({ id }) => id },
  'property values': { list: 'properties list', wordOf: ({ id }) => `${id}=` },
};

/** IDs and profiles come from files: only what no shell interprets is inserted. */
const isSafe = (value: string): boolean => /^\w[\w.@+-]*=?$/.test(value);

function commaLists(current: string, names: readonly string[]): readonly string[] {
  const done = current.slice(0, current.lastIndexOf(',') + 1);
  const used = new Set(done.split(','));
  return names.filter((name) => !used.has(name)).map((name) => `${done}${name}`);
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** Those whose value begins with the word, and those whose name does, in upper or lower case. */
function fitting(candidates: readonly Candidate[], current: string): Completion {
  const start = folded(current);
  const fits = ({ value, name }: Candidate): boolean =>
    value.startsWith(current) || (name !== undefined && folded(name).startsWith(start));
  return { candidates: candidates.filter(fits), files: false };
}
