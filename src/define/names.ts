/** Names of records, for views that show the IDs of other records. */
import { textOf } from './json.ts';

export interface RecordNames {
  /** The name of the record that has an ID, as text for a terminal; undefined where it is not known. */
  of(id: unknown): string | undefined;
  /** Every known name: what a view may print besides its value. */
  readonly all: readonly string[];
  /** Whether the person asked for IDs (`--ids`). */
  readonly idsOnly: boolean;
}

/** No name is known: for data, and for whatever is drawn without the API. */
export const NO_NAMES: RecordNames = { of: () => undefined, all: [], idsOnly: false };

export const IDS_ONLY: RecordNames = { ...NO_NAMES, idsOnly: true };

/** For a sentence: the name in quotes, or else the ID. */
export const quotedName = (id: unknown, names: RecordNames): string => {
  const name = names.of(id);
  return name === undefined ? textOf(id) : JSON.stringify(name);
};

/** For details: the name and the ID, or the ID alone. */
export const nameAndId = (id: unknown, { names }: { readonly names: RecordNames }): string =>
  [names.of(id) ?? '', textOf(id)].filter((part) => part !== '').join('  ');

/** For a cell of a table: the name, or else the ID. */
export const nameOrId = (id: unknown, { names }: { readonly names: RecordNames }): string => names.of(id) ?? textOf(id);
