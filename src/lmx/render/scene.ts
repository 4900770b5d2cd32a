/** What rendering a block needs, and what blocks have in common. */
import { element, type Markup } from '../../text/xml.ts';
import { type StyleOf, textStylesOf } from '../computed-styles.ts';
import { isSafeLink } from '../links.ts';
import { attributeOf, type Element, type LmxDocument, numberIn } from '../tree.ts';
import { backgroundWithInk, colorOf, type Declarations, lengthOf, type StyleSheet } from './css.ts';
import type { Values } from './values.ts';

type Item = Readonly<Record<string, unknown>>;

/** What rendering needs to know, and what it reports. */
export interface Scene {
  readonly sheet: StyleSheet;
  readonly styleOf: StyleOf;
  readonly values: Values;
  /** The item of the array block around it. */
  readonly item: Item | undefined;
  readonly components: ReadonlyMap<string, LmxDocument>;
  readonly images: boolean;
  readonly marksOf: (element: Element) => readonly number[];
  readonly onHidden: (section: Element, why: string) => void;
  readonly onImage: (host: string) => void;
}

export type Render = (block: Element, scene: Scene) => readonly Markup[];

export const boxOf = (block: Element): Declarations => ({
  ...backgroundWithInk(attributeOf(block, 'blockColor')),
  'border-radius': lengthOf(attributeOf(block, 'blockBorderRadius')),
  'padding-top': lengthOf(attributeOf(block, 'paddingTop')),
  'padding-right': lengthOf(attributeOf(block, 'paddingRight')),
  'padding-bottom': lengthOf(attributeOf(block, 'paddingBottom')),
  'padding-left': lengthOf(attributeOf(block, 'paddingLeft')),
});

const ALIGNMENTS = ['left', 'center', 'right'];
export const alignOf = (block: Element): string | undefined =>
  ALIGNMENTS.find((alignment) => alignment === attributeOf(block, 'align'));

export const textOf = (block: Element, styleOf: StyleOf): Declarations => {
  const names = textStylesOf(block.name);
  return {
    color: colorOf(styleOf(names.color)),
    'font-size': lengthOf(numberIn(block, 'fontSize') ?? styleOf(names.fontSize)),
    'line-height': lengthOf(numberIn(block, 'lineHeight') ?? styleOf(names.lineHeight), '%'),
    'letter-spacing': lengthOf(styleOf(names.letterSpacing)),
    'text-align': alignOf(block),
  };
};

/** A link with the address as it will be, or a plain element for what is no safe address. */
export function linked(
  href: string | undefined,
  scene: Scene,
  attributes: { class?: string | undefined },
  ...content: readonly (Markup | string)[]
): Markup {
  const address = href === undefined ? '' : scene.values.filled(href, scene.item).trim();
  if (!isSafeLink(address)) {
    const title = address === '' ? 'No link' : `Not a link: ${address.slice(0, 200)}`;
    return element('span', { ...attributes, title }, ...content);
  }
  return element(
    'a',
    { ...attributes, href: address, title: address, target: '_blank', rel: 'noopener noreferrer' },
    ...content,
  );
}
