/** Ranks names by how similar they are to a typed one, to suggest what was probably meant. */
import { distance } from 'fastest-levenshtein';

/** The text as names are compared: without case, outer spaces and differences in Unicode composition. */
export const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** The number of different letters; 0 where the name contains the text, -1 where they are the same. */
export function distanceOrPart(text: string, name: string): number {
  if (name === text) return -1;
  return text !== '' && name.includes(text) ? 0 : distance(text, name);
}

interface Comparison {
  /** What is compared of the text and of each name (default: all of it, in small letters). */
  readonly fold?: (text: string) => string;
  /** How far a name is from the text (default: the number of different letters). */
  readonly measure?: (text: string, name: string) => number;
}

/** The items, the most similar first, each with the distance of its name. Equally similar ones keep their order. */
export function bySimilarity<Item>(
  text: string,
  items: readonly Item[],
  nameOf: (item: Item) => string,
  { fold = (all) => all.toLowerCase(), measure = distance }: Comparison = {},
): ReadonlyArray<{ readonly item: Item; readonly steps: number }> {
  const target = fold(text);
  return items.map((item) => ({ item, steps: measure(target, fold(nameOf(item))) })).sort((a, b) => a.steps - b.steps);
}
