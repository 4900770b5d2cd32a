/** Tables: rows under headings, and the fields of one thing as lines. */
import Table from 'cli-table3';
import stringWidth from 'string-width';
import type { Column, Paper } from '../define/view.ts';
import { cellText, cut } from './cell.ts';

const GAP = 2;
/** A column of text is not made narrower than this, where it does not say something else. */
const NARROWEST = 8;

/** No lines and two spaces between columns: what `cut`, `awk` and eyes like best. */
const PLAIN = {
  chars: Object.fromEntries(
    'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle'
      .split(' ')
      .map((name) => [name, name === 'middle' ? ' '.repeat(GAP) : '']),
  ),
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
};

const withoutTrailingSpace = (text: string): string => text.replace(/ +$/gm, '');

const isFlexible = ({ kind = 'text' }: Column): boolean => kind === 'text';

const tableWidth = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1);

/**
 * The columns that a terminal has room for: where not even the narrowest form of all of them fits, minor ones are left out,
 * the last first.
 */
function fittingColumns(columns: readonly Column[], natural: readonly number[], available: number): readonly Column[] {
  const narrowest = (column: Column) => {
    const width = natural[columns.indexOf(column)] ?? 0;
    return isFlexible(column) ? Math.min(column.narrowest ?? NARROWEST, width) : width;
  };
  let kept = columns;
  while (tableWidth(kept.map(narrowest)) > available) {
    const leftOut = kept.findLast((column) => column.minor);
    if (leftOut === undefined) break;
    kept = kept.filter((column) => column !== leftOut);
  }
  return kept;
}

/**
 * The widths at which a table fits: the widest columns of text give way first, IDs, numbers and times never.
 * A table that cannot fit is as narrow as it can be, and the terminal wraps it.
 */
function fittingWidths(widths: readonly number[], columns: readonly Column[], available: number): readonly number[] {
  const fitted = [...widths];
  const flexible = columns.flatMap((column, index) => (isFlexible(column) ? [index] : []));
  const width = (index: number): number => fitted[index] ?? 0;
  for (let excess = tableWidth(fitted) - available; excess > 0; excess--) {
    const widest = flexible.filter((index) => width(index) > NARROWEST).sort((a, b) => width(b) - width(a))[0];
    if (widest === undefined) break;
    fitted[widest] = width(widest) - 1;
  }
  return fitted;
}

/** Rows under headings, without a final line break. `items` are visible already. */
export function drawTable(all: readonly Column[], items: readonly unknown[], paper: Paper): string {
  const { width: available } = paper;
  const cells = [
    all.map((column) => column.heading),
    ...items.map((item) => all.map((column) => cellText(column, item, paper))),
  ];
  const natural = all.map((_, index) =>
    cells.reduce((widest, row) => Math.max(widest, stringWidth(row[index] ?? '')), 0),
  );
  const speaking = all.filter(({ optional }, index) => !optional || cells.slice(1).some((row) => row[index] !== ''));
  const naturalOf = (column: Column) => natural[all.indexOf(column)] ?? 0;
  const columns = available === undefined ? speaking : fittingColumns(speaking, speaking.map(naturalOf), available);
  const kept = columns.map((column) => all.indexOf(column));
  const naturalKept = kept.map((index) => natural[index] ?? 0);
  const widths = available === undefined ? naturalKept : fittingWidths(naturalKept, columns, available);
  const rows = cells.map((row) => kept.map((from, index) => cut(row[from] ?? '', Math.max(1, widths[index] ?? 1))));
  const parts: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    parts.push(layOut(rows.slice(from, from + ROWS_AT_ONCE), columns, widths));
  }
  const painted = rows.flatMap((row, index) =>
    row
      .map((cell, column) => (index === 0 ? paper.style.bold(cell) : paint(cell, columns[column], paper)))
      .filter((_, column) => row[column] !== ''),
  );
  let next = 0;
  return withoutTrailingSpace(parts.join('\n').replace(STAND_IN, () => painted[next++] ?? ''));
}

/** The time that the package takes grows with the square of the rows; with the widths given, a part looks like the whole. */
const ROWS_AT_ONCE = 100;

/** Rows of stand-ins, one below the other. */
function layOut(rows: readonly (readonly string[])[], columns: readonly Column[], widths: readonly number[]): string {
  const table = new Table({
    ...PLAIN,
    colWidths: [...widths],
    colAligns: columns.map((column) => (column.kind === 'number' ? 'right' : 'left')),
  });
  for (const row of rows) table.push(row.map(standIn));
  return table.toString();
}

/**
 * The package that lays out the table measures text by the Unicode of 2019, and so would misplace newer emoji and some
 * scripts. It is given stand-ins as wide as the text really is, which are then replaced one by one.
 */
const standIn = (cell: string): string => (cell === '' ? '' : '\ue000'.padEnd(stringWidth(cell), '\ue001'));

const STAND_IN = /\ue000\ue001*/g;

/** IDs are for copying, names for reading: the former stand back. */
const paint = (cell: string, column: Column | undefined, { style }: Paper): string =>
  column?.kind === 'id' || column?.kind === 'time' ? style.dim(cell) : cell;

/** One line a field, the names in a column of their own; fields that the value does not have are left out. */
export function drawDetails(columns: readonly Column[], value: unknown, paper: Paper): string {
  const lines = columns.flatMap((column) => {
    const text = cellText(column, value, paper);
    return text === '' ? [] : [{ heading: column.heading, text }];
  });
  const widest = lines.reduce((width, line) => Math.max(width, stringWidth(line.heading)), 0);
  return lines
    .map(({ heading, text }) => `${paper.style.bold(heading)}${' '.repeat(widest - stringWidth(heading) + GAP)}${text}`)
    .join('\n');
}
