/** How metrics are shown: one email with its rates, or a table of many. */
import { textOf, valueAt } from '../../../define/json.ts';
import type { Column, Display, View } from '../../../define/view.ts';
import { formatNumber, formatPercent } from '../../../text/number.ts';
import { isLimited, levelOf, paintLevel } from '../../sender-limits.ts';
import { METRICS, type Metrics, perMetric } from '../operations.ts';
import { isCount, metricsIn, RATES, type Rate, ratesOf } from './rates.ts';
import { Breach } from './rows.ts';
import { breachWords } from './thresholds.ts';

/** One line per metric, with its share of all sends if something was sent. */
export function drawMetrics(value: unknown, { style }: Display): string {
  const sends = valueAt(value, 'sends');
  const lines = METRICS.map(([metric, label]) => {
    const count = valueAt(value, metric);
    const hasShare = metric !== 'sends' && isCount(count) && isCount(sends) && sends > 0;
    const share = hasShare ? formatPercent(count / sends) : '';
    return { label, count: typeof count === 'number' ? formatNumber(count) : textOf(count ?? 'missing'), share };
  });
  const widest = (key: 'label' | 'count' | 'share') => Math.max(...lines.map((line) => line[key].length));
  const [label, count, share] = [widest('label'), widest('count'), widest('share')];
  return lines
    .map((line) =>
      `${style.bold(line.label.padEnd(label))}  ${line.count.padStart(count)}  ${style.dim(line.share.padStart(share))}`.trimEnd(),
    )
    .join('\n');
}

/** The metrics of a single email. The columns format the fields that `--fields` names. */
export const singleView: View = {
  kind: 'drawing',
  draw: drawMetrics,
  columns: METRICS.map(([path, heading]) => ({ heading, path, kind: 'number' })),
};

/** Published limits of mailbox providers, by default; a verdict follows only from thresholds. */
const paintRate =
  (rate: Rate): NonNullable<Column['paint']> =>
  (text, row, display) =>
    isLimited(rate) ? paintLevel(text, levelOf(rate, valueAt(row, rate), valueAt(row, 'sends')), display) : text;

const RATE_HEADINGS: Readonly<Record<Rate, string>> = {
  deliveryRate: 'DELIVERED',
  hardBounceRate: 'HARD',
  softBounceRate: 'SOFT',
  spamRate: 'SPAM',
};

/** `sends` is always shown; the other counts matter less than their rates. */
const COUNTS: readonly Column[] = METRICS.flatMap(([metric, label]): readonly Column[] => {
  const column = { heading: label.toUpperCase(), path: metric, kind: 'number' } as const;
  const rate = RATES.find(([, name]) => name === metric)?.[0];
  if (rate === undefined) return [column];
  return [
    { ...column, minor: true },
    {
      heading: RATE_HEADINGS[rate],
      path: rate,
      kind: 'percent',
      paint: paintRate(rate),
      show: (value) => (isCount(value) ? formatPercent(value) : value === null ? '–' : ''),
    },
  ];
});

const PAINT = { pass: 'green', fail: 'red', error: 'red', none: 'dim' } as const;

const verdict: Column = {
  heading: 'VERDICT',
  path: 'verdict',
  optional: true,
  show: (value, { style }) => {
    const word = textOf(value);
    return Object.hasOwn(PAINT, word) ? style[PAINT[word as keyof typeof PAINT]](word) : word;
  },
};

const remark: Column = {
  heading: 'REMARK',
  path: '',
  optional: true,
  narrowest: 24,
  show: (row) => {
    const breaches = Breach.array().safeParse(valueAt(row, 'breaches')).data ?? [];
    const parts = [valueAt(row, 'error.message'), ...breaches.map(breachWords), valueAt(row, 'remark')];
    return parts.filter(Boolean).map(textOf).join('; ');
  },
};

const id: Column = { heading: 'ID', path: 'transactionalId', kind: 'id' };
const name: Column = { heading: 'NAME', path: 'name' };

/** A narrow terminal may leave out the IDs of rows with names, and rates without a threshold. */
export function metricsRows({ named, judged }: { named: boolean; judged: readonly Rate[] }): View {
  const dispensable: readonly string[] =
    judged.length > 0 ? RATES.map(([rate]) => rate).filter((rate) => !judged.includes(rate)) : [];
  const counts = COUNTS.map((column) =>
    dispensable.includes(column.path) ? { ...column, minor: true as const } : column,
  );
  return {
    kind: 'table',
    columns: named ? [name, ...counts, verdict, remark, { ...id, minor: true }] : [id, ...counts, verdict, remark],
    empty: 'No transactional emails.',
    total,
  };
}

/** The sums of the rows that have all metrics, and how many these are. */
function total(rows: readonly unknown[]): unknown {
  const known: readonly Metrics[] = rows.flatMap((row) => metricsIn(row) ?? []);
  const sums = perMetric((metric) => known.reduce((sum, metrics) => sum + metrics[metric], 0));
  const label = `Total of ${known.length === rows.length ? '' : `${known.length} of `}${rows.length}`;
  const isNamed = rows.some((row) => valueAt(row, 'name') !== undefined);
  return { ...(isNamed ? { name: label } : { transactionalId: label }), ...sums, ...ratesOf(sums) };
}
