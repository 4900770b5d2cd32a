/** A form for comparing documents: without what Loops adds or removes when it saves. */
import { canFormat, printDocument } from './format.ts';
import { parse } from './parse.ts';
import { STYLE_DEFAULTS } from './styles.ts';
import type { Attribute, Element, LmxDocument, LmxNode } from './tree.ts';

const PADDINGS = ['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft'];
const HEADINGS = ['H1', 'H2', 'H3'];

function isDefault({ name: tag }: Element, { name, value }: Attribute): boolean {
  if (tag === 'Style') return Object.hasOwn(STYLE_DEFAULTS, name) && STYLE_DEFAULTS[name] === value;
  if (PADDINGS.includes(name) && value === '0') return true;
  return HEADINGS.includes(tag) && name === 'paddingBottom' && value === '4';
}

const isEmptyText = (node: LmxNode): boolean =>
  node.kind !== 'element' && (node.kind === 'comment' || node.raw.trim() === '');

const isSpacer = ({ name, attributes, children }: Element): boolean =>
  name === 'Paragraph' && attributes.size === 0 && children.every(isEmptyText);

const hasStyle = ({ children }: LmxDocument): boolean =>
  children.some((node) => node.kind === 'element' && node.name === 'Style');

/** A Style that says no more than which theme applies, as Loops adds it. */
const isPlainStyle = (element: Element): boolean =>
  element.name === 'Style' &&
  [...element.attributes.values()].every((attribute) => attribute.name === 'themeId' || isDefault(element, attribute));

const reduced = (document: LmxDocument, keepsStyle: boolean): string =>
  canFormat(document)
    ? printDocument(document, {
        attribute: isDefault,
        node: (node) =>
          node.kind === 'comment' ||
          (node.kind === 'element' && (isSpacer(node) || (!keepsStyle && isPlainStyle(node)))),
      })
    : document.text;

/** Two documents in forms that are equal if Loops shows them alike. One that is not well-formed is its own form. */
export function normalForms(one: string, other: string): readonly [string, string] {
  const [first, second] = [parse(one), parse(other)];
  const keepsStyle = hasStyle(first) && hasStyle(second);
  return [reduced(first, keepsStyle), reduced(second, keepsStyle)];
}
