/** An allowlist format as data: how addresses are written, and how they are found in a file. */
import type { Address, Range } from '../address.ts';

/** An address or range that a file allows, and its line (the first is 1). */
export interface Entry {
  readonly range: Range;
  readonly line: number;
}

/** A line that cannot be parsed: an invalid address, unless there is another reason. */
export interface Problem {
  readonly line: number;
  readonly text: string;
  readonly reason?: string;
}

export interface Reading {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
}

export interface AllowlistFormat {
  /** The lines for these addresses; valid for an empty list too. */
  readonly render: (addresses: readonly Address[]) => readonly string[];
  /** Finds the addresses in an entire file or in a part of it. Never throws. */
  readonly read: (text: string) => Reading;
  /** How many lines show that a file has this format. */
  readonly sniff: (text: string) => number;
  /**
   * Whether comments mark the managed block. `in-files`: in files, but not in printed lists, because programs that read such a
   * list may not know comments. `none`: the format has no comments.
   */
  readonly markers: 'always' | 'in-files' | 'none';
  /** A comment that explains how to use the lines. */
  readonly usage?: string;
  /** Leading white space changes the meaning of a line, so an indented block has lines without indentation. */
  readonly noIndent?: true;
  /** Whether a block may be appended to any file of the format. */
  readonly appends: boolean;
}

/** The `sniff` of a format whose lines match a pattern (with the flag g). */
export const countMatches =
  (pattern: RegExp) =>
  (text: string): number =>
    text.match(pattern)?.length ?? 0;
