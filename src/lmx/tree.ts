/** The tree of an LMX document. Every node has its place in the text. */
import type { AttributeRule } from './attributes.ts';
import type { Tag } from './tag.ts';

/** Offsets in the text, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Attribute extends Span {
  readonly name: string;
  /** Without quotes and entities. */
  readonly value: string;
  /** The place of the value, without quotes. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Undefined if the tag has no such attribute. */
  readonly rule: AttributeRule | undefined;
}

export interface Element {
  readonly kind: 'element';
  readonly name: string;
  /** Undefined if there is no such tag. */
  readonly tag: Tag | undefined;
  /** A Map, because a name such as `__proto__` would change a plain object. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly children: readonly LmxNode[];
  readonly parent: Element | undefined;
  readonly start: number;
  readonly end: number;
  /** The end of the opening tag. */
  readonly openEnd: number;
  /** The start of the closing tag: the end of the content. */
  readonly closeStart: number;
  readonly isSelfClosing: boolean;
}

export interface Text extends Span {
  readonly kind: 'text';
  readonly parent: Element | undefined;
  /** As written, with entities. */
  readonly raw: string;
  /** Whether it is only white space. */
  readonly isBlank: boolean;
}

export interface Comment extends Span {
  readonly kind: 'comment';
  readonly parent: Element | undefined;
  readonly raw: string;
}

export type LmxNode = Element | Text | Comment;

/** A place where the text is not well-formed. */
export interface Problem extends Span {
  readonly message: string;
  /** What to write instead. */
  readonly suggestion?: string | undefined;
  /** Whether the suggestion is the only right replacement of the place. */
  readonly isCertain?: boolean | undefined;
  /** Whether it is uncertain that Loops rejects it. */
  readonly isGuess?: boolean | undefined;
}

export interface LmxDocument {
  readonly text: string;
  readonly children: readonly LmxNode[];
  readonly problems: readonly Problem[];
}

const isElement = (node: LmxNode): node is Element => node.kind === 'element';

/** Whether a node has content: neither a comment nor white space between blocks. */
export const hasContent = (node: LmxNode): boolean =>
  node.kind === 'element' || (node.kind === 'text' && !node.isBlank);

export const elementsIn = (nodes: readonly LmxNode[]): readonly Element[] => nodes.filter(isElement);

/** Every element in the order of the text. */
export function* descendants(nodes: readonly LmxNode[]): Generator<Element> {
  for (const node of nodes) {
    if (node.kind !== 'element') continue;
    yield node;
    yield* descendants(node.children);
  }
}

export const attributeOf = (element: Element, attribute: string): string | undefined =>
  element.attributes.get(attribute)?.value;

/** The elements around an element, from the inside out. */
export function* ancestors(element: Element | undefined): Generator<Element> {
  for (let outer = element?.parent; outer !== undefined; outer = outer.parent) yield outer;
}

/** The value of an attribute as a number; undefined if it is none. */
export function numberIn(element: Element, attribute: string): number | undefined {
  const value = attributeOf(element, attribute);
  const size = value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isNaN(size) ? undefined : size;
}
