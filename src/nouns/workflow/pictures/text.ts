/** Fits text into a picture, with an estimate of its width: there is no browser here that could measure it. */
import { type Measure, measureFor } from '../../../text/width.ts';
import { graphemes, wrapText } from '../../../text/wrap.ts';

/** Widths of U+0020 to U+007E in Arial, in hundredths of the font size; Helvetica and Liberation Sans have the same. */
const ARIAL = [
  28, 28, 36, 56, 56, 89, 67, 20, 34, 34, 39, 59, 28, 34, 28, 28, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 28, 28, 59,
  59, 59, 56, 102, 67, 67, 73, 73, 67, 62, 78, 73, 28, 50, 67, 56, 84, 73, 78, 67, 78, 73, 67, 62, 73, 67, 95, 67, 67,
  62, 28, 28, 28, 47, 56, 34, 56, 56, 50, 56, 56, 28, 56, 56, 23, 23, 50, 23, 84, 56, 56, 56, 56, 34, 50, 28, 56, 50,
  73, 50, 50, 50, 34, 26, 34, 59,
];

/** Leaves room for wider fonts. */
const SLACK = 1.08;

/** The width of a text in a font of some size, in the unit of the size. */
export type TextWidth = (text: string, size: number) => number;

/** An estimate for a text and its parts, rather too wide than too narrow. */
export async function textWidthFor(text: string): Promise<TextWidth> {
  const columnsOf = await measureFor(text);
  const characterWidth = (character: string): number => {
    const known = character.length === 1 ? ARIAL[character.charCodeAt(0) - 32] : undefined;
    if (known !== undefined) return known;
    if (/\p{Extended_Pictographic}/u.test(character)) return 130;
    return [0, 62, 105][columnsOf(character)] ?? 105;
  };
  return (part, size) => {
    let hundredths = 0;
    for (const character of graphemes(part)) hundredths += characterWidth(character);
    return (hundredths / 100) * size * SLACK;
  };
}

export interface Limits {
  /** The width of a line and the size of the font, in one unit. */
  readonly width: number;
  readonly size: number;
  readonly lines: number;
}

const measureIn = ({ size }: Limits, textWidth: TextWidth): Measure => {
  return (text) => textWidth(text, size);
};

/** At least one line. The last line ends in `…` if there is more text. */
export const wrap = (text: string, limits: Limits, textWidth: TextWidth): readonly string[] =>
  wrapText(text.replace(/\s+/g, ' ').trim(), limits.width, measureIn(limits, textWidth), { maxLines: limits.lines });

/** The same number of lines as `wrap`, of about the same width. No word is broken for that. */
export function wrapEvenly(text: string, limits: Limits, textWidth: TextWidth): readonly string[] {
  const widest = wrap(text, limits, textWidth);
  if (widest.length === 1 || widest.length === limits.lines) return widest;
  const longestWord = text.split(/\s+/).reduce((most, word) => Math.max(most, textWidth(word, limits.size)), 0);
  for (let width = Math.max(limits.width / 2, longestWord); width < limits.width; width += 8) {
    const lines = wrap(text, { ...limits, width }, textWidth);
    if (lines.length === widest.length) return lines;
  }
  return widest;
}
