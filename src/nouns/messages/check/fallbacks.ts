/** The fallbacks that a message has, or that `--fallbacks` gives. */
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { usage } from '../../../errors.ts';
import type { LintOptions } from '../../../lmx/lint/rule.ts';
import { parseJson } from '../../../runtime/parse-json.ts';
import { type EmailMessage, FALLBACK_MAPS } from '../operations.ts';
import { readText } from '../sources.ts';

export type Fallbacks = NonNullable<LintOptions['fallbacks']>;

const HINT = 'Pass {"firstName": "there"}, {"contact": {…}, "event": {…}}, or a file with one of them.';

const namesIn = (value: unknown): readonly string[] => (isRecord(value) ? Object.keys(value) : []);

/** The maps of a message by namespace, under the names of the API or of the namespaces; or one map for all. */
function fallbacksIn(value: Readonly<Record<string, unknown>>): Fallbacks {
  const maps = Object.entries(FALLBACK_MAPS).map(([namespace, field]) => [namespace, value[field] ?? value[namespace]]);
  if (maps.some(([, map]) => isRecord(map))) {
    return Object.fromEntries(maps.map(([namespace, map]) => [namespace, namesIn(map)]));
  }
  const names = namesIn(value);
  return { contact: names, event: names, data: names };
}

/** Rejects with a `usage` failure for what is no JSON object. */
export async function readFallbacks(context: Context, given: string | undefined): Promise<Fallbacks | undefined> {
  if (given === undefined) return undefined;
  const isInline = given.trimStart().startsWith('{');
  const text = isInline ? given : await readText(context, given);
  const value = parseJson(text, isInline ? 'The value of --fallbacks' : given, HINT);
  if (!isRecord(value)) throw usage('--fallbacks is not a JSON object.', HINT);
  return fallbacksIn(value);
}

export const fallbacksOf = (message: Partial<EmailMessage>): Fallbacks =>
  Object.fromEntries(Object.entries(FALLBACK_MAPS).map(([namespace, field]) => [namespace, namesIn(message[field])]));
