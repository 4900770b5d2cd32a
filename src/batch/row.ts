/** One row of a file, whatever its format. */

export interface Row {
  /** Where the row starts; the first line is 1. */
  readonly line: number;
  /** CSV: text by column. NDJSON: the fields of the object. Empty where there is a problem. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Why the row cannot be used. */
  readonly problem?: string;
}
