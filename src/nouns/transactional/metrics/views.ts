/** How delivery counters look: of one email with their shares, of many side by side. */
import { textOf, valueAt } from '../../../define/json.ts';
import type { Column, Paper, View } from '../../../define/view.ts';
import { COUNTERS, countersOf, eachCounter, inPercent, inThousands, RATES, type Rate, ratesOf } from './counters.ts';
import { breachWords } from './gates.ts';
import { Breach } from './rows.ts';

/** Counters with their share of all sends; a share is not told where nothing was sent. */
export function drawMetrics(value: unknown, { style }: Paper): string {
  const sends = valueAt(value, 'sends');
  const lines = COUNTERS.map(([path, label]) => {
    const count = valueAt(value, path);
    const share =
      path !== 'sends' && typeof count === 'number' && typeof sends === 'number' && sends > 0
        ? inPercent(count / sends)
        : '';
    return { label, count: typeof count === 'number' ? inThousands(count) : textOf(count ?? '?'), share };
  });
  const widest = (key: 'label' | 'count' | 'share') => Math.max(...lines.map((line) => line[key].length));
  const [label, count, share] = [widest('label'), widest('count'), widest('share')];
  return lines
    .map((line) =>
      `${style.bold(line.label.padEnd(label))}  ${line.count.padStart(count)}  ${style.dim(line.share.padStart(share))}`.trimEnd(),
    )
    .join('\n');
}

const count = (heading: string, path: string): Column => ({ heading, path, kind: 'number', minor: true });

const rate = (heading: string, path: Rate): Column => ({
  heading,
  path,
  kind: 'number',
  show: (value) => (typeof value === 'number' ? inPercent(value) : value === null ? '–' : ''),
});

const PAINT = { pass: 'green', fail: 'red', none: 'dim' } as const;

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
    const breaches = Breach.array().safeParse(valueAt(row, 'breaches'));
    const broken = (breaches.data ?? []).map(breachWords);
    return [valueAt(row, 'error.message'), ...broken, valueAt(row, 'remark')].filter(Boolean).map(textOf).join('; ');
  },
};

const COLUMNS: readonly Column[] = [
  { heading: 'ID', path: 'transactionalId', kind: 'id' },
  { heading: 'NAME', path: 'name', optional: true, narrowest: 20 },
  { heading: 'SENDS', path: 'sends', kind: 'number' },
  count('DELIVERIES', 'deliveries'),
  rate('DELIVERED', 'deliveryRate'),
  count('HARD BOUNCES', 'hardBounces'),
  rate('HARD', 'hardBounceRate'),
  count('SOFT BOUNCES', 'softBounces'),
  rate('SOFT', 'softBounceRate'),
  count('SPAM REPORTS', 'spamReports'),
  rate('SPAM', 'spamRate'),
  verdict,
  remark,
];

/**
 * What a narrow terminal can do without: the IDs of rows that have names, and with gates the rates that have no limit.
 */
export function metricsRows({ named, gated }: { named: boolean; gated: readonly Rate[] }): View {
  const dispensable = [
    ...(named ? ['transactionalId'] : []),
    ...(gated.length > 0 ? RATES.map(([name]) => name).filter((name) => !gated.includes(name)) : []),
  ];
  return {
    kind: 'table',
    columns: COLUMNS.map((column) => (dispensable.includes(column.path) ? { ...column, minor: true } : column)),
    empty: 'There are no transactional emails to show the metrics of.',
    total,
  };
}

/** What the rows make together; those without all counters are not in it, and it says how many are. */
function total(rows: readonly unknown[]): unknown {
  const known = rows.flatMap((row) => countersOf(row) ?? []);
  const sums = eachCounter((counter) => known.reduce((sum, counters) => sum + counters[counter], 0));
  const label = `Total of ${known.length === rows.length ? '' : `${known.length} of `}${rows.length}`;
  const isNamed = rows.some((row) => valueAt(row, 'name') !== undefined);
  return { ...(isNamed ? { name: label } : { transactionalId: label }), ...sums, ...ratesOf(sums) };
}
