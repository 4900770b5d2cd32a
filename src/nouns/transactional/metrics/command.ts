/** `transactional metrics`: delivery counters of one email or many, all-time or since a snapshot, and gates on them. */
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import type { Check } from '../../../define/report.ts';
import { EXIT_CHECK_FAILED, usage } from '../../../errors.ts';
import { getMetrics, Metrics } from '../operations.ts';
import { ratesOf } from './counters.ts';
import { checksOf, gatedRates, gateInput, hasGate, judge, limitsOf, offenders, worstFirst } from './gates.ts';
import {
  fetchRows,
  MetricsRow,
  type Scope,
  SORT_FIELDS,
  sortRows,
  type Target,
  targetsOf,
  worstError,
} from './rows.ts';
import { sinceInput } from './since.ts';
import { drawMetrics, metricsRows } from './views.ts';

const input = z
  .object({
    transactionalIds: z
      .array(z.string())
      .default([])
      .describe('ID of the transactional email; several give a row each')
      .meta({ placeholder: 'id' }),
    all: z.boolean().default(false).describe('every transactional email'),
    group: z.string().min(1).optional().describe('every email of this transactional group').meta({ placeholder: 'id' }),
    sort: z.enum(SORT_FIELDS).optional().describe('order of the rows, the worst first').meta({ placeholder: 'field' }),
    ...gateInput,
    save: z.boolean().default(false).describe('keep the counters as a snapshot, for --since and `metrics history`'),
    ...sinceInput,
  })
  .refine(({ transactionalIds, all, group }) => transactionalIds.length > 0 || all || group !== undefined, {
    error: 'missing argument <id>: name the emails, or give --all for every one',
  })
  .refine(({ transactionalIds, all, group }) => transactionalIds.length === 0 || (!all && group === undefined), {
    error: 'IDs and --all or --group contradict each other',
  });
type Input = z.output<typeof input>;

/** Whether there is a row for each email, and not the five counters of one alone. */
const hasRows = (given: Partial<Input>): boolean =>
  (given.transactionalIds?.length ?? 0) > 1 || isOfList(given) || given.since !== undefined || hasGate(given);

const isOfList = ({ all, group }: Partial<Input>): boolean => all === true || group !== undefined;

const asRows = (value: unknown): readonly MetricsRow[] => (Array.isArray(value) ? (value as MetricsRow[]) : []);

/** The snapshots of the team, where the run needs them: the code for them is loaded only then. */
async function openSnapshots(context: Context, { save, since }: Input) {
  if (!save && since === undefined) return undefined;
  return (await import('./snapshots.ts')).openTeamSnapshots(context);
}
type Snapshots = NonNullable<Awaited<ReturnType<typeof openSnapshots>>>;

async function save(context: Context, snapshots: Snapshots, rows: readonly MetricsRow[], scope: Scope): Promise<void> {
  const { snapshotOf } = await import('./snapshots.ts');
  const snapshot = snapshotOf(rows, scope, context.now());
  if (snapshot.emails.length === 0 && rows.length > 0) {
    context.warn('Nothing was saved: no counters could be had.');
    return;
  }
  await snapshots.append(snapshot);
  const missing = rows.length - snapshot.emails.length;
  const saved = missing > 0 ? `${rows.length - missing} of ${rows.length}` : String(rows.length);
  context.note(`Saved a snapshot of ${saved} ${saved === '1' ? 'email' : 'emails'}.`);
}

/** Where the windows of `--since` begin; where nowhere, this run at least has to save a snapshot. */
async function openWindow(
  context: Context,
  snapshots: Snapshots,
  scope: Scope,
  { since = '', save }: Pick<Input, 'since' | 'save'>,
) {
  const { findBeginnings } = await import('./beginnings.ts');
  const beginnings = await findBeginnings(snapshots.read(), scope, since, context.now());
  if (beginnings.isEmpty) {
    const none = 'There is no snapshot from which to count.';
    if (!save) throw usage(none, 'Make one with --save, and ask again later.');
    context.warn(`${none} This run makes the first.`);
  }
  return async (rows: readonly MetricsRow[], targets: readonly Target[]): Promise<readonly MetricsRow[]> => {
    const { originsOf, windowRows } = await import('./window.ts');
    const counted = windowRows(rows, targets, beginnings);
    for (const { isWarning, message } of beginnings.isEmpty ? [] : originsOf(counted, beginnings, since)) {
      if (isWarning) context.warn(message);
      else context.note(message);
    }
    return counted;
  };
}

