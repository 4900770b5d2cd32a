/** The conditions of audience filters in requests: the operators with the values that they take, and the other kinds. */
import * as z from 'zod';

/** What the value of each operator is; null where it must be absent. */
export const OPERATORS: Readonly<Record<string, 'text' | 'number' | 'text or number' | 'date' | 'range' | null>> = {
  any: null,
  empty: null,
  notEmpty: null,
  dateEmpty: null,
  dateNotEmpty: null,
  isTrue: null,
  isFalse: null,
  contains: 'text',
  notContains: 'text',
  equals: 'text or number',
  notEquals: 'text or number',
  greaterThan: 'number',
  lessThan: 'number',
  after: 'date',
  before: 'date',
  between: 'range',
};

const date = z.iso.datetime({ offset: true });

export const VALUES = {
  text: z.string(),
  number: z.number(),
  'text or number': z.union([z.string(), z.number()]),
  date,
  range: z.strictObject({ from: date, to: date }),
} as const;

export const EXPECTED: Readonly<Record<keyof typeof VALUES, string>> = {
  text: 'text',
  number: 'a number',
  'text or number': 'text or a number',
  date: 'a time such as 2026-12-01T00:00:00Z',
  range: '{"from": …, "to": …} with two times',
};

export const optIn = z.strictObject({
  type: z.literal('optIn'),
  status: z.enum(['accepted', 'pending', 'rejected']).nullable(),
});

export const activity = z.strictObject({
  type: z.literal('activity'),
  action: z.enum(['sent', 'opened', 'clicked']),
  negate: z.boolean(),
  target: z.enum(['campaign', 'workflow', 'workflowEmail']),
  id: z.string().min(1),
});
