/** Fits text into a width: cuts it, or breaks it into lines. Works in any unit, since the caller passes the measure. */
import type { Measure } from './width.ts';

/** Created on first use: it takes a few milliseconds. */
let segmenter: Intl.Segmenter | undefined;

/** Not Latin letters, punctuation, arrows and symbols, which never combine with each other. */
const MAY_COMBINE = /[^\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u27bf]/;

export const graphemes = (text: string): Iterable<string> => (MAY_COMBINE.test(text) ? segments(text) : text);

function* segments(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Characters that may be read before a text is known to fit: combining marks make a narrow text long. */
const isShort = (text: string, width: number): boolean => text.length <= width * 16;

/** The beginning of a text, at most `width` wide (1 or more). A text that was cut ends in `…`. */
export function truncate(text: string, width: number, widthOf: Measure): string {
  if (isShort(text, width) && widthOf(text) <= width) return text;
  const room = width - widthOf('…');
  let kept = 0;
  let end = 0;
  let used = 0;
  for (const character of graphemes(text)) {
    used += widthOf(character);
    if (used > width) return `${text.slice(0, kept).trimEnd()}…`;
    end += character.length;
    if (used <= room) kept = end;
  }
  return text;
}

export interface WrapOptions {
  /** The last of these lines is cut if the text needs more. */
  readonly maxLines?: number;
  /** Keep words of ASCII characters whole even if they are too wide: they may be IDs or addresses to copy. */
  readonly keepWords?: boolean;
}

const isAsciiWord = (word: string): boolean => /^[\x21-\x7e]*$/.test(word);

function* piecesOf(word: string, width: number, widthOf: Measure): Generator<string> {
  let [piece, used] = ['', 0];
  for (const character of graphemes(word)) {
    const wide = widthOf(character);
    if (used + wide > width && piece !== '') {
      yield piece;
      [piece, used] = ['', 0];
    }
    piece += character;
    used += wide;
  }
  yield piece;
}

function* linesOf(text: string, width: number, widthOf: Measure, keepWords: boolean): Generator<string> {
  const space = widthOf(' ');
  let [line, used] = ['', 0];
  for (const word of text.split(' ')) {
    const isWhole = (keepWords && isAsciiWord(word)) || (isShort(word, width) && widthOf(word) <= width);
    for (const piece of isWhole ? [word] : piecesOf(word, width, widthOf)) {
      const wide = widthOf(piece);
      if (line !== '' && used + space + wide > width) {
        yield line.trimEnd();
        [line, used] = ['', 0];
      }
      used = line === '' ? wide : used + space + wide;
      line = line === '' ? piece : `${line} ${piece}`;
    }
  }
  yield line.trimEnd();
}

/** Text in lines of at most `width`, broken at spaces, or within a word that is too wide for a line. At least one line. */
export function wrapText(text: string, width: number, widthOf: Measure, options: WrapOptions = {}): string[] {
  if (isShort(text, width) && widthOf(text) <= width) return [text];
  const { maxLines = Number.POSITIVE_INFINITY, keepWords = false } = options;
  const lines: string[] = [];
  for (const line of linesOf(text, width, widthOf, keepWords)) {
    if (lines.length === maxLines) {
      const last = lines.pop() ?? '';
      return [...lines, truncate(`${last} ${line}`, width, widthOf)];
    }
    lines.push(line);
  }
  return lines;
}

export interface Room {
  /** Undefined: nothing is broken. */
  readonly width: number | undefined;
  readonly widthOf: Measure;
}

/** Text after a label; further lines are indented to where the text starts. The label may have color. */
export function hang(label: string, text: string, { width, widthOf }: Room, paint = (line: string) => line): string {
  if (width === undefined) return label + paint(text);
  const indent = widthOf(label);
  const lines = wrapText(text, Math.max(1, width - indent), widthOf, { keepWords: true });
  return label + lines.map((line) => paint(line)).join(`\n${' '.repeat(indent)}`);
}
