/** Values that a flag sets by name: `plan=pro` is text, `seats:=5` is JSON. */
import { usage } from '../errors.ts';
import { parseJson } from '../runtime/parse-json.ts';

/** Names that would change the prototype of an object instead of a field. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The values of all assignments by name. Throws a `usage` failure that names `flag` for a text without a name or with invalid
 * JSON, and for a name that is set twice.
 */
export function readAssignments(texts: readonly string[], flag: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const text of texts) {
    const [, name = '', isJson, value = ''] = /^(.+?)(:?)=(.*)$/s.exec(text) ?? [];
    if (name === '' || RESERVED.has(name)) {
      throw usage(
        `Invalid value ${JSON.stringify(text)} for ${flag}.`,
        'Write name=text, or name:=value for a number, true, false or JSON.',
      );
    }
    if (Object.hasOwn(values, name)) throw usage(`${flag} sets ${JSON.stringify(name)} twice.`);
    values[name] =
      isJson === '' ? value : parseJson(value, `The value of ${flag} ${name}`, 'Write name=text for text.');
  }
  return values;
}
