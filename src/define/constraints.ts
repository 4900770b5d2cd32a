/** Constraints that several schemas share: at least one of some fields; an enum that the API may extend. */
import * as z from 'zod';
import { flagName } from './field.ts';

export const requireOneOf = <Input extends z.ZodObject>(
  input: Input,
  names: readonly (keyof Input['shape'] & string)[],
) =>
  input.refine((value) => names.some((name) => value[name] !== undefined), {
    error: `at least one is required: ${names.map((name) => `--${flagName(name)}`).join(', ')}`,
  });

/** The known values of an open set. Every string is accepted, because the API may add values. */
export const oneOf = <const Known extends readonly string[]>(known: Known) =>
  z.string().meta({ known: [...known] }) as unknown as z.ZodType<Known[number] | (string & {})>;
