/** Mistakes in values, in the words of the program. */
import { expect, it } from 'vitest';
import * as z from 'zod';
import { describeIssue } from '../../src/define/issue.ts';

const schema = z.strictObject({
  type: z.enum(['string', 'number']),
  name: z.string().min(1, { error: 'must not be empty' }),
});

it.each([
  [{ type: 'string', name: 'x', nmae: 1 }, 'unknown field "nmae"'],
  [{ type: 'text', name: 'x' }, 'expected one of string, number'],
  [{ type: 'string', name: 5 }, 'expected string, received number'],
  [{ type: 'string', name: '' }, 'must not be empty'],
])('%j', (value, expected) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue && describeIssue(issue)).toBe(expected);
});
