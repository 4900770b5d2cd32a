/** The data formats: each turns items or a value into text, and knows nothing of where the text goes. */
import type * as z from 'zod';
import type { FormatName } from '../define/format-name.ts';
import type { Check } from '../define/report.ts';
import { escapeJson } from '../text/escape.ts';

/** What a command gave: one value, or the items of a list in batches. */
export type Result =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'items'; readonly batches: AsyncIterable<readonly unknown[]> };

export interface FormatOptions {
  /** The schema of the value (for a list: of the array). */
  readonly schema: z.ZodType;
  /** The paths that `--fields` names; undefined for all. */
  readonly fields: readonly string[] | undefined;
  readonly junit?: Junit | undefined;
}

/** A value as a report: what `-o junit` prints. */
export interface Junit {
  /** The command that checked, `loopsctl workflow lint`. */
  readonly suite: string;
  readonly report: (value: unknown) => readonly Check[];
}

/** Text in chunks, each ending in a line break. */
export type Format = (result: Result, options: FormatOptions) => AsyncIterable<string>;

/** All items at once, for formats that are one document. */
export async function gather(result: Result): Promise<unknown> {
  if (result.kind === 'value') return result.value;
  const items: unknown[] = [];
  for await (const batch of result.batches) items.push(...batch);
  return items;
}

const toJson = (value: unknown, indent: number): string => `${escapeJson(JSON.stringify(value, null, indent))}\n`;

/** A page is made safe as a whole: line breaks are layout, and all others are escaped already. */
const toLines = (items: readonly unknown[]): string =>
  escapeJson(items.map((item) => `${JSON.stringify(item)}\n`).join(''));

async function* json(result: Result): AsyncIterable<string> {
  yield toJson(await gather(result), 2);
}

/** Printed as pages arrive: one item a line. A value that is not a list is one line. */
async function* ndjson(result: Result): AsyncIterable<string> {
  if (result.kind === 'value') {
    yield toLines(Array.isArray(result.value) ? result.value : [result.value]);
    return;
  }
  for await (const batch of result.batches) {
    if (batch.length > 0) yield toLines(batch);
  }
}

async function* yaml(result: Result): AsyncIterable<string> {
  const value = await gather(result);
  yield (await import('./yaml.ts')).toYaml(value);
}

async function* csv(result: Result, { schema, fields }: FormatOptions): AsyncIterable<string> {
  const value = await gather(result);
  yield (await import('./csv.ts')).toCsv(value, schema, fields);
}

/** Only planned where there is a report. */
async function* junit(result: Result, { junit: shape }: FormatOptions): AsyncIterable<string> {
  const value = await gather(result);
  yield (await import('./junit.ts')).toJunit(shape?.suite ?? '', shape?.report(value) ?? []);
}

export const FORMATS = { json, ndjson, csv, yaml, junit } as const satisfies Record<
  Exclude<FormatName, 'table'>,
  Format
>;
