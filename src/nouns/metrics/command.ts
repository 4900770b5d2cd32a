/** `metrics`: the metrics of all emails of the account in one view. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { textOf, valueAt } from '../../define/json.ts';
import type { Column, View } from '../../define/view.ts';
import { worstExitCode } from '../../errors.ts';
import { formatPercent } from '../../text/number.ts';
import { paintRate } from '../email-metrics/view.ts';
import { drawReport } from './report.ts';
import { EMAIL_TYPES, EmailRow, fetchRows, METRIC_CALLS, SHOWN_RATES } from './rows.ts';

const SORT_FIELDS = ['name', 'sends', ...SHOWN_RATES.map(({ rate }) => rate)] as const;
type SortField = (typeof SORT_FIELDS)[number];

/** Highest first, names from A to Z, and rows without a value last. */
function sorted(rows: readonly EmailRow[], by: SortField): readonly EmailRow[] {
  if (by === 'name') return [...rows].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return [...rows].sort((a, b) => (b[by] ?? -1) - (a[by] ?? -1));
}

const rateColumn = ({ rate: path, heading }: (typeof SHOWN_RATES)[number]): Column => ({
  heading,
  path,
  kind: 'percent',
  ...(path === 'softBounceRate' || path === 'unsubscribeRate' ? { minor: true as const } : {}),
  show: (rate) => (typeof rate === 'number' ? formatPercent(rate) : '–'),
  paint: paintRate(path),
});

const columns: readonly Column[] = [
  { heading: 'NAME', path: 'name' },
  { heading: 'TYPE', path: 'type' },
  { heading: 'WORKFLOW', path: 'workflow.name', optional: true, minor: true },
  { heading: 'SENDS', path: 'sends', kind: 'number' },
  ...SHOWN_RATES.map(rateColumn),
  {
    heading: 'REMARK',
    path: '',
    optional: true,
    narrowest: 24,
    show: (row) => {
      const unreadable = valueAt(row, 'unreadable');
      return Array.isArray(unreadable)
        ? `not readable: ${unreadable.join(', ')}`
        : textOf(valueAt(row, 'error.message'));
    },
  },
  { heading: 'ID', path: 'id', kind: 'id', minor: true },
];

const FORMATS = ['table', 'html'] as const;

const table: View = { kind: 'table', columns, empty: 'No emails.' };

export const metricsCommand = command({
  notes:
    'All-time totals; rates are shares of the sends. Loops does not count opens and clicks of transactional emails. Yellow and red are published limits of mailbox providers: spam reports from 0.1% and 0.3%, hard bounces from 5% and 10%, where an email has 1,000 sends or more. They never decide the exit code; `transactional metrics` and `campaigns metrics` have thresholds for checks. One request per email, and one per workflow.',
  input: z.object({
    type: z.array(z.enum(EMAIL_TYPES)).default([]).describe('only emails of this type (repeatable)'),
    sort: z
      .enum(SORT_FIELDS)
      .default('sends')
      .describe('sort rows by this field, highest first')
      .meta({ placeholder: 'field' }),
    format: z.enum(FORMATS).default('table').describe('html: a report on one page'),
    open: z.boolean().default(false).describe('open the report in the browser'),
  }),
  calls: METRIC_CALLS,
  output: z.array(EmailRow),
  examples: [
    { does: 'All emails', line: 'metrics' },
    {
      does: 'Campaigns and workflows by their clicks',
      line: 'metrics --type campaign --type workflow --sort clickRate',
    },
    { does: 'A report for others', line: 'metrics --format html' },
  ],
  run: async (context, { type, sort }) =>
    sorted(await fetchRows(context, type.length === 0 ? EMAIL_TYPES : type), sort),
  verdict: (rows) =>
    worstExitCode([
      ...rows.flatMap(({ error }) => error ?? []),
      ...rows.flatMap(({ unreadable }) => (unreadable === undefined ? [] : [{ code: 'unexpected_response' as const }])),
    ]),
  view: ({ format, open }) =>
    open || format === 'html'
      ? {
          kind: 'text',
          text: (rows) => drawReport(z.array(EmailRow).parse(rows)),
          ...(open ? { openAs: 'loopsctl-metrics.html' } : {}),
        }
      : table,
});
