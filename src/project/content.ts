/** The content of a record: its fields without empty ones, and short hashes of them for the lock. */
import { createHash } from 'node:crypto';
import { isRecord } from '../define/json.ts';

/** By field. A field that is missing is empty. */
export type Content = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (isRecord(value) && Object.keys(value).length === 0);

/** The named fields that have a value. */
export const withoutEmpty = (fields: Readonly<Record<string, unknown>>): Content =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));

/** JSON with sorted keys: the same text for the same value. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${fields.join(',')}}`;
}

const HASH_LENGTH = 16;

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, HASH_LENGTH);

/** Line feeds only and no byte order mark, so that the editor and the system of a person change no content. */
export const plainLines = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
