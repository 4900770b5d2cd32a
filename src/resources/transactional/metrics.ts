/** Delivery counters: of one email with their shares, of several side by side. */
import * as z from 'zod';
import { type AnyCommand, type Context, command } from '../../define/command.ts';
import { textOf, valueAt } from '../../define/json.ts';
import type { Column, Paper, View } from '../../define/view.ts';
import { asFailure, type ErrorCode, EXIT_CODES } from '../../errors.ts';
import { getMetrics, Metrics } from './operations.ts';

const COUNTERS: ReadonlyArray<readonly [keyof Metrics & string, string]> = [
  ['sends', 'Sends'],
  ['deliveries', 'Deliveries'],
  ['hardBounces', 'Hard bounces'],
  ['softBounces', 'Soft bounces'],
  ['spamReports', 'Spam reports'],
];

/** Counters with their share of all sends; a share is not told where nothing was sent. */
function drawMetrics(value: unknown, { style }: Paper): string {
  const sends = valueAt(value, 'sends');
  const lines = COUNTERS.map(([path, label]) => {
    const count = valueAt(value, path);
    const share =
      path !== 'sends' && typeof count === 'number' && typeof sends === 'number' && sends > 0
        ? `${((count / sends) * 100).toFixed(2)} %`
        : '';
    return { label, count: typeof count === 'number' ? count.toLocaleString('en-US') : textOf(count ?? '?'), share };
  });
  const widest = (key: 'label' | 'count' | 'share') => Math.max(...lines.map((line) => line[key].length));
  const [label, count, share] = [widest('label'), widest('count'), widest('share')];
  return lines
    .map((line) =>
      `${style.bold(line.label.padEnd(label))}  ${line.count.padStart(count)}  ${style.dim(line.share.padStart(share))}`.trimEnd(),
    )
    .join('\n');
}

const MetricsRow = z.looseObject({
  transactionalId: z.string(),
  ...z.looseObject(Metrics.shape).partial().shape,
  error: z.looseObject({ code: z.custom<ErrorCode>(), message: z.string() }).optional(),
});
type MetricsRow = z.infer<typeof MetricsRow>;

const isSeveral = (ids: readonly string[] | undefined): boolean => (ids?.length ?? 0) > 1;

/** These would be the same for every further ID. */
const FATAL: readonly ErrorCode[] = [
  'usage',
  'unauthorized',
  'area_disabled',
  'unavailable',
  'interrupted',
  'unexpected',
];

async function metricsRow(context: Context, transactionalId: string): Promise<MetricsRow> {
  try {
    return { transactionalId, ...(await context.call(getMetrics, { transactionalId })) };
  } catch (error) {
    const { code, message } = asFailure(error);
    if (FATAL.includes(code)) throw error;
    return { transactionalId, error: { code, message } };
  }
}

const metricsRows: View = {
  kind: 'table',
  columns: [
    { heading: 'ID', path: 'transactionalId', kind: 'id' },
    ...COUNTERS.map(([path, label]): Column => ({ heading: label.toUpperCase(), path, kind: 'number' })),
    { heading: 'ERROR', path: 'error.message' },
  ],
  empty: '',
};

export const metricsCommand: AnyCommand = command({
  name: 'metrics',
  summary: getMetrics.summary,
  notes:
    'The counters are all-time, over every published version. Several IDs give a row each; one that fails does not lose the others, and the exit code is that of the worst.',
  input: z.object({
    transactionalIds: z
      .array(z.string())
      .min(1)
      .describe('ID of the transactional email; several give a row each')
      .meta({ placeholder: 'id' }),
  }),
  positionals: ['transactionalIds'],
  output: ({ transactionalIds }) => (isSeveral(transactionalIds) ? z.array(MetricsRow) : Metrics),
  run: async (context, { transactionalIds }) =>
    isSeveral(transactionalIds)
      ? context.each(transactionalIds, (transactionalId) => metricsRow(context, transactionalId))
      : context.call(getMetrics, { transactionalId: transactionalIds[0] ?? '' }),
  verdict: (value) =>
    Array.isArray(value)
      ? Math.max(...(value as MetricsRow[]).map(({ error }) => (error ? EXIT_CODES[error.code] : 0)))
      : 0,
  examples: [
    {
      does: 'Side by side',
      line: 'transactional metrics c5361agykn6fatjv6m1yx7nd3 cdv4f4vyvh0o8neokr8zoik4x cbia2c0q89dg3f7omqfeq9tzn',
    },
    { does: 'For a person', line: 'transactional metrics c5361agykn6fatjv6m1yx7nd3' },
    {
      does: 'For a script: the five counters as the service gave them',
      line: 'transactional metrics c5361agykn6fatjv6m1yx7nd3 --json',
    },
  ],
  view: ({ transactionalIds }) => (isSeveral(transactionalIds) ? metricsRows : { kind: 'drawing', draw: drawMetrics }),
});
