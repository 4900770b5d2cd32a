/** The conditions of a filter as the rules judge them, and what they cannot judge. */
import { isRecord } from '../../../define/json.ts';
import { NO_NAMES, type RecordNames } from '../../../define/names.ts';
import { OPERATORS } from '../../filter-conditions.ts';
import type { Readable } from '../../findings/record-lint.ts';
import { readFilterIn } from '../filter-view.ts';

export interface Judged {
  /** Where it is: `filter.conditions.2`. */
  readonly at: string;
  readonly condition: Readonly<Record<string, unknown>>;
}

export interface Property extends Judged {
  readonly key: string;
  readonly operator: string;
  readonly value: unknown;
}

export interface Subject {
  readonly match: 'all' | 'any';
  readonly conditions: readonly Judged[];
  readonly properties: readonly Property[];
  /** For conditions in messages. */
  readonly names: RecordNames;
}

const TYPES = ['property', 'optIn', 'activity'];
const STATUSES = ['accepted', 'pending', 'rejected', null];
const ACTIONS = ['sent', 'opened', 'clicked'];
const TARGETS = ['campaign', 'workflow', 'workflowEmail'];

/** Why a condition cannot be judged; undefined if it can. */
function problemOf(condition: unknown): string | undefined {
  if (!isRecord(condition)) return 'is not an object';
  const { type, key, operator, status, action, negate, target, id } = condition;
  if (!TYPES.includes(type as string)) return `has the unknown type ${JSON.stringify(type)}`;
  if (type === 'property') {
    if (typeof key !== 'string' || key === '') return 'has no key';
    if (typeof operator !== 'string' || !Object.hasOwn(OPERATORS, operator)) {
      return `has the unknown operator ${JSON.stringify(operator)}`;
    }
  }
  if (type === 'optIn' && !STATUSES.includes(status as string))
    return `has the unknown status ${JSON.stringify(status)}`;
  if (type !== 'activity') return undefined;
  if (!ACTIONS.includes(action as string)) return `has the unknown action ${JSON.stringify(action)}`;
  if (!TARGETS.includes(target as string)) return `has the unknown target ${JSON.stringify(target)}`;
  if (typeof negate !== 'boolean') return `has no valid "negate"`;
  return typeof id === 'string' ? undefined : 'has no ID';
}

function asProperty({ at, condition }: Judged): Property | undefined {
  const { type, key, operator, value } = condition;
  if (type !== 'property' || typeof key !== 'string' || typeof operator !== 'string') return undefined;
  return { at, condition, key, operator, value };
}

/** A filter of null is a segment of all contacts, which has nothing to judge. */
export function subjectOf(filter: unknown, names: RecordNames = NO_NAMES): Readable<Subject> {
  if (filter === null) return { subject: { match: 'all', conditions: [], properties: [], names } };
  const read = readFilterIn(filter);
  if (read === undefined) return { unreadable: 'The filter is missing or not an audience filter.' };
  const { match, conditions } = read;
  if (match !== 'all' && match !== 'any') return { unreadable: `The match is unknown: ${JSON.stringify(match)}.` };
  if (conditions.length === 0) return { unreadable: 'The filter has no conditions.' };
  const problems = conditions.flatMap((condition, index) => {
    const problem = problemOf(condition);
    return problem === undefined ? [] : [`Condition ${index + 1} ${problem}.`];
  });
  const judged = conditions.flatMap((condition, index): readonly Judged[] =>
    problemOf(condition) === undefined && isRecord(condition) ? [{ at: `filter.conditions.${index}`, condition }] : [],
  );
  return {
    subject: { match, conditions: judged, properties: judged.flatMap((one) => asProperty(one) ?? []), names },
    unreadable: problems.length === 0 ? undefined : problems.join(' '),
  };
}
