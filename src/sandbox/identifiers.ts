/** IDs as the service makes them: `c` and 24 lower-case letters and digits. */
import { createHash } from 'node:crypto';

const LENGTH = 24;

/** True for what could be an ID of the service (24 or 25 characters); says nothing about whether it exists. */
export const isIdentifier = (text: string): boolean => /^c[a-z0-9]{23,24}$/.test(text);

/** The same ID for the same words on every machine: for things that come with the account, such as `'theme', 'Coral'`. */
export function seedId(...words: string[]): string {
  const digest = createHash('sha256').update(words.join('/')).digest('hex');
  return `c${BigInt(`0x${digest}`).toString(36).padStart(LENGTH, '0').slice(-LENGTH)}`;
}

/** An ID for a new thing; `random` gives numbers from 0 up to, not including, 1. */
export function newId(random: () => number): string {
  const characters = Array.from({ length: LENGTH }, () => Math.floor(random() * 36).toString(36));
  return `c${characters.join('')}`;
}
