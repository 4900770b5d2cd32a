/** The tree of commands: plain data, so that help and suggestions load neither commands nor schemas. */
import type { AnyCommand } from './command.ts';

/** A command in the tree: what help, suggestions and completion need, without loading it. */
export interface Verb {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** True when it is about the tool itself, so that examples need no account. */
  readonly local?: true;
  /** The command that this one is another name of, `auth login`. */
  readonly sameAs?: string;
  /** The summary of all commands that main help lists in one line with this one. */
  readonly listedAs?: string;
  /** The hint when too many arguments are given; a pointer to the help by default. */
  readonly excessHint?: string;
  load(): Promise<AnyCommand>;
}

/** A noun with its verbs. Some of them may be nouns again: `contacts suppression show`. */
export interface Noun {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** True when all of its commands are about the tool itself. */
  readonly local?: true;
  readonly verbs: readonly Entry[];
  /** What the API cannot do: verbs that people may try, and a hint for each. */
  readonly absent?: Readonly<Record<string, string>>;
}

/** A verb of a noun, under another name at the top of the tree. */
export const sameCommand = (name: string, noun: Noun, verbName: string): readonly Verb[] =>
  noun.verbs
    .filter((entry): entry is Verb => !isNoun(entry) && entry.name === verbName)
    .map((verb) => ({
      ...verb,
      ...(noun.local === undefined ? {} : { local: noun.local }),
      name,
      sameAs: `${noun.name} ${verbName}`,
    }));

/** At the top of the tree are nouns, and a few commands without a noun (`doctor`). */
export type Entry = Noun | Verb;

export const isNoun = (entry: Entry): entry is Noun => 'verbs' in entry;

const SHARED_ALIASES: Readonly<Record<string, readonly string[]>> = { list: ['ls'], show: ['get', 'view'] };

export const aliasesOf = ({ name, aliases }: Entry): readonly string[] => aliases ?? SHARED_ALIASES[name] ?? [];

export interface Named {
  /** `['themes', 'list']`, `['contacts', 'suppression', 'show']`, or `['doctor']`. */
  readonly words: readonly string[];
  readonly verb: Verb;
  readonly local: boolean;
}

export const commandsOf = (tree: readonly Entry[]): readonly Named[] =>
  tree.flatMap((entry) => commandsBelow(entry, [], undefined));

function commandsBelow(entry: Entry, above: readonly string[], inherited: true | undefined): readonly Named[] {
  const words = [...above, entry.name];
  const local = entry.local ?? inherited;
  if (!isNoun(entry)) return [{ words, verb: entry, local: local === true }];
  return entry.verbs.flatMap((verb) => commandsBelow(verb, words, local));
}

const isCalled = (entry: Entry, word: string | undefined): boolean =>
  word !== undefined && [entry.name, ...aliasesOf(entry)].includes(word);

/** The command that words name. Aliases count as names. */
export function findCommand(
  tree: readonly Entry[],
  words: readonly string[],
  above: readonly string[] = [],
): Pick<Named, 'words' | 'verb'> | undefined {
  const [first, ...rest] = words;
  const entry = tree.find((candidate) => isCalled(candidate, first));
  if (entry === undefined) return undefined;
  const named = [...above, entry.name];
  if (isNoun(entry)) return findCommand(entry.verbs, rest, named);
  return rest.length === 0 ? { words: named, verb: entry } : undefined;
}
