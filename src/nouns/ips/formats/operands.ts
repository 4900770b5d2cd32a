/** Turns the words of a configuration file into addresses; shared by the readers of all formats. */
import { parseRange, type Range } from '../address.ts';
import type { Entry, Problem, Reading } from './format.ts';

/** A word in a position where an address is allowed. */
export interface Operand {
  readonly word: string;
  /** Its index in the text. */
  readonly index: number;
}

/**
 * Words that look like an address: digits and dots, or hex digits with colons. Other words in the same position are names,
 * variables and keywords such as `all`, and are ignored.
 */
const LIKE_AN_ADDRESS = /^(?=.*\d)[\d./-]+$|^[0-9a-f./-]*:[0-9a-f:./-]*$/i;

/** Parses operands in the order of the text. `parse` is for formats with their own spellings. */
export function readOperands(
  text: string,
  operands: Iterable<Operand>,
  parse: (word: string) => Range | undefined = parseRange,
): Reading {
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  let line = 1;
  let at = 0;
  for (const { word, index } of operands) {
    for (let next = text.indexOf('\n', at); next >= 0 && next < index; next = text.indexOf('\n', at)) {
      line++;
      at = next + 1;
    }
    const range = parse(word);
    if (range !== undefined) entries.push({ range, line });
    else if (LIKE_AN_ADDRESS.test(word)) problems.push({ line, text: word });
  }
  return { entries, problems };
}

/** The words of a part of a text that starts at `index`. */
export function* wordsOf(part: string, index: number, separator = /[^\s,]+/g): Iterable<Operand> {
  for (const match of part.matchAll(separator)) yield { word: match[0], index: index + match.index };
}

/** The words of the first group of every match. */
export function* operandsOf(text: string, directive: RegExp): Iterable<Operand> {
  for (const match of text.matchAll(directive)) {
    const [all, group = ''] = match;
    // The group ends where the match ends, except for lookahead.
    yield* wordsOf(group, match.index + all.lastIndexOf(group));
  }
}

const spaces = (text: string): string => text.replace(/[^\n]/g, ' ');

const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|(?<![^\s;{}])#[^\n]*/g;

/** Replaces comments with spaces, so that positions stay the same. */
export const withoutComments = (text: string, pattern = STRING_OR_COMMENT): string =>
  text.replace(pattern, (found) => (/^["']/.test(found) ? found : spaces(found)));

const QUOTED = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g;

/** Replaces quoted strings with spaces, for formats that quote only comments. */
export const withoutQuotes = (text: string): string => text.replace(QUOTED, spaces);

/**
 * Replaces definitions that are only used to deny with spaces: every use of the name (the first group) is in a line that
 * matches `denies`, and none is negated. An unused name is kept, because another file may use it.
 */
export function withoutDenied(
  text: string,
  { definition, sigil = '', denies }: { definition: RegExp; sigil?: string; denies: RegExp },
): string {
  const isOnlyDenied = new Map<string, boolean>();
  for (const line of text.replace(definition, spaces).split(/[\n;]/)) {
    const isDenied = denies.test(line) && !line.includes('!');
    for (const word of line.split(/[\s!=]+/)) isOnlyDenied.set(word, isDenied && isOnlyDenied.get(word) !== false);
  }
  return text.replace(definition, (all: string, name: string) =>
    isOnlyDenied.get(sigil + name) === true ? spaces(all) : all,
  );
}
