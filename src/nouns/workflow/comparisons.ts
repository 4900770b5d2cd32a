/** The comparisons of a contact property trigger, by the type of the property. */

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
