/** The metrics of one email over time as a self-contained SVG document, for light and dark backgrounds. */
import type { ScaleLinear, ScaleTime } from 'd3-scale';
import { formatCount, formatNumber } from '../../text/number.ts';
import { measureFor } from '../../text/width.ts';
import { truncate } from '../../text/wrap.ts';
import { element, lines, type Markup } from '../../text/xml.ts';
import type { Panel } from './kind.ts';
import { labelFor, METRICS, type MetricName } from './metric.ts';
import { type Point, valuesOf } from './point.ts';

const WIDTH = 880;
/** Space for the numbers of the axis at the left, and for the names of the lines at the right. */
const LEFT = 72;
const RIGHT = 190;
const PLOT = WIDTH - LEFT - RIGHT;

/** Two panels with axes of their own, because bounces are few compared with sends. */
const TOPS = [122, 352] as const;
const PANEL_HEIGHT = 160;

interface PlacedPanel extends Panel {
  readonly top: number;
}

const BOTTOM = 512;
const HEIGHT = 560;

/** Distinguishable with color blindness (after Okabe and Ito), for light and for dark backgrounds. */
const COLORS: Readonly<Record<MetricName, readonly [light: string, dark: string]>> = {
  sends: ['#0072b2', '#56b4e9'],
  deliveries: ['#00795a', '#2fc79a'],
  opens: ['#00795a', '#2fc79a'],
  clicks: ['#c04a00', '#ff8a47'],
  unsubscribes: ['#0072b2', '#56b4e9'],
  hardBounces: ['#c04a00', '#ff8a47'],
  softBounces: ['#8a6500', '#f0c24b'],
  spamReports: ['#a03a78', '#e79ac6'],
};

/** Every point has a dot if they are at least this far apart, in pixels. */
const MIN_DOT_DISTANCE = 24;
const LABEL_HEIGHT = 17;
/** In terminal columns, which are a fair estimate of the width in a proportional font. */
const LONGEST_TITLE = 64;
const MIN_DATE_DISTANCE = 100;
const DAY_MS = 86_400_000;

const styles = (): string => {
  const theme = (index: 0 | 1, ink: string, soft: string, grid: string, paper: string) =>
    [
      `.paper{fill:${paper}}.ink{fill:${ink}}.soft{fill:${soft}}.grid{stroke:${grid}}.dot{stroke:${paper}}`,
      ...METRICS.map(([name]) => `.${name}{stroke:${COLORS[name][index]}}.fill-${name}{fill:${COLORS[name][index]}}`),
    ].join('');
  return [
    'text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-size:13px}',
    '.title{font-size:19px;font-weight:600}.label{font-weight:600}.line{fill:none;stroke-width:2.25;stroke-linejoin:round}',
    '.figure{font-variant-numeric:tabular-nums}.grid{stroke-width:1}.dot{stroke-width:1.5}',
    theme(0, '#1c2024', '#5b646d', '#e3e7eb', '#ffffff'),
    `@media(prefers-color-scheme:dark){${theme(1, '#f0f2f4', '#a3acb5', '#30363c', '#14171a')}}`,
  ].join('');
};

/** Pixels with at most one decimal. */
const pixels = (value: number): number => Math.round(value * 10) / 10;

const text = (words: string, x: number, y: number, style: string, anchor?: 'middle' | 'end'): Markup =>
  element('text', { x: pixels(x), y: pixels(y), class: style, 'text-anchor': anchor }, words);

const pathThrough = (points: ReadonlyArray<readonly [number, number]>): string =>
  points.length === 0 ? '' : `M${points.map(([x, y]) => `${pixels(x)},${pixels(y)}`).join('L')}`;

const gridLine = (x1: number, y1: number, x2: number, y2: number): Markup =>
  element('line', { class: 'grid', x1: pixels(x1), x2: pixels(x2), y1: pixels(y1), y2: pixels(y2) });

