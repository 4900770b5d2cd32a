/** Audience filters from files: checked here, because the API explains little and some mistakes are accepted. */
import * as z from 'zod';
import type { Context } from '../define/command.ts';
import { usage } from '../errors.ts';
import type { Filter } from './conditions.ts';
import { readJsonObject } from './json-file.ts';

type AudienceFilter = z.output<typeof Filter>;

/** What the value of each operator is; null where it must be absent. */
const OPERATORS: Readonly<Record<string, 'text' | 'number' | 'text or number' | 'date' | 'range' | null>> = {
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

const VALUES = {
  text: z.string(),
  number: z.number(),
  'text or number': z.union([z.string(), z.number()]),
  date,
  range: z.strictObject({ from: date, to: date }),
} as const;

const EXPECTED: Readonly<Record<keyof typeof VALUES, string>> = {
  text: 'a text',
  number: 'a number',
  'text or number': 'a text or a number',
  date: 'a time such as 2026-12-01T00:00:00Z',
  range: '{"from": …, "to": …} with two times',
};

const property = z
  .strictObject({ type: z.literal('property'), key: z.string().min(1), operator: z.string(), value: z.unknown() })
  .partial({ value: true })
  .superRefine((condition, context) => {
    const { operator } = condition;
    const add = (message: string) => context.addIssue({ code: 'custom', message });
    if (!Object.hasOwn(OPERATORS, operator)) {
      return add(`unknown operator ${JSON.stringify(operator)} (known: ${Object.keys(OPERATORS).join(', ')})`);
    }
    const expected = OPERATORS[operator] ?? null;
    if (expected === null) {
      if (Object.hasOwn(condition, 'value')) add(`the operator ${operator} takes no value: omit "value"`);
      return;
    }
    if (!VALUES[expected].safeParse(condition.value).success)
      add(`the value of ${operator} must be ${EXPECTED[expected]}`);
  });

const optIn = z.strictObject({
  type: z.literal('optIn'),
  status: z.enum(['accepted', 'pending', 'rejected']).nullable(),
});

const activity = z.strictObject({
  type: z.literal('activity'),
  action: z.enum(['sent', 'opened', 'clicked']),
  negate: z.boolean(),
  target: z.enum(['campaign', 'workflow', 'workflowEmail']),
  id: z.string().min(1),
});

/** An audience filter as requests accept it: closed, with at least one condition. */
const RequestFilter = z.strictObject({
  match: z.enum(['all', 'any']),
  conditions: z.array(z.discriminatedUnion('type', [property, optIn, activity])).min(1),
});

const HINT =
  'Example: {"match": "all", "conditions": [{"type": "property", "key": "plan", "operator": "equals", "value": "pro"}]}. `loopsctl segments show <id> --json --fields filter` prints the filter of a segment.';

/** The filter in a file, also in a segment that was saved as JSON. Rejects with a `usage` failure that names the place. */
export async function readFilter(context: Context, file: string): Promise<AudienceFilter> {
  const object = await readJsonObject(context, file, HINT);
  const { filter = object } = object;
  const parsed = RequestFilter.safeParse(filter);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  const name = file === '-' ? 'standard input' : file;
  const place = path === '' ? name : `${name}, ${path}`;
  throw usage(`Not an audience filter (${place}): ${issue?.message ?? 'invalid'}.`, HINT);
}
