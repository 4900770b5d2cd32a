/** Renders an email about as Loops does: HTML with classes, plain text, and what was left out. */
import { element, type Markup } from '../../text/xml.ts';
import { type StyleOf, stylesOf } from '../computed-styles.ts';
import { positionsIn } from '../position.ts';
import type { LmxDocument } from '../tree.ts';
import { renderBlocks } from './blocks.ts';
import { backgroundWithInk, colorOf, createStyleSheet, fontOf, lengthOf } from './css.ts';
import type { Scene } from './scene.ts';
import { renderText } from './text.ts';
import { type ValueOptions, valuesFor } from './values.ts';

export interface PreviewOptions extends ValueOptions {
  /** The styles of the theme; without them, defaults. */
  readonly theme?: Readonly<Record<string, unknown>> | undefined;
  /** The beginning of the names of classes, where a page has several emails. */
  readonly classPrefix?: string | undefined;
  /** Bodies of components by their IDs. */
  readonly components?: ReadonlyMap<string, LmxDocument> | undefined;
  /** Whether the markup has the images: a page decides when they are loaded. */
  readonly images?: boolean | undefined;
  /** A mark for a block that starts at an offset: the number of its findings. */
  readonly marks?: ReadonlyMap<number, readonly number[]> | undefined;
}

export interface Preview {
  readonly body: Markup;
  readonly css: string;
  readonly text: string;
  readonly hidden: readonly { readonly line: number; readonly why: string }[];
  /** Hosts of the images. */
  readonly imageHosts: readonly string[];
}

/** A missing theme has the defaults of Loops. */
const DEFAULTS: Readonly<Record<string, unknown>> = {};

function rootClasses(sheet: Scene['sheet'], styleOf: StyleOf) {
  const canvas = sheet.classFor({
    ...backgroundWithInk(styleOf('backgroundColor')),
    padding: `${lengthOf(styleOf('backgroundYPadding')) ?? 0} ${lengthOf(styleOf('backgroundXPadding')) ?? 0}`,
    'font-family': fontOf(styleOf('bodyFontFamily'), styleOf('bodyFontCategory')),
  });
  const width = lengthOf(styleOf('borderWidth'));
  const card = sheet.classFor({
    ...backgroundWithInk(styleOf('bodyColor')),
    color: colorOf(styleOf('textBaseColor')),
    padding: `${lengthOf(styleOf('bodyYPadding')) ?? 0} ${lengthOf(styleOf('bodyXPadding')) ?? 0}`,
    border:
      width === undefined || width === '0px'
        ? undefined
        : `${width} solid ${colorOf(styleOf('borderColor')) ?? 'currentColor'}`,
    'border-radius': lengthOf(styleOf('borderRadius')),
  });
  return { canvas, card };
}

const FOOTER = 'Loops adds the postal address and the unsubscribe link here.';

export function renderPreview(document: LmxDocument, options: PreviewOptions = {}): Preview {
  const sheet = createStyleSheet(options.classPrefix ?? 'e');
  const styleOf = stylesOf(document, options.theme ?? DEFAULTS);
  const values = valuesFor(document, options);
  const positionOf = positionsIn(document.text);
  const hidden: Array<Preview['hidden'][number]> = [];
  const hosts = new Set<string>();
  const scene: Scene = {
    sheet,
    styleOf,
    values,
    item: undefined,
    components: options.components ?? new Map(),
    images: options.images === true,
    marksOf: (node) => options.marks?.get(node.start) ?? [],
    onHidden: (node, why) => hidden.push({ line: positionOf(node.start).line, why }),
    onImage: (host) => hosts.add(host),
  };
  const { canvas, card } = rootClasses(sheet, styleOf);
  const footer = element('div', { class: 'footer' }, FOOTER);
  const blocks = renderBlocks(document.children, scene);
  const body = element(
    'div',
    { class: `canvas ${canvas ?? ''}`.trim() },
    element('div', { class: `card ${card ?? ''}`.trim() }, ...blocks, footer),
  );
  const text = renderText(document.children, { ...scene, onHidden: () => {} });
  return { body, css: sheet.css(), text, hidden, imageHosts: [...hosts] };
}
