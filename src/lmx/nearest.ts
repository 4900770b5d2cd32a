/** Finds what was probably meant. */
import { distance } from 'fastest-levenshtein';

/** Longer texts are no typing mistakes. */
const LONGEST = 64;

/** The closest candidate, ignoring case; undefined if none is close. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  if (text.length > LONGEST) return undefined;
  const typed = text.toLowerCase();
  let best: string | undefined;
  let least = Math.max(2, Math.floor(text.length / 3)) + 1;
  for (const candidate of candidates) {
    const away = distance(typed, candidate.toLowerCase());
    if (away < least && away < candidate.length) [best, least] = [candidate, away];
  }
  return best;
}
