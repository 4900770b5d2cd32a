/** Tags and their attributes by name, for the parser. */
import type { AttributeRule } from './attributes.ts';
import type { Tag } from './tag.ts';
import { TAGS } from './tags.ts';

/** An attribute of a tag. */
interface KnownAttribute {
  readonly name: string;
  readonly rule: AttributeRule;
}

/** A tag, and its attributes by their names: also for names such as `constructor`. */
export interface KnownTag {
  readonly name: string;
  readonly tag: Tag;
  readonly attributes: ReadonlyMap<string, KnownAttribute>;
}

const byName: ReadonlyMap<string, KnownTag> = new Map(
  Object.entries(TAGS).map(([name, tag]) => {
    const attributes = Object.entries(tag.attributes).map(([attribute, rule]) => [
      attribute,
      { name: attribute, rule },
    ]);
    return [name, { name, tag, attributes: new Map(attributes as [string, KnownAttribute][]) }];
  }),
);

/** Its name is the same object for every element, so that comparing names is comparing pointers. */
export const knownTag = (name: string): KnownTag | undefined => byName.get(name);
