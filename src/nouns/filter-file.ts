/** Audience filters from files: checked here, because the API explains little and some mistakes are accepted. */

import * as z from 'zod';
import type { Context } from '../define/command.ts';
import { describeIssue } from '../define/issue.ts';
import { usage } from '../errors.ts';
import type { Filter } from './conditions.ts';
import { activity, EXPECTED, OPERATORS, optIn, VALUES } from './filter-conditions.ts';
import { readJsonObject } from './json-file.ts';

type AudienceFilter = z.output<typeof Filter>;

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
  throw usage(`Not an audience filter (${place}): ${issue === undefined ? 'invalid' : describeIssue(issue)}.`, HINT);
}
