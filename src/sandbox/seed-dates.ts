/** The dates of seeded items: fixed, irregular, and all before the last day of the seed. */
import { createHash } from 'node:crypto';

const FIRST_DAY = Date.UTC(2024, 0, 8, 9);
const LAST_DAY = Date.UTC(2026, 10, 16, 17);
const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_UNTOUCHED_DAYS = 90;

export interface Dates {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A whole number from 0 up to, but not including, `below`, which depends on the words only. */
export function spread(below: number, ...words: string[]): number {
  return createHash('sha256').update(words.join('/')).digest().readUInt32BE() % below;
}

/**
 * Dates for the item at `index` of `count`, newest first. The creation dates of a collection are all different and in order.
 */
export function datesOf(name: string, index: number, count: number): Dates {
  const step = Math.floor((LAST_DAY - FIRST_DAY) / count);
  const createdAt = LAST_DAY - index * step - spread(step, 'created', name);
  const untouched = spread(LONGEST_UNTOUCHED_DAYS * DAY_MS, 'updated', name);
  const updatedAt = Math.min(createdAt + untouched, LAST_DAY);
  return { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
}
