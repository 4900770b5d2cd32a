/** The properties that an event is sent with: those of the event, and those of the contact. */

import { readAssignments } from '../../define/assignment.ts';
import type { Context } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { listProperties } from '../properties.ts';
import { refuseLong } from '../sends/limits.ts';
import { nearest } from './find.ts';
import type { EventPattern, EventValue } from './operations.ts';

const isValue = (value: unknown): value is EventValue => ['string', 'number', 'boolean'].includes(typeof value);

/** Throws a `usage` failure for a value that an event cannot have. */
export function readEventProperties(texts: readonly string[]): Record<string, EventValue> {
  const values = readAssignments(texts, '--set');
  for (const [name, value] of Object.entries(values)) {
    if (!isValue(value)) {
      throw usage(
        `The event property ${JSON.stringify(name)} must be text, a number, true or false.`,
        'Leave a property without a value out.',
      );
    }
    refuseLong(name, value, 'event property');
  }
  return values as Record<string, EventValue>;
}

/** Milliseconds, or a date with an optional time. */
const isDate = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && (/^\d{4}-\d\d-\d\d/.test(value) || /^\d+$/.test(value)));

const fits = (value: unknown, type: unknown): boolean => (type === 'date' ? isDate(value) : typeof value === type);

const flagFor = (name: string, type: unknown): string =>
  type === 'number' || type === 'boolean' ? `--set ${name}:=<${type}>` : `--set ${name}=<${String(type)}>`;

/** What differs from the earlier events of this name, one sentence for each property. */
export function differencesFrom(
  { eventName, eventProperties }: EventPattern,
  values: Readonly<Record<string, EventValue>>,
): readonly string[] {
  const known = new Map(eventProperties.map(({ name, type }) => [name, type]));
  return Object.entries(values).flatMap(([name, value]) => {
    const type = known.get(name);
    if (type === undefined) {
      const [similar] = nearest(name, [...known.keys()]);
      const hint = similar === undefined ? '' : ` Did you mean ${JSON.stringify(similar)}?`;
      return [`${JSON.stringify(eventName)} had no property ${JSON.stringify(name)} so far.${hint}`];
    }
    if (fits(value, type)) return [];
    return [
      `${JSON.stringify(name)} was a ${type} in earlier events, and is a ${typeof value} now: ${flagFor(name, type)}.`,
    ];
  });
}

/** Fields of the request, and those of a contact that have a flag of their own or change consent. */
const TAKEN = [
  ...['email', 'userId', 'eventName', 'eventProperties', 'mailingLists', 'contactProperties', 'idempotencyKey'],
  ...['id', 'subscribed', 'properties', 'createdAt', 'optInStatus'],
];

type ContactValue = EventValue | null;

/**
 * Properties of the contact, checked against those that the account has: the API drops unknown ones without a word. Rejects with
 * a `usage` failure.
 */
export async function readContactProperties(
  context: Context,
  texts: readonly string[],
): Promise<Record<string, ContactValue>> {
  const values = readAssignments(texts, '--contact-property');
  const taken = Object.keys(values).find((name) => TAKEN.includes(name));
  if (taken !== undefined) {
    throw usage(
      `${JSON.stringify(taken)} can't be set with --contact-property.`,
      'It is a field of the request, or not a property that an event may change.',
    );
  }
  if (texts.length === 0) return {};
  const known = await context.call(listProperties, {});
  for (const [name, value] of Object.entries(values)) {
    const property = known.find(({ key }) => key === name);
    if (property === undefined) {
      const similar = nearest(
        name,
        known.map(({ key }) => key),
      ).map((key) => JSON.stringify(key));
      throw usage(`No contact property is named ${JSON.stringify(name)}.`, `Did you mean ${similar.join(', ')}?`);
    }
    if (value !== null && !fits(value, property.type)) {
      throw usage(
        `The contact property ${JSON.stringify(name)} is a ${property.type}, not a ${typeof value}.`,
        'Write name=text, or name:=value for a number, true, false or null.',
      );
    }
    refuseLong(name, value, 'contact property');
  }
  return values as Record<string, ContactValue>;
}
