/** The rules for audience filters in requests: the shape of each condition, and the records that it refers to. */
import * as z from 'zod';
import { type Account, section } from './account.ts';
import { Refusal } from './handler.ts';
import { propertiesOf } from './nouns/properties.ts';
import { identifier } from './request-body.ts';

const dateTime = z.iso.datetime({ offset: true });
const range = z.strictObject({ from: dateTime, to: dateTime });

/** What the value of each operator must be; null: it must be absent. */
const VALUES: Readonly<Record<string, z.ZodType | null>> = {
  any: null,
  empty: null,
  notEmpty: null,
  dateEmpty: null,
  dateNotEmpty: null,
  isTrue: null,
  isFalse: null,
  contains: z.string(),
  notContains: z.string(),
  equals: z.union([z.string(), z.number()]),
  notEquals: z.union([z.string(), z.number()]),
  greaterThan: z.number(),
  lessThan: z.number(),
  after: dateTime,
  before: dateTime,
  between: range,
};

const property = z
  .strictObject({
    type: z.literal('property'),
    key: z.string().min(1),
    operator: z.enum(Object.keys(VALUES) as [string, ...string[]]),
    value: z.unknown().optional(),
  })
  .superRefine((condition, context) => {
    const { operator } = condition;
    const schema = VALUES[operator];
    if (schema === null && 'value' in condition) {
      context.addIssue({ code: 'custom', message: `The operator ${operator} must not have a value.` });
    }
    if (schema && !schema.safeParse(condition.value).success) {
      context.addIssue({ code: 'custom', message: `The value does not fit the operator ${operator}.` });
    }
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
  id: identifier('id'),
});

/** The API does not document the number. */
const MOST_CONDITIONS = 100;

export const requestFilter = z.strictObject({
  match: z.enum(['all', 'any']),
  conditions: z
    .array(z.discriminatedUnion('type', [property, optIn, activity]))
    .min(1, 'A filter needs at least one condition.')
    .max(MOST_CONDITIONS, `A filter can have ${MOST_CONDITIONS} conditions at most.`),
});
export type RequestFilter = z.output<typeof requestFilter>;

/** The IDs that conditions of each target may name, by the account section that holds them. */
const TARGETS: Readonly<Record<'campaign' | 'workflow' | 'workflowEmail', string>> = {
  campaign: 'campaigns',
  workflow: 'workflows',
  workflowEmail: 'workflows',
};

const NOT_FOUND = {
  campaign: 'Campaign not found.',
  workflow: 'Workflow not found.',
  workflowEmail: 'Workflow email not found.',
};

/**
 * Throws a 400 `Refusal` for a property that does not exist, and a 404 one for a condition on a campaign, a workflow or an email of
 * a workflow that does not exist.
 */
export function requireReferences(account: Account, filter: RequestFilter): void {
  for (const condition of filter.conditions) {
    if (condition.type === 'property' && !propertiesOf(account).some(({ key }) => key === condition.key)) {
      throw new Refusal(400, `Unknown contact property: ${condition.key}.`);
    }
    if (condition.type !== 'activity') continue;
    const { target, id } = condition;
    // By name, because the nouns that own these sections use this file themselves.
    const records = section<Array<Target>>(TARGETS[target], () => []).of(account);
    const exists = records.some((one) =>
      target === 'workflowEmail' ? Object.hasOwn(one.nodes ?? {}, id) : (one.record?.id ?? one.id) === id,
    );
    if (!exists) throw new Refusal(404, NOT_FOUND[target]);
  }
}

interface Target {
  readonly id?: string;
  readonly record?: { readonly id: string };
  readonly nodes?: Readonly<Record<string, unknown>>;
}
