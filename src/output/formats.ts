/** The data formats: each turns items or a value into text. */
import type * as z from 'zod';
import type { FormatName } from '../define/format-name.ts';
import type { Check } from '../define/report.ts';
import type { Column } from '../define/view.ts';
import { escapeJson } from '../text/escape.ts';

/** The result of a command: one value, or the items of a list in batches. */
export type Result =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'items'; readonly batches: AsyncIterable<readonly unknown[]> };

export interface FormatOptions {
  readonly schema: z.ZodType;
  readonly fields: readonly string[] | undefined;
  /** The columns of the view, which may name or format the fields of CSV. */
  readonly columns?: readonly Column[];
  readonly report?: Report | undefined;
  readonly headers?: boolean;
  readonly paint?: (json: string) => string;
}

export interface Report {
  readonly suite: string;
  readonly report: (value: unknown) => readonly Check[];
}

export type Format = (result: Result, options: FormatOptions) => AsyncIterable<string>;

export async function gather(result: Result): Promise<unknown> {
  if (result.kind === 'value') return result.value;
  const items: unknown[] = [];
  for await (const batch of result.batches) {
    for (const item of batch) items.push(item);
  }
  return items;
}

const toJson = (value: unknown, indent: number): string => `${escapeJson(JSON.stringify(value, null, indent))}\n`;

const toLines = (items: readonly unknown[]): string =>
  escapeJson(items.map((item) => `${JSON.stringify(item)}\n`).join(''));

const unpainted = (text: string): string => text;

async function* json(result: Result, { paint = unpainted }: FormatOptions): AsyncIterable<string> {
  yield paint(toJson(await gather(result), 2));
}

async function* ndjson(result: Result, { paint = unpainted }: FormatOptions): AsyncIterable<string> {
  if (result.kind === 'value') {
    yield paint(toLines(Array.isArray(result.value) ? result.value : [result.value]));
    return;
  }
  for await (const batch of result.batches) {
    if (batch.length > 0) yield paint(toLines(batch));
  }
}

async function* yaml(result: Result): AsyncIterable<string> {
  const value = await gather(result);
  yield (await import('./yaml.ts')).toYaml(value);
}

async function* csv(result: Result, options: FormatOptions): AsyncIterable<string> {
  const value = await gather(result);
  yield (await import('./csv.ts')).toCsv(value, options);
}

async function* junit(result: Result, { report: shape }: FormatOptions): AsyncIterable<string> {
  const value = await gather(result);
  yield (await import('./junit.ts')).toJunit(shape?.suite ?? '', shape?.report(value) ?? []);
}

async function* sarif(result: Result, { report: shape }: FormatOptions): AsyncIterable<string> {
  const value = await gather(result);
  yield (await import('./sarif.ts')).toSarif(shape?.suite ?? '', shape?.report(value) ?? []);
}

export const FORMATS = { json, ndjson, csv, yaml, junit, sarif } as const satisfies Record<
  Exclude<FormatName, 'table' | 'markdown' | 'lmx'>,
  Format
>;
