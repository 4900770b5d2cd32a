/** IDs in the format of the service: `c` and 24 lower-case letters and digits. */
import { createHash } from 'node:crypto';

const LENGTH = 24;

/** Whether the text has the format of an ID (24 or 25 characters). */
export const isIdentifier = (text: string): boolean => /^c[a-z0-9]{23,24}$/.test(text);

/** The same ID for the same words on every machine, for seeded items such as `'theme', 'Coral'`. */
export function seedId(...words: string[]): string {
  const digest = createHash('sha256').update(words.join('/')).digest('hex');
  return `c${BigInt(`0x${digest}`).toString(36).padStart(LENGTH, '0').slice(-LENGTH)}`;
}

/** An ID for a new item. `random` returns numbers from 0 up to, but not including, 1. */
export function newId(random: () => number): string {
  const characters = Array.from({ length: LENGTH }, () => Math.floor(random() * 36).toString(36));
  return `c${characters.join('')}`;
}
