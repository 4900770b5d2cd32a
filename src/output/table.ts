/** Tables: one row per item, under headings. */
import type { Column, Display } from '../define/view.ts';
import { truncate } from '../text/wrap.ts';
import { cellText, paintCell } from './cell.ts';
import { drawCards } from './details.ts';

const GAP = '  ';
/** On a narrower terminal, items that do not fit on a line are printed as cards. */
const NARROWEST_TABLE = 64;
const NARROWEST_NAME = 24;
const NARROWEST_TEXT = 8;

interface Strip {
  readonly column: Column;
  readonly texts: readonly string[];
  readonly natural: number;
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

/** Two spaces between columns and no lines, which suits `cut`, `awk` and the eye. */
const BARE = {
  chars: Object.fromEntries(
    'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle'
      .split(' ')
      .map((name) => [name, name === 'middle' ? GAP : '']),
  ),
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
};

/** Stand-ins of the right width are laid out, because the package measures text by an older Unicode version. */
const standIn = (width: number): string => (width === 0 ? '' : '\ue000'.padEnd(width, '\ue001'));
const STAND_INS = /\ue000\ue001*/g;

/** Lays out rows of cells of the given widths. `shown` are the painted cells of a width above 0, row by row. */
async function layOut(
  rows: readonly (readonly number[])[],
  strips: readonly Strip[],
  widths: readonly number[],
  shown: readonly string[],
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const colAligns = strips.map(({ column }): 'right' | 'left' => (isRightAligned(column) ? 'right' : 'left'));
  const colWidths = [...widths];
  // The package's time grows with the square of the rows, and rows with the same widths have the same layout.
  const layouts = new Map<string, string>();
  const lines = rows.map((row) => {
    const key = row.join();
    const known = layouts.get(key);
    if (known !== undefined) return known;
    const table = new Table({ ...BARE, colWidths, colAligns });
    table.push(row.map(standIn));
    const line = table.toString().replace(/ +$/, '');
    layouts.set(key, line);
    return line;
  });
  let next = 0;
  return lines.join('\n').replace(STAND_INS, () => shown[next++] ?? '');
}

/** Rows or cards of escaped items. In a pipe a single column has no heading, so that a script can read it line by line. */
export async function drawTable(
  columns: readonly Column[],
  items: readonly unknown[],
  display: Display,
  headers = true,
): Promise<string> {
  const { width: available, style, widthOf } = display;
  const all = stripsOf(columns, items, display);
  const strips = available === undefined ? all : fittingStrips(all, available);
  if (strips === undefined) return drawCards(columns, items, display);
  const widths = available === undefined ? all.map(({ natural }) => natural) : fittingWidths(strips, available);
  const cut = (text: string, index: number) => truncate(text, Math.max(1, widths[index] ?? 1), widthOf);
  const headings = strips.map(({ column }, index) => cut(column.heading, index));
  const rows = items.map((_, row) => strips.map(({ texts }, index) => cut(texts[row] ?? '', index)));
  const hasHeadings = headers && (available !== undefined || columns.length > 1);
  const lines = hasHeadings ? [headings, ...rows] : rows;
  const painted = lines.flatMap((line, row) =>
    line.flatMap((cell, index) => {
      const column = strips[index]?.column;
      if (widthOf(cell) === 0 || column === undefined) return [];
      if (row === 0 && hasHeadings) return style.bold(cell);
      return paintCell(cell, items[hasHeadings ? row - 1 : row], column, display);
    }),
  );
  return layOut(
    lines.map((line) => line.map(widthOf)),
    strips,
    widths,
    painted,
  );
}
