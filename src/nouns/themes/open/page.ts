/** A page with a sample email in one theme, or in two next to each other: without scripts, under a policy of its own. */
import { parse } from '../../../lmx/parse.ts';
import { renderPreview } from '../../../lmx/render/preview.ts';
import { formatCount } from '../../../text/number.ts';
import { element, type Markup } from '../../../text/xml.ts';
import { PAGE_STYLE } from '../../messages/preview-style.ts';
import { type Contrast, contrastsOf, formatRatio } from '../contrast.ts';
import type { OpenedTheme } from '../source.ts';
import { STYLES } from '../style-groups.ts';
import { styleText } from '../style-value.ts';
import { differs } from '../theme-view.ts';
import { SAMPLE } from './sample.ts';

const STYLE = `${PAGE_STYLE}
h1.about{font-size:18px;margin:0}.side{flex:1 1 375px;min-width:0;max-width:660px}.side>h2{font-size:15px;margin:0 0 8px}
.side:only-child{margin:0 auto}.swatch{vertical-align:-1px;margin-right:6px;stroke:light-dark(#c3cbd4,#4a545f)}
.side>ul{list-style:none;margin:8px 0 0;padding:0;font-size:12px}.fails{color:light-dark(#b3261e,#ff8a80);font-weight:600}
section.changes{padding:0 20px 20px;overflow-x:auto}section.changes>h2{font-size:15px;margin:0 0 8px}@media(max-width:480px){.changes td,.changes th{padding:4px 8px;font-size:12px;overflow-wrap:anywhere}}section.changes table{border-collapse:collapse;background:light-dark(#fff,#1e242c);border-radius:8px}.changes td,.changes th{padding:4px 12px;text-align:left;border-top:1px solid light-dark(#e4e9ef,#2c343e)}`;

const choice = (group: string, id: string, label: string, isFirst: boolean): Markup => ({
  markup: `<label><input type="radio" name="${group}" id="${id}"${isFirst ? ' checked' : ''}> ${label}</label>`,
});

const CONTROLS = element(
  'div',
  { class: 'controls' },
  element('fieldset', {}, choice('width', 'desktop', 'Desktop', true), choice('width', 'phone', 'Phone', false)),
  element('fieldset', {}, choice('scheme', 'light', 'Light', true), choice('scheme', 'dark', 'Dark', false)),
);

const contrastItem = ({ text, background, ratio, level, required }: Contrast): Markup =>
  element(
    'li',
    level === 'fails' ? { class: 'fails' } : {},
    `${text} on ${background}: ${formatRatio(ratio)}${level === 'fails' ? `, level AA requires ${required}:1` : ` (${level})`}`,
  );

async function sideOf({ name, styles }: OpenedTheme, index: number, { length }: readonly OpenedTheme[]) {
  const isAlone = length === 1;
  const { body, css } = renderPreview(parse(SAMPLE), { theme: styles, classPrefix: `t${index}-` });
  const contrasts = await contrastsOf(styles);
  const markup = element(
    'section',
    { class: 'side' },
    ...(isAlone ? [] : [element('h2', {}, name)]),
    element('div', { class: 'email' }, body),
    element('ul', {}, ...contrasts.map(contrastItem)),
  );
  return { css, markup };
}

const given = ({ styles }: OpenedTheme, name: string): string =>
  styleText(name, Object.hasOwn(styles, name) ? styles[name] : undefined);

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/** A color has a sample of it. The policy of the page allows no style attributes. */
function value(text: string): readonly (Markup | string)[] {
  if (!HEX.test(text)) return [text];
  const size = { width: 12, height: 12 };
  return [
    element('svg', { ...size, class: 'swatch', 'aria-hidden': 'true' }, element('rect', { ...size, fill: text })),
    text,
  ];
}

function changesOf([one, other]: readonly OpenedTheme[]): readonly Markup[] {
  if (one === undefined || other === undefined) return [];
  const names = STYLES.map(([name]) => name).filter((name) => differs(one.styles, other.styles, name));
  const row = (cell: 'th' | 'td', ...texts: readonly string[]) =>
    element('tr', {}, ...texts.map((text) => element(cell, {}, ...(cell === 'td' ? value(text) : [text]))));
  const rows = names.map((name) => row('td', name, given(one, name), given(other, name)));
  const title = element('h2', {}, `${formatCount(names.length, 'style')} ${names.length === 1 ? 'differs' : 'differ'}`);
  const table = names.length === 0 ? [] : [element('table', {}, row('th', 'Style', one.name, other.name), ...rows)];
  return [element('section', { class: 'changes' }, title, ...table)];
}

async function policyFor(style: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

export async function themePage(themes: readonly OpenedTheme[]): Promise<string> {
  const sides = await Promise.all(themes.map(sideOf));
  const style = [STYLE, ...sides.map(({ css }) => css)].join('\n');
  const title = themes.map(({ name }) => name).join(' and ');
  const head = element(
    'head',
    {},
    {
      markup: `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${await policyFor(style)}"><meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width">`,
    },
    element('title', {}, title),
    // Only checked values become part of it.
    { markup: `<style>${style}</style>` },
  );
  const note = 'This is an approximation: Loops renders emails itself, and email clients differ.';
  const page = element(
    'body',
    {},
    element('header', {}, element('h1', { class: 'about' }, title), element('p', { class: 'note' }, note), CONTROLS),
    element('main', {}, ...sides.map(({ markup }) => markup)),
    ...changesOf(themes),
  );
  return `<!doctype html>\n${element('html', { lang: 'en' }, head, page).markup}`;
}
