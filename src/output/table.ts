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

/**
 * The widths at which a table fits: the widest columns of text give way first, IDs, numbers and times never.
 * A table that cannot fit is as narrow as it can be, and the terminal wraps it.
 */
function fittingWidths(widths: readonly number[], columns: readonly Column[], available: number): readonly number[] {
  const fitted = [...widths];
  let excess = fitted.reduce((sum, width) => sum + width, 0) + GAP * (fitted.length - 1) - available;
  const flexible = columns.flatMap((column, index) => ((column.kind ?? 'text') === 'text' ? [index] : []));
  const width = (index: number): number => fitted[index] ?? 0;
  while (excess > 0) {
    const widest = flexible.filter((index) => width(index) > NARROWEST).sort((a, b) => width(b) - width(a))[0];
    if (widest === undefined) break;
    fitted[widest] = width(widest) - 1;
    excess -= 1;
  }
  return fitted;
}

/** Rows under headings, without a final line break. `items` are visible already. */
export function drawTable(columns: readonly Column[], items: readonly unknown[], paper: Paper): string {
  let rows = items.map((item) => columns.map((column) => cellText(column, item, paper)));
  if (paper.width !== undefined) {
    const natural = columns.map((column, index) =>
      rows.reduce((widest, row) => Math.max(widest, stringWidth(row[index] ?? '')), column.heading.length),
    );
    const widths = fittingWidths(natural, columns, paper.width);
    rows = rows.map((row) => row.map((cell, index) => cut(cell, Math.max(1, widths[index] ?? cell.length))));
  }
  const table = new Table({
    ...PLAIN,
    head: columns.map((column) => paper.style.bold(column.heading)),
    colAligns: columns.map((column) => (column.kind === 'number' ? 'right' : 'left')),
  });
  for (const row of rows) table.push(row.map(standIn));
  const painted = rows.flatMap((row) =>
    row.flatMap((cell, index) => (cell === '' ? [] : [paint(cell, columns[index], paper)])),
  );
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
