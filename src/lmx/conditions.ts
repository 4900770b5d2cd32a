/** The operations of conditional sections, and what they mean for a value. */

export interface Operation {
  /** Whether `ifValue` is required; otherwise it is ignored. */
  readonly needsValue: boolean;
  readonly isNumeric?: true;
  /** How a page or message describes it, `is “pro”`. */
  readonly words: string;
  /** `value` is undefined if the variable is not set. */
  readonly matches: (value: string | undefined, expected: string) => boolean;
}

const numeric =
  (compare: (one: number, other: number) => boolean): Operation['matches'] =>
  (value, expected) =>
    value !== undefined && value.trim() !== '' && compare(Number(value), Number(expected));

export const DEFAULT_OPERATION = 'not_empty';

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  empty: { needsValue: false, words: 'is empty', matches: (value = '') => value === '' },
  not_empty: { needsValue: false, words: 'is not empty', matches: (value = '') => value !== '' },
  true: { needsValue: false, words: 'is true', matches: (value) => value === 'true' },
  false: { needsValue: false, words: 'is false, which Loops never matches', matches: () => false },
  equal: { needsValue: true, words: 'is', matches: (value, expected) => value === expected },
  not_equal: { needsValue: true, words: 'is not', matches: (value, expected) => value !== expected },
  contains: { needsValue: true, words: 'contains', matches: (value = '', expected) => value.includes(expected) },
  not_contains: {
    needsValue: true,
    words: 'does not contain',
    matches: (value = '', expected) => !value.includes(expected),
  },
  numeric_equal: {
    needsValue: true,
    isNumeric: true,
    words: 'equals',
    matches: numeric((one, other) => one === other),
  },
  numeric_not_equal: {
    needsValue: true,
    isNumeric: true,
    words: 'does not equal',
    matches: numeric((one, other) => one !== other),
  },
  greater_than: {
    needsValue: true,
    isNumeric: true,
    words: 'is greater than',
    matches: numeric((one, other) => one > other),
  },
  less_than: {
    needsValue: true,
    isNumeric: true,
    words: 'is less than',
    matches: numeric((one, other) => one < other),
  },
};

/** What to write in place of operations that do not exist. */
export const OPERATION_SUGGESTIONS: Readonly<Record<string, string>> = {
  is: 'equal',
  eq: 'equal',
  equals: 'equal',
  '=': 'equal',
  '==': 'equal',
  is_not: 'not_equal',
  ne: 'not_equal',
  '!=': 'not_equal',
  exists: 'not_empty',
  set: 'not_empty',
  not_exists: 'empty',
  gt: 'greater_than',
  '>': 'greater_than',
  lt: 'less_than',
  '<': 'less_than',
};

export const operationOf = (name: string): Operation | undefined =>
  Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
