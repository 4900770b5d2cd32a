/** Parses JSON that a person or another program wrote: invalid and hostile texts become `usage` failures. */
import { usage } from '../errors.ts';

/** Code that walks a value recursively overflows the stack at a few thousand levels. */
export const MAX_JSON_DEPTH = 200;

/** `name` is the subject of the message. Throws a `usage` failure that does not quote the text, which may hold secrets. */
export function parseJson(text: string, name: string, hint?: string): unknown {
  if (depthOf(text) > MAX_JSON_DEPTH) throw usage(`${name} is nested more than ${MAX_JSON_DEPTH} levels deep.`, hint);
  try {
    return JSON.parse(text);
  } catch {
    throw usage(`${name} is not valid JSON.`, hint);
  }
}

/** The same for the bytes of a file, in UTF-8 with or without a byte order mark. */
export function parseJsonBytes(bytes: Uint8Array, name: string, hint?: string): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usage(`${name} is not valid JSON: it is not UTF-8.`, hint);
  }
  return parseJson(text, name, hint);
}

/** What is wrong with a value in which `JSON.parse` has changed the last digits of a number. */
export const INEXACT = 'a number that is too large to keep its digits';

/** Whether a value has a whole number beyond 2^53, such as an ID of 64 bits: it may be another one than the text had. */
export function isInexact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isInexact);
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((c) => c.charCodeAt(0));

export function depthOf(json: string): number {
  let [depth, deepest] = [0, 0];
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) index = endOfString(json, index + 1);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return deepest;
}

function endOfString(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