const dates = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', hourCycle: 'h23', ...options });
  return (date: Date): string => format.format(date);
};
const exactDate = dates({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

/** A date as short as the span allows. */
function tickDate(spanMs: number): (date: Date) => string {
  if (spanMs > 300 * DAY_MS) return dates({ month: 'short', year: 'numeric' });
  if (spanMs > 4 * DAY_MS) return dates({ day: 'numeric', month: 'short' });
  return dates({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
}

type Scales = Pick<typeof import('d3-scale'), 'scaleLinear' | 'scaleUtc'>;

/** From the first point to the last; a single point is in the middle of a day. */
function timeScale(points: readonly Point[], { scaleUtc }: Scales): ScaleTime<number, number> {
  const times = points.map(({ time }) => Date.parse(time));
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const margin = first === last ? DAY_MS / 2 : 0;
  return scaleUtc([first - margin, last + margin], [LEFT, LEFT + PLOT]);
}

/** From the lowest to the highest value, at least 4 apart, so that no growth is a flat line. */
function countScale(
  values: readonly number[],
  panel: PlacedPanel,
  { scaleLinear }: Scales,
): ScaleLinear<number, number> {
  const least = values.reduce((a, b) => Math.min(a, b), values[0] ?? 0);
  const most = values.reduce((a, b) => Math.max(a, b), least + 4);
  return scaleLinear([least, most], [panel.top + PANEL_HEIGHT, panel.top]).nice(4);
}

/** Moves labels apart so that none covers another, each as close to its position as possible, none below `bottom`. */
function spreadOut(positions: readonly number[], bottom: number): readonly number[] {
  const order = positions.map((_, index) => index).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const spread = [...positions];
  order.forEach((index, position) => {
    const above = spread[order[position - 1] ?? -1] ?? Number.NEGATIVE_INFINITY;
    spread[index] = Math.max(positions[index] ?? 0, above + LABEL_HEIGHT);
  });
  [...order].reverse().forEach((index, position, reversed) => {
    const below = spread[reversed[position - 1] ?? -1] ?? bottom + LABEL_HEIGHT;
    spread[index] = Math.min(spread[index] ?? 0, below - LABEL_HEIGHT);
  });
  return spread;
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 3 });

/** A full number of a million or more does not fit next to the axis. */
const tickCount = (count: number): string => (count < 1_000_000 ? formatNumber(count) : compact.format(count));

function drawPanel(
  points: readonly Point[],
  x: ScaleTime<number, number>,
  panel: PlacedPanel,
  scales: Scales,
): readonly Markup[] {
  const { heading, metrics, top } = panel;
  const series = metrics.map((metric) => ({ metric, values: valuesOf(points, metric) }));
  const y = countScale(
    series.flatMap(({ values }) => values.map(([, value]) => value)),
    panel,
    scales,
  );
  const start = y.domain()[0] ?? 0;
  const grid = y
    .ticks(4)
    .filter(Number.isInteger)
    .flatMap((tick) => [
      gridLine(LEFT, y(tick), LEFT + PLOT, y(tick)),
      text(tickCount(tick), LEFT - 10, y(tick) + 4.5, 'soft figure', 'end'),
    ]);
  const isMarked = points.length === 1 || PLOT / (points.length - 1) >= MIN_DOT_DISTANCE;
  const drawn = series.flatMap(({ metric, values }) => {
    const at = values.map(([point, value]): [number, number] => [x(Date.parse(point.time)), y(value)]);
    return [
      element('path', { class: `line ${metric}`, d: pathThrough(at) }),
      ...(isMarked ? at : at.slice(-1)).map(([cx, cy]) =>
        element('circle', { class: `dot fill-${metric}`, cx: pixels(cx), cy: pixels(cy), r: 3.5 }),
      ),
    ];
  });
  const last = series.map(({ values }) => values.at(-1)?.[1]);
  const positions = spreadOut(
    last.map((value) => y(value ?? start)),
    top + PANEL_HEIGHT,
  );
  const labels = series.map(({ metric }, index) => {
    const value = last[index];
    const label = `${labelFor(metric)} ${value === undefined ? 'none' : formatNumber(value)}`;
    return text(label, LEFT + PLOT + 14, (positions[index] ?? 0) + 4.5, `label figure fill-${metric}`);
  });
  const axis = start === 0 ? '' : ` (the axis starts at ${formatNumber(start)})`;
  return [text(`${heading}${axis}`, LEFT, top - 14, 'soft'), ...grid, ...drawn, ...labels];
}

function drawTimeAxis(x: ScaleTime<number, number>): readonly Markup[] {
  const [first, last] = x.domain();
  const format = tickDate((last?.getTime() ?? 0) - (first?.getTime() ?? 0));
  const ticks = x.ticks(6);
  const every = Math.ceil((MIN_DATE_DISTANCE * ticks.length) / PLOT);
  return ticks
    .filter((_, index) => index % every === 0)
    .flatMap((tick) => [
      ...TOPS.map((top) => gridLine(x(tick), top, x(tick), top + PANEL_HEIGHT + 6)),
      text(format(tick), x(tick), BOTTOM + 24, 'soft figure', 'middle'),
    ]);
}

/** `points` are in the order of their times, at least one. Their text must be escaped. */
export async function drawChart(points: readonly Point[], panels: readonly [Panel, Panel]): Promise<string> {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const scales: Scales = await import('d3-scale');
  const x = timeScale(points, scales);
  const name = last.name ?? last.id;
  const title = truncate(name, LONGEST_TITLE, await measureFor(name));
  const [from, to] = [first, last].map(({ time }) => exactDate(new Date(time)));
  const span = `${formatCount(points.length, 'snapshot')}, ${points.length === 1 ? from : `${from} to ${to}`} UTC`;
  const content = lines([
    element('style', {}, { markup: styles() }),
    element('rect', { class: 'paper', width: WIDTH, height: HEIGHT }),
    text(title, 24, 38, 'title ink'),
    text(`All-time metrics. ${span}`, 24, 62, 'soft'),
    ...drawTimeAxis(x),
    ...panels.flatMap((panel, index) => drawPanel(points, x, { ...panel, top: TOPS[index] ?? 0 }, scales)),
  ]);
  const size = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT };
  const label = { role: 'img', 'aria-label': `All-time metrics of ${title}` };
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size, ...label }, content, '\n').markup;
}
