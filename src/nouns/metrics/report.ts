/** The metrics of all emails as a page in one file: a table to sort, for light and dark, screens and phones. */
import { formatCount, formatNumber, formatPercent } from '../../text/number.ts';
import { element, type Markup } from '../../text/xml.ts';
import type { MetricName } from '../email-metrics/metric.ts';
import { isLimited, levelOf, SENDER_LIMITS } from '../sender-limits.ts';
import { REPORT_SCRIPT, REPORT_STYLE } from './report-parts.ts';
import { type EmailRow, type Saved, SHOWN_RATES, type ShownRate } from './rows.ts';

interface Heading {
  /** The field that `--sort` names. */
  readonly field: string;
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

const headings = (hasGrowth: boolean): readonly Heading[] => [
  { field: 'name', label: 'Email', kind: 'text', style: 'text' },
  { field: 'type', label: 'Type', kind: 'text', style: 'type' },
  { field: 'sends', label: 'Sends', kind: 'number', style: undefined },
  ...(hasGrowth ? [{ field: 'growth', label: 'Growth', kind: 'number', style: undefined } as const] : []),
  ...SHOWN_RATES.map(({ rate }) => ({ field: rate, label: LABELS[rate], kind: 'number' as const, style: undefined })),
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

const [SPARK_WIDTH, SPARK_HEIGHT] = [72, 16];

/** At most one point per pixel, always with the first and the last. */
function fewer(points: readonly Saved[]): readonly Saved[] {
  if (points.length <= SPARK_WIDTH) return points;
  const step = (points.length - 1) / (SPARK_WIDTH - 1);
  return Array.from({ length: SPARK_WIDTH }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}

function sparkline(saved: readonly Saved[]): Markup {
  const points = fewer(saved).map(({ time, sends }) => ({ at: Date.parse(time), sends }));
  const [first = 0, last = 0] = [points[0]?.at, points.at(-1)?.at];
  const low = points.reduce((least, { sends }) => Math.min(least, sends), Number.POSITIVE_INFINITY);
  const high = points.reduce((most, { sends }) => Math.max(most, sends), 0);
  const scale = (value: number, from: number, to: number) => (to > from ? (value - from) / (to - from) : 0);
  const path = points
    .map(({ at, sends }) => {
      const x = 1 + scale(at, first, last) * (SPARK_WIDTH - 2);
      const y = SPARK_HEIGHT - 1 - scale(sends, low, high) * (SPARK_HEIGHT - 2);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
  return element(
    'svg',
    { class: 'spark', width: SPARK_WIDTH, height: SPARK_HEIGHT, 'aria-hidden': 'true' },
    element('polyline', { points: path }),
  );
}

/** The growth between the first and the last snapshot; none for fewer than two. */
const growthOf = ({ saved = [] }: EmailRow): number | undefined =>
  saved.length < 2 ? undefined : (saved.at(-1)?.sends ?? 0) - (saved[0]?.sends ?? 0);

function growthCell(row: EmailRow): Markup {
  const growth = growthOf(row);
  if (growth === undefined) return cell('Growth', '', 'none', '–');
  const text = `${growth < 0 ? '−' : '+'}${formatNumber(Math.abs(growth))}`;
  return cell('Growth', growth, '', element('span', {}, text, sparkline(row.saved ?? [])));
}

function rateCell(row: EmailRow, rate: ShownRate): Markup {
  const value = row[rate];
  const label = LABELS[rate];
  if (value === null) return cell(label, '', 'none', '–');
  const level = isLimited(rate) ? levelOf(rate, value, row.sends) : undefined;
  return cell(label, value, level === undefined || level === 'good' ? '' : level, formatPercent(value));
}

function bodyRow(row: EmailRow, most: number, hasGrowth: boolean): Markup {
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
    ...(hasGrowth ? [growthCell(row)] : []),
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
  'Rates are shares of the sends. Colors are published limits, for emails with 1,000 sends or more: spam reports from 0.1% and 0.3%, hard bounces from 5% and 10%.';

const dateOf = (time: string): string => time.slice(0, 10);

/** What the numbers are about: the time since which they count, and that of the growth. */
function about(rows: readonly EmailRow[], hasGrowth: boolean): string {
  const since = rows.flatMap((row) => (typeof row.since === 'string' ? [row.since] : [])).sort();
  const counted = since[0] === undefined ? 'all-time totals' : `the change since ${dateOf(since[0])}`;
  const saved = rows
    .flatMap((row) => (growthOf(row) === undefined ? [] : (row.saved ?? []).map(({ time }) => time)))
    .sort();
  const [first, last] = [saved[0], saved.at(-1)];
  const [from, to] = [first, last].map((time = '') => dateOf(time));
  const growth = from === to ? `on ${from}` : `from ${from} to ${to}`;
  return [
    `${formatCount(rows.length, 'email')}, ${counted}.`,
    hasGrowth ? `Growth: sends between local snapshots, ${growth}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const chooser = (all: readonly Heading[], field: string): Markup =>
  element(
    'label',
    { class: 'sort' },
    'Sort by ',
    element(
      'select',
      {},
      ...all.map((one) => element('option', { selected: one.field === field ? '' : undefined }, one.label)),
    ),
  );

/** `field`: that by which the rows are sorted. */
export async function drawReport(rows: readonly EmailRow[], field: string): Promise<string> {
  const most = rows.reduce((highest, { sends }) => Math.max(highest, sends ?? 0), 0);
  const hasGrowth = rows.some((row) => growthOf(row) !== undefined);
  const all = headings(hasGrowth);
  const head = element(
    'head',
    {},
    {
      markup: `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${await policy()}"><meta name="viewport" content="width=device-width">`,
    },
    element('title', {}, 'Email metrics'),
    { markup: `<style>${STYLE}</style>` },
  );
  const order = field === 'name' ? 'ascending' : 'descending';
  const cells = all.map(({ field: own, label, kind, style }) =>
    element(
      'th',
      { scope: 'col', class: style, 'data-kind': kind, 'aria-sort': own === field ? order : undefined },
      element('button', { type: 'button' }, label),
    ),
  );
  const table = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...cells)),
    element('tbody', {}, ...rows.map((row) => bodyRow(row, most, hasGrowth))),
  );
  const body = element(
    'body',
    {},
    element('h1', {}, 'Email metrics'),
    element('p', {}, about(rows, hasGrowth)),
    summary(rows),
    chooser(all, field),
    element('div', { class: 'scroll' }, table),
    element('footer', {}, FOOTER),
    { markup: `<script>${REPORT_SCRIPT}</script>` },
  );
  return `<!doctype html>\n${element('html', { lang: 'en' }, head, body).markup}`;
}
