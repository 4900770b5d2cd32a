/** The rows of a CSV or NDJSON file, one at a time in little memory, with the numbers of their lines. */
import { isRecord } from '../define/json.ts';
import { usage } from '../errors.ts';
import { depthOf, INEXACT, isInexact, MAX_JSON_DEPTH } from '../runtime/parse-json.ts';
import { csvRows } from './csv.ts';
import type { Row } from './row.ts';
import { decodeText, linesOf, peek } from './text.ts';

export type RowFormat = 'csv' | 'ndjson';

export interface RowSource {
  /** As typed, for messages. */
  readonly name: string;
  /** Undefined: by the extension, or else by the first character. */
  readonly format?: RowFormat | undefined;
}

/**
 * Throws a `usage` failure that names the file and the line where the rest cannot be read: not text, a quote that is not closed,
 * no header. A problem of one row is part of that row.
 */
export async function* readRows(chunks: AsyncIterable<Uint8Array>, { name, format }: RowSource): AsyncGenerator<Row> {
  const { start, all } = await peek(decodeText(chunks, name), (text) => /\S.*\n/s.test(text));
  yield* (format ?? formatOf(name, start)) === 'csv' ? csvRows(start, all, name) : jsonRows(all, name);
}

function formatOf(name: string, start: string): RowFormat {
  if (/\.(csv|tsv|txt)$/i.test(name)) return 'csv';
  const first = start.trimStart()[0];
  if (first === '[') {
    throw usage(`${name} is a JSON array.`, "Write one object per line: jq -c '.[]' file.json > file.ndjson");
  }
  return first === '{' || /\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv';
}

async function* jsonRows(chunks: AsyncIterable<string>, name: string): AsyncGenerator<Row> {
  for await (const { number: line, text } of linesOf(chunks, name)) {
    if (text.trim() !== '') yield { line, ...parseObject(text) };
  }
}

function parseObject(text: string): Omit<Row, 'line'> {
  const none = { values: {} };
  if (depthOf(text) > MAX_JSON_DEPTH) return { ...none, problem: 'it is too deeply nested' };
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return { ...none, problem: 'it is not a JSON object' };
    return isInexact(value) ? { ...none, problem: `it has ${INEXACT}: write it as text` } : { values: value };
  } catch {
    return { ...none, problem: 'it is not valid JSON' };
  }
}
