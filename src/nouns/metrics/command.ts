/** `metrics`: the metrics of all emails of the account in one view. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { valueAt } from '../../define/json.ts';
import type { Column } from '../../define/view.ts';
import { worstExitCode } from '../../errors.ts';
import { formatCount, formatPercent } from '../../text/number.ts';
import { checkApiKey } from '../api-key.ts';
import { exitCodeOfRows } from '../email-metrics/command.ts';
import { METRICS, type Rate } from '../email-metrics/metric.ts';
import { isCount } from '../email-metrics/rates.ts';
import {
  BASELINE_NEEDS,
  checksOf,
  judgedRates,
  snapshotInput,
  thresholdInput,
  worstFirst,
} from '../email-metrics/thresholds.ts';
import { paintRate, REMARK_COLUMN, VERDICT_COLUMN, WORKFLOW_COLUMN } from '../email-metrics/view.ts';
import { drawReport } from './report.ts';
import { EMAIL_TYPES, EmailRow, fetchRows, METRIC_CALLS, SHOWN_RATES, withSaved } from './rows.ts';

const SORT_FIELDS = ['name', 'sends', ...SHOWN_RATES.map(({ rate }) => rate)] as const;
type SortField = (typeof SORT_FIELDS)[number];

/** Highest first, names from A to Z, and rows without a value last. Rows that fail a check are first unless a field is given. */
function sorted(rows: readonly EmailRow[], by: SortField | undefined): readonly EmailRow[] {
  if (by === 'name') return [...rows].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const ordered = [...rows].sort((a, b) => (b[by ?? 'sends'] ?? -1) - (a[by ?? 'sends'] ?? -1));
  return by === undefined ? (worstFirst(ordered) as readonly EmailRow[]) : ordered;
}

/** Only these remain on the narrowest terminals. */
const MAIN_RATES: readonly Rate[] = ['hardBounceRate', 'spamRate'];

/** The last columns are the first that a narrow terminal leaves out, and the rates with a threshold the last. */
function columnsFor(judged: readonly Rate[]): readonly Column[] {
  const kept = judged.length > 0 ? judged : MAIN_RATES;
  return [
    { heading: 'NAME', path: 'name' },
    { heading: 'SENDS', path: 'sends', kind: 'number' },
    ...SHOWN_RATES.map(
      ({ rate, heading }): Column => ({
        heading,
        path: rate,
        kind: 'percent',
        ...(kept.includes(rate) ? {} : { minor: true }),
        show: (value) => (typeof value === 'number' ? formatPercent(value) : '–'),
        paint: paintRate(rate),
      }),
    ),
    VERDICT_COLUMN,
    REMARK_COLUMN,
    { heading: 'TYPE', path: 'type', minor: true },
    WORKFLOW_COLUMN,
    { heading: 'ID', path: 'id', kind: 'id', minor: true },
  ];
}

/** Rates of the emails that have them. */
function total(rows: readonly unknown[]): unknown {
  const sum = (metric: string, of: readonly unknown[]) =>
    of.reduce((all: number, row) => all + Number(valueAt(row, metric) ?? 0), 0);
  const rates = SHOWN_RATES.map(({ rate, metric }) => {
    const counted = rows.filter((row) => isCount(valueAt(row, metric)) && isCount(valueAt(row, 'sends')));
    const sends = sum('sends', counted);
    return [rate, sends > 0 ? sum(metric, counted) / sends : null];
  });
  return {
    name: `Total of ${formatCount(rows.length, 'email')}`,
    sends: sum('sends', rows),
    ...Object.fromEntries(rates),
  };
}

const FORMATS = ['table', 'html'] as const;

/** For flags of thresholds: an email of some type has each of the metrics. */
const ANY_EMAIL = { noun: 'email', metrics: METRICS.map(([metric]) => metric) };

const asRows = (value: unknown): readonly EmailRow[] => z.array(EmailRow).parse(value);

export const metricsCommand = command({
  notes:
    'All-time totals, or the change with --since; rates are shares of the sends. Loops does not count opens and clicks of transactional emails. Yellow and red are published limits: spam reports from 0.1% and 0.3%, hard bounces from 5% and 10%, where an email has 1,000 sends or more. They never decide the exit code; thresholds do, for the emails that have the metric. --save saves the same snapshots as `transactional metrics`, `campaigns metrics` and `workflow metrics`. The report shows the growth since the first of them. One request per email, and one per workflow. See docs/metrics.md.',
  input: z
    .object({
      all: z.boolean().default(false).describe('emails of all types (the default)'),
      type: z
        .array(z.enum(EMAIL_TYPES).meta({ orPlural: true }))
        .default([])
        .describe('only emails of this type (repeatable)'),
      sort: z
        .enum(SORT_FIELDS)
        .optional()
        .describe('sort rows by this field, highest first (default: sends)')
        .meta({ placeholder: 'field' }),
      ...thresholdInput(ANY_EMAIL),
      ...snapshotInput,
      format: z.enum(FORMATS).default('table').describe('html: a report on one page'),
      open: z.boolean().default(false).describe('open the report in the browser'),
    })
    .refine(({ all, type }) => !all || type.length === 0, { error: "--all can't be combined with --type" })
    .refine(...BASELINE_NEEDS),
  calls: [...METRIC_CALLS, checkApiKey],
  output: z.array(EmailRow),
  examples: [
    { does: 'All emails', line: 'metrics' },
    {
      does: 'Campaigns and workflows by their clicks',
      line: 'metrics --type campaign --type workflow --sort clickRate',
    },
    { does: 'A check: exit 9 if more than 1% reported spam', line: 'metrics --max-spam-rate 1% --min-sends 1000' },
    { does: 'A report for others', line: 'metrics --format html' },
  ],
  run: async (context, { all: _, type, sort, format, open, ...given }) => {
    const rows = await fetchRows(context, type.length === 0 ? EMAIL_TYPES : type, given);
    return sorted(open || format === 'html' ? await withSaved(context, rows) : rows, sort);
  },
  verdict: (rows, given) =>
    exitCodeOfRows(rows, given) ||
    worstExitCode(
      rows.flatMap(({ unreadable }) => (unreadable === undefined ? [] : [{ code: 'unexpected_response' as const }])),
    ),
  report: (rows) => checksOf(rows),
  view: ({ format, open, sort, ...given }) =>
    open || format === 'html'
      ? {
          kind: 'text',
          text: (rows) => drawReport(asRows(rows), sort ?? 'sends'),
          ...(open ? { openAs: 'loopsctl-metrics.html' } : {}),
        }
      : { kind: 'table', columns: columnsFor(judgedRates(given)), empty: 'No emails.', total },
});
