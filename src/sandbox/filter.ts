/** The rules for audience filters in requests: the shape of each condition, and the records that it refers to. */
import * as z from 'zod';
import { activity, OPERATORS, optIn, VALUES } from '../nouns/filter-conditions.ts';
import { type Account, section } from './account.ts';
import { Refusal } from './handler.ts';
import { propertiesOf } from './nouns/properties.ts';
import { identifier } from './request-body.ts';

const property = z
  .strictObject({
    type: z.literal('property'),
    key: z.string().min(1),
    operator: z.enum(Object.keys(OPERATORS)),
    value: z.unknown().optional(),
  })
  .superRefine((condition, context) => {
    const { operator } = condition;
    const expected = OPERATORS[operator] ?? null;
    if (expected === null && 'value' in condition) {
      context.addIssue({ code: 'custom', message: `The operator ${operator} must not have a value.` });
    }
    if (expected !== null && !VALUES[expected].safeParse(condition.value).success) {
      context.addIssue({ code: 'custom', message: `The value does not fit the operator ${operator}.` });
    }
  });

/** The API does not document the number. */
const MOST_CONDITIONS = 100;

export const requestFilter = z.strictObject({
  match: z.enum(['all', 'any']),
  conditions: z
    .array(z.discriminatedUnion('type', [property, optIn, activity.extend({ id: identifier('id') })]))
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
