/** How metrics are shown: one email with its rates, or a table of many. */
import { textOf, valueAt } from '../../define/json.ts';
import type { Column, Display, View } from '../../define/view.ts';
import { formatNumber, formatPercent } from '../../text/number.ts';
import { isLimited, levelOf, paintLevel } from '../sender-limits.ts';
import type { Counted, MetricsKind } from './kind.ts';
import { ratesFor } from './kind.ts';
import { labelFor, type MetricName, RATES, type Rate } from './metric.ts';
import { isCount, ratesOf, unreadableIn } from './rates.ts';
import { Breach } from './rows.ts';
import { breachWords } from './thresholds.ts';

/** The color of a metric's share, where providers publish a limit. */
function paintShare(text: string, metric: MetricName, value: unknown, display: Display): string {
  const rate = RATES.find((definition) => definition.metric === metric)?.rate;
  const [count, sends] = [Number(valueAt(value, metric)), Number(valueAt(value, 'sends'))];
  const level = rate !== undefined && isLimited(rate) ? levelOf(rate, count / sends, sends) : undefined;
  return level === undefined || level === 'good' ? display.style.dim(text) : paintLevel(text, level, display);
}

/** One line per metric, with its share of all sends if something was sent. */
export function drawMetrics(value: unknown, { metrics }: Counted, display: Display): string {
  const { style } = display;
  const sends = valueAt(value, 'sends');
  const lines = metrics.map((metric) => {
    const count = valueAt(value, metric);
    const hasShare = metric !== 'sends' && isCount(count) && isCount(sends) && sends > 0;
    const share = hasShare ? formatPercent(count / sends) : '';
    return {
      metric,
      label: labelFor(metric),
      count: typeof count === 'number' ? formatNumber(count) : textOf(count ?? 'missing'),
      share,
    };
  });
  const widest = (key: 'label' | 'count' | 'share') => Math.max(...lines.map((line) => line[key].length));
  const [label, count, share] = [widest('label'), widest('count'), widest('share')];
  return lines
    .map((line) =>
      `${style.bold(line.label.padEnd(label))}  ${line.count.padStart(count)}  ${line.share === '' ? '' : paintShare(line.share.padStart(share), line.metric, value, display)}`.trimEnd(),
    )
    .join('\n');
}

/** Where the name of a single email is, for people only. */
export const TITLE = 'title';

/** The metrics of a single email. The columns format the fields that `--fields` names. */
export const singleView = (kind: Counted): View => ({
  kind: 'drawing',
  draw(value, display) {
    const title = textOf(valueAt(value, TITLE));
    const metrics = drawMetrics(value, kind, display);
    return title === '' ? metrics : `${display.style.bold(title)}, all-time\n\n${metrics}`;
  },
  columns: kind.metrics.map((path) => ({ heading: labelFor(path), path, kind: 'number' })),
});

/** Published limits of mailbox providers, by default; a verdict follows only from thresholds. */
export const paintRate =
  (rate: Rate): NonNullable<Column['paint']> =>
  (text, row, display) =>
    isLimited(rate) ? paintLevel(text, levelOf(rate, valueAt(row, rate), valueAt(row, 'sends')), display) : text;

/** `sends` is always shown; the other counts matter less than their rates. */
const countsOf = ({ metrics }: Counted): readonly Column[] =>
  metrics.flatMap((metric): readonly Column[] => {
    const column = { heading: labelFor(metric).toUpperCase(), path: metric, kind: 'number' } as const;
    const rate = RATES.find((definition) => definition.metric === metric);
    if (rate === undefined) return [column];
    return [
      { ...column, minor: true },
      {
        heading: rate.heading,
        path: rate.rate,
        kind: 'percent',
        paint: paintRate(rate.rate),
        show: (value) => (isCount(value) ? formatPercent(value) : value === null ? '–' : ''),
      },
    ];
  });

const PAINT = { pass: 'green', fail: 'red', error: 'red', none: 'dim' } as const;

export const VERDICT_COLUMN: Column = {
  heading: 'VERDICT',
  path: 'verdict',
  optional: true,
  show: (value, { style }) => {
    const word = textOf(value);
    return Object.hasOwn(PAINT, word) ? style[PAINT[word as keyof typeof PAINT]](word) : word;
  },
};

export const REMARK_COLUMN: Column = {
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

const id: Column = { heading: 'ID', path: 'id', kind: 'id' };
const name: Column = { heading: 'NAME', path: 'name' };
/** For rows without names, the name that the list has. */
const knownName: Column = {
  heading: 'NAME',
  path: '',
  show: (row, { names }) => textOf(valueAt(row, 'name') ?? names.of(valueAt(row, 'id')) ?? valueAt(row, 'id')),
};

export const WORKFLOW_COLUMN: Column = { heading: 'WORKFLOW', path: 'workflow.name', optional: true, minor: true };

/** A narrow terminal may leave out the IDs of rows with names, and rates without a threshold. */
export function metricsRows(
  kind: MetricsKind,
  { named, ofOneWorkflow, judged }: { named: boolean; ofOneWorkflow: boolean; judged: readonly Rate[] },
): View {
  const dispensable: readonly string[] =
    judged.length > 0
      ? ratesFor(kind)
          .map(({ rate }) => rate)
          .filter((rate) => !judged.includes(rate))
      : [];
  const counts = countsOf(kind).map((column) =>
    dispensable.includes(column.path) ? { ...column, minor: true as const } : column,
  );
  return {
    kind: 'table',
    columns: [
      named ? name : knownName,
      ...(named && !ofOneWorkflow ? [WORKFLOW_COLUMN] : []),
      ...counts,
      VERDICT_COLUMN,
      REMARK_COLUMN,
      { ...id, minor: true },
    ],
    empty: kind.empty,
    total: (rows) => total(rows, kind),
  };
}

/** The sums of the rows that have all metrics, and how many these are. */
function total(rows: readonly unknown[], kind: Counted): unknown {
  const known = rows.filter((row) => unreadableIn(row, kind).length === 0);
  const sums = Object.fromEntries(
    kind.metrics.map((metric) => [metric, known.reduce((sum: number, row) => sum + Number(valueAt(row, metric)), 0)]),
  );
  const label = `Total of ${known.length === rows.length ? '' : `${known.length} of `}${rows.length}`;
  return { name: label, ...sums, ...ratesOf(sums, kind) };
}
