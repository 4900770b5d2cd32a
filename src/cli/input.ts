/** Checks what was typed against a command's input schema, and explains what does not fit. */
import type { AnyCommand } from '../define/command.ts';
import { type Field, flagOf } from '../define/field.ts';
import { describeIssue } from '../define/issue.ts';
import { usage } from '../errors.ts';

/** Throws a `usage` failure that names the flag or argument of the first value that does not fit. */
export function readInput(
  command: AnyCommand,
  fields: readonly Field[],
  raw: Readonly<Record<string, unknown>>,
  hint: string,
): Record<string, unknown> {
  const parsed = command.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0] as unknown as Issue | undefined;
  const field = fields.find(({ name }) => name === issue?.path[0]);
  if (issue === undefined || field === undefined) throw usage(sentence(issue?.message ?? 'invalid input'), hint);
  const spelling = spellingOf(command, field);
  if (raw[field.name] === undefined) {
    throw usage(`Missing required ${isPositional(command, field) ? 'argument' : 'flag'} ${spelling}.`, hint);
  }
  throw usage(`${complaint(spelling, issue)}.`, hint);
}

const isPositional = (command: AnyCommand, { name }: Field): boolean => command.positionals?.includes(name) ?? false;

/** A field as a person types it: `<id>` or `--group`. */
export const spellingOf = (command: AnyCommand, field: Field): string =>
  isPositional(command, field) ? `<${field.placeholder}>` : flagOf(field);

/** What a schema reports about one value. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
  readonly [detail: string]: unknown;
}

function complaint(spelling: string, issue: Issue): string {
  const isText = issue['origin'] === 'string';
  if (issue.code === 'too_small') {
    const bound = issue['inclusive'] === false ? 'greater than' : 'at least';
    return isText ? `${spelling} must not be empty` : `${spelling} must be ${bound} ${String(issue['minimum'])}`;
  }
  if (issue.code === 'too_big' && issue['origin'] === 'array') {
    return `${spelling} takes at most ${String(issue['maximum'])} values`;
  }
  if (issue.code === 'too_big') {
    return `${spelling} must be at most ${String(issue['maximum'])}${isText ? ' characters' : ''}`;
  }
  if (issue.code === 'invalid_type' && issue['expected'] === 'int') return `${spelling} must be an integer`;
  return `Invalid value for ${spelling}: ${describeIssue(issue)}`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
