/** A workflow as one page that needs no network: a picture to move in, and the fields of each node. */
import { createHash } from 'node:crypto';
import { textOf } from '../../../define/json.ts';
import { element, type Markup } from '../../../text/xml.ts';
import { place } from './layout.ts';
import { DATA_ID, type PageNode, SCENE_ID } from './page/data.ts';
import { type Picture, type PictureNode, readPicture } from './picture.ts';
import { drawPlaced, STYLE } from './svg.ts';

const style = `${STYLE}\n${LOOPSCTL_PAGE_STYLE}`;
const script = LOOPSCTL_PAGE_SCRIPT;

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Nothing is loaded from anywhere, and nothing runs but the program's own script: should a text ever become markup, it is inert.
 * Source: https://www.w3.org/TR/CSP3/
 */
const policy = (): string =>
  `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;

/** What the document holds as it is, because a browser does not read entities there. None of it comes from the service. */
const raw = (name: 'style' | 'script', text: string): Markup => ({ markup: `<${name}>${text}</${name}>` });

/** JSON in which no `<` can end the element that it stands in. */
const data = (value: unknown): Markup => ({
  markup: `<script type="application/json" id="${DATA_ID}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`,
});

/** As it is for a text, laid out for what has parts. */
const fieldText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value, null, 2)
    : value === null
      ? 'null'
      : textOf(value);

function pageNode({ key, id, typeName, sentence, figures, fields }: PictureNode, next: readonly string[]): PageNode {
  const told = new Set(['id', 'typeName', 'nextNodeIds', ...(figures.length === 0 ? [] : ['metrics'])]);
  const others = Object.entries(fields).filter(([name]) => !told.has(name));
  return {
    key,
    words: sentence,
    fields: [
      ['ID', id],
      ...(typeName === '' ? [] : [['Type', typeName] as const]),
      ...(figures.length === 0 ? [] : [['Counters', figures.join('\n')] as const]),
      ...others.map(([name, value]) => [name, fieldText(value)] as const),
    ],
    next,
  };
}

function pageNodes({ nodes, edges }: Picture): readonly PageNode[] {
  const next = new Map(nodes.map(({ key }): [string, string[]] => [key, []]));
  for (const { from, to } of edges) next.get(from)?.push(to);
  return nodes.map((node) => pageNode(node, [...new Set(next.get(node.key))]));
}

const button = (id: string, label: string, text: string): Markup =>
  element('button', { type: 'button', id, 'aria-label': label, title: label }, text);

function header({ title, subtitle, remarks }: Picture): Markup {
  return element(
    'header',
    {},
    element(
      'div',
      { class: 'about' },
      element('h1', {}, title),
      ...[subtitle, ...remarks].filter(Boolean).map((text) => element('p', {}, text)),
    ),
    element(
      'div',
      { class: 'tools' },
      element('output', { 'aria-live': 'polite' }),
      { markup: '<input type="search" aria-label="Search nodes" placeholder="Search nodes ( / )">' },
      button('zoom-out', 'Zoom out ( - )', '−'),
      button('zoom-in', 'Zoom in ( + )', '+'),
      button('fit', 'Show all ( 0 )', 'Fit'),
    ),
  );
}

/** Takes any value; the document has no final line break. */
export function toHtml(workflow: unknown): string {
  const picture = readPicture(workflow);
  const placed = place(picture);
  const [width, height] = [Math.max(1, placed.width), Math.max(1, placed.height)];
  const svg = element(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'The workflow as a graph' },
    element('g', { id: SCENE_ID }, drawPlaced(placed)),
  );
  const head = element(
    'head',
    {},
    {
      markup: `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy()}"><meta name="viewport" content="width=device-width">`,
    },
    element('title', {}, picture.title),
    raw('style', style),
  );
  const body = element(
    'body',
    {},
    header(picture),
    element('main', {}, svg),
    element('aside', { 'aria-label': 'The chosen node', 'aria-live': 'polite', hidden: '' }),
    data(pageNodes(picture)),
    raw('script', script),
  );
  return `<!doctype html>\n${element('html', { lang: 'en' }, head, body).markup}`;
}
