/** Items as fields, one below the other: the details of one item, or the cards of a list. */
import { valueAt } from '../define/json.ts';
import type { Column, Display } from '../define/view.ts';
import { hang, wrapText } from '../text/wrap.ts';
import { cellText, paintCell } from './cell.ts';

const GAP = 2;
/** With less room after the labels, texts are printed below them. */
const NARROWEST_TEXT = 16;

interface Field {
  readonly label: string;
  readonly text: string;
  readonly paint: (text: string) => string;
}

const plain = (text: string): string => text;

/** A text goes below its label if it does not fit after it without breaking a word. */
function drawField({ label, text, paint }: Field, indent: number, display: Display): string {
  const { style, width, widthOf } = display;
  const padded = style.bold(label) + ' '.repeat(indent - widthOf(label));
  if (width === undefined) return padded + paint(text);
  const room = width - indent;
  const fits = (lines: readonly string[], space: number) => lines.every((line) => widthOf(line) <= space);
  const keepWords = { keepWords: true };
  if (widthOf(text) <= room || (room >= NARROWEST_TEXT && fits(wrapText(text, room, widthOf, keepWords), room))) {
    return hang(padded, text, display, paint);
  }
  const below = wrapText(text, Math.max(1, width - GAP), widthOf, keepWords);
  const margin = fits(below, width - GAP) ? ' '.repeat(GAP) : '';
  return [...(label === '' ? [] : [style.bold(label)]), ...below.map((line) => margin + paint(line))].join('\n');
}

function drawFields(fields: readonly Field[], display: Display): string {
  const { widthOf } = display;
  const indent = fields.reduce((widest, { label }) => Math.max(widest, widthOf(label)), 0) + GAP;
  return fields.map((field) => drawField(field, indent, display)).join('\n');
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** One line per field of an item. A field without a value is `none`; a field that the item does not have is left out. */
export function drawDetails(columns: readonly Column[], item: unknown, display: Display): string {
  const fields = columns.flatMap((column): readonly Field[] => {
    const isTime = column.kind === 'time' && column.show === undefined;
    const value = valueAt(item, column.path);
    const text = isTime ? display.exactTime(value) : cellText(column, item, display);
    if (text !== '') return [{ label: column.heading, text, paint: plain }];
    return isEmpty(value) ? [{ label: column.heading, text: 'none', paint: display.style.dim }] : [];
  });
  return drawFields(fields, display);
}

const ABBREVIATIONS: ReadonlySet<string> = new Set(['ID', 'URL']);

/** `HARD BOUNCES` as a label: `Hard bounces`. */
function labelOf({ heading }: Column): string {
  if (!/^[A-Z][A-Z ]*$/.test(heading)) return heading;
  const words = heading.split(' ').map((word) => (ABBREVIATIONS.has(word) ? word : word.toLowerCase()));
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export function drawCards(columns: readonly Column[], items: readonly unknown[], display: Display): string {
  return items
    .map((item) =>
      drawFields(
        columns.flatMap((column) => {
          const text = cellText(column, item, display);
          const paint = (part: string): string => paintCell(part, item, column, display);
          return text === '' ? [] : [{ label: labelOf(column), text, paint }];
        }),
        display,
      ),
    )
    .join('\n\n');
}
