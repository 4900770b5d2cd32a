/** Text with variables and inline tags as HTML. */
import { element, type Markup } from '../../text/xml.ts';
import type { StyleOf } from '../computed-styles.ts';
import { decode } from '../entities.ts';
import { isSafeLink } from '../links.ts';
import { attributeOf, type Element, type LmxNode } from '../tree.ts';
import { bracesIn } from '../variables.ts';
import { colorOf, type StyleSheet } from './css.ts';
import type { Values } from './values.ts';

export interface InlineScene {
  readonly sheet: StyleSheet;
  readonly styleOf: StyleOf;
  readonly values: Values;
  readonly item: Readonly<Record<string, unknown>> | undefined;
}

const HTML_NAMES: Readonly<Record<string, string>> = {
  Strong: 'strong',
  Em: 'em',
  Underline: 'u',
  Strike: 's',
  Code: 'code',
  Text: 'span',
};

/** Variables become their values; those that are made up are marked. */
function renderText(raw: string, { values, item }: InlineScene): readonly (Markup | string)[] {
  const parts: (Markup | string)[] = [];
  let at = 0;
  for (const braces of bracesIn(raw)) {
    if (braces.kind !== 'variable') continue;
    if (braces.start > at) parts.push(decode(raw.slice(at, braces.start)));
    const { text, isMade } = values.of(braces, item);
    parts.push(isMade ? element('span', { class: 'made', title: braces.raw }, text) : text);
    at = braces.end;
  }
  if (at < raw.length) parts.push(decode(raw.slice(at)));
  return parts;
}

function renderElement(node: Element, scene: InlineScene): Markup {
  if (node.name === 'Br') return { markup: '<br>' };
  const content = renderInline(node.children, scene);
  const color = colorOf(attributeOf(node, 'textColor'));
  if (node.name === 'Link') {
    const href = scene.values.filled(attributeOf(node, 'href') ?? '', scene.item).trim();
    const look = scene.sheet.classFor({ color: colorOf(scene.styleOf('textLinkColor')) });
    if (!isSafeLink(href))
      return element('span', { class: look, title: `Not a link: ${href.slice(0, 200)}` }, ...content);
    return element('a', { class: look, href, title: href, target: '_blank', rel: 'noopener noreferrer' }, ...content);
  }
  const name = Object.hasOwn(HTML_NAMES, node.name) ? HTML_NAMES[node.name] : undefined;
  if (name === undefined) return element('span', { class: 'unknown' }, `<${node.name.slice(0, 60)}>`, ...content);
  return element(name, { class: scene.sheet.classFor({ color }) }, ...content);
}

export const renderInline = (nodes: readonly LmxNode[], scene: InlineScene): readonly (Markup | string)[] =>
  nodes.flatMap((node): readonly (Markup | string)[] => {
    if (node.kind === 'element') return [renderElement(node, scene)];
    return node.kind === 'text' ? renderText(node.raw, scene) : [];
  });
