/** The flags that set and remove fallbacks: `--fallback contact.firstName=there`, `--unset-fallback contact.firstName`. */
import * as z from 'zod';
import { usage } from '../../errors.ts';
import { FALLBACK_MAPS } from './operations.ts';

export const fallbackInput = {
  fallback: z
    .array(z.string())
    .default([])
    .describe('text for a variable without a value (repeatable)')
    .meta({ placeholder: 'name=text' }),
  unsetFallback: z
    .array(z.string())
    .default([])
    .describe('remove a fallback, e.g. contact.name (repeatable)')
    .meta({ placeholder: 'name' }),
};

type MapField = (typeof FALLBACK_MAPS)[keyof typeof FALLBACK_MAPS];
export type FallbackChanges = Partial<Record<MapField, Record<string, string | null>>>;

const HINT = 'Variables look like contact.firstName, event.plan or data.resetLink.';

function readName(text: string, flag: string): { field: MapField; name: string } {
  const [, namespace = '', name = ''] = /^(contact|event|data)\.([A-Za-z0-9_-]+)$/.exec(text) ?? [];
  if (name === '') throw usage(`Invalid variable ${JSON.stringify(text)} in ${flag}.`, HINT);
  return { field: FALLBACK_MAPS[namespace as keyof typeof FALLBACK_MAPS], name };
}

/** The maps of a request: a text sets a fallback, null removes it. Throws a `usage` failure for a name that is no variable. */
export function fallbackChanges(input: {
  readonly fallback: readonly string[];
  readonly unsetFallback: readonly string[];
}): FallbackChanges {
  const changes: FallbackChanges = {};
  const set = (field: MapField, name: string, value: string | null, flag: string): void => {
    const map = changes[field] ?? {};
    if (Object.hasOwn(map, name)) throw usage(`The fallback of ${name} is given twice.`, `See ${flag}.`);
    // Not `map[name] = value`, which a variable named __proto__ would turn into something else.
    changes[field] = { ...map, [name]: value };
  };
  for (const text of input.fallback) {
    const at = text.indexOf('=');
    if (at < 0) throw usage(`Invalid value ${JSON.stringify(text)} for --fallback.`, `Write name=text. ${HINT}`);
    const { field, name } = readName(text.slice(0, at), '--fallback');
    set(field, name, text.slice(at + 1), '--fallback');
  }
  for (const text of input.unsetFallback) {
    const { field, name } = readName(text, '--unset-fallback');
    set(field, name, null, '--unset-fallback');
  }
  return changes;
}
