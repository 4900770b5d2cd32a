/** A field of an input as a person types it. Apart from the schemas, which are dear to load and not needed for help. */

/** `transactionalGroupId` -> `transactional-group-id`, the one spelling of a field on the command line. */
export const flagName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What a person types for one field of an input. */
export interface Field {
  readonly name: string;
  /** One letter, where there is a short spelling. */
  readonly short?: string;
  readonly kind: 'text' | 'number' | 'boolean';
  /** The only values accepted, where there is such a list. */
  readonly choices: readonly string[] | undefined;
  /** May be given several times (a flag) or take all the remaining words (a positional). */
  readonly many: boolean;
  readonly required: boolean;
  readonly defaultValue: unknown;
  readonly description: string;
  /** What the value is called in help, `<id>`. */
  readonly placeholder: string;
}
