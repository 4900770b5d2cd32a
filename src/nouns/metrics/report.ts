/** The metrics of all emails as a page in one file: a table to sort, for light and dark, screens and phones. */
import { formatCount, formatNumber, formatPercent } from '../../text/number.ts';
import { element, type Markup } from '../../text/xml.ts';
import type { MetricName } from '../email-metrics/metric.ts';
import { isLimited, levelOf, SENDER_LIMITS } from '../sender-limits.ts';
import { REPORT_SCRIPT, REPORT_STYLE } from './report-parts.ts';
import { type EmailRow, SHOWN_RATES, type ShownRate } from './rows.ts';

interface Heading {
  readonly label: string;
  readonly kind: 'text' | 'number';
  readonly style: string | undefined;
}

const LABELS: Readonly<Record<ShownRate, string>> = {
  openRate: 'Opens',
  clickRate: 'Clicks',
  unsubscribeRate: 'Unsubscribes',
  hardBounceRate: 'Hard bounces',
  softBounceRate: 'Soft bounces',
  spamRate: 'Spam reports',
};

const HEADINGS: readonly Heading[] = [
  { label: 'Email', kind: 'text', style: 'text' },
  { label: 'Type', kind: 'text', style: 'type' },
  { label: 'Sends', kind: 'number', style: undefined },
  ...SHOWN_RATES.map(({ rate }) => ({ label: LABELS[rate], kind: 'number' as const, style: undefined })),
];

const cell = (label: string, key: string | number, style: string, ...children: readonly (Markup | string)[]): Markup =>
  element('td', { 'data-label': label, 'data-key': key, class: style === '' ? undefined : style }, ...children);

/** Bars have one of these widths, because the policy of the page allows no style attributes. */
const BAR_STEPS = 20;
const BAR_STYLE = Array.from({ length: BAR_STEPS + 1 }, (_, step) => `.w${step}{width:${step * 5}%}`).join('');
const STYLE = `${REPORT_STYLE}\n${BAR_STYLE}`;

function sendsCell(sends: number | null, most: number): Markup {
  if (sends === null) return cell('Sends', '', '', '–');
  const step = most === 0 ? 0 : Math.round((sends / most) * BAR_STEPS);
  return cell('Sends', sends, '', element('span', {}, formatNumber(sends), element('i', { class: `bar w${step}` })));
}

function rateCell(row: EmailRow, rate: ShownRate): Markup {
  const value = row[rate];
  const label = LABELS[rate];
  if (value === null) return cell(label, '', 'none', '–');
  const level = isLimited(rate) ? levelOf(rate, value, row.sends) : undefined;
  return cell(label, value, level === undefined || level === 'good' ? '' : level, formatPercent(value));
}

function bodyRow(row: EmailRow, most: number): Markup {
  const { name, type, workflow, error, unreadable } = row;
  const problem = error?.message ?? (unreadable === undefined ? undefined : `Not readable: ${unreadable.join(', ')}`);
  const about = [
    ...(workflow === undefined ? [] : [element('small', {}, workflow.name)]),
    ...(problem === undefined ? [] : [element('small', { class: 'stop' }, problem)]),
  ];
  return element(
    'tr',
    {},
    cell('Email', name, 'text', name, ...about),
    cell('Type', type, 'type', type),
    sendsCell(row.sends, most),
    ...SHOWN_RATES.map(({ rate }) => rateCell(row, rate)),
  );
}

const sumOf = (rows: readonly EmailRow[], metric: MetricName): number =>
  rows.reduce((sum, row) => sum + (row[metric] ?? 0), 0);

function summary(rows: readonly EmailRow[]): Markup {
  const isAt = (row: EmailRow) =>
    Object.keys(SENDER_LIMITS).some((rate) => {
      if (!isLimited(rate)) return false;
      const level = levelOf(rate, row[rate], row.sends);
      return level === 'watch' || level === 'stop';
    });
  const facts = [
    ['Sends', formatNumber(sumOf(rows, 'sends'))],
    ['Hard bounces', formatNumber(sumOf(rows, 'hardBounces'))],
    ['Spam reports', formatNumber(sumOf(rows, 'spamReports'))],
    ['At a limit', formatCount(rows.filter(isAt).length, 'email')],
  ];
  return element('ul', {}, ...facts.map(([label = '', text = '']) => element('li', {}, element('b', {}, text), label)));
}

/** Nothing is loaded, and only the script and the style of the page itself apply. */
async function policy(): Promise<string> {
  const { createHash } = await import('node:crypto');
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; script-src ${hash(REPORT_SCRIPT)}; style-src ${hash(STYLE)}; base-uri 'none'; form-action 'none'`;
}

const FOOTER =
  'All-time totals; rates are shares of the sends. Colors are published limits of mailbox providers, for emails with 1,000 sends or more: spam reports from 0.1% and 0.3%, hard bounces from 5% and 10%.';

export async function drawReport(rows: readonly EmailRow[]): Promise<string> {
  const most = rows.reduce((highest, { sends }) => Math.max(highest, sends ?? 0), 0);
  const head = element(
    'head',
    {},
    {
      markup: `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${await policy()}"><meta name="viewport" content="width=device-width">`,
    },
    element('title', {}, 'Email metrics'),
    { markup: `<style>${STYLE}</style>` },
  );
  const headings = HEADINGS.map(({ label, kind, style }) =>
    element('th', { scope: 'col', class: style, 'data-kind': kind }, element('button', { type: 'button' }, label)),
  );
  const table = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...headings)),
    element('tbody', {}, ...rows.map((row) => bodyRow(row, most))),
  );
  const body = element(
    'body',
    {},
    element('h1', {}, 'Email metrics'),
    element('p', {}, `${formatCount(rows.length, 'email')}. Choose a heading to sort.`),
    summary(rows),
    element('div', { class: 'scroll' }, table),
    element('footer', {}, FOOTER),
    { markup: `<script>${REPORT_SCRIPT}</script>` },
  );
  return `<!doctype html>\n${element('html', { lang: 'en' }, head, body).markup}`;
}
