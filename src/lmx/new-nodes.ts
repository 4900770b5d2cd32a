/** The nodes of a tree that is being built. */
import { type KnownTag, knownTag } from './known-tags.ts';
import type { Attribute, Element, LmxNode, Text } from './tree.ts';

/** The attributes of elements that have none. */
export const NONE: Map<string, Attribute> = new Map();

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** An element whose end is not yet known. */
export interface OpenElement extends Mutable<Omit<Element, 'attributes' | 'children' | 'parent'>> {
  readonly known: KnownTag | undefined;
  attributes: Map<string, Attribute>;
  readonly children: LmxNode[];
  parent: OpenElement | undefined;
}

/** An attribute whose value is not yet known. */
export type OpenAttribute = Mutable<Attribute>;

export const textNode = (parent: Element | undefined, start: number, end: number, raw: string): Text => ({
  kind: 'text',
  parent,
  start,
  end,
  raw,
  isBlank: raw.trim() === '',
});

/** An element that becomes a part of the tree when its opening tag ends. */
export function newElement(writtenName: string, start: number): OpenElement {
  const known = knownTag(writtenName);
  return {
    kind: 'element',
    name: known?.name ?? writtenName,
    tag: known?.tag,
    known,
    attributes: NONE,
    children: [],
    parent: undefined,
    start,
    end: start,
    openEnd: start,
    closeStart: start,
    isSelfClosing: false,
  };
}

/** An attribute without a value. */
export function newAttribute({ known }: OpenElement, writtenName: string, start: number, end: number): OpenAttribute {
  const named = known?.attributes.get(writtenName);
  return {
    name: named?.name ?? writtenName,
    value: '',
    start,
    end,
    valueStart: end,
    valueEnd: end,
    rule: named?.rule,
  };
}
