/** Conditions in words: audience filters, and the comparisons of a workflow's contact property trigger. */
import * as z from 'zod';
import { oneOf } from '../define/constraints.ts';
import { isRecord, textOf } from '../define/json.ts';
import { NO_NAMES, quotedName, type RecordNames } from '../define/names.ts';

/**
 * A condition of an audience filter. There are three types, each with some of these fields: a contact property compared with a
 * value, the status of a double opt-in, and what the contact did with an email.
 */
export const Condition = z.looseObject({
  type: oneOf(['property', 'optIn', 'activity']),
  key: z.string().optional(),
  operator: z.string().optional(),
  value: z.unknown().optional(),
  status: z.string().nullish(),
  action: oneOf(['sent', 'opened', 'clicked']).optional(),
  negate: z.boolean().optional(),
  target: oneOf(['campaign', 'workflow', 'workflowEmail']).optional(),
  id: z.string().nullish(),
});

export const Filter = z.looseObject({
  match: oneOf(['all', 'any']).optional(),
  conditions: z.array(Condition),
});

/** Workflows spell operators in snake_case and segments in camelCase; here they are in snake_case. */
const OPERATORS: Readonly<Record<string, string>> = {
  any: 'is anything',
  contains: 'contains',
  not_contains: 'does not contain',
  empty: 'is empty',
  not_empty: 'is not empty',
  equal: 'is',
  equals: 'is',
  not_equal: 'is not',
  not_equals: 'is not',
  greater_than: 'is greater than',
  less_than: 'is less than',
  true: 'is true',
  is_true: 'is true',
  false: 'is false',
  is_false: 'is false',
  numeric_equal: 'equals',
  numeric_not_equal: 'does not equal',
  date_empty: 'has no date',
  date_not_empty: 'has a date',
  after: 'is after',
  before: 'is before',
  between: 'is between',
  campaign: 'is the campaign',
  any_loop_email: 'is any workflow email',
  specific_loop_email: 'is the workflow email',
  accepted_opt_in: 'has accepted the opt-in',
  rejected_opt_in: 'has rejected the opt-in',
  pending_opt_in: 'has an opt-in pending',
  not_opt_in: 'was not asked to opt in',
};

/** Operators without a value. The API may send one anyway, often an empty string or `true`. */
const WITHOUT_VALUE = new Set(
  'any empty not_empty true is_true false is_false date_empty date_not_empty any_loop_email accepted_opt_in rejected_opt_in pending_opt_in not_opt_in'.split(
    ' ',
  ),
);

const ACTIVITY_TARGETS: Readonly<Record<string, string>> = {
  campaign: 'campaign',
  workflow: 'workflow',
  workflowEmail: 'workflow email',
};

const quoted = (value: unknown): string => JSON.stringify(value) ?? '(none)';

/** An operator with its value: `is greater than 10`, `is between "2026-01-01" and "2026-02-01"`. */
function comparison(operator: unknown, value: unknown): string {
  const name = textOf(operator).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const words = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (words === undefined) return `${textOf(operator ?? '?')}${value === undefined ? '' : ` ${quoted(value)}`}`;
  if (WITHOUT_VALUE.has(name) || value === undefined) return words;
  if (isRecord(value) && 'from' in value) return `${words} ${quoted(value['from'])} and ${quoted(value['to'])}`;
  return `${words} ${quoted(value)}`;
}

/** One condition as a phrase: `plan is "pro"`. Takes any value, never throws. */
export function describeCondition(condition: unknown, names: RecordNames = NO_NAMES): string {
  if (!isRecord(condition)) return quoted(condition);
  const { type, key, operator, value, status, action, negate, target, id } = condition;
  switch (type) {
    case 'property':
      return `${textOf(key ?? '?')} ${comparison(operator, value)}`;
    case 'optIn':
      return status === null || status === undefined ? 'has no opt-in status' : `opt-in status is ${textOf(status)}`;
    case 'activity': {
      const verb = action === 'sent' ? 'been sent' : textOf(action ?? '?');
      const name = textOf(target ?? 'email');
      const what = Object.hasOwn(ACTIVITY_TARGETS, name) ? ACTIVITY_TARGETS[name] : name;
      return `has ${negate === true ? 'not ' : ''}${verb} ${id == null ? `any ${what}` : `${what} ${quotedName(id, names)}`}`;
    }
    default:
      return quoted(condition);
  }
}

/** The words for a filter without conditions. */
export const EVERYBODY = 'all contacts';

/** A filter as one phrase: `plan is "pro" and seats is greater than 10`. A null filter has no conditions. */
export function describeFilter(filter: unknown, names: RecordNames = NO_NAMES): string {
  if (filter === null || filter === undefined) return EVERYBODY;
  if (!isRecord(filter) || !Array.isArray(filter['conditions'])) return quoted(filter);
  const { conditions, match } = filter as { conditions: unknown[]; match?: unknown };
  if (conditions.length === 0) return EVERYBODY;
  return conditions.map((condition) => describeCondition(condition, names)).join(match === 'any' ? ' or ' : ' and ');
}

/** One side of a property query, `{operator, value}`, as a phrase. */
export const describeComparison = (side: unknown): string =>
  isRecord(side) ? comparison(side['operator'], side['value']) : quoted(side);