async function run(context: Context, given: Input): Promise<unknown> {
  const limits = limitsOf(given);
  const scope = { transactionalIds: [...new Set(given.transactionalIds)], group: given.group };
  const snapshots = await openSnapshots(context, given);
  // Before anything is fetched: a window without a beginning is not worth the requests.
  const countSince =
    given.since === undefined || snapshots === undefined
      ? undefined
      : await openWindow(context, snapshots, scope, given);
  if (!hasRows(given)) return runPlain(context, snapshots, scope);

  const targets: readonly Target[] = await targetsOf(context, scope);
  const fetched = await fetchRows(context, targets);
  if (given.save && snapshots !== undefined) await save(context, snapshots, fetched, scope);

  const counted = countSince === undefined ? fetched : await countSince(fetched, targets);
  const rated = counted.map((row) => (row.error === undefined ? { ...row, ...ratesOf(row) } : row));
  const judged = limits === undefined ? rated : worstFirst(rated.map((row) => judge(row, limits)));
  const broken = offenders(judged);
  if (broken !== undefined) context.warn(broken);
  return given.sort === undefined ? judged : sortRows(judged, given.sort);
}

/** The five counters of one email as the service gave them. */
async function runPlain(context: Context, snapshots: Snapshots | undefined, scope: Scope): Promise<unknown> {
  const [transactionalId = ''] = scope.transactionalIds;
  const metrics = await context.call(getMetrics, { transactionalId });
  if (snapshots !== undefined) await save(context, snapshots, [{ transactionalId, ...metrics }], scope);
  return metrics;
}

/** A report must not look as if something had been checked. */
const WITHOUT_GATE: Check = { name: 'metrics', findings: [], skipped: 'no gate was given' };

export const metricsCommand = command({
  notes: [
    'One ID alone gives its five counters. Several, --all, a gate or --since give a row for each email: transactionalId, name (with --all or --group), the counters, and deliveryRate, hardBounceRate, softBounceRate and spamRate, each a fraction of the sends (null where nothing was sent). An email that fails has an error instead and does not lose the others.',
    'The counters are all-time, over every published version. --save keeps them as a snapshot on this machine, and --since counts from one, for each email from the latest that has it: at or before that time, or else from the oldest. A length such as 24h may be 2 % shorter, so that the snapshot of last night counts although that was not 24 hours ago to the second. With both, what is counted from is the one before; in the first run there is none, and so no verdict.',
    'With a gate a row has a verdict (pass, fail or none) and its breaches, those that fail come first, and the exit code is 9 where one fails, whatever else could not be fetched; otherwise that of the worst failure.',
    '--sort puts the worst first: the most of everything, but the least deliveryRate; names from A to Z.',
  ].join('\n\n'),
  input,
  positionals: ['transactionalIds'],
  calls: [getMetrics, listTransactional, checkApiKey],
  output: z.union([Metrics, z.array(MetricsRow)]),
  run,
  verdict: (value) => {
    const rows = asRows(value);
    return rows.some(({ verdict }) => verdict === 'fail') ? EXIT_CHECK_FAILED : worstError(rows);
  },
  report: (value) => (Array.isArray(value) ? checksOf(asRows(value)) : [WITHOUT_GATE]),
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
    { does: 'Every email, the worst first', line: 'transactional metrics --all --sort hardBounceRate' },
    {
      does: 'A gate for CI: exit 9 where more than 10 % bounced hard',
      line: 'transactional metrics --all --max-hard-bounce-rate 10% --min-sends 500',
    },
    { does: 'Every night: keep a snapshot', line: 'transactional metrics --all --save -q' },
    { does: 'What happened since', line: 'transactional metrics --all --since last --max-spam-rate 0.1%' },
  ],
  view: (given) =>
    hasRows(given)
      ? metricsRows({ named: isOfList(given), gated: gatedRates(given) })
      : { kind: 'drawing', draw: drawMetrics },
});
