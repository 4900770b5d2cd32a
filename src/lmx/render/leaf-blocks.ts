/** Blocks without other blocks in them: text, buttons, images, lines, code, icons. */
import { element } from '../../text/xml.ts';
import { decode } from '../entities.ts';
import { attributeOf, elementsIn, numberIn } from '../tree.ts';
import { colorOf, lengthOf } from './css.ts';
import { renderInline } from './inline.ts';
import { alignOf, boxOf, linked, type Render, textOf } from './scene.ts';

const HTML_NAMES: Readonly<Record<string, string>> = {
  H1: 'h1',
  H2: 'h2',
  H3: 'h3',
  Paragraph: 'p',
  Quote: 'blockquote',
};

const textBlock: Render = (block, scene) => {
  const { sheet, styleOf } = scene;
  const name = HTML_NAMES[block.name] ?? 'p';
  const declarations = { ...textOf(block, styleOf), ...boxOf(block) };
  const content = renderInline(block.children, scene);
  return [element(name, { class: sheet.classFor(declarations) }, ...(content.length === 0 ? ['\u00a0'] : content))];
};

const button: Render = (block, scene) => {
  const { sheet, styleOf } = scene;
  const size = (attribute: string, style: string, max = 999) =>
    lengthOf(numberIn(block, attribute) ?? styleOf(style), 'px', max);
  const color = (attribute: string, style: string) => colorOf(attributeOf(block, attribute)) ?? colorOf(styleOf(style));
  const width = size('borderWidth', 'buttonBorderWidth');
  const look = sheet.classFor({
    'background-color': color('bgColor', 'buttonBodyColor'),
    color: color('textColor', 'buttonTextColor'),
    'border-radius': size('borderRadius', 'buttonBorderRadius'),
    border:
      width === undefined || width === '0px'
        ? undefined
        : `${width} solid ${color('borderColor', 'buttonBorderColor') ?? 'currentColor'}`,
    padding: `${size('innerYPadding', 'buttonBodyYPadding', 100) ?? '12px'} ${size('innerXPadding', 'buttonBodyXPadding', 100) ?? '16px'}`,
    'font-size': size('fontSize', 'buttonTextFontSize'),
    'font-weight': styleOf('buttonTextFormat') === '1' ? 'bold' : undefined,
  });
  const link = linked(
    attributeOf(block, 'href'),
    scene,
    { class: `button ${look ?? ''}`.trim() },
    ...renderInline(block.children, scene),
  );
  return [element('div', { class: sheet.classFor({ 'text-align': alignOf(block), ...boxOf(block) }) }, link)];
};

function hostOf(address: string): string | undefined {
  try {
    const url = new URL(address);
    return url.protocol === 'https:' ? url.host : undefined;
  } catch {
    return undefined;
  }
}

const image: Render = (block, scene) => {
  const { sheet, values, item, images } = scene;
  const filled = (name: string) => values.filled(attributeOf(block, name) ?? '', item);
  const address = filled('dynamicSrc') || filled('src');
  const host = hostOf(address);
  if (host !== undefined) scene.onImage(host);
  const alt = filled('alt');
  const width = numberIn(block, 'width');
  const look = sheet.classFor({
    width: lengthOf(width, 'px', 600),
    'border-radius': lengthOf(attributeOf(block, 'borderRadius')),
    border: numberIn(block, 'borderWidth')
      ? `${lengthOf(attributeOf(block, 'borderWidth'))} solid ${colorOf(attributeOf(block, 'borderColor')) ?? 'currentColor'}`
      : undefined,
  });
  const label = element('span', { class: `image-off ${look ?? ''}`.trim() }, alt === '' ? 'Image' : alt);
  const shown =
    images && host !== undefined
      ? [
          {
            markup: element('img', {
              class: `image ${look ?? ''}`.trim(),
              src: address,
              alt,
              loading: 'lazy',
            }).markup.replace('</img>', ''),
          },
        ]
      : [];
  const href = attributeOf(block, 'href');
  const content = [...shown, label];
  const inner = href === undefined ? content : [linked(href, scene, {}, ...content)];
  return [element('div', { class: sheet.classFor({ 'text-align': alignOf(block), ...boxOf(block) }) }, ...inner)];
};

const divider: Render = (block, { sheet, styleOf }) => {
  const thickness = lengthOf(numberIn(block, 'borderWidth') ?? styleOf('dividerBorderWidth'), 'px', 16) ?? '1px';
  const color = colorOf(attributeOf(block, 'color')) ?? colorOf(styleOf('dividerColor')) ?? '#c0c0c0';
  const align = alignOf(block);
  const line = sheet.classFor({
    'border-top': `${thickness} solid ${color}`,
    width: lengthOf(attributeOf(block, 'width') ?? '100', '%', 100),
    'margin-left': align === 'left' ? '0' : 'auto',
    'margin-right': align === 'right' ? '0' : 'auto',
  });
  return [element('div', { class: sheet.classFor(boxOf(block)) }, element('div', { class: `divider ${line ?? ''}` }))];
};

const code: Render = (block, { sheet, styleOf }) => {
  const text = decode(block.children.map((child) => (child.kind === 'text' ? child.raw : '')).join(''));
  return [element('pre', { class: sheet.classFor({ ...textOf(block, styleOf), ...boxOf(block) }) }, text)];
};

const icons: Render = (block, scene) => {
  const { sheet } = scene;
  const size = lengthOf(attributeOf(block, 'size') ?? '24', 'px', 48);
  const look = sheet.classFor({
    'font-size': '11px',
    'min-width': size,
    height: size,
    color: colorOf(attributeOf(block, 'color')),
  });
  const row = elementsIn(block.children)
    .slice(0, 100)
    .map((icon) =>
      linked(attributeOf(icon, 'href'), scene, { class: `icon ${look ?? ''}` }, attributeOf(icon, 'name') ?? 'icon'),
    );
  const gap = lengthOf(attributeOf(block, 'gap') ?? '12', 'px', 200);
  const justify = { left: 'start', center: 'center', right: 'end' }[alignOf(block) ?? 'left'];
  return [
    element(
      'div',
      { class: `icons ${sheet.classFor({ gap, 'justify-content': justify, ...boxOf(block) }) ?? ''}` },
      ...row,
    ),
  ];
};

export const LEAF_BLOCKS: Readonly<Record<string, Render>> = {
  H1: textBlock,
  H2: textBlock,
  H3: textBlock,
  Paragraph: textBlock,
  Quote: textBlock,
  Button: button,
  Image: image,
  Divider: divider,
  CodeBlock: code,
  Icons: icons,
  Style: () => [],
};
