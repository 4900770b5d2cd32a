/** CSV (RFC 4180). */
import { stringify } from 'csv-stringify/sync';
import type * as z from 'zod';
import { isRecord, textOf, valueAt } from '../define/json.ts';
import { optionFor, topFields } from '../define/schema.ts';
import type { Column } from '../define/view.ts';

export interface CsvOptions {
  readonly schema: z.ZodType;
  readonly fields: readonly string[] | undefined;
  readonly columns?: readonly Column[];
  readonly headers?: boolean;
}

interface CsvColumn {
  readonly name: string;
  readonly text: (item: unknown) => string;
}

const valueIn = (item: unknown, path: string): unknown => (isRecord(item) ? valueAt(item, path) : item);

const columnFor = (path: string, name = path, text = textOf): CsvColumn => ({
  name,
  text: (item) => text(valueIn(item, path)),
});

/** The header: the fields of `--fields` or the schema, then those that only the response has. Structured values are JSON. */
export function toCsv(value: unknown, { schema, fields, columns = [], headers = true }: CsvOptions): string {
  const items = Array.isArray(value) ? value : [value];
  const header =
    fields?.map((path) => columnFor(path)) ?? columnsOf(items, topFields(optionFor(schema, value)), columns);
  const rows = items.map((item) => header.map(({ text }) => text(item)));
  return stringify(headers ? [header.map(({ name }) => name), ...rows] : rows);
}

function columnsOf(
  items: readonly unknown[],
  known: readonly string[],
  columns: readonly Column[],
): readonly CsvColumn[] {
  const added = items.flatMap((item) => (isRecord(item) ? Object.keys(item) : []));
  const paths = known.length === 0 ? [''] : [...new Set([...known, ...added])];
  return paths.map((path) => {
    const { name, text } = columns.find((column) => column.path === path)?.csv ?? {};
    return columnFor(path, name ?? (path === '' ? 'value' : path), text);
  });
}
