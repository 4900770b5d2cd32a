/** Text for people: the words for a value, and cutting to a width. */
import stringWidth from 'string-width';
import { textOf, valueAt } from '../define/json.ts';
import type { Column, Paper } from '../define/view.ts';

/** A plain value as a person would write it. */
function words(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return textOf(value);
}

/** What a column says of an item. */
export function cellText(column: Column, item: unknown, paper: Paper): string {
  const value = valueAt(item, column.path);
  if (column.show) return column.show(value, paper);
  return column.kind === 'time' ? paper.time(value) : words(value);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Text of at most `width` columns (1 or more); what was cut ends in `…`. */
export function cut(text: string, width: number): string {
  // Each UTF-16 unit is at most two columns wide: short text needs no measuring.
  if (text.length * 2 <= width || stringWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
