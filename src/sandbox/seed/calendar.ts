/** The dates of the seeded account: fixed, irregular as in life, and all before the account's last day. */
import { createHash } from 'node:crypto';

const FIRST_DAY = Date.UTC(2024, 0, 8, 9);
const LAST_DAY = Date.UTC(2026, 10, 16, 17);
const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_UNTOUCHED_DAYS = 90;

export interface Dates {
  createdAt: string;
  updatedAt: string;
}

/** A whole number from 0 up to, not including, `below`: always the same for the same words. */
export function spread(below: number, ...words: string[]): number {
  return createHash('sha256').update(words.join('/')).digest().readUInt32BE() % below;
}

/**
 * Dates for the item at `index` of `count`, the first being the newest. Creation dates of a collection are all different and
 * fall in order, whatever the names.
 */
export function datesOf(name: string, index: number, count: number): Dates {
  const step = Math.floor((LAST_DAY - FIRST_DAY) / count);
  const createdAt = LAST_DAY - index * step - spread(step, 'created', name);
  const untouched = spread(LONGEST_UNTOUCHED_DAYS * DAY_MS, 'updated', name);
  const updatedAt = Math.min(createdAt + untouched, LAST_DAY);
  return { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
}
