/** A workflow as a picture that needs nothing from elsewhere, for light and for dark. */
import { type CurveFactory, curveBasis, curveBumpY, line } from 'd3-shape';
import { element, lines, type Markup } from '../../../text/xml.ts';
import { BOX, type Point } from './boxes.ts';
import { ICONS } from './icons.ts';
import { DARK, isDashed, type Kind, LIGHT, type Theme } from './kinds.ts';
import { LABEL, type Placed, type PlacedEdge, type PlacedNode, place } from './layout.ts';
import { type Picture, readPicture } from './picture.ts';
import { widthOf, wrap } from './wrap.ts';

const FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', sans-serif";
const MARGIN = 24;
/** Where a workflow begins and where it ends. */
const ROUND: readonly Kind[] = ['trigger', 'exit'];

/** Rounded to tenths of a pixel: documents stay small, and the same everywhere. */
const short = (length: number): number => Math.round(length * 10) / 10;

const colours = ({ paper, ink, dim, edge, kinds }: Theme): string =>
  [
    `.paper{fill:${paper}}.ink{fill:${ink}}.dim{fill:${dim}}.edge{stroke:${edge}}.arrow{fill:${edge}}`,
    `.edge.missing{stroke:${kinds.missing.stroke}}.arrow.missing{fill:${kinds.missing.stroke}}`,
    ...Object.entries(kinds).map(
      ([kind, { fill, stroke, ink: text }]) =>
        `.${kind} .box{fill:${fill};stroke:${stroke}}.${kind} .icon{stroke:${stroke}}.${kind} .words{fill:${text}}`,
    ),
  ].join('\n');

/** The style of every picture. It is the same for all, so that a page can name it by its hash. */
export const STYLE = `text{font-family:${FONTS}}
.box{stroke-width:1.5}.dashed .box{stroke-dasharray:5 4}
.icon{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.edge{fill:none;stroke-width:1.5}
${colours(LIGHT)}
@media (prefers-color-scheme: dark){
${colours(DARK)}
}`;

/** The nodes and connections of a placed picture; its origin is the top left corner. */
export function drawPlaced({ nodes, edges }: Placed): Markup {
  const missing = new Set(nodes.filter(({ kind }) => kind === 'missing').map(({ key }) => key));
  return element(
    'g',
    {},
    element('defs', {}, arrowHead('arrow'), arrowHead('arrow missing')),
    lines(edges.map((edge) => drawEdge(edge, missing.has(edge.to) ? ' missing' : ''))),
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

const pathIn = (curve: CurveFactory) =>
  line<Point>(
    ({ x }) => x,
    ({ y }) => y,
  )
    .curve(curve)
    .digits(1);

/** Begins and ends upright, in each of its parts. */
const way = pathIn(curveBumpY);
const loop = pathIn(curveBasis);

const drawEdge = ({ from, to, points }: PlacedEdge, missing: string): Markup =>
  element('path', {
    class: `edge${missing}`,
    d: (from === to ? loop : way)([...points]) ?? '',
    'marker-end': `url(#arrow${missing.replace(' ', '-')})`,
    'data-from': from,
    'data-to': to,
  });

function drawLabel({ label, labelBox }: PlacedEdge): readonly Markup[] {
  if (labelBox === undefined) return [];
  const { x, y, width, height } = labelBox;
  const look = { class: 'dim', x: short(x), y: short(y + 4), 'font-size': LABEL.font, 'text-anchor': 'middle' };
  return [
    element('rect', {
      class: 'paper',
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
  const { key, id, kind, typeName, sentence, reached, x, y, width, height } = node;
  const [left, top] = [x - width / 2, y - height / 2];
  const dashed = isDashed(node) ? ' dashed' : '';
  return element(
    'g',
    {
      class: `node ${kind}${dashed}`,
      'data-key': key,
      transform: `translate(${short(left)} ${short(top)})`,
    },
    element(
      'title',
      {},
      [sentence, `${typeName} ${id}`.trim(), ...(reached ? [] : ['Not reached from the trigger'])].join('\n'),
    ),
    element('rect', { class: 'box', width, height, rx: ROUND.includes(kind) ? Math.min(height / 2, 26) : 10 }),
    element('path', { class: 'icon', transform: `translate(13 ${short(height / 2 - 8)})`, d: ICONS[kind] }),
    element(
      'text',
      { class: 'words', 'font-size': BOX.font },
      ...node.lines.map((text, index) =>
        element('tspan', { x: BOX.textLeft, y: short(BOX.padY + BOX.lineHeight * (index + 0.76)) }, text),
      ),
    ),
  );
}

/** Takes any value; the document has no final line break. */
export function toSvg(workflow: unknown): string {
  const picture = readPicture(workflow);
  const placed = place(picture);
  const heading = drawHeading(picture, Math.max(placed.width, 420));
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
    element('rect', { class: 'paper', width, height, rx: 12 }),
    element('g', { transform: `translate(${MARGIN} ${MARGIN})` }, heading.markup),
    element(
      'g',
      { transform: `translate(${short((width - placed.width) / 2)} ${short(heading.height + MARGIN)})` },
      drawPlaced(placed),
    ),
  );
  return markup;
}

/** For whoever cannot see the picture: what it is of, and what stands in it from the top. */
const describe = ({ subtitle, remarks, nodes }: Picture): string =>
  [
    subtitle,
    ...remarks,
    `${nodes.length} ${nodes.length === 1 ? 'node' : 'nodes'}${nodes.length === 0 ? '.' : `: ${nodes.map(({ sentence }) => sentence).join('; ')}.`}`,
  ]
    .filter(Boolean)
    .join('\n');

function drawHeading({ title, subtitle, remarks }: Picture, room: number) {
  const rows = [
    ...wrap(title, { width: room, size: 20, lines: 2 }).map((text) => ({ text, size: 20, height: 26, look: 'ink' })),
    ...[subtitle, ...remarks]
      .filter(Boolean)
      .flatMap((about) => wrap(about, { width: room, size: 13, lines: 3 }))
      .map((text) => ({ text, size: 13, height: 19, look: 'dim' })),
  ];
  let bottom = 0;
  const drawn = rows.map(({ text, size, height, look }) => {
    bottom += height;
    const weight = look === 'ink' ? 600 : undefined;
    return element('text', { class: look, y: bottom - 6, 'font-size': size, 'font-weight': weight }, text);
  });
  // Bold letters are somewhat wider.
  const width = Math.max(...rows.map(({ text, size }) => widthOf(text, size) * (size === 20 ? 1.08 : 1)));
  return { markup: lines(drawn), width, height: bottom + 20 };
}
