/** The data variables of an email that is sent: read from a file and flags, and checked before anything is sent. */
import { distance } from 'fastest-levenshtein';
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { usage } from '../../../errors.ts';
import { parseJsonBytes } from '../../../runtime/parse-json.ts';
import { parseAssignments } from '../../assignments.ts';
import { refuseLong } from '../../sends/limits.ts';
import type { Variables } from '../operations.ts';

const WHAT = 'data variable';

/** A JSON object in a file, and `--var`, which replaces what the file has. Rejects with a `usage` failure. */
export async function readVariables(
  context: Context,
  data: string | undefined,
  assignments: readonly string[],
): Promise<Variables> {
  const fromFlags = Object.fromEntries(
    parseAssignments(assignments, '--var').map((one) => [one.key, one.kind === 'text' ? one.text : one.value]),
  );
  const fromFile = data === undefined ? {} : await readData(context, data);
  return checkValues({ ...fromFile, ...fromFlags });
}

async function readData(context: Context, path: string): Promise<Record<string, unknown>> {
  const shown = path === '-' ? 'Standard input' : path;
  const value = parseJsonBytes(await context.files.read(path), shown);
  if (!isRecord(value))
    throw usage(`${shown} is not a JSON object of data variables.`, 'Example: {"firstName": "Ada"}');
  return value;
}

const isScalar = (value: unknown): value is string | number =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));

/** Throws a `usage` failure for a value that the API would refuse. */
export function checkValues(values: Readonly<Record<string, unknown>>): Variables {
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) checkItems(name, value);
    else if (!isScalar(value))
      throw usage(`The ${WHAT} ${JSON.stringify(name)} ${problemOf(value)}.`, hintFor(name, value));
    refuseLong(name, value, WHAT);
  }
  return values as Variables;
}

const problemOf = (value: unknown): string =>
  `must be text, a number or a list of objects, not ${value === null ? 'null' : isRecord(value) ? 'an object' : String(value)}`;

const hintFor = (name: string, value: unknown): string =>
  value === null
    ? `Leave an optional variable out, or pass an empty text: --var ${name}=`
    : `Write --var ${name}=text, or --var ${name}:=12 for a number.`;

/** The values of an array block: objects of texts and numbers. */
function checkItems(name: string, items: readonly unknown[]): void {
  for (const [index, item] of items.entries()) {
    const place = `${name}[${index}]`;
    if (!isRecord(item)) throw usage(`The ${WHAT} ${JSON.stringify(place)} must be an object.`);
    for (const [key, value] of Object.entries(item)) {
      if (!isScalar(value)) throw usage(`The ${WHAT} ${JSON.stringify(`${place}.${key}`)} must be text or a number.`);
      refuseLong(key, value, WHAT);
    }
  }
}

interface VariableDifferences {
  /** Used by the published email, but not given. */
  readonly missing: readonly string[];
  /** Given, but not in the record: the email ignores them, or uses them only in a condition. */
  readonly unknown: readonly string[];
}

const compareVariables = (wanted: readonly string[], given: Variables): VariableDifferences => ({
  missing: wanted.filter((name) => !Object.hasOwn(given, name)),
  unknown: Object.keys(given).filter((name) => !wanted.includes(name)),
});

/** Throws a `usage` failure for missing variables, and with `strict` for unknown ones; warns of them otherwise. */
export function requireVariables(
  context: Pick<Context, 'warn' | 'strict'>,
  wanted: readonly string[],
  given: Variables,
): void {
  const { missing, unknown } = compareVariables(wanted, given);
  if (missing.length > 0) {
    const names = missing.map((name) => JSON.stringify(name)).join(', ');
    const [first = ''] = missing;
    const similar = nearest(first, unknown);
    throw usage(
      `Missing data variables: ${names}.`,
      similar === undefined
        ? `Pass an empty text for one that is optional: --var ${first}=`
        : `${JSON.stringify(similar)} was given. Names are case-sensitive.`,
    );
  }
  for (const name of unknown) {
    const similar = nearest(name, wanted);
    const message = `The record of the email does not list the data variable ${JSON.stringify(name)}.${similar === undefined ? '' : ` Did you mean ${JSON.stringify(similar)}?`}`;
    if (context.strict) throw usage(message, 'Nothing was sent, because of --strict.');
    context.warn(message);
  }
}

/** Undefined where more than half of the letters differ. */
function nearest(name: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, steps: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps);
  const [best] = ranked;
  return best !== undefined && best.steps * 2 <= Math.max(name.length, best.candidate.length)
    ? best.candidate
    : undefined;
}
