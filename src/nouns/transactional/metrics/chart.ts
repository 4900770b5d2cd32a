/** The growth of counters as an SVG document that explains itself, on light and dark backgrounds. */
import { type ScaleLinear, type ScaleTime, scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import stringWidth from 'string-width';
import { COUNTERS, type Counter, inThousands } from './counters.ts';
import type { Point } from './point.ts';

const WIDTH = 880;
/** Room for the numbers of the axis to the left, and for the names of the lines to the right. */
const LEFT = 72;
const RIGHT = 190;
const PLOT = WIDTH - LEFT - RIGHT;

/** What happens to nearly every email and what happens to few need scales of their own. */
const PANELS: readonly { readonly counters: readonly Counter[]; readonly top: number; readonly height: number }[] = [
  { counters: ['sends', 'deliveries'], top: 92, height: 180 },
  { counters: ['hardBounces', 'softBounces', 'spamReports'], top: 312, height: 180 },
];
const BOTTOM = 492;
const HEIGHT = 540;

/** Distinguishable without seeing colours as most do (after Okabe and Ito), for light and for dark backgrounds. */
const COLORS: Readonly<Record<Counter, readonly [light: string, dark: string]>> = {
  sends: ['#0072b2', '#56b4e9'],
  deliveries: ['#00795a', '#2fc79a'],
  hardBounces: ['#c04a00', '#ff8a47'],
  softBounces: ['#8a6500', '#f0c24b'],
  spamReports: ['#a03a78', '#e79ac6'],
};

/** Every point is marked while they stand this far apart or more, in pixels. */
const MARKED_APART = 24;
/** Lines of text are not set closer than this. */
const LABEL_HEIGHT = 17;
/** In columns of a terminal, which are a fair measure of how wide a text is set. */
const LONGEST_TITLE = 64;
/** Dates below the axis do not stand closer than this. */
const DATES_APART = 100;
const DAY_MS = 86_400_000;

const styles = (): string => {
  const theme = (index: 0 | 1, ink: string, soft: string, grid: string, paper: string) =>
    [
      `.paper{fill:${paper}}.ink{fill:${ink}}.soft{fill:${soft}}.grid{stroke:${grid}}.dot{stroke:${paper}}`,
      ...COUNTERS.map(([name]) => `.${name}{stroke:${COLORS[name][index]}}.fill-${name}{fill:${COLORS[name][index]}}`),
    ].join('');
  return [
    'text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-size:13px}',
    '.title{font-size:19px;font-weight:600}.label{font-weight:600}.line{fill:none;stroke-width:2.25;stroke-linejoin:round}',
    '.figure{font-variant-numeric:tabular-nums}.grid{stroke-width:1}.dot{stroke-width:1.5}',
    theme(0, '#1c2024', '#5b646d', '#e3e7eb', '#ffffff'),
    `@media(prefers-color-scheme:dark){${theme(1, '#f0f2f4', '#a3acb5', '#30363c', '#14171a')}}`,
  ].join('');
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The last two are no characters, and XML has no way to write them. */
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '').replace(/[\ufffe\uffff]/g, '\ufffd');

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes, ...inside: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    const shown = typeof value === 'number' ? String(Math.round(value * 10) / 10) : escaped(value);
    return ` ${key}="${shown}"`;
  });
  return `<${name}${written.join('')}${inside.length === 0 ? '/>' : `>${inside.join('')}</${name}>`}`;
}

const text = (words: string, x: number, y: number, kind: string, rest: Attributes = {}): string =>
  element('text', { x, y, class: kind, ...rest }, escaped(words));

