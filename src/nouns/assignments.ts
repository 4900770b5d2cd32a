/** Values on the command line: `--set plan=pro`, and `--set seats:=5` for JSON. */

import { usage } from '../errors.ts';
import { depthOf, INEXACT, isInexact, MAX_JSON_DEPTH } from '../runtime/parse-json.ts';

export type Assignment =
  | { readonly key: string; readonly kind: 'text'; readonly text: string }
  | { readonly key: string; readonly kind: 'json'; readonly value: unknown };

const SHOWN = 80;
const quoted = (text: string): string => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Throws a `usage` failure for a text that is not `key=value` or `key:=json`, and for a key that is set twice. */
export function parseAssignments(texts: readonly string[], flag: string): readonly Assignment[] {
  const assignments = texts.map((text) => parseAssignment(text, flag));
  const keys = assignments.map(({ key }) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw usage(`${flag} sets ${quoted(twice)} twice.`, 'Pass it once.');
  return assignments;
}

function parseAssignment(text: string, flag: string): Assignment {
  const equals = text.indexOf('=');
  const isJson = text[equals - 1] === ':';
  const key = text.slice(0, Math.max(0, isJson ? equals - 1 : equals));
  if (key === '') {
    throw usage(`Invalid value ${quoted(text)} for ${flag}.`, 'Expected key=value, or key:=json for other values.');
  }
  const value = text.slice(equals + 1);
  if (!isJson) return { key, kind: 'text', text: value };
  const hint = `For text, use ${key}=…`;
  let parsed: unknown;
  try {
    if (depthOf(value) > MAX_JSON_DEPTH) throw new SyntaxError('nested too deeply');
    parsed = JSON.parse(value);
  } catch {
    throw usage(`The value of ${flag} ${key} is not valid JSON: ${quoted(value)}.`, hint);
  }
  if (isInexact(parsed)) throw usage(`The value of ${flag} ${key} has ${INEXACT}: ${quoted(value)}.`, hint);
  return { key, kind: 'json', value: parsed };
}
