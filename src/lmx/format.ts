/** The canonical form of a document, close to what Loops itself writes. It never changes the meaning. */
import { flattened } from './characters.ts';
import { sixDigits } from './color.ts';
import { parse } from './parse.ts';
import type { Tag } from './tag.ts';
import type { Attribute, Element, LmxDocument, LmxNode } from './tree.ts';

const INDENT = '  ';
/** Blocks whose content is kept byte for byte. */
const VERBATIM = ['CodeBlock', 'For'];
/** White space that collapses: not the no-break space. */
const SPACES = /[ \t\r\n]+/g;

const isBlank = (node: LmxNode): boolean => node.kind === 'text' && node.raw.replace(SPACES, '') === '';
const collapsed = (raw: string): string => raw.replace(SPACES, ' ');
const trimmedStart = (text: string): string => text.replace(/^[ \t\r\n]+/, '');
/** Not a pattern with `$`, which would take quadratic time for many spaces. */
function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/** What to leave out. The formatter leaves out nothing. */
export interface Reduction {
  readonly attribute?: (element: Element, attribute: Attribute) => boolean;
  readonly node?: (node: LmxNode) => boolean;
}

/** Whether every element is where it may be, so that white space between them can change. */
function isOrderly({ name, tag, children }: Element): boolean {
  if (tag === undefined || VERBATIM.includes(name)) return false;
  const { content } = tag;
  return children.every((child) => {
    if (child.kind === 'comment') return content !== 'none' && content !== 'raw';
    if (child.kind === 'text') return isBlank(child) || content === 'inline' || content === 'text';
    if (content === 'inline') return child.tag?.isInline === true && isOrderly(child);
    // An unknown element in a container is kept as it is, on a line of its own.
    return (content === 'blocks' || content === 'elements') && child.tag?.isInline !== true;
  });
}

class Printer {
  readonly #text: string;
  readonly #reduction: Reduction;

  constructor(document: LmxDocument, reduction: Reduction) {
    this.#text = document.text;
    this.#reduction = reduction;
  }

  /** Nodes on lines of their own. */
  blocks(nodes: readonly LmxNode[], indent: string): string[] {
    return nodes.flatMap((node) => {
      if (isBlank(node) || this.#reduction.node?.(node) === true) return [];
      return node.kind === 'element' ? this.#block(node, indent) : [indent + node.raw];
    });
  }

  #block(element: Element, indent: string): string[] {
    const { name, tag, start, end, children } = element;
    if (tag === undefined || !isOrderly(element)) return [indent + this.#text.slice(start, end)];
    const open = `${indent}<${name}${this.#attributes(element, tag)}`;
    if (tag.content === 'none') return [`${open} />`];
    if (tag.content === 'inline' || tag.content === 'text') {
      const content = trimmedEnd(trimmedStart(this.#inline(children)));
      return [`${open}>${content}</${name}>`];
    }
    const inner = this.blocks(children, indent + INDENT);
    if (inner.length > 0) return [`${open}>`, ...inner, `${indent}</${name}>`];
    // A component without content is a reference.
    return [name === 'Component' ? `${open} />` : `${open}></${name}>`];
  }

  #inline(nodes: readonly LmxNode[]): string {
    let text = '';
    for (const node of nodes) {
      if (node.kind === 'element') {
        const { tag } = node;
        const open = `<${node.name}${tag === undefined ? '' : this.#attributes(node, tag)}`;
        text += tag?.content === 'none' ? `${open} />` : `${open}>${this.#inline(node.children)}</${node.name}>`;
      } else if (node.kind === 'text') text += collapsed(node.raw);
      else if (this.#reduction.node?.(node) !== true) text += node.raw;
    }
    return text;
  }

  #attributes(element: Element, tag: Tag): string {
    let text = '';
    const print = (attribute: Attribute): void => {
      if (this.#reduction.attribute?.(element, attribute) !== true)
        text += ` ${attribute.name}="${this.#value(attribute)}"`;
    };
    for (const name of Object.keys(tag.attributes)) {
      const attribute = element.attributes.get(name);
      if (attribute !== undefined) print(attribute);
    }
    for (const attribute of element.attributes.values()) {
      if (attribute.rule === undefined) print(attribute);
    }
    return text;
  }

  /** As written, with references, so that no visible character becomes an invisible one. */
  #value({ rule, value, valueStart, valueEnd }: Attribute): string {
    const color = rule?.type.kind === 'color' ? sixDigits(value) : undefined;
    if (color !== undefined) return color;
    return flattened(this.#text.slice(valueStart, valueEnd)).replaceAll('"', '&quot;');
  }
}

/** Style before the other blocks, unless it is already the first one. */
function withStyleFirst(nodes: readonly LmxNode[]): readonly LmxNode[] {
  const first = nodes.find((node) => node.kind !== 'comment' && !isBlank(node));
  const style = nodes.find((node) => node.kind === 'element' && node.name === 'Style');
  if (style === undefined || style === first) return nodes;
  return [style, ...nodes.filter((node) => node !== style)];
}

/** Whether a document can be formatted: it is well-formed, and there is no text between its blocks. */
export const canFormat = ({ children, problems }: LmxDocument): boolean =>
  problems.every(({ isGuess }) => isGuess === true) &&
  children.every((node) =>
    node.kind === 'text' ? isBlank(node) : node.kind === 'comment' || node.tag?.isInline !== true,
  );

export const printDocument = (document: LmxDocument, reduction: Reduction = {}): string =>
  new Printer(document, reduction)
    .blocks(withStyleFirst(document.children), '')
    .map((line) => `${line}\n`)
    .join('');

/** The canonical form. A document that cannot be formatted stays as it is. */
export function format(text: string): string {
  const document = parse(text);
  return canFormat(document) ? printDocument(document) : text;
}
