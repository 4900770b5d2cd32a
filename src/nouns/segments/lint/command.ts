/** `segments lint`: checks filters for conditions that fail, contradict each other or miss contacts. */
import { isRecord, valueAt } from '../../../define/json.ts';
import { NO_NAMES } from '../../../define/names.ts';
import { describeCondition } from '../../conditions.ts';
import { EXPECTED, OPERATORS, VALUES } from '../../filter-conditions.ts';
import { type RecordRule, type RuleFinding, recordLint } from '../../findings/record-lint.ts';
import { FILE_HINT } from '../diff.ts';
import { CONDITION_NAME_CALLS, CONDITION_REFERENCES, conditionNames } from '../names.ts';
import { getSegment, listSegments } from '../operations.ts';
import { contradictions } from './contradictions.ts';
import { type Property, type Subject, subjectOf } from './subject.ts';

const on = (properties: readonly Property[], messageOf: (property: Property) => string | undefined): RuleFinding[] =>
  properties.flatMap((property) => {
    const message = messageOf(property);
    return message === undefined ? [] : [{ at: property.at, message }];
  });

const hasValue = ({ condition }: Property): boolean => Object.hasOwn(condition, 'value');

const expectedOf = ({ operator }: Property) => OPERATORS[operator] ?? null;

const isUsable = (property: Property): boolean => {
  const expected = expectedOf(property);
  return expected === null || VALUES[expected].safeParse(property.value).success;
};

function isReversed({ operator, value }: Property): boolean {
  if (operator !== 'between' || !isRecord(value)) return false;
  const [from, to] = [Date.parse(String(value['from'])), Date.parse(String(value['to']))];
  return from > to;
}

/** Contacts whose property was never set meet neither `isTrue` nor `isFalse`. */
function missesUnset({ match, properties }: Subject): readonly RuleFinding[] {
  const covers = ({ key, operator }: Property, of: Property) => key === of.key && operator === 'empty';
  return on(properties, (property) => {
    const isCovered = match === 'any' && properties.some((other) => covers(other, property));
    if (property.operator !== 'isFalse' || isCovered) return undefined;
    return `"${property.key} is false" misses contacts for whom ${property.key} was never set.`;
  });
}

function duplicates({ conditions, names }: Subject): readonly RuleFinding[] {
  const seen = new Set<string>();
  return conditions.flatMap(({ at, condition }) => {
    const phrase = JSON.stringify(Object.entries(condition).sort(([a], [b]) => (a < b ? -1 : 1)));
    const isNew = !seen.has(phrase);
    seen.add(phrase);
    return isNew ? [] : [{ at, message: `This condition occurs twice: ${describeCondition(condition, names)}.` }];
  });
}

const RULES: readonly RecordRule<Subject>[] = [
  {
    name: 'missing-value',
    severity: 'error',
    why: 'An operator that compares needs a value.',
    fix: 'Add "value", or use an operator without a value.',
    find: ({ properties }) =>
      on(properties, (property) => {
        const expected = expectedOf(property);
        if (expected === null || (hasValue(property) && property.value !== null)) return undefined;
        return `${property.key}: the operator ${property.operator} has no value; it needs ${EXPECTED[expected]}.`;
      }),
  },
  {
    name: 'unused-value',
    severity: 'error',
    why: 'The API rejects a value with an operator that takes none, even an empty string.',
    fix: 'Omit "value".',
    find: ({ properties }) =>
      on(properties, (property) =>
        expectedOf(property) === null && hasValue(property)
          ? `${property.key}: the operator ${property.operator} takes no value.`
          : undefined,
      ),
  },
  {
    name: 'wrong-value',
    severity: 'error',
    why: 'A value of the wrong type matches nobody, or the API rejects it.',
    fix: 'Use a value of the type that the operator takes.',
    find: ({ properties }) =>
      on(properties, (property) => {
        const expected = expectedOf(property);
        if (expected === null || !hasValue(property) || property.value === null || isUsable(property)) return undefined;
        const value = JSON.stringify(property.value);
        return `${property.key}: the operator ${property.operator} needs ${EXPECTED[expected]}, not ${value}.`;
      }),
  },
  {
    name: 'reversed-range',
    severity: 'error',
    why: 'A range that ends before it starts matches no time.',
    fix: 'Swap "from" and "to".',
    find: ({ properties }) =>
      on(properties, (property) => (isReversed(property) ? `${property.key}: "from" is after "to".` : undefined)),
  },
  {
    name: 'contradiction',
    severity: 'error',
    why: 'Under "match": "all" no contact can meet both conditions, so the segment is empty.',
    fix: 'Remove one of them, or use "match": "any".',
    find: (subject) =>
      subject.match === 'any'
        ? []
        : contradictions(subject).map(([one, other]) => ({
            at: other.at,
            message: `No contact meets both: ${describeCondition(one.condition, subject.names)}; ${describeCondition(other.condition, subject.names)}.`,
          })),
  },
  {
    name: 'duplicate',
    severity: 'warning',
    why: 'A repeated condition changes nothing, and hides what was meant.',
    fix: 'Remove it.',
    find: duplicates,
  },
  {
    name: 'unset-boolean',
    severity: 'warning',
    why: 'A boolean that was never set is neither true nor false.',
    fix: 'For "not true", use "match": "any" with isFalse and empty.',
    find: missesUnset,
  },
];

export const lintCommand = recordLint<Subject>({
  noun: 'segment',
  fileNote: ', or with a filter',
  notes: 'A condition that is not known cannot be checked.',
  examples: [
    { does: 'All segments', line: 'segments lint --all' },
    { does: 'One segment', line: 'segments lint "Has a company name"' },
  ],
  rules: RULES,
  get: getSegment,
  list: listSegments,
  fileHint: `${FILE_HINT} Or write a filter: {"match": "all", "conditions": […]}.`,
  calls: CONDITION_NAME_CALLS,
  shows: CONDITION_REFERENCES,
  async read(segment, context) {
    const filter = isRecord(segment) && Object.hasOwn(segment, 'conditions') ? segment : valueAt(segment, 'filter');
    return subjectOf(filter, context === undefined ? NO_NAMES : await conditionNames(context, filter));
  },
});
