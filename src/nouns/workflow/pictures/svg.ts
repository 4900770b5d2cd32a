/** A workflow as an SVG picture without external resources, for light and dark mode. */
import type { RecordNames } from '../../../define/names.ts';
import { formatCount } from '../../../text/number.ts';
import { element, lines, type Markup } from '../../../text/xml.ts';
import { DARK, LIGHT, LOOKS, type Theme } from '../looks.ts';
import { BOX, type Point } from './boxes.ts';
import { LABEL, type Layout, layOutWorkflow, type Placed, type PlacedEdge, type PlacedNode } from './layout.ts';
import { isDashed, type Picture } from './picture.ts';
import { wrap } from './text.ts';

const FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', sans-serif";
const MARGIN = 24;

/** Tenths of a pixel: documents stay small, and the same on every platform. */
const short = (length: number): number => Math.round(length * 10) / 10;

const colors = ({ name, background, ink, dim, edge }: Theme): string =>
  [
    `.background{fill:${background}}.ink{fill:${ink}}.dim{fill:${dim}}.edge{stroke:${edge}}.arrow{fill:${edge}}`,
    `.edge.missing{stroke:${LOOKS.missing[name][1]}}.arrow.missing{fill:${LOOKS.missing[name][1]}}`,
    ...Object.entries(LOOKS).map(
      ([
        look,
        {
          [name]: [fill, stroke],
        },
      ]) =>
        [`box{fill:${fill};stroke:${stroke}}`, `icon{stroke:${stroke}}`, `words{fill:${ink}}`]
          .map((rule) => `.${look} .${rule}`)
          .join(''),
    ),
  ].join('\n');

/** The same for every picture, so that the policy of a page can contain its hash. */
export const STYLE = `text{font-family:${FONTS}}
.box{stroke-width:1.5}.dashed .box{stroke-dasharray:5 4}
.icon{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.edge{fill:none;stroke-width:1.5}
${colors(LIGHT)}
@media (prefers-color-scheme: dark){
${colors(DARK)}
}`;

/** The nodes and connections of a laid-out picture. The origin is the top left corner. */
export function drawPlaced({ nodes, edges }: Placed): Markup {
  const missing = new Set(nodes.filter(({ look }) => look === 'missing').map(({ key }) => key));
  return element(
    'g',
    {},
    element('defs', {}, arrowHead('arrow'), arrowHead('arrow missing')),
    lines(edges.map((edge) => drawEdge(edge, missing.has(edge.to)))),
    lines(edges.flatMap(drawLabel)),
    lines(nodes.map(drawNode)),
  );
}

const arrowHead = (classes: string): Markup =>
  element(
    'marker',
    {
      id: classes.replace(' ', '-'),
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 8,
      markerHeight: 8,
      markerUnits: 'userSpaceOnUse',
      orient: 'auto',
    },
    element('path', { class: classes, d: 'M0 0.5L8 4L0 7.5z' }),
  );

const at = ({ x, y }: Point): string => `${short(x)},${short(y)}`;

/** A curve through all points that starts and ends vertically in each of its parts. */
const routePath = ([first, ...rest]: readonly Point[]): string => {
  if (first === undefined) return '';
  let path = `M${at(first)}`;
  let from = first;
  for (const to of rest) {
    const y = (from.y + to.y) / 2;
    path += `C${at({ x: from.x, y })} ${at({ x: to.x, y })} ${at(to)}`;
    from = to;
  }
  return path;
};

const loopPath = ([first, ...rest]: readonly Point[]): string =>
  first === undefined ? '' : `M${at(first)}C${rest.map(at).join(' ')}`;

const drawEdge = ({ from, to, points }: PlacedEdge, isMissing: boolean): Markup =>
  element('path', {
    class: isMissing ? 'edge missing' : 'edge',
    d: from === to ? loopPath(points) : routePath(points),
    'marker-end': isMissing ? 'url(#arrow-missing)' : 'url(#arrow)',
    'data-from': from,
    'data-to': to,
  });

