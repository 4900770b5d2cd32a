/** Adds to a refused ID which flag or argument it came from, and the command that lists the valid ones. */
import type { AnyCommand } from '../define/command.ts';
import type { Reference } from '../define/field.ts';
import { fieldsOf } from '../define/schema.ts';
import type { Failure } from '../errors.ts';
import { isFileName } from '../runtime/files.ts';
import { spellingOf } from './input.ts';

/** The form of every ID of the API: lowercase letters and digits. */
const ID = /^[a-z0-9]{20,40}$/;

/** A name may have become `campaign:<id>`. */
const withoutKind = (value: string, { kinds = {} }: Reference): string =>
  Object.keys(kinds).reduce((rest, kind) => (rest.startsWith(`${kind}:`) ? rest.slice(kind.length + 1) : rest), value);

/** The failure itself, or for a 400 or 404 the same failure with a hint about the ID that was refused. */
export function withIdHint(failure: Failure, command: AnyCommand, input: Readonly<Record<string, unknown>>): Failure {
  if (failure.hint !== undefined || (failure.status !== 400 && failure.status !== 404)) return failure;
  const ids = fieldsOf(command.input).flatMap((field) => {
    const { refersTo: reference } = field;
    if (reference === undefined) return [];
    const values = [input[field.name]].flat().filter((value) => typeof value === 'string');
    return values
      .filter((value) => !(reference.orFile && isFileName(value)))
      .map((value) => ({ field, value: withoutKind(value, reference), reference }));
  });
  const malformed = ids.find(({ value }) => !ID.test(value));
  // A missing record is the one that the last ID of the request's path names.
  const refused = malformed ?? (failure.status === 404 ? ids.at(-1) : undefined);
  if (refused === undefined) return failure;
  const { field, value, reference } = refused;
  const reason = malformed === undefined ? '' : `${spellingOf(command, field)} ${JSON.stringify(value)} is not an ID. `;
  const list = reference.list?.replace('<id>', ids[0]?.value ?? '<id>');
  if (reason === '' && reference.kinds !== undefined) {
    const flags = Object.keys(reference.kinds).map((kind) => `--${kind}`);
    return failure.withHint(
      `If this is the ID of another record, pass it with ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(flags)}.`,
    );
  }
  if (reason === '' && list === undefined) return failure;
  return failure.withHint(`${reason}${list === undefined ? '' : `Run \`loopsctl ${list}\` to see the IDs.`}`.trim());
}
