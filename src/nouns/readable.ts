/** Values of a response that decide what a command does: without a readable one, it stops. */
import type * as z from 'zod';
import { Failure } from '../errors.ts';

/** Throws `unexpected_response` for a value that does not fit. `what` names it, `suppression of the contact`. */
export function readable<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')})`;
  throw new Failure('unexpected_response', `The API response has no readable ${what}${at}.`, {
    hint: 'Check that the base URL belongs to the Loops API, and that loopsctl is up to date.',
  });
}
