/** The styles that apply to an element: those of its tags, of Style, and of a theme. */
import { STYLE_DEFAULTS } from './styles.ts';
import { attributeOf, type Element, type LmxDocument } from './tree.ts';

/** A style by its name; undefined where it depends on a theme that is not known. The empty text is automatic. */
export type StyleOf = (name: string) => string | undefined;

export function styleElement(document: LmxDocument): Element | undefined {
  return document.children.find((node): node is Element => node.kind === 'element' && node.name === 'Style');
}

/** Without a theme, styles that the document does not set are unknown. */
export function stylesOf(document: LmxDocument, theme?: Readonly<Record<string, unknown>>): StyleOf {
  const style = styleElement(document);
  return (name) => {
    const own = style === undefined ? undefined : attributeOf(style, name);
    if (own !== undefined) return own;
    if (theme === undefined) return undefined;
    const themed = Object.hasOwn(theme, name) ? theme[name] : undefined;
    // A theme comes from a response or a file, and an object in it may have a `toString` of its own.
    return typeof themed === 'string' || typeof themed === 'number' ? String(themed) : STYLE_DEFAULTS[name];
  };
}

/** The names of the styles of a block with text. */
const textStyles = (prefix: string) => ({
  color: `${prefix}Color`,
  fontSize: `${prefix}FontSize`,
  lineHeight: `${prefix}LineHeight`,
  letterSpacing: `${prefix}LetterSpacing`,
});

const TEXT = textStyles('textBase');
const HEADINGS: ReadonlyMap<string, typeof TEXT> = new Map([
  ['H1', textStyles('heading1')],
  ['H2', textStyles('heading2')],
  ['H3', textStyles('heading3')],
]);

export const textStylesOf = (block: string): typeof TEXT => HEADINGS.get(block) ?? TEXT;

/** What is behind blocks without a color: the body or the page. Undefined if it is automatic or not known. */
export function bodyBackgroundOf(styleOf: StyleOf): string | undefined {
  const body = styleOf('bodyColor');
  if (body === undefined) return undefined;
  return body !== '' ? body : styleOf('backgroundColor') || undefined;
}

/** The nearest background: of the element, of one around it, or of the body. */
export function backgroundOf(element: Element, bodyBackground: string | undefined): string | undefined {
  for (let outer: Element | undefined = element; outer !== undefined; outer = outer.parent) {
    const color = attributeOf(outer, 'blockColor');
    if (color !== undefined && color !== '') return color;
  }
  return bodyBackground;
}
