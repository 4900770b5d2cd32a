/** Comparisons of contact properties: those of filters, and those of triggers that start a workflow when a property changes. */
import { isRecord } from '../define/json.ts';

interface PropertyChange {
  readonly key: string;
  readonly was: unknown;
  readonly is: unknown;
}

type Test = (value: unknown, wanted: unknown) => boolean;

const contains: Test = (value, wanted) => String(value ?? '').includes(String(wanted));
const timeOf = (value: unknown): number => Date.parse(String(value));

const equal: Test = (value, wanted) => value === wanted;
const isEmpty: Test = (value) => value === undefined || value === null;

/** By the names of the API, which filters spell in camelCase. A value never fits an operator that is missing here. */
const OPERATORS: Readonly<Record<string, Test>> = {
  any: () => true,
  equal,
  equals: equal,
  not_equal: (value, wanted) => value !== wanted,
  not_equals: (value, wanted) => value !== wanted,
  contains,
  not_contains: (value, wanted) => !contains(value, wanted),
  empty: isEmpty,
  not_empty: (value) => value !== undefined && value !== null,
  date_empty: isEmpty,
  date_not_empty: (value) => value !== undefined && value !== null,
  greater_than: (value, wanted) => Number(value) > Number(wanted),
  less_than: (value, wanted) => Number(value) < Number(wanted),
  numeric_equal: (value, wanted) => Number(value) === Number(wanted),
  numeric_not_equal: (value, wanted) => Number(value) !== Number(wanted),
  true: (value) => value === true,
  false: (value) => value === false,
  is_true: (value) => value === true,
  is_false: (value) => value === false,
  after: (value, wanted) => timeOf(value) > timeOf(wanted),
  before: (value, wanted) => timeOf(value) < timeOf(wanted),
  between: (value, range) =>
    isRecord(range) && timeOf(value) >= timeOf(range['from']) && timeOf(value) <= timeOf(range['to']),
};

/** `comparison`: `{operator, value}`. */
export function fits(value: unknown, comparison: unknown): boolean {
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
