/** The properties that an event is sent with. */
import { usage } from '../../errors.ts';
import { parseAssignments } from '../assignments.ts';
import { refuseLong } from '../sends/limits.ts';
import { nearest } from './find.ts';
import type { EventPattern, EventValue } from './operations.ts';

const isValue = (value: unknown): value is EventValue =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** Throws a `usage` failure for a value that an event cannot have. */
export function readEventProperties(texts: readonly string[]): Record<string, EventValue> {
  const entries = parseAssignments(texts, '--set').map((assignment): [string, EventValue] => {
    const { key } = assignment;
    const value = assignment.kind === 'text' ? assignment.text : assignment.value;
    if (!isValue(value)) {
      throw usage(
        `The event property ${JSON.stringify(key)} must be text, a number, true or false.`,
        'Leave a property without a value out.',
      );
    }
    refuseLong(key, value, 'event property');
    return [key, value];
  });
  return Object.fromEntries(entries);
}

/** Milliseconds, or a date with an optional time. */
const isDate = (value: EventValue): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^(\d{4}-\d\d-\d\d|-?\d+$)/.test(value));

const fits = (value: EventValue, type: unknown): boolean => (type === 'date' ? isDate(value) : typeof value === type);

/** How to write a value of a type. */
const EXAMPLES: Readonly<Record<string, string>> = {
  string: '=text',
  number: ':=12',
  boolean: ':=true',
  date: '=2026-11-20',
};

/** The value that was passed, if it fits the type; otherwise an example. */
function assignmentOf(type: string, value: EventValue): string {
  const text = String(value);
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return `:=${text}`;
  if (type === 'boolean' && /^(true|false)$/.test(text)) return `:=${text}`;
  return EXAMPLES[type] ?? '=…';
}

/** What differs from the earlier events of this name, one sentence for each property. */
export function differencesFrom(
  { eventName, eventProperties }: EventPattern,
  values: Readonly<Record<string, EventValue>>,
): readonly string[] {
  const known = new Map(eventProperties.map(({ name, type }) => [name, type]));
  return Object.entries(values).flatMap(([name, value]) => {
    const type = known.get(name);
    const quoted = JSON.stringify(name);
    if (type === undefined) {
      const [similar] = nearest(name, [...known.keys()]);
      const hint = similar === undefined ? '' : ` Did you mean ${JSON.stringify(similar)}?`;
      return [`${JSON.stringify(eventName)} was never sent with the property ${quoted}.${hint}`];
    }
    if (fits(value, type)) return [];
    return [
      `Earlier events have a ${type} as ${quoted}, not a ${typeof value}. Write --set ${name}${assignmentOf(type, value)}.`,
    ];
  });
}
