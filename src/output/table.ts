/** Tables: one row per item, under headings. */
import type { Column, Display } from '../define/view.ts';
import { truncate } from '../text/wrap.ts';
import { cellText } from './cell.ts';
import { drawCards } from './details.ts';

const GAP = '  ';
/** On a narrower terminal, items that do not fit on a line are printed as cards. */
const NARROWEST_TABLE = 64;
const NARROWEST_NAME = 24;
const NARROWEST_TEXT = 8;

/** A column with its texts, one per row. */
interface Strip {
  readonly column: Column;
  readonly texts: readonly string[];
  /** The width of the widest text and the heading. */
  readonly natural: number;
  /** The width that the column keeps on a narrow terminal. */
  readonly least: number;
}

const isFlexible = ({ kind = 'text' }: Column): boolean => kind === 'text';

const isRightAligned = ({ kind }: Column): boolean => kind === 'number' || kind === 'percent';

const totalWidth = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));

function stripsOf(columns: readonly Column[], items: readonly unknown[], display: Display): readonly Strip[] {
  const name = columns.find(isFlexible);
  return columns.flatMap((column) => {
    const texts = items.map((item) => cellText(column, item, display));
    if (column.optional && texts.every((text) => text === '')) return [];
    const natural = texts.reduce(
      (widest, text) => Math.max(widest, display.widthOf(text)),
      display.widthOf(column.heading),
    );
    const narrowest = column.narrowest ?? (column === name ? NARROWEST_NAME : NARROWEST_TEXT);
    return { column, texts, natural, least: isFlexible(column) ? Math.min(natural, narrowest) : natural };
  });
}

/** The columns that fit, after minor ones were left out from the last to the first; undefined if they do not fit. */
function fittingStrips(strips: readonly Strip[], available: number): readonly Strip[] | undefined {
  const fits = (some: readonly Strip[], size: 'natural' | 'least') =>
    totalWidth(some.map((strip) => strip[size])) <= available;
  if (available < NARROWEST_TABLE && !fits(strips, 'natural')) return undefined;
  let kept = strips;
  while (!fits(kept, 'least')) {
    const next = kept.findLast(({ column }) => column.minor);
    if (next === undefined) return undefined;
    kept = kept.filter((strip) => strip !== next);
  }
  return kept;
}

/** The width of each column: the widest texts are cut first. */
function fittingWidths(strips: readonly Strip[], available: number): readonly number[] {
  const widths = strips.map(({ natural, least }) => Math.max(least, Math.min(natural, available)));
  for (let excess = totalWidth(widths) - available; excess > 0; excess--) {
    const widest = widths.reduce((best, width, index) => {
      const canShrink = width > (strips[index]?.least ?? width);
      return canShrink && width > (widths[best] ?? 0) ? index : best;
    }, -1);
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** IDs and times are dimmed, because names matter more to a reader. */
const paint = (text: string, { kind }: Column, { style }: Display): string =>
  kind === 'id' || kind === 'time' ? style.dim(text) : text;

/** A row without spaces at its end. `shown` adds color to a cell. */
function drawRow(
  cells: readonly string[],
  strips: readonly Strip[],
  widths: readonly number[],
  { widthOf }: Display,
  shown: (cell: string, column: Column) => string,
): string {
  let [line, pending] = ['', 0];
  strips.forEach(({ column }, index) => {
    const width = widths[index] ?? 0;
    const cell = truncate(cells[index] ?? '', width, widthOf);
    const rest = width - widthOf(cell);
    const right = isRightAligned(column);
    if (cell === '') pending += width;
    else {
      line += ' '.repeat(pending + (right ? rest : 0)) + shown(cell, column);
      pending = right ? 0 : rest;
    }
    pending += GAP.length;
  });
  return line;
}

/**
 * Rows under headings, or cards on a narrow terminal, without a final line break. The text of `items` must be escaped.
 * In a pipe a single column has no heading, so that a script can read it line by line.
 */
export function drawTable(columns: readonly Column[], items: readonly unknown[], display: Display): string {
  const { width: available, style } = display;
  const all = stripsOf(columns, items, display);
  const strips = available === undefined ? all : fittingStrips(all, available);
  if (strips === undefined) return drawCards(columns, items, display);
  const widths = available === undefined ? all.map(({ natural }) => natural) : fittingWidths(strips, available);
  const headings = strips.map(({ column }) => column.heading);
  const rows = items.map((_, row) =>
    drawRow(
      strips.map(({ texts }) => texts[row] ?? ''),
      strips,
      widths,
      display,
      (cell, column) => paint(cell, column, display),
    ),
  );
  if (available === undefined && columns.length === 1) return rows.join('\n');
  return [drawRow(headings, strips, widths, display, (heading) => style.bold(heading)), ...rows].join('\n');
}
