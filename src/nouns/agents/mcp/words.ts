/** Turns the input of a tool into a command line. Only the fields of the command become words, so no other flag can be set. */
import type { AnyCommand } from '../../../define/command.ts';
import { type Field, flagName, flagOf, isNegated } from '../../../define/field.ts';
import { isRecord } from '../../../define/json.ts';
import { fieldsOf } from '../../../define/schema.ts';
import { usage } from '../../../errors.ts';

/** The items of a list unless the input has a limit. */
const PAGE = 20;

/** Fields of lists that would change the shape of the result. */
export const HIDDEN_FIELDS = ['rawPage', 'perPage', 'cursor', 'dryRun'];

const usable = (command: AnyCommand): Field[] =>
  fieldsOf(command.input).filter(({ name }) => !HIDDEN_FIELDS.includes(name));

/** The input with the names of the command's own fields. Throws a `usage` failure for a field that the command does not have. */
export function inputFor(words: readonly string[], command: AnyCommand, input: unknown): Record<string, unknown> {
  if (!isRecord(input)) throw usage('The input is not an object.');
  const fields = usable(command);
  const positionals = command.positionals ?? [];
  /** `perPage`, `--per-page` or, for an argument, what help calls it. */
  const fieldOf = (key: string): Field | undefined =>
    fields.find(
      (field) =>
        [field.name, flagName(field.name), flagOf(field)].includes(key) ||
        (positionals.includes(field.name) && field.placeholder === key),
    );
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    const field = fieldOf(key);
    if (field === undefined) {
      const names = fields.map(({ name }) => name).join(', ');
      throw usage(`${words.join(' ')} has no field ${JSON.stringify(key)}.`, `Fields: ${names || 'none'}.`);
    }
    if (Object.hasOwn(given, field.name)) throw usage(`${JSON.stringify(key)} is given twice.`);
    given[field.name] = value;
  }
  return given;
}

export function wordsOf(words: readonly string[], command: AnyCommand, input: unknown): string[] {
  const given = inputFor(words, command, input);
  const fields = usable(command);
  const positionals = command.positionals ?? [];
  const limited = command.rawPage !== undefined && given['limit'] === undefined ? { ...given, limit: PAGE } : given;
  const valuesOf = (name: string): readonly unknown[] =>
    [limited[name]].flat().filter((value) => value !== undefined && value !== null);
  const flags = fields
    .filter(({ name }) => !positionals.includes(name))
    .flatMap((field) =>
      valuesOf(field.name).flatMap((value) => {
        if (field.kind !== 'boolean') return [`${flagOf(field)}=${textOfValue(value)}`];
        return value === !isNegated(field) ? [flagOf(field)] : [];
      }),
    );
  return [...words, ...flags, '--', ...positionals.flatMap((name) => valuesOf(name).map(textOfValue))];
}

function textOfValue(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw usage('A value of the input is neither text, a number nor a boolean.');
}
