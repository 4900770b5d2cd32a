/** How large the box of a node must be, and how its words are broken into lines. */
import type { PictureNode } from './picture.ts';
import { widthOf, wrapEvenly } from './wrap.ts';

/** All lengths are in pixels at full size. */
export const BOX = {
  font: 13,
  lineHeight: 17,
  /** From the left edge to the text: the symbol stands there. */
  textLeft: 38,
  padRight: 16,
  padY: 12,
  /** Boxes with little text are no narrower, which keeps the chains of a workflow calm. */
  minWidth: 140,
  maxText: 216,
  maxLines: 5,
} as const;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are its middle. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface BoxSize {
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
}

/** `figures` are lines already. */
export function boxFor({ sentence, figures }: Pick<PictureNode, 'sentence' | 'figures'>): BoxSize {
  const words = wrapEvenly(sentence, { width: BOX.maxText, size: BOX.font, lines: BOX.maxLines });
  const lines = [...words, ...figures];
  const text = lines.reduce((widest, line) => Math.max(widest, widthOf(line, BOX.font)), 0);
  return {
    lines,
    width: Math.max(BOX.minWidth, Math.ceil(BOX.textLeft + text + BOX.padRight)),
    height: BOX.padY * 2 + BOX.lineHeight * lines.length,
  };
}
