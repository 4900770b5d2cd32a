/** The metrics of emails over time as a self-contained SVG document, for light and dark backgrounds. */
import type { ScaleTime } from 'd3-scale';
import { formatCount } from '../../text/number.ts';
import { measureFor } from '../../text/width.ts';
import { truncate } from '../../text/wrap.ts';
import { element, lines, type Markup } from '../../text/xml.ts';
import { drawPanel, gridLine, LEFT, PLOT, type PlacedPanel, type Scales, text, WIDTH } from './chart-panel.ts';
import type { Panel } from './kind.ts';
import { METRICS, type MetricName } from './metric.ts';
import { emailsIn, type Point, valuesOf } from './point.ts';

/** The panels of one email have axes of their own, because bounces are few compared with sends. */
const ONE = { tops: [122, 352], height: 160 } as const;

/** Several emails have one panel each. */
const SEVERAL = { top: 142, height: 130, gap: 48 } as const;
const BELOW = 48;

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

/** Each format is created on first use: it takes some milliseconds, and most runs draw no chart. */
const dates = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined;
  return (date: Date): string => {
    format ??= new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', hourCycle: 'h23', ...options });
    return format.format(date);
  };
};
const exactDate = dates({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

/** A date as short as the span allows. */
function tickDate(spanMs: number): (date: Date) => string {
  if (spanMs > 300 * DAY_MS) return dates({ month: 'short', year: 'numeric' });
  if (spanMs > 4 * DAY_MS) return dates({ day: 'numeric', month: 'short' });
  if (spanMs > 10 * 60_000) return dates({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  return dates({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** From the first point to the last; a single point is in the middle of a day. */
function timeScale(times: readonly string[], { scaleUtc }: Scales): ScaleTime<number, number> {
  const [first, last] = [times[0], times.at(-1)].map((time) => Date.parse(time ?? '')) as [number, number];
  const margin = first === last ? DAY_MS / 2 : 0;
  return scaleUtc([first - margin, last + margin], [LEFT, LEFT + PLOT]);
}

function drawTimeAxis(x: ScaleTime<number, number>, panels: readonly PlacedPanel[], bottom: number): readonly Markup[] {
  const [first, last] = x.domain();
  const format = tickDate((last?.getTime() ?? 0) - (first?.getTime() ?? 0));
  const ticks = x.ticks(6);
  const every = Math.ceil((MIN_DATE_DISTANCE * ticks.length) / PLOT);
  return ticks
    .filter((_, index) => index % every === 0)
    .flatMap((tick) => [
      ...panels.map(({ top, height }) => gridLine(x(tick), top, x(tick), top + height + 6)),
      text(format(tick), x(tick), bottom + 24, 'soft figure', 'middle'),
    ]);
}

const mostOf = (points: readonly Point[], metrics: readonly MetricName[]): number =>
  metrics.flatMap((metric) => valuesOf(points, metric)).reduce((most, [, value]) => Math.max(most, value), 0);

/** Lines of very different heights would be flat on one scale. */
const MOST_TIMES = 10;

interface Plan {
  readonly title: string;
  readonly about: readonly string[];
  /** What each panel shows. */
  readonly panels: ReadonlyArray<readonly [PlacedPanel, readonly Point[]]>;
}

const nameOf = (points: readonly Point[]): string => points.at(-1)?.name ?? points.at(-1)?.id ?? '';

function planOfSeveral(emails: readonly (readonly Point[])[], { heading, metrics }: Panel): Plan {
  const highest = emails.map((points) => mostOf(points, metrics));
  const most = Math.max(...highest);
  const isShared = most <= MOST_TIMES * Math.max(4, Math.min(...highest));
  const scale = isShared ? 'have the same scale' : 'have different scales, because the numbers differ widely';
  return {
    title: `Metrics of ${formatCount(emails.length, 'email')}`,
    about: [`${heading}. All axes start at zero and ${scale}.`],
    panels: emails.map((points, index) => [
      {
        heading: nameOf(points),
        metrics,
        top: SEVERAL.top + index * (SEVERAL.height + SEVERAL.gap),
        height: SEVERAL.height,
        axis: [0, isShared ? most : 0],
      },
      points,
    ]),
  };
}

/** `points` are in the order of their times, at least one, and those of an email together. Their text must be escaped. */
export async function drawChart(points: readonly Point[], kindPanels: readonly [Panel, Panel]): Promise<string> {
  const emails = emailsIn(points);
  const [first] = emails;
  if (first === undefined) return '';
  const { title, about, panels }: Plan =
    emails.length === 1
      ? {
          title: nameOf(first),
          about: [],
          panels: kindPanels.map((panel, index) => [
            { ...panel, top: ONE.tops[index] ?? 0, height: ONE.height },
            first,
          ]),
        }
      : planOfSeveral(emails, kindPanels[0]);
  const times = [...new Set(points.map(({ time }) => time))].sort((a, b) => Date.parse(a) - Date.parse(b));
  const scales: Scales = await import('d3-scale');
  const x = timeScale(times, scales);
  const widthOf = await measureFor([title, ...panels.map(([{ heading }]) => heading)].join('\n'));
  const short = (words: string): string => truncate(words, LONGEST_TITLE, widthOf);
  const [from, to] = [times[0], times.at(-1)].map((time) => exactDate(new Date(time ?? 0)));
  const span = `${formatCount(times.length, 'snapshot')}, ${times.length === 1 ? from : `${from} to ${to}`} UTC`;
  const bottom = panels.reduce((lowest, [{ top, height }]) => Math.max(lowest, top + height), 0);
  const height = bottom + BELOW;
  const content = lines([
    element('style', {}, { markup: styles() }),
    element('rect', { class: 'paper', width: WIDTH, height }),
    text(short(title), 24, 38, 'title ink'),
    ...[`All-time metrics. ${span}`, ...about].map((line, index) => text(line, 24, 62 + index * 20, 'soft')),
    ...drawTimeAxis(
      x,
      panels.map(([panel]) => panel),
      bottom,
    ),
    ...panels.flatMap(([panel, own]) => drawPanel(own, x, { ...panel, heading: short(panel.heading) }, scales)),
  ]);
  const size = { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height };
  const label = { role: 'img', 'aria-label': `All-time metrics of ${short(title)}` };
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size, ...label }, content, '\n').markup;
}
