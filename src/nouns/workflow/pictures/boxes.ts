/** The size of a node's box and the lines of its text. */
import type { PictureNode } from './picture.ts';
import { type TextWidth, wrapEvenly } from './text.ts';

/** Lengths in pixels at full size. */
export const BOX = {
  font: 13,
  lineHeight: 17,
  textLeft: 38,
  padRight: 16,
  padY: 12,
  minWidth: 140,
  maxText: 216,
  maxLines: 5,
} as const;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are the center. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface BoxSize {
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
}

export function boxFor(
  { sentence, figures }: Pick<PictureNode, 'sentence' | 'figures'>,
  textWidth: TextWidth,
): BoxSize {
  const words = wrapEvenly(sentence, { width: BOX.maxText, size: BOX.font, lines: BOX.maxLines }, textWidth);
  const lines = [...words, ...figures];
  const text = lines.reduce((most, line) => Math.max(most, textWidth(line, BOX.font)), 0);
  return {
    lines,
    width: Math.max(BOX.minWidth, Math.ceil(BOX.textLeft + text + BOX.padRight)),
    height: BOX.padY * 2 + BOX.lineHeight * lines.length,
  };
}