function drawLabel({ label, labelBox }: PlacedEdge): readonly Markup[] {
  if (labelBox === undefined) return [];
  const { x, y, width, height } = labelBox;
  const look = { class: 'dim', x: short(x), y: short(y + 4), 'font-size': LABEL.font, 'text-anchor': 'middle' };
  return [
    element('rect', {
      class: 'background',
      x: short(x - width / 2),
      y: short(y - height / 2),
      width: short(width),
      height,
      rx: 4,
    }),
    element('text', look, label),
  ];
}

function drawNode(node: PlacedNode): Markup {
  const { key, id, look, typeName, sentence, reached, x, y, width, height } = node;
  const { corners, icon } = LOOKS[look];
  const [left, top] = [x - width / 2, y - height / 2];
  const dashed = isDashed(node) ? ' dashed' : '';
  return element(
    'g',
    {
      class: `node ${look}${dashed}`,
      'data-key': key,
      transform: `translate(${short(left)} ${short(top)})`,
    },
    element(
      'title',
      {},
      [sentence, `${typeName} ${id}`.trim(), ...(reached ? [] : ['Not reached from the trigger'])].join('\n'),
    ),
    element('rect', { class: 'box', width, height, rx: corners === 'round' ? Math.min(height / 2, 26) : 10 }),
    element('path', { class: 'icon', transform: `translate(13 ${short(height / 2 - 8)})`, d: icon }),
    element(
      'text',
      { class: 'words', 'font-size': BOX.font },
      ...node.lines.map((text, index) =>
        element('tspan', { x: BOX.textLeft, y: short(BOX.padY + BOX.lineHeight * (index + 0.76)) }, text),
      ),
    ),
  );
}

export const toSvg = async (workflow: unknown, names?: RecordNames): Promise<string> =>
  drawSvg(await layOutWorkflow(workflow, names));

export function drawSvg({ picture, placed }: Layout): string {
  const heading = drawHeading(picture, placed);
  const width = Math.ceil(Math.max(placed.width, heading.width) + MARGIN * 2);
  const height = Math.ceil(heading.height + placed.height + MARGIN * 2);
  const { markup } = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-labelledby': 'picture-title picture-description',
    },
    element('title', { id: 'picture-title' }, picture.title),
    element('desc', { id: 'picture-description' }, describe(picture)),
    element('style', {}, STYLE),
    element('rect', { class: 'background', width, height, rx: 12 }),
    element('g', { transform: `translate(${MARGIN} ${MARGIN})` }, heading.markup),
    element(
      'g',
      { transform: `translate(${short((width - placed.width) / 2)} ${short(heading.height + MARGIN)})` },
      drawPlaced(placed),
    ),
  );
  return markup;
}

/** For screen readers: what the picture shows, from the top. */
const describe = ({ subtitle, remarks, nodes }: Picture): string =>
  [
    subtitle,
    ...remarks,
    `${formatCount(nodes.length, 'node')}${nodes.length === 0 ? '' : ': '}${nodes.map(({ sentence }) => sentence).join('; ')}.`,
  ]
    .filter(Boolean)
    .join('\n');

function drawHeading({ title, subtitle, remarks }: Picture, placed: Placed) {
  const { textWidth } = placed;
  const room = Math.max(placed.width, 420);
  const rows = [
    ...wrap(title, { width: room, size: 20, lines: 2 }, textWidth).map((text) => ({
      text,
      size: 20,
      height: 26,
      look: 'ink',
    })),
    ...[subtitle, ...remarks]
      .filter(Boolean)
      .flatMap((about) => wrap(about, { width: room, size: 13, lines: 3 }, textWidth))
      .map((text) => ({ text, size: 13, height: 19, look: 'dim' })),
  ];
  let bottom = 0;
  const drawn = rows.map(({ text, size, height, look }) => {
    bottom += height;
    const weight = look === 'ink' ? 600 : undefined;
    return element('text', { class: look, y: bottom - 6, 'font-size': size, 'font-weight': weight }, text);
  });
  // Bold letters are slightly wider.
  const width = rows.reduce(
    (most, { text, size }) => Math.max(most, textWidth(text, size) * (size === 20 ? 1.08 : 1)),
    0,
  );
  return { markup: lines(drawn), width, height: bottom + 20 };
}
