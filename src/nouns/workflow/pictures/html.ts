/** A workflow as an interactive page in one file: a picture, search, and the settings of each node. */

import { textOf, valueAt } from '../../../define/json.ts';
import type { RecordNames } from '../../../define/names.ts';
import { element, type Markup } from '../../../text/xml.ts';
import { readGraph, traverse } from '../graph.ts';
import { LOOKS } from '../looks.ts';
import { type Elapsed, elapsedIn, formatElapsed } from '../show/elapsed.ts';
import { emailTemplates, senderFields } from './emails.ts';
import { type Layout, layOutWorkflow } from './layout.ts';
import { DATA_ID, type PageNode, SCENE_ID } from './page/data.ts';
import { isDashed, type Picture, type PictureNode } from './picture.ts';
import { drawPlaced, STYLE } from './svg.ts';

const style = `${STYLE}\n${LOOPSCTL_PAGE_STYLE}`;
const script = LOOPSCTL_PAGE_SCRIPT;

/**
 * Nothing is loaded, and only the page's own script runs: even if a text became markup, it could do nothing.
 * Source: https://www.w3.org/TR/CSP3/
 */
async function policy(emailStyle: string | undefined): Promise<string> {
  const { createHash } = await import('node:crypto');
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const styles = [style, ...(emailStyle === undefined ? [] : [emailStyle])].map(hash).join(' ');
  return `default-src 'none'; script-src ${hash(script)}; style-src ${styles}; base-uri 'none'; form-action 'none'`;
}

/** Not escaped, because browsers do not read entities here. Nothing in it comes from the API. */
const raw = (name: 'style' | 'script', text: string): Markup => ({ markup: `<${name}>${text}</${name}>` });

/** JSON without `<`, which could end the element. */
const data = (value: unknown): Markup => ({
  markup: `<script type="application/json" id="${DATA_ID}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`,
});

const fieldText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value, null, 2)
    : value === null
      ? 'null'
      : textOf(value);

/** `emailMessageId` as `Email message ID`. */
function fieldName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(id|ids|url)\b/g, (word) => word.toUpperCase().replace('IDS', 'IDs'));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function pageNode(
  { key, id, typeName, sentence, figures, fields }: PictureNode,
  next: readonly string[],
  elapsed: Elapsed | undefined,
): PageNode {
  const used = new Set(['id', 'typeName', 'nextNodeIds', 'emailMessage', ...(figures.length === 0 ? [] : ['metrics'])]);
  const others = Object.entries(fields).filter(([name]) => !used.has(name));
  return {
    key,
    id,
    words: sentence,
    fields: [
      ['ID', id],
      ...(typeName === '' ? [] : [['Type', typeName] as const]),
      ...(elapsed === undefined || elapsed.max === 0 ? [] : [['Since the trigger', formatElapsed(elapsed)] as const]),
      ...(figures.length === 0 ? [] : [['Metrics', figures.join('\n')] as const]),
      ...others.map(([name, value]) => [fieldName(name), fieldText(value)] as const),
      ...senderFields(fields['emailMessage']),
    ],
    next,
  };
}

function pageNodes({ nodes, edges }: Picture, elapsed: ReadonlyMap<string, Elapsed>): readonly PageNode[] {
  const next = new Map(nodes.map(({ key }): [string, string[]] => [key, []]));
  for (const { from, to } of edges) next.get(from)?.push(to);
  return nodes.map((node) => pageNode(node, [...new Set(next.get(node.key))], elapsed.get(node.id)));
}

const button = (id: string, label: string, text: string): Markup =>
  element('button', { type: 'button', id, 'aria-label': label, title: label }, text);

/** The types of nodes in the picture, by their icons. */
function legend({ nodes }: Picture): Markup {
  const looks = [...new Set(nodes.map(({ look }) => look))];
  const icon = (look: (typeof looks)[number]) =>
    element(
      'svg',
      { class: look, width: 16, height: 16, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
      element('path', { class: 'icon', d: LOOKS[look].icon }),
    );
  const items = looks.map((look) => element('li', {}, icon(look), ` ${fieldName(look)}`));
  const dashed = nodes.some(isDashed) ? [element('li', {}, '┄ Not reached, unknown or missing')] : [];
  return element('details', {}, element('summary', {}, 'Legend'), element('ul', {}, ...items, ...dashed));
}

/** Only an address of the web becomes a link. */
function dashboardLink(workflow: unknown): readonly Markup[] {
  const url = valueAt(workflow, 'url');
  if (typeof url !== 'string' || !/^https:\/\//i.test(url) || !URL.canParse(url)) return [];
  return [element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, 'Open in Loops')];
}

function header(picture: Picture, workflow: unknown): Markup {
  const { title, subtitle, remarks } = picture;
  return element(
    'header',
    {},
    element(
      'div',
      { class: 'about' },
      element('h1', {}, title),
      ...[subtitle, ...remarks].filter(Boolean).map((text) => element('p', {}, text)),
      ...dashboardLink(workflow),
      legend(picture),
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

/** Previews need the content of emails as it is, with its line breaks. */
export const toHtml = async (workflow: unknown, names?: RecordNames, unescaped: unknown = workflow): Promise<string> =>
  drawPage(workflow, await layOutWorkflow(workflow, names), unescaped);

export async function drawPage(workflow: unknown, { picture, placed }: Layout, unescaped: unknown): Promise<string> {
  const graph = readGraph(workflow);
  const emails = await emailTemplates(picture, unescaped);
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
      markup: `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${await policy(emails?.style)}"><meta name="viewport" content="width=device-width">`,
    },
    element('title', {}, picture.title),
    raw('style', style),
  );
  const body = element(
    'body',
    {},
    header(picture, workflow),
    element('main', {}, svg),
    element('aside', { 'aria-label': 'The selected node', 'aria-live': 'polite', hidden: '' }),
    ...(emails === undefined ? [] : [emails.markup]),
    data(pageNodes(picture, elapsedIn(graph, traverse(graph)))),
    raw('script', script),
  );
  return `<!doctype html>\n${element('html', { lang: 'en' }, head, body).markup}`;
}
