/** CSV (RFC 4180) as people have it: separated by commas, semicolons or tabs, with any line ends, with or without quotes. */
import type { CsvError } from 'csv-parse';
import { usage } from '../errors.ts';
import { formatCount } from '../text/number.ts';
import type { Row } from './row.ts';
import { MAX_ROW_LENGTH, tooLong } from './text.ts';

const DELIMITERS = [',', ';', '\t'] as const;

/** `start` is the beginning of `all`, with the first line. */
export async function* csvRows(start: string, all: AsyncIterable<string>, name: string): AsyncGenerator<Row> {
  let header: readonly string[] | undefined;
  for await (const { line, cells } of recordsOf(start, all, name)) {
    if (header === undefined) header = headerOf(cells, name);
    else if (cells.some((cell) => cell !== '')) yield { line, ...valuesOf(cells, header) };
  }
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

async function* recordsOf(start: string, all: AsyncIterable<string>, name: string): AsyncGenerator<CsvRecord> {
  const { parse } = await import('csv-parse');
  let waiting: CsvRecord[] = [];
  // The parser counts lines in quotes twice where they end as on Windows.
  let [next, skipped] = [1, 0];
  const skipEmptyLines = (count: number): void => {
    next += count - skipped;
    skipped = count;
  };
  let failure: unknown;
  const parser = parse({
    delimiter: delimiterOf(start),
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_LENGTH,
    relax_column_count: true,
    skip_empty_lines: true,
    // Not read from the stream, which loses the records before an invalid one.
    on_record: (cells: string[], { empty_lines }) => {
      skipEmptyLines(empty_lines);
      waiting.push({ line: next, cells });
      next += 1 + cells.reduce((breaks, cell) => breaks + lineBreaks(cell), 0);
      return null;
    },
  });
  parser.on('error', (error: Partial<CsvError> & { readonly empty_lines?: number }) => {
    skipEmptyLines(error.empty_lines ?? skipped);
    failure = explain(error, next, name);
  });
  function* taken() {
    const records = waiting;
    waiting = [];
    yield* records;
  }
  for await (const chunk of all) {
    await new Promise<unknown>((resolve) => parser.write(chunk, resolve));
    yield* taken();
    if (failure !== undefined) throw failure;
  }
  await new Promise<unknown>((resolve) => parser.once('close', resolve).resume().end());
  yield* taken();
  if (failure !== undefined) throw failure;
}

const lineBreaks = (cell: string): number => (cell.match(/\r\n|\n|\r/g) ?? []).length;

/** The one that separates most columns of the header. */
function delimiterOf(start: string): string {
  const [header = ''] = start
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

function headerOf(record: readonly string[], name: string): readonly string[] {
  const header = record.map((cell) => cell.trim());
  // A spreadsheet may end lines with separators that belong to no column.
  while (header.at(-1) === '') header.pop();
  if (header.length === 0) throw usage(`${name} has no header.`, 'The first line must name the columns.');
  const unnamed = header.indexOf('');
  if (unnamed >= 0) throw usage(`Column ${unnamed + 1} of ${name} has no name.`);
  const repeated = header.find((column, index) => header.indexOf(column) < index);
  if (repeated !== undefined) throw usage(`${name} has two columns named ${JSON.stringify(repeated)}.`);
  return header;
}

function valuesOf(record: readonly string[], header: readonly string[]): Omit<Row, 'line'> {
  const beyond = record.slice(header.length);
  if (record.length < header.length || beyond.some((cell) => cell !== '')) {
    const problem = `it has ${formatCount(record.length, 'cell')}, and the header has ${formatCount(header.length, 'column')}`;
    return { values: {}, problem };
  }
  return { values: Object.fromEntries(header.map((column, index) => [column, record[index] ?? ''])) };
}

const QUOTE_HINT = 'A cell with a quote must be in quotes, and the quote doubled: "5"" screen".';

function explain(error: unknown, line: number, name: string): unknown {
  const { code } = error as Partial<CsvError>;
  if (code === undefined || !/^(CSV|INVALID)_/.test(code)) return error;
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLong(name, line, 'A quote may not be closed.');
  const problem = code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is not closed' : 'a quote is in the wrong place';
  return usage(`Line ${line} of ${name} is not valid CSV: ${problem}.`, QUOTE_HINT);
}
