/** The comparisons of a contact property trigger, by the type of the property, and what filters call them. */

const both = (...operators: readonly string[]) => ({ is: operators, was: operators });
/** `empty` makes no sense for the new value of a property that has just been set. */
const onlyBefore = (operator: string, { is, was }: ReturnType<typeof both>) => ({ is, was: [...was, operator] });

/** The operators for the new value (`is`) and for the old one (`was`). */
export const COMPARISON_OPERATORS = {
  string: both('any', 'equal', 'not_equal', 'contains', 'not_contains', 'empty', 'not_empty'),
  number: onlyBefore(
    'empty',
    both('any', 'greater_than', 'less_than', 'numeric_equal', 'numeric_not_equal', 'not_empty'),
  ),
  boolean: onlyBefore('empty', both('any', 'true', 'false', 'not_empty')),
  date: both('any', 'empty', 'not_empty', 'after', 'before', 'between'),
} as const;

export type PropertyType = keyof typeof COMPARISON_OPERATORS;

export const isPropertyType = (type: unknown): type is PropertyType =>
  typeof type === 'string' && Object.hasOwn(COMPARISON_OPERATORS, type);

/** Operators that compare with nothing. */
export const VALUELESS: readonly string[] = ['any', 'empty', 'not_empty', 'true', 'false'];

/** The operators of filters with those of triggers that mean the same: the API has two vocabularies. */
const FILTER_WORDS: ReadonlyArray<readonly [filter: string, trigger: string]> = [
  ['any', 'any'],
  ['equals', 'equal'],
  ['equals', 'numeric_equal'],
  ['notEquals', 'not_equal'],
  ['notEquals', 'numeric_not_equal'],
  ['contains', 'contains'],
  ['notContains', 'not_contains'],
  ['greaterThan', 'greater_than'],
  ['lessThan', 'less_than'],
  ['empty', 'empty'],
  ['notEmpty', 'not_empty'],
  ['dateEmpty', 'empty'],
  ['dateNotEmpty', 'not_empty'],
  ['isTrue', 'true'],
  ['isFalse', 'false'],
  ['after', 'after'],
  ['before', 'before'],
  ['between', 'between'],
];

export const FILTER_OPERATORS: readonly string[] = [...new Set(FILTER_WORDS.map(([filter]) => filter))];

/** What triggers call an operator of filters, of those that fit a property. */
export const triggerWord = (operator: string, fitting: readonly string[]): string | undefined =>
  FILTER_WORDS.find(([filter, trigger]) => filter === operator && fitting.includes(trigger))?.[1];

/** What filters call an operator of triggers. */
export const filterWord = (operator: string): string | undefined =>
  FILTER_WORDS.find(([, trigger]) => trigger === operator)?.[0];
