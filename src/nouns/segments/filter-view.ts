/** A filter in words: as one sentence, and as a tree of its conditions. */
import { isRecord } from '../../define/json.ts';
import type { RecordNames } from '../../define/names.ts';
import type { Display } from '../../define/view.ts';
import { hang } from '../../text/wrap.ts';
import { describeCondition } from '../conditions.ts';

interface ReadFilter {
  readonly match: unknown;
  readonly conditions: readonly unknown[];
}

/** Undefined for what is not a filter. */
export const readFilterIn = (filter: unknown): ReadFilter | undefined =>
  isRecord(filter) && Array.isArray(filter['conditions'])
    ? { match: filter['match'], conditions: filter['conditions'] }
    : undefined;

const raw = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** `whose plan is "pro"`, `who have not opened campaign "Launch"`. */
function clause(condition: unknown, names: RecordNames): string {
  const phrase = describeCondition(condition, names);
  const type = isRecord(condition) ? condition['type'] : undefined;
  if (type === 'property') return `whose ${phrase}`;
  if (type === 'optIn') return phrase.startsWith('has ') ? `who have ${phrase.slice(4)}` : `whose ${phrase}`;
  if (type === 'activity') return `who ${phrase.replace(/^has /, 'have ')}`;
  return `that match ${phrase}`;
}

const JOINTS: Readonly<Record<string, string>> = { all: ' and ', any: ' or ' };
const HEADINGS: Readonly<Record<string, string>> = { all: 'All of these conditions', any: 'Any of these conditions' };

const known = (table: Readonly<Record<string, string>>, match: unknown): string | undefined =>
  typeof match === 'string' && Object.hasOwn(table, match) ? table[match] : undefined;

/** One sentence: `Contacts whose plan is "pro" and who have opened campaign "Launch".` */
export function sentenceOf(filter: unknown, names: RecordNames): string {
  if (filter === null) return 'All contacts.';
  const read = readFilterIn(filter);
  if (read === undefined) return `An unknown filter: ${raw(filter)}.`;
  const { match, conditions } = read;
  if (conditions.length === 0) return 'All contacts: the filter has no conditions.';
  const joint = known(JOINTS, match) ?? ` ${raw(match)} `;
  return `Contacts ${conditions.map((condition) => clause(condition, names)).join(conditions.length === 1 ? '' : joint)}.`;
}

/** The conditions, one per line. Empty without any. */
export function treeOf(filter: unknown, display: Display): string {
  const read = readFilterIn(filter);
  if (read === undefined || read.conditions.length === 0) return '';
  const { style, names } = display;
  const { match, conditions } = read;
  const heading =
    (conditions.length === 1 ? 'Condition' : undefined) ??
    known(HEADINGS, match) ??
    `Conditions with the unknown match ${raw(match)}`;
  const lines = conditions.map((condition, index) => {
    const branch = index === conditions.length - 1 ? '└─' : '├─';
    return hang(`${style.dim(branch)} `, describeCondition(condition, names), display);
  });
  return [style.bold(heading), ...lines].join('\n');
}
