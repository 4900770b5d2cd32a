/** The text of a value in a table or in details. */
import { textOf, valueAt } from '../define/json.ts';
import type { Column, Display } from '../define/view.ts';
import { formatNumber, formatPercent } from '../text/number.ts';

function words(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return textOf(value);
}

const FORMATS: Readonly<Record<NonNullable<Column['kind']>, (value: unknown, display: Display) => string>> = {
  text: words,
  id: words,
  number: (value) => (typeof value === 'number' ? formatNumber(value) : words(value)),
  percent: (value) => (typeof value === 'number' ? formatPercent(value) : words(value)),
  time: (value, display) => display.time(value),
};

export function cellText(column: Column, item: unknown, display: Display): string {
  const value = valueAt(item, column.path);
  return column.show ? column.show(value, display) : FORMATS[column.kind ?? 'text'](value, display);
}

/** IDs and times are dimmed, because names matter more to a reader. */
export function paintCell(text: string, item: unknown, column: Column, display: Display): string {
  if (column.paint) return column.paint(text, item, display);
  return column.kind === 'id' || column.kind === 'time' ? display.style.dim(text) : text;
}
