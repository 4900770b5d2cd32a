/** The tree of nouns and verbs: plain data, so that help and suggestions load neither commands nor schemas. */
import type { AnyCommand } from './command.ts';

/** A verb in the tree: what help, suggestions and completion need, without loading the command. */
export interface Verb {
  readonly name: string;
  /** One sentence without a period. */
  readonly summary: string;
  /** The hint when too many arguments are given; a pointer to the help by default. */
  readonly excessHint?: string;
  load(): Promise<AnyCommand>;
}

/** A noun in the tree. */
export interface Noun {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One sentence without a period. */
  readonly summary: string;
  /** True when its commands are about the tool itself, so that examples need no account. */
  readonly local?: true;
  readonly verbs: readonly Verb[];
}

/** Other names of verbs, the same for every noun. */
export const VERB_ALIASES: Readonly<Record<string, readonly string[]>> = { list: ['ls'], show: ['get', 'view'] };
