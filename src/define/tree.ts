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
  /** The hint when too many arguments are given; a pointer to the help by default. */
  readonly excessHint?: string;
  load(): Promise<AnyCommand>;
}

export interface Noun {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** True when all of its commands are about the tool itself. */
  readonly local?: true;
  readonly verbs: readonly Verb[];
}

/** A verb of a noun, under another name at the top of the tree. */
export const sameCommand = (name: string, noun: Noun, verbName: string): readonly Verb[] =>
  noun.verbs
    .filter((verb) => verb.name === verbName)
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
  /** `['themes', 'list']`, or `['doctor']`. */
  readonly words: readonly string[];
  readonly verb: Verb;
  readonly local: boolean;
}

export const commandsOf = (tree: readonly Entry[]): readonly Named[] =>
  tree.flatMap((entry) =>
    isNoun(entry)
      ? entry.verbs.map((verb) => ({
          words: [entry.name, verb.name],
          verb,
          local: (verb.local ?? entry.local) === true,
        }))
      : [{ words: [entry.name], verb: entry, local: entry.local === true }],
  );
