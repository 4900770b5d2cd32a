/** Displays for tests of views: without color by default, and exact about the width of every text. */
import { NO_NAMES } from '../src/define/names.ts';
import type { Display } from '../src/define/view.ts';
import { createStyle } from '../src/output/style.ts';
import { measureFor } from '../src/text/width.ts';

const plain = await createStyle(false);
const colored = await createStyle(true);
/** The measure of the program for text that may contain anything. */
const widthOf = await measureFor('\u0300');

/** Timestamps are unchanged, so that a test can find them. No width: a pipe. */
export const displayOf = ({ width, color = false }: { width?: number | undefined; color?: boolean } = {}): Display => ({
  style: color ? colored : plain,
  width,
  names: NO_NAMES,
  widthOf,
  time: (timestamp) => String(timestamp ?? ''),
  exactTime: (timestamp) => String(timestamp ?? ''),
});
