/** From the words of a configuration file to addresses: what the readers of all formats share. */
import { parseRange, type Range } from '../address.ts';
import type { Entry, Problem, Reading } from './format.ts';

/** A word that stands where an address may stand. */
export interface Operand {
  readonly word: string;
  /** Where it begins in the text. */
  readonly index: number;
}

/**
 * Words that can only be meant as an address: digits and dots, or something with colons. Others in the same place are
 * names, variables and words such as `all`, which are the file's own business.
 */
const LIKE_AN_ADDRESS = /^(?=.*\d)[\d./-]+$|^[0-9a-f./-]*:[0-9a-f:./-]*$/i;

/** Reads operands in the order of the text; `parse` where the format has spellings of its own. */
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

/** The words of a part of a text. */
export function* wordsOf(part: string, index: number, separator = /[^\s,]+/g): Iterable<Operand> {
  for (const match of part.matchAll(separator)) yield { word: match[0], index: index + match.index };
}

/** The words of the first group of every match. */
export function* operandsOf(text: string, directive: RegExp): Iterable<Operand> {
  for (const match of text.matchAll(directive)) {
    const [all, group = ''] = match;
    // The group ends where the match ends, but for what the expression looks for behind it.
    yield* wordsOf(group, match.index + all.lastIndexOf(group));
  }
}

const spaces = (text: string): string => text.replace(/[^\n]/g, ' ');

const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|(?<![^\s;{}])#[^\n]*/g;

/** The text with spaces instead of comments, so that everything else keeps its place. */
export const withoutComments = (text: string, pattern = STRING_OR_COMMENT): string =>
  text.replace(pattern, (found) => (/^["']/.test(found) ? found : spaces(found)));

const QUOTED = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g;

/** The text with spaces instead of what is in quotation marks, for formats in which only remarks are. */
export const withoutQuotes = (text: string): string => text.replace(QUOTED, spaces);

/**
 * The text with spaces instead of definitions that are only there to refuse: each use of the name (the first group) is in a
 * line that `refuses`, and none is negated. A name that nothing uses may be used by another file.
 */
export function withoutRefused(
  text: string,
  { definition, sigil = '', refuses }: { definition: RegExp; sigil?: string; refuses: RegExp },
): string {
  const isOnlyRefused = new Map<string, boolean>();
  for (const line of text.replace(definition, spaces).split(/[\n;]/)) {
    const isRefused = refuses.test(line) && !line.includes('!');
    for (const word of line.split(/[\s!=]+/)) isOnlyRefused.set(word, isRefused && isOnlyRefused.get(word) !== false);
  }
  return text.replace(definition, (all: string, name: string) =>
    isOnlyRefused.get(sigil + name) === true ? spaces(all) : all,
  );
}
