/** CSV (RFC 4180), in a module of its own because few runs load it. */
import { stringify } from 'csv-stringify/sync';
import type * as z from 'zod';
import { isRecord, textOf, valueAt } from '../define/json.ts';
import { optionFor, topFields } from '../define/schema.ts';

/**
 * A row an item. The header is the same for every answer: the fields that were asked for, or else the known fields,
 * followed by those that the service has added. What is not plain is written as JSON.
 */
export function toCsv(value: unknown, schema: z.ZodType, fields: readonly string[] | undefined): string {
  const items = Array.isArray(value) ? value : [value];
  const known = topFields(optionFor(schema, value));
  const added = items.flatMap((item) => (isRecord(item) ? Object.keys(item) : []));
  const header = fields ?? (known.length === 0 ? ['value'] : [...new Set([...known, ...added])]);
  return stringify([header, ...items.map((item) => header.map((path) => cell(item, path)))]);
}

function cell(item: unknown, path: string): string {
  return textOf(isRecord(item) ? valueAt(item, path) : item);
}
