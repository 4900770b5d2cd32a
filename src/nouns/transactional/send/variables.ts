/** The data variables of an email that is sent: read from a file and flags, and checked before anything is sent. */
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { usage } from '../../../errors.ts';
import { parseJsonBytes } from '../../../runtime/parse-json.ts';
import { bySimilarity } from '../../../text/nearest.ts';
import { pluralize } from '../../../text/number.ts';
import { parseAssignments } from '../../assignments.ts';
import { refuseLong } from '../../sends/limits.ts';
import type { Variables } from '../operations.ts';
import type { WantedVariables } from './published-variables.ts';

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
    ? `Leave an optional variable out, or pass an empty value: --var ${name}=`
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

const shownNames = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

/**
 * Throws a `usage` failure for missing variables, and for unknown ones where the content of the email is known; warns of them
 * otherwise, or throws with `strict`.
 */
export function requireVariables(
  context: Pick<Context, 'warn' | 'strict'>,
  { required, known, lists, isComplete }: WantedVariables,
  given: Variables,
): void {
  const missing = required.filter((name) => !Object.hasOwn(given, name));
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const [first] = missing;
  if (first !== undefined) {
    const similar = nearest(first, unknown);
    throw usage(
      `Missing ${pluralize(missing.length, 'data variable')}: ${shownNames(missing)}.`,
      similar === undefined
        ? `For an optional variable, pass an empty value: --var ${first}=`
        : `${JSON.stringify(similar)} was given. Names are case-sensitive.`,
    );
  }
  for (const name of lists) requireList(name, given);
  for (const name of unknown) refuseUnknown(context, name, known, isComplete);
}

function requireList(name: string, given: Variables): void {
  if (!Object.hasOwn(given, name) || Array.isArray(given[name]) || given[name] === '') return;
  throw usage(
    `The data variable ${JSON.stringify(name)} must be a list of objects: the email has an array block for it.`,
    `Pass JSON, --var ${name}:='[{"name": "Ada"}]', or a file with --data.`,
  );
}

function refuseUnknown(
  context: Pick<Context, 'warn' | 'strict'>,
  name: string,
  known: readonly string[],
  isComplete: boolean,
): void {
  const similar = nearest(name, known);
  const question = similar === undefined ? '' : ` Did you mean ${JSON.stringify(similar)}?`;
  if (isComplete) {
    throw usage(
      `The email does not use the data variable ${JSON.stringify(name)}.${question}`,
      'Leave it out, or pass --no-check to send it without checking the variables.',
    );
  }
  const message = `The record of the email does not list the data variable ${JSON.stringify(name)}.${question}`;
  if (context.strict) throw usage(message, 'Nothing was sent, because of --strict.');
  context.warn(message);
}

/** Undefined where more than half of the letters differ. */
function nearest(name: string, candidates: readonly string[]): string | undefined {
  const [best] = bySimilarity(name, candidates, (candidate) => candidate);
  return best !== undefined && best.steps * 2 <= Math.max(name.length, best.item.length) ? best.item : undefined;
}
