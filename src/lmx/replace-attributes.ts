/** Replaces values of attributes in LMX. All other text stays as it is. */
import { parse } from './parse.ts';
import { type Attribute, descendants } from './tree.ts';

/** The new value; undefined keeps the old one. */
export type NewValue = (tag: string, attribute: string, value: string) => string | undefined;

export function replaceAttributes(lmx: string, newValue: NewValue): string {
  const places: { readonly at: Attribute; readonly text: string }[] = [];
  for (const { name, attributes } of descendants(parse(lmx).children)) {
    for (const at of attributes.values()) {
      const text = newValue(name, at.name, at.value);
      if (text !== undefined && text !== at.value) places.push({ at, text });
    }
  }
  let [replaced, from] = ['', 0];
  for (const { at, text } of places.sort((one, other) => one.at.start - other.at.start)) {
    replaced += lmx.slice(from, at.valueStart) + text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    from = at.valueEnd;
  }
  return replaced + lmx.slice(from);
}
