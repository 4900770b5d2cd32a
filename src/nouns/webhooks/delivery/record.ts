/**
 * The log file of deliveries: one JSON document per line, append-only. The body is exact: text if it is UTF-8, else base64. An
 * incomplete line never parses, because it has no closing brace.
 */
import { isRecord } from '../../../define/json.ts';
import type { CapturedRequest, Headers } from './request.ts';

export interface RecordedRequest extends CapturedRequest {
  /** Time of arrival, ISO 8601. */
  readonly time: string;
}

/** The start of every line, which distinguishes a log file from other files. */
export const LINE_START = '{"time":"';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Includes the line break. */
export function toLine({ time, headers, body }: RecordedRequest): string {
  return `${JSON.stringify({ time, headers, ...encodeBody(body) })}\n`;
}

function encodeBody(body: Buffer): { body: string } | { bodyBase64: string } {
  try {
    return { body: utf8.decode(body) };
  } catch {
    return { bodyBase64: body.toString('base64') };
  }
}

/** Undefined for an incomplete or invalid line. */
export function parseLine(line: string): RecordedRequest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || typeof value['time'] !== 'string' || !isHeaders(value['headers'])) return undefined;
  const body = decodeBody(value);
  return body === undefined ? undefined : { time: value['time'], headers: value['headers'], body };
}

function decodeBody({ body, bodyBase64 }: Record<string, unknown>): Buffer | undefined {
  if (typeof body === 'string') return Buffer.from(body);
  return typeof bodyBase64 === 'string' ? Buffer.from(bodyBase64, 'base64') : undefined;
}

const isHeaders = (value: unknown): value is Headers =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'));

export interface RecordContents {
  readonly entries: readonly RecordedRequest[];
  /** The numbers of incomplete or invalid lines; the first line is 1. */
  readonly torn: readonly number[];
}

export function parseRecord(bytes: Buffer): RecordContents {
  const entries: RecordedRequest[] = [];
  const torn: number[] = [];
  for (const [index, line] of bytes.toString('utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const entry = parseLine(line);
    if (entry === undefined) torn.push(index + 1);
    else entries.push(entry);
  }
  return { entries, torn };
}
