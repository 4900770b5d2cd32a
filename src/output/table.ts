/** Tables: rows under headings, and the fields of one thing as lines. */
import Table from 'cli-table3';
import stringWidth from 'string-width';
import type { Column, Paper } from '../define/view.ts';
import { cellText, cut } from './text.ts';

const GAP = 2;
/** A column of text is not made narrower than this. */
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
    return isFlexible(column) ? Math.min(NARROWEST, width) : width;
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
  const { width } = paper;
  let columns = all;
  let rows = items.map((item) => columns.map((column) => cellText(column, item, paper)));
  let headings = columns.map((column) => column.heading);
  if (width !== undefined) {
    const natural = headings.map((heading, index) =>
      rows.reduce((widest, row) => Math.max(widest, stringWidth(row[index] ?? '')), stringWidth(heading)),
    );
    columns = fittingColumns(all, natural, width);
    const kept = columns.map((column) => all.indexOf(column));
    const widths = fittingWidths(
      kept.map((index) => natural[index] ?? 0),
      columns,
      width,
    );
    const toFit = (cells: readonly string[]) =>
      kept.map((from, index) => cut(cells[from] ?? '', Math.max(1, widths[index] ?? 1)));
    rows = rows.map(toFit);
    headings = toFit(headings);
  }
  const table = new Table({
    ...PLAIN,
    head: headings.map(standIn),
    colAligns: columns.map((column) => (column.kind === 'number' ? 'right' : 'left')),
  });
  for (const row of rows) table.push(row.map(standIn));
  const painted = [
    headings.map((heading) => paper.style.bold(heading)),
    ...rows.map((row) => row.map((cell, index) => paint(cell, columns[index], paper))),
  ]
    .flat()
    .filter((cell) => cell !== '');
  let next = 0;
  return withoutTrailingSpace(table.toString().replace(STAND_IN, () => painted[next++] ?? ''));
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
