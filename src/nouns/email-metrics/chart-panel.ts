/** One panel of a chart: an axis of counts, a line for each metric, and their names with the last values. */
import type { ScaleLinear, ScaleTime } from 'd3-scale';
import { formatNumber } from '../../text/number.ts';
import { element, type Markup } from '../../text/xml.ts';
import type { Panel } from './kind.ts';
import { labelFor } from './metric.ts';
import { type Point, valuesOf } from './point.ts';

export const WIDTH = 880;
/** Space for the numbers of the axis at the left, and for the names of the lines at the right. */
export const LEFT = 72;
const RIGHT = 190;
export const PLOT = WIDTH - LEFT - RIGHT;

export interface PlacedPanel extends Panel {
  readonly top: number;
  readonly height: number;
  /** Where the axis starts, and what it reaches at least. Without it, the axis starts at the lowest value. */
  readonly axis?: readonly [from: number, to: number];
}

/** Every point has a dot if they are at least this far apart, in pixels. */
const MIN_DOT_DISTANCE = 24;
const LABEL_HEIGHT = 17;

export type Scales = Pick<typeof import('d3-scale'), 'scaleLinear' | 'scaleUtc'>;

/** Pixels with at most one decimal. */
const pixels = (value: number): number => Math.round(value * 10) / 10;

export const text = (words: string, x: number, y: number, style: string, anchor?: 'middle' | 'end'): Markup =>
  element('text', { x: pixels(x), y: pixels(y), class: style, 'text-anchor': anchor }, words);

const pathThrough = (points: ReadonlyArray<readonly [number, number]>): string =>
  points.length === 0 ? '' : `M${points.map(([x, y]) => `${pixels(x)},${pixels(y)}`).join('L')}`;

export const gridLine = (x1: number, y1: number, x2: number, y2: number): Markup =>
  element('line', { class: 'grid', x1: pixels(x1), x2: pixels(x2), y1: pixels(y1), y2: pixels(y2) });

/** At least 4 apart, so that no growth is a flat line. */
function countScale(
  values: readonly number[],
  panel: PlacedPanel,
  { scaleLinear }: Scales,
): ScaleLinear<number, number> {
  const [from, to] = panel.axis ?? [values.reduce((a, b) => Math.min(a, b), values[0] ?? 0), 0];
  const most = values.reduce((a, b) => Math.max(a, b), Math.max(to, from + 4));
  return scaleLinear([from, most], [panel.top + panel.height, panel.top]).nice(4);
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

export function drawPanel(
  points: readonly Point[],
  x: ScaleTime<number, number>,
  panel: PlacedPanel,
  scales: Scales,
): readonly Markup[] {
  const { heading, metrics, top, height } = panel;
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
    top + height,
  );
  const labels = series.map(({ metric }, index) => {
    const value = last[index];
    const label = `${labelFor(metric)} ${value === undefined ? 'none' : formatNumber(value)}`;
    return text(label, LEFT + PLOT + 14, (positions[index] ?? 0) + 4.5, `label figure fill-${metric}`);
  });
  const axis = start === 0 ? '' : ` (the axis starts at ${formatNumber(start)})`;
  return [text(`${heading}${axis}`, LEFT, top - 14, 'soft'), ...grid, ...drawn, ...labels];
}
