/** A view: how a command's value looks to a person. It says what to show; `output/` alone knows how to print it. */

/** Emphasis, as functions from text to text. Without colour each returns its text unchanged. */
export type Style = Readonly<
  Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta', (text: string) => string>
>;

/** What a view can know of the place where it will be printed. */
export interface Paper {
  readonly style: Style;
  /** Columns of the terminal; undefined when nothing needs to be cut (a pipe, a file). */
  readonly width: number | undefined;
  /** A timestamp from the service in the paper's way: relative on a terminal, as it was sent elsewhere. */
  time(timestamp: unknown): string;
}

export interface Column {
  readonly heading: string;
  /** Where the value stands in an item: `name`, `styles.bodyColor`; the empty string is the item itself. */
  readonly path: string;
  /** `id` is never cut, `number` stands to the right, `time` is a timestamp; `text` unless told. */
  readonly kind?: 'text' | 'id' | 'number' | 'time';
  /** The first to be left out where the terminal is too narrow for all columns. */
  readonly minor?: true;
  /** Columns that a text should have: minor columns are left out before it gets fewer. 8 unless told. */
  readonly narrowest?: number;
  /** Left out of a table in which it would have nothing to say. */
  readonly optional?: true;
  /** Words for a value whose own text would not do. It is given whatever the service sent. */
  readonly show?: (value: unknown, paper: Paper) => string;
}

export type View =
  /** A list: one row an item, and the sentence for none. `total` is what several make together: one more row at the end. */
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      readonly empty: string;
      readonly total?: (items: readonly unknown[]) => unknown;
    }
  /** One thing: one line a field. */
  | { readonly kind: 'details'; readonly columns: readonly Column[] | ((value: unknown) => readonly Column[]) }
  /** Anything else: the value as text, without a final line break. */
  | { readonly kind: 'drawing'; readonly draw: (value: unknown, paper: Paper) => string | Promise<string> }
  /** The value as a document of a format of its own (`--format svg`), the same wherever it is printed; the empty text prints nothing. */
  | {
      readonly kind: 'text';
      readonly text: (value: unknown) => string | Promise<string>;
      /** Shown in the person's browser, as a file of this name, instead of printed. */
      readonly openAs?: string;
    }
  /** Items that come while the command goes on: each printed at once, `--json` as one document a line. */
  | { readonly kind: 'lines'; readonly line: (item: unknown, paper: Paper) => string }
  /** Data that has no form for people: printed as JSON where no other format is asked for. */
  | { readonly kind: 'document' };
