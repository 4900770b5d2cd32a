/** The metrics of one email over time as text: one sparkline per metric, with its first and last value. */
import type { Display } from '../../define/view.ts';
import { formatCount, formatNumber } from '../../text/number.ts';
import { labelFor, type MetricName } from './metric.ts';
import { type Point, valuesOf } from './point.ts';

const BARS = [...'▁▂▃▄▅▆▇█'];

/** In a pipe nothing limits the width, but a longer sparkline is hard to read. */
const WIDEST = 60;
const NARROWEST = 8;

/**
 * Values as bars from the lowest to the highest, in at most `width` columns (2 or more). If there are more values, some are
 * shown, evenly chosen, always with the first and the last.
 */
export function sparkline(values: readonly number[], width: number): string {
  const shown =
    values.length <= width
      ? values
      : Array.from({ length: width }, (_, at) => values[Math.round((at * (values.length - 1)) / (width - 1))] ?? 0);
  const least = shown.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = shown.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const top = BARS.length - 1;
  return shown.map((value) => BARS[most === least ? 0 : Math.round(((value - least) / (most - least)) * top)]).join('');
}

/** `points` are in the order of their times, at least one. */
export function drawSparklines(
  points: readonly Point[],
  metrics: readonly MetricName[],
  { style, width, time }: Display,
): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const span = points.length > 1 ? `${time(first.time)} to ${time(last.time)}` : time(first.time);
  const lines = metrics.map((metric) => {
    const values = valuesOf(points, metric).map(([, value]) => value);
    return { label: labelFor(metric), values, ...figuresOf(values) };
  });
  const widest = (key: 'label' | 'figures' | 'change') => Math.max(...lines.map((line) => line[key].length));
  const [label, figures, change] = [widest('label'), widest('figures'), widest('change')];
  const left = (width ?? Number.POSITIVE_INFINITY) - label - figures - change - 6;
  const room = Math.max(NARROWEST, Math.min(WIDEST, left));
  const drawn = lines.map((line) => {
    const bars = style.cyan(sparkline(line.values, room).padEnd(Math.min(room, points.length)));
    return `${style.bold(line.label.padEnd(label))}  ${bars}  ${line.figures.padStart(figures)}  ${style.dim(line.change.padStart(change))}`.trimEnd();
  });
  return [
    `${last.name === undefined ? '' : `${style.bold(last.name)}  `}${style.dim(last.id)}`,
    `${formatCount(points.length, 'snapshot')}, ${span}`,
    '',
    ...drawn,
  ].join('\n');
}

/** `96 → 98` and `+2`; a metric that no snapshot has is `none`. */
function figuresOf(values: readonly number[]): { readonly figures: string; readonly change: string } {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return { figures: 'none', change: '' };
  if (values.length === 1) return { figures: formatNumber(first), change: '' };
  return { figures: `${formatNumber(first)} → ${formatNumber(last)}`, change: signed(last - first) };
}

const signed = (change: number): string => (change < 0 ? `−${formatNumber(-change)}` : `+${formatNumber(change)}`);
