/** Breaks text into lines by an estimate of its width, as there is no browser here that could measure it. */
import stringWidth from 'string-width';

/** Widths of U+0020 to U+007E in Arial, in hundredths of the font's size; Helvetica and Liberation Sans have the same. */
const ARIAL = [
  28, 28, 36, 56, 56, 89, 67, 20, 34, 34, 39, 59, 28, 34, 28, 28, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 28, 28, 59,
  59, 59, 56, 102, 67, 67, 73, 73, 67, 62, 78, 73, 28, 50, 67, 56, 84, 73, 78, 67, 78, 73, 67, 62, 73, 67, 95, 67, 67,
  62, 28, 28, 28, 47, 56, 34, 56, 56, 50, 56, 56, 28, 56, 56, 23, 23, 50, 23, 84, 56, 56, 56, 56, 34, 50, 28, 56, 50,
  73, 50, 50, 50, 34, 26, 34, 59,
];

/** Other fonts are wider: so much room is left for them. */
const SLACK = 1.08;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The width of one character as a person sees it, in hundredths of the font's size. */
function characterWidth(character: string): number {
  const known = character.length === 1 ? ARIAL[character.charCodeAt(0) - 32] : undefined;
  if (known !== undefined) return known;
  if (/\p{Extended_Pictographic}/u.test(character)) return 130;
  // Scripts differ; of one column, few are wider than this.
  return [0, 62, 105][stringWidth(character)] ?? 105;
}

/** An estimate, in the unit of `size`, that is rather too wide than too narrow. */
export function widthOf(text: string, size: number): number {
  let hundredths = 0;
  for (const { segment } of graphemes.segment(text)) hundredths += characterWidth(segment);
  return (hundredths / 100) * size * SLACK;
}

export interface Lines {
  /** How wide a line may be, and the size of the font, in one unit. */
  readonly width: number;
  readonly size: number;
  /** How many there may be; the last one ends in `…` where that is not enough. */
  readonly lines: number;
}

/** At least one line, none wider than allowed. Breaks between words, and inside one that has no room on a line. */
export function wrap(text: string, { width, size, lines: most }: Lines): readonly string[] {
  const fits = (line: string): boolean => widthOf(line, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = fits(word) ? [word] : pieceUp(word, fits);
    line = pieces.at(-1) ?? '';
    for (const piece of pieces.slice(0, -1)) lines.push(piece);
    // The rest would not be shown, however long it is.
    if (lines.length > most) break;
  }
  lines.push(line);
  const shown = lines.filter((kept, index) => kept !== '' || index === 0).slice(0, most);
  return lines.length <= most ? shown : [...shown.slice(0, -1), ended(shown.at(-1) ?? '', fits)];
}

/** As many lines, of about the same width: none is wider than it must be for that. */
export function wrapEvenly(text: string, limits: Lines): readonly string[] {
  const widest = wrap(text, limits);
  if (widest.length === 1 || widest.length === limits.lines) return widest;
  // No word is broken for the sake of evenness.
  const longestWord = text.split(/\s+/).reduce((longest, word) => Math.max(longest, widthOf(word, limits.size)), 0);
  for (let width = Math.max(limits.width / 2, longestWord); width < limits.width; width += 8) {
    const lines = wrap(text, { ...limits, width });
    if (lines.length === widest.length) return lines;
  }
  return widest;
}

function pieceUp(word: string, fits: (line: string) => boolean): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && !fits(piece + segment)) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}

function ended(line: string, fits: (line: string) => boolean): string {
  const kept = [...graphemes.segment(line)].map(({ segment }) => segment);
  while (kept.length > 0 && !fits(`${kept.join('')}…`)) kept.pop();
  return `${kept.join('').trimEnd()}…`;
}