const dates = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
  return (date: Date): string => format.format(date);
};
const exactDate = dates({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

/** A date as short as the span allows. */
function tickDate(spanMs: number): (date: Date) => string {
  if (spanMs > 300 * DAY_MS) return dates({ month: 'short', year: 'numeric' });
  if (spanMs > 4 * DAY_MS) return dates({ day: 'numeric', month: 'short' });
  return dates({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
}

type Times = ScaleTime<number, number>;
type Counts = ScaleLinear<number, number>;

/** From the first to the last; a single moment stands in the middle of a day. */
function timeScale(points: readonly Point[]): Times {
  const times = points.map(({ time }) => Date.parse(time));
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const margin = first === last ? DAY_MS / 2 : 0;
  return scaleUtc([first - margin, last + margin], [LEFT, LEFT + PLOT]);
}

/** From the least to the most, at least a few apart: what grew by nothing is a flat line. */
function countScale(values: readonly number[], { top, height }: { top: number; height: number }): Counts {
  const least = values.reduce((a, b) => Math.min(a, b));
  const most = Math.max(
    least + 4,
    values.reduce((a, b) => Math.max(a, b)),
  );
  return scaleLinear([least, most], [top + height, top]).nice(4);
}

/** Moves labels apart so that none covers another, each as near to its place as that allows, none below `bottom`. */
function spreadOut(places: readonly number[], bottom: number): readonly number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const spread = [...places];
  order.forEach((index, position) => {
    const above = spread[order[position - 1] ?? -1] ?? Number.NEGATIVE_INFINITY;
    spread[index] = Math.max(places[index] ?? 0, above + LABEL_HEIGHT);
  });
  [...order].reverse().forEach((index, position, reversed) => {
    const below = spread[reversed[position - 1] ?? -1] ?? bottom + LABEL_HEIGHT;
    spread[index] = Math.min(spread[index] ?? 0, below - LABEL_HEIGHT);
  });
  return spread;
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 3 });

/** From a million on, the full number has no room beside the axis. */
const tickCount = (count: number): string => (count < 1_000_000 ? inThousands(count) : compact.format(count));

const labelOf = (counter: Counter): string => COUNTERS.find(([name]) => name === counter)?.[1] ?? counter;

function panel(points: readonly Point[], x: Times, { counters, top, height }: (typeof PANELS)[number]): string[] {
  const y = countScale(
    points.flatMap((point) => counters.map((counter) => point[counter])),
    { top, height },
  );
  const grid = y
    .ticks(4)
    .filter(Number.isInteger)
    .flatMap((tick) => [
      element('line', { class: 'grid', x1: LEFT, x2: LEFT + PLOT, y1: y(tick), y2: y(tick) }),
      text(tickCount(tick), LEFT - 10, y(tick) + 4.5, 'soft figure', { 'text-anchor': 'end' }),
    ]);
  const isMarked = points.length === 1 || PLOT / (points.length - 1) >= MARKED_APART;
  const lines = counters.flatMap((counter) => {
    const at = points.map((point): [number, number] => [x(Date.parse(point.time)), y(point[counter])]);
    const dots = isMarked ? at : at.slice(-1);
    return [
      element('path', { class: `line ${counter}`, d: line().digits(1)(at) ?? '' }),
      ...dots.map(([cx, cy]) => element('circle', { class: `dot fill-${counter}`, cx, cy, r: 3.5 })),
    ];
  });
  const last = points.at(-1);
  const places = spreadOut(
    counters.map((counter) => y(last?.[counter] ?? 0)),
    top + height,
  );
  const labels = counters.map((counter, index) =>
    text(
      `${labelOf(counter)} ${inThousands(last?.[counter] ?? 0)}`,
      LEFT + PLOT + 14,
      (places[index] ?? 0) + 4.5,
      `label figure fill-${counter}`,
    ),
  );
  return [...grid, ...lines, ...labels];
}

function timeAxis(x: Times): string[] {
  const [first, last] = x.domain();
  const shown = tickDate((last?.getTime() ?? 0) - (first?.getTime() ?? 0));
  const [top, bottom] = [PANELS[0]?.top ?? 0, BOTTOM];
  const ticks = x.ticks(6);
  const every = Math.ceil((DATES_APART * ticks.length) / PLOT);
  const sparse = ticks.filter((_, index) => index % every === 0);
  return sparse.flatMap((tick) => [
    element('line', { class: 'grid', x1: x(tick), x2: x(tick), y1: top, y2: bottom + 6 }),
    text(shown(tick), x(tick), bottom + 24, 'soft figure', { 'text-anchor': 'middle' }),
  ]);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function shortened(name: string): string {
  let kept = '';
  for (const { segment } of graphemes.segment(name)) {
    if (stringWidth(kept + segment) > LONGEST_TITLE) return `${kept.trimEnd()}…`;
    kept += segment;
  }
  return kept;
}

/** `points` are in the order of their times, at least one; their texts are visible already. */
export function drawChart(points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const x = timeScale(points);
  const title = shortened(last.name ?? last.transactionalId);
  const span =
    points.length === 1
      ? `1 snapshot, ${exactDate(new Date(first.time))} UTC`
      : `${points.length} snapshots, ${exactDate(new Date(first.time))} to ${exactDate(new Date(last.time))} UTC`;
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      width: WIDTH,
      height: HEIGHT,
      role: 'img',
      'aria-label': `All-time delivery counters of ${title}`,
    },
    `\n${[
      element('style', {}, styles()),
      element('rect', { class: 'paper', width: WIDTH, height: HEIGHT }),
      text(title, 24, 38, 'title ink'),
      text(`All-time delivery counters. ${span}`, 24, 62, 'soft'),
      ...timeAxis(x),
      ...PANELS.flatMap((each) => panel(points, x, each)),
    ].join('\n')}\n`,
  );
}
