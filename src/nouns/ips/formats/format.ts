/** An allow-list format as data: how addresses are written in it, and how they are found in a file of it. */
import type { Address, Range } from '../address.ts';

/** An address or a range that a file allows, and the line it stands in (the first is 1). */
export interface Entry {
  readonly range: Range;
  readonly line: number;
}

/** A line that cannot be understood: it should name an address and does not, unless there is another reason. */
export interface Problem {
  readonly line: number;
  readonly text: string;
  readonly reason?: string;
}

export interface Reading {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
}

export interface AllowListFormat {
  /** What stands between the first and the last line of a snippet; valid for no address too. */
  readonly render: (addresses: readonly Address[]) => readonly string[];
  /** Finds the addresses in a whole file, or in a part of it. Never throws, whatever the text. */
  readonly read: (text: string) => Reading;
  /** Matches once in every line that shows that a file is of this format; none for what any list could be. */
  readonly sign?: RegExp;
  /**
   * How a snippet is marked as ours. `lines`: by a comment above and below. `lists`: the same in a file, but not where it
   * is printed, because whatever reads such a list may know no comments. `none`: the format has no comments.
   */
  readonly marks: 'lines' | 'lists' | 'none';
  /** A comment on how the snippet is used. */
  readonly remark?: string;
  /** A space before a line would give it another meaning: what stands in an indented block is not indented. */
  readonly atMargin?: true;
  /** Whether the end of any file of the format is a right place for a snippet. */
  readonly appends: boolean;
}
