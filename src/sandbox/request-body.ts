/** Reads request bodies: JSON objects with known fields only. */

import { Refusal } from './handler.ts';
import { isIdentifier } from './identifiers.ts';

const MAX_BYTES = 1024 * 1024;

/** The whole body as text. Throws a 413 `Refusal` beyond 1 MiB, after reading it all: a sender cut off midway sees no answer. */
export async function readBody(request: Request): Promise<string> {
  const text = await request.text();
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Refusal(413, 'The request body is larger than 1 MiB.');
  return text;
}

/** How a field's value is checked; throws a 400 `Refusal`. */
type Check = (field: string, value: unknown) => string;

/**
 * The fields of a JSON object, checked. Bodies are closed: throws a 400 `Refusal` for a field that `checks` does not name, as
 * well as for what is no JSON object.
 */
export function parseFields<Field extends string>(
  body: string,
  checks: Readonly<Record<Field, Check>>,
): Partial<Record<Field, string>> {
  const fields: Partial<Record<Field, string>> = {};
  for (const [field, value] of Object.entries(parseObject(body))) {
    if (!isKey(checks, field)) throw new Refusal(400, `Unknown field: ${field}.`);
    fields[field] = checks[field](field, value);
  }
  return fields;
}

/** The same for an update, where no field at all is refused too. */
export function parseChanges<Field extends string>(
  body: string,
  checks: Readonly<Record<Field, Check>>,
): Partial<Record<Field, string>> {
  const fields = parseFields(body, checks);
  if (Object.keys(fields).length === 0) {
    throw new Refusal(400, `Provide at least one of: ${Object.keys(checks).join(', ')}.`);
  }
  return fields;
}

/** For actions that take no body: an empty one and `{}` pass. */
export function refuseFields(body: string): void {
  if (body.trim() !== '') parseFields(body, {});
}

/** The field that must be there; throws a 400 `Refusal`. */
export function required(field: string, value: string | undefined): string {
  if (value === undefined) throw new Refusal(400, `${field} is required.`);
  return value;
}

export const text: Check = (field, value) => {
  if (typeof value !== 'string') throw new Refusal(400, `${field} must be a string.`);
  return value;
};

export const nonEmptyText: Check = (field, value) => {
  const given = text(field, value);
  if (given.trim() === '') throw new Refusal(400, `${field} must not be empty.`);
  return given;
};

export const identifier: Check = (field, value) => {
  const given = text(field, value);
  if (!isIdentifier(given)) throw new Refusal(400, `${field} is not a valid ID.`);
  return given;
};

function parseObject(body: string): object {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'The request body must be a JSON object.');
  }
  return value;
}

const isKey = <Field extends string>(checks: Readonly<Record<Field, Check>>, field: string): field is Field =>
  Object.hasOwn(checks, field);
