/** The trigger that starts a workflow when a contact property changes: whether a change fits its comparison. */
import { isRecord } from '../define/json.ts';

interface PropertyChange {
  readonly key: string;
  readonly was: unknown;
  readonly is: unknown;
}

type Test = (value: unknown, wanted: unknown) => boolean;

const contains: Test = (value, wanted) => String(value ?? '').includes(String(wanted));
const timeOf = (value: unknown): number => Date.parse(String(value));

/** By the names of the API. An operator that is missing here starts nothing. */
const OPERATORS: Readonly<Record<string, Test>> = {
  any: () => true,
  equal: (value, wanted) => value === wanted,
  not_equal: (value, wanted) => value !== wanted,
  contains,
  not_contains: (value, wanted) => !contains(value, wanted),
  empty: (value) => value === undefined,
  not_empty: (value) => value !== undefined,
  greater_than: (value, wanted) => Number(value) > Number(wanted),
  less_than: (value, wanted) => Number(value) < Number(wanted),
  numeric_equal: (value, wanted) => Number(value) === Number(wanted),
  numeric_not_equal: (value, wanted) => Number(value) !== Number(wanted),
  true: (value) => value === true,
  false: (value) => value === false,
  after: (value, wanted) => timeOf(value) > timeOf(wanted),
  before: (value, wanted) => timeOf(value) < timeOf(wanted),
};

function fits(value: unknown, comparison: unknown): boolean {
  if (!isRecord(comparison)) return false;
  const operator = String(comparison['operator']);
  const test = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  return test?.(value, comparison['value']) ?? false;
}

/** The words for the change that fits; undefined where none does. */
export function propertyChanged(query: unknown, changes: readonly PropertyChange[]): string | undefined {
  if (!isRecord(query)) return undefined;
  const change = changes.find(({ key }) => key === query['key']);
  const isFitting = change !== undefined && fits(change.is, query['is']) && fits(change.was, query['was']);
  return isFitting ? `${change.key} changed` : undefined;
}
