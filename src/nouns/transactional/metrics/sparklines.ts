/** The growth of counters in a few lines of text: a sparkline each, with its first and last value. */
import type { Paper } from '../../../define/view.ts';
import { COUNTERS, inThousands } from './counters.ts';
import type { Point } from './point.ts';

const BARS = [...'▁▂▃▄▅▆▇█'];

/** Where nothing has to be cut, a line is still to be taken in at one look. */
const WIDEST = 60;
const NARROWEST = 8;

/**
 * The values as bars from the least to the most, in at most `width` columns (2 or more). Of more values than that some
 * are shown, evenly chosen, always with the first and the last.
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
export function drawSparklines(points: readonly Point[], { style, width, time }: Paper): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const several = points.length > 1;
  const span = several ? `${points.length} snapshots, ${time(first.time)} to ${time(last.time)}` : time(first.time);
  const lines = COUNTERS.map(([counter, label]) => ({
    label,
    values: points.map((point) => point[counter]),
    figures: several ? `${inThousands(first[counter])} → ${inThousands(last[counter])}` : inThousands(first[counter]),
    change: several ? signed(last[counter] - first[counter]) : '',
  }));
  const widest = (key: 'label' | 'figures' | 'change') => Math.max(...lines.map((line) => line[key].length));
  const [label, figures, change] = [widest('label'), widest('figures'), widest('change')];
  const left = (width ?? Number.POSITIVE_INFINITY) - label - figures - change - 6;
  const room = Math.max(NARROWEST, Math.min(WIDEST, left));
  const drawn = lines.map((line) => {
    const bars = style.cyan(sparkline(line.values, room).padEnd(Math.min(room, points.length)));
    return `${style.bold(line.label.padEnd(label))}  ${bars}  ${line.figures.padStart(figures)}  ${style.dim(line.change.padStart(change))}`.trimEnd();
  });
  return [
    `${last.name === undefined ? '' : `${style.bold(last.name)}  `}${style.dim(last.transactionalId)}`,
    span,
    '',
    ...drawn,
  ].join('\n');
}

const signed = (change: number): string => (change < 0 ? `−${inThousands(-change)}` : `+${inThousands(change)}`);
