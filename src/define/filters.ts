/** Filters of lists: the API has none, so that items are filtered as pages arrive. */
import type * as z from 'zod';
import { valueAt } from './json.ts';

/** Whether an item is kept for the value of a flag. An item can have any shape, because the API sent it. */
export type Filter<Value> = (item: unknown, value: Value) => boolean;

export type Filters<Shape extends z.ZodRawShape> = {
  readonly [Name in keyof Shape]?: Filter<NonNullable<z.output<Shape[Name]>>>;
};

export interface ActiveFilter {
  readonly name: string;
  keeps(item: unknown): boolean;
}

export const activeFilters = (
  filters: Readonly<Record<string, Filter<never> | undefined>>,
  given: Readonly<Record<string, unknown>>,
): readonly ActiveFilter[] =>
  Object.entries(filters).flatMap(([name, filter]) => {
    const value = given[name];
    if (filter === undefined || value === undefined || value === false) return [];
    // The schema of the flags parsed the value for this filter, which the types of a record can't say.
    return [{ name, keeps: (item: unknown) => filter(item, value as never) }];
  });

/** Ignores case and Unicode composition. An item without a name has none that could match. */
export const nameContains: Filter<string> = (item, text) => {
  const name = valueAt(item, 'name');
  return typeof name === 'string' && folded(name).includes(folded(text));
};

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** The first `limit` items that every filter keeps. No page is fetched after the last of them. */
export async function* matching(
  pages: AsyncIterable<readonly unknown[]>,
  filters: readonly ActiveFilter[],
  limit = Number.POSITIVE_INFINITY,
): AsyncIterable<readonly unknown[]> {
  let left = limit;
  for await (const page of pages) {
    const kept = page.filter((item) => filters.every(({ keeps }) => keeps(item))).slice(0, left);
    left -= kept.length;
    if (kept.length > 0) yield kept;
    if (left === 0) return;
  }
}
