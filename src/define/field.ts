/** A field of an input as a person types it: plain data, so that main help needs no schema. */

export const flagName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A boolean that is true by default has a flag that turns it off. */
export const isNegated = ({ kind, defaultValue }: Pick<Field, 'kind' | 'defaultValue'>): boolean =>
  kind === 'boolean' && defaultValue === true;

export const flagOf = (field: Field): string => `--${isNegated(field) ? 'no-' : ''}${flagName(field.name)}`;

/** A flag as help shows it: `-o, --output <format>`. */
export const flagTerm = (field: Field): string => {
  const value = field.kind === 'boolean' ? '' : ` <${field.placeholder}>`;
  return `${field.short ? `-${field.short}, ` : ''}${flagOf(field)}${value}`;
};

/** What an ID refers to: `theme`, and the command that lists the candidates, where there is one. */
export interface Reference {
  readonly name: string;
  /** Without the program's name: `themes list`. */
  readonly list: string | undefined;
  /** The argument may also be the name of a saved file. */
  readonly orFile?: boolean;
  /** A name is that of a record of one of these types, by the name of its flag. It becomes `campaign:<id>`. */
  readonly kinds?: Readonly<Record<string, Reference>>;
  /** What may follow the ID or name in the same word: `=off`. */
  readonly endings?: readonly string[];
}

export interface Field {
  readonly name: string;
  readonly short?: string;
  readonly kind: 'text' | 'number' | 'boolean';
  readonly choices: readonly string[] | undefined;
  /** The plural of a choice stands for it. */
  readonly orPlural?: boolean;
  /** A repeatable flag, or a positional that takes all remaining words. */
  readonly many: boolean;
  readonly required: boolean;
  readonly defaultValue: unknown;
  readonly description: string;
  readonly placeholder: string;
  readonly refersTo: Reference | undefined;
  /** What completion offers, apart from `choices` and `refersTo`. */
  readonly completes: Completes | undefined;
}

export type Completes = 'effects' | 'events' | 'files' | 'profiles' | 'properties' | 'property values';
