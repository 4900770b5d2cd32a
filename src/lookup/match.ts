/** Finds the one record that a typed name means. */
import { bySimilarity, distanceOrPart, folded } from '../text/nearest.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

export type Match<Record extends Named = Named> =
  | { readonly type: 'one'; readonly record: Record }
  /** Several records have the name. */
  | { readonly type: 'several'; readonly records: readonly Record[] }
  | { readonly type: 'none'; readonly nearest: readonly Record[] };

/** Typed for an ID, or assumed where one is missing at a terminal: let the person choose. */
export const PICK = '?';

/** What was typed for an ID: `id:` and `name:` force one reading; otherwise the form decides. */
export type Reference = { readonly by: 'id'; readonly id: string } | { readonly by: 'name'; readonly name: string };

/** The form of every ID: `c`, then 23 or 24 lowercase letters and digits. */
const ID = /^c[a-z0-9]{23,24}$/;

export function readReference(text: string): Reference {
  if (text.startsWith('id:')) return { by: 'id', id: text.slice(3) };
  if (text.startsWith('name:')) return { by: 'name', name: text.slice(5) };
  return ID.test(text) ? { by: 'id', id: text } : { by: 'name', name: text };
}

const NEAREST = 3;

/** An exact match counts before one that ignores case, outer spaces and Unicode composition. */
export function matchName<Record extends Named>(name: string, records: readonly Record[]): Match<Record> {
  const exact = records.filter((record) => record.name === name);
  const found = exact.length > 0 ? exact : records.filter((record) => folded(record.name) === folded(name));
  const [first, ...others] = found;
  if (first === undefined) return { type: 'none', nearest: nearestTo(name, records) };
  return others.length === 0 ? { type: 'one', record: first } : { type: 'several', records: found };
}

/** Records whose name contains the text come first, then those with the fewest different letters, at most half of them. */
function nearestTo<Record extends Named>(name: string, records: readonly Record[]): readonly Record[] {
  return bySimilarity(name, records, (record) => record.name, { fold: folded, measure: distanceOrPart })
    .filter(({ item, steps }) => steps * 2 <= Math.max(folded(name).length, folded(item.name).length))
    .slice(0, NEAREST)
    .map(({ item }) => item);
}
