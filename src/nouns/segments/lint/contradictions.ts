/** Pairs of conditions that no contact can meet at the same time. */
import { isRecord } from '../../../define/json.ts';
import type { Judged, Property, Subject } from './subject.ts';

type Interval = readonly [low: number, high: number, isOpen: boolean];

const timeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** The numbers or times that a condition allows; undefined for other operators and unusable values. */
function intervalOf({ operator, value }: Property): Interval | undefined {
  const interval = ((): Interval | undefined => {
    switch (operator) {
      case 'greaterThan':
        return typeof value === 'number' ? [value, Number.POSITIVE_INFINITY, true] : undefined;
      case 'lessThan':
        return typeof value === 'number' ? [Number.NEGATIVE_INFINITY, value, true] : undefined;
      case 'equals':
        return typeof value === 'number' ? [value, value, false] : undefined;
      case 'after':
        return [timeOf(value), Number.POSITIVE_INFINITY, true];
      case 'before':
        return [Number.NEGATIVE_INFINITY, timeOf(value), true];
      case 'between':
        return isRecord(value) ? [timeOf(value['from']), timeOf(value['to']), false] : undefined;
      default:
        return undefined;
    }
  })();
  return interval === undefined || Number.isNaN(interval[0]) || Number.isNaN(interval[1]) ? undefined : interval;
}

function areApart(one: Property, other: Property): boolean {
  const [a, b] = [intervalOf(one), intervalOf(other)];
  if (a === undefined || b === undefined) return false;
  const [low, high] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  return low > high || (low === high && (a[2] || b[2]));
}

/** Operators that no value meets together with the other, whatever their values are. */
const OPPOSITES: ReadonlyArray<readonly [string, string]> = [
  ['isTrue', 'isFalse'],
  ['empty', 'notEmpty'],
  ['dateEmpty', 'dateNotEmpty'],
];
/** The same with equal values. */
const OPPOSITES_OF_VALUE: ReadonlyArray<readonly [string, string]> = [
  ['equals', 'notEquals'],
  ['contains', 'notContains'],
];
const OF_EMPTY = new Set(['empty', 'dateEmpty']);
/** Only a property with a value meets these. */
const NEEDS_VALUE = new Set(
  'isTrue isFalse notEmpty dateNotEmpty contains equals greaterThan lessThan after before between'.split(' '),
);

const isPair = (pairs: ReadonlyArray<readonly [string, string]>, one: string, other: string): boolean =>
  pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one));

function propertiesContradict(one: Property, other: Property): boolean {
  if (one.key !== other.key) return false;
  const sameValue = JSON.stringify(one.value) === JSON.stringify(other.value);
  if (isPair(OPPOSITES, one.operator, other.operator)) return true;
  if (sameValue && isPair(OPPOSITES_OF_VALUE, one.operator, other.operator)) return true;
  if (one.operator === 'equals' && other.operator === 'equals') return !sameValue;
  if (OF_EMPTY.has(one.operator) && NEEDS_VALUE.has(other.operator)) return true;
  if (OF_EMPTY.has(other.operator) && NEEDS_VALUE.has(one.operator)) return true;
  return areApart(one, other);
}

function othersContradict({ condition: one }: Judged, { condition: other }: Judged): boolean {
  if (one['type'] === 'optIn' && other['type'] === 'optIn') return one['status'] !== other['status'];
  if (one['type'] !== 'activity' || other['type'] !== 'activity') return false;
  const isSame = one['id'] === other['id'] && one['target'] === other['target'];
  if (!isSame || one['negate'] === other['negate']) return false;
  const [did, didNot] = one['negate'] === true ? [other, one] : [one, other];
  // Who opened or clicked an email was also sent it.
  return did['action'] === didNot['action'] || didNot['action'] === 'sent';
}

export function contradictions({ conditions, properties }: Subject): ReadonlyArray<readonly [Judged, Judged]> {
  const byPlace = new Map(properties.map((property) => [property.at, property]));
  const found: Array<readonly [Judged, Judged]> = [];
  conditions.forEach((one, index) => {
    for (const other of conditions.slice(index + 1)) {
      const [a, b] = [byPlace.get(one.at), byPlace.get(other.at)];
      if (a && b ? propertiesContradict(a, b) : othersContradict(one, other)) found.push([one, other]);
    }
  });
  return found;
}
