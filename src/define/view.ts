/** A view describes how a person sees a command's value. Only `output/` prints it. */
import type { Measure } from '../text/width.ts';
import type { RecordNames } from './names.ts';

/** Emphasis, as functions from text to text. Without color each returns its text unchanged. */
export type Style = Readonly<
  Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta', (text: string) => string>
>;

/** What a view may know about the terminal, pipe or file that it is printed to. */
export interface Display {
  readonly style: Style;
  /** Columns of the terminal; undefined for a pipe or a file, where nothing is cut. */
  readonly width: number | undefined;
  /** The names of other records whose IDs the value contains. */
  readonly names: RecordNames;
  readonly widthOf: Measure;
  /** Paints a text in a hex color; undefined where the terminal has too few colors, or none are wanted. */
  readonly paintColor?: ((hex: string, text: string) => string) | undefined;
  /** A timestamp: relative on a terminal, unchanged in a pipe. */
  time(timestamp: unknown): string;
  /** A timestamp: date, time and relative time on a terminal, unchanged in a pipe. */
  exactTime(timestamp: unknown): string;
}

export interface Column {
  readonly heading: string;
  /** The path of the value in an item: `name`, `styles.bodyColor`. The empty string is the item itself. */
  readonly path: string;
  /** `id` is never cut. `number` and `percent` (of a fraction) are right-aligned. `time` is a timestamp. Default: `text`. */
  readonly kind?: 'text' | 'id' | 'number' | 'percent' | 'time';
  /** May be left out on a narrow terminal. The last minor column is the first to go. */
  readonly minor?: true;
  /** The least width of a text on a terminal. Default: 24 for the first text of a table, 8 for the others. */
  readonly narrowest?: number;
  /** Left out of a table if it is empty in every row. */
  readonly optional?: true;
  /** The text for a value. It receives whatever the API sent. */
  readonly show?: (value: unknown, display: Display) => string;
  /** Adds color to the text in a table, without changing its width. */
  readonly paint?: (text: string, item: unknown, display: Display) => string;
  /** How the field differs in CSV, if `--fields` does not name it. Default: the path, and the value as text or JSON. */
  readonly csv?: { readonly name?: string; readonly text?: (value: unknown) => string };
}

export type View =
  /** A list: one row per item. `empty` is the sentence for no items. `total` adds a last row for two or more items. */
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      readonly empty: string;
      readonly total?: (items: readonly unknown[]) => unknown;
    }
  /** One item: one line per field. */
  | { readonly kind: 'details'; readonly columns: readonly Column[] | ((value: unknown) => readonly Column[]) }
  /** Any other text, without a final line break. `columns` format the fields that `--fields` names. */
  | {
      readonly kind: 'drawing';
      readonly draw: (value: unknown, display: Display) => string | Promise<string>;
      readonly columns?: readonly Column[];
      /** The value is one record: a row of CSV, with structured fields as JSON. */
      readonly isRecord?: true;
    }
  /** A document in a format of its own (`--format svg`), the same for terminals and pipes. Empty text prints nothing. */
  | {
      readonly kind: 'text';
      readonly text: (value: unknown, names: RecordNames, unescaped: unknown) => string | Promise<string>;
      /** The text is content of a record: printed as it is, and with escaped control characters at a terminal. */
      readonly exact?: true;
      /** The file name under which a browser opens the document, instead of printing it. */
      readonly openAs?: string;
    }
  /** Items that arrive while the command runs: each is printed at once, as one line or one JSON document. */
  | { readonly kind: 'lines'; readonly line: (item: unknown, display: Display) => string }
  /** Data without a view for people: printed as JSON by default. */
  | { readonly kind: 'document' };
