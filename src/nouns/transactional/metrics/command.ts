/** `transactional metrics`: the metrics of one email or many, all-time or since a snapshot, and thresholds on them. */

import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import type { Check } from '../../../define/report.ts';
import { EXIT_CHECK_FAILED, EXIT_CODES, usage, worstExitCode } from '../../../errors.ts';
import { formatCount } from '../../../text/number.ts';
import { checkApiKey } from '../../api-key.ts';
import { getTransactionalGroup } from '../../groups/operations.ts';
import { idOf } from '../../ids.ts';
import { getMetrics, listTransactional, Metrics } from '../operations.ts';
import { type Baselines, findBaselines } from './baselines.ts';
import { baselineNotes, changesOf } from './changes.ts';
import { ratesOf, unreadableIn } from './rates.ts';
import { fetchRows, MetricsRow, type Scope, SORT_FIELDS, sortRows, targetsOf, unreadableFields } from './rows.ts';
import { sinceInput } from './since.ts';
import { openTeamSnapshots, type Snapshots, snapshotOf } from './snapshots.ts';
import {
  checksOf,
  hasThreshold,
  isJudged,
  judge,
  judgedRates,
  judgingErrors,
  limitsOf,
  thresholdInput,
  warningsFor,
  worstFirst,
} from './thresholds.ts';
import { metricsRows, singleView } from './view.ts';

const input = z
  .object({
    transactionalIds: z
      .array(idOf('transactional email'))
      .default([])
      .describe('transactional email ID(s)')
      .meta({ placeholder: 'id' }),
    all: z.boolean().default(false).describe('all transactional emails'),
    group: idOf('transactional group').optional().describe('all emails of this transactional group'),
    sort: z
      .enum(SORT_FIELDS)
      .optional()
      .describe('sort rows by this field, worst first')
      .meta({ placeholder: 'field' }),
    ...thresholdInput,
    ...sinceInput,
    save: z.boolean().default(false).describe('save the metrics as a snapshot, for --since and `history`'),
    requireBaseline: z
      .boolean()
      .default(false)
      .describe('exit 9 if every verdict is none because there is no baseline'),
  })
  .refine(({ transactionalIds, all, group }) => transactionalIds.length > 0 || all || group !== undefined, {
    error: 'missing required argument <id>, or pass --all or --group',
  })
  .refine(({ transactionalIds, all, group }) => transactionalIds.length === 0 || (!all && group === undefined), {
    error: "IDs can't be combined with --all or --group",
  })
  .refine(({ all, group }) => !all || group === undefined, { error: "--all can't be combined with --group" })
  .refine((given) => !given.requireBaseline || (given.since !== undefined && hasThreshold(given)), {
    error: '--require-baseline requires --since and at least one threshold',
  });
type Input = z.output<typeof input>;

const isOfList = ({ all, group }: Partial<Input>): boolean => all === true || group !== undefined;

/** Whether the result has a row per email, instead of the metrics of a single email. */
const hasRows = (given: Partial<Input>): boolean =>
  (given.transactionalIds?.length ?? 0) > 1 || isOfList(given) || given.since !== undefined || hasThreshold(given);

const asRows = (value: unknown): readonly MetricsRow[] => (Array.isArray(value) ? (value as MetricsRow[]) : []);

async function save(context: Context, snapshots: Snapshots, rows: readonly MetricsRow[], scope: Scope): Promise<void> {
  const snapshot = snapshotOf(rows, scope, context.now());
  const saved = snapshot.emails.length;
  if (saved === 0 && rows.length > 0) {
    context.warn('No snapshot saved: no metrics could be read.');
    return;
  }
  await snapshots.append(snapshot);
  context.note(`Saved a snapshot of ${saved < rows.length ? `${saved} of ` : ''}${formatCount(rows.length, 'email')}.`);
  const incomplete = rows.filter(({ unreadable }) => unreadable !== undefined).length;
  if (incomplete > 0) {
    context.warn(`The snapshot is incomplete: metrics of ${formatCount(incomplete, 'email')} are missing or invalid.`);
  }
}

/** The baselines of `--since`. Without any snapshot, the run must at least save the first one. */
async function loadBaselines(
  context: Context,
  snapshots: Snapshots,
  scope: Scope,
  given: { readonly since: string; readonly save: boolean },
): Promise<Baselines> {
  const baselines = await findBaselines(snapshots.read(), scope, given.since, context.now());
  if (baselines.isEmpty) {
    if (!given.save) throw usage('No snapshots to compare with.', 'Save one with --save, then try again later.');
    context.warn('No baseline yet; this run creates the first snapshot. The metrics shown are all-time.');
  }
  return baselines;
}

async function run(context: Context, given: Input): Promise<unknown> {
  const limits = limitsOf(given);
  const { since } = given;
  const scope = { transactionalIds: [...new Set(given.transactionalIds)], group: given.group };
  const snapshots = given.save || since !== undefined ? await openTeamSnapshots(context) : undefined;
  // Before any metrics are requested: without a baseline the requests may be useless.
  const baselines =
    snapshots && since !== undefined
      ? await loadBaselines(context, snapshots, scope, { since, save: given.save })
      : undefined;
  const toSave = given.save ? snapshots : undefined;
  if (!hasRows(given)) return runSingle(context, toSave, scope);

  const targets = await targetsOf(context, scope);
  const fetched = await fetchRows(context, targets);
  if (toSave) await save(context, toSave, fetched, scope);

  const compared = baselines === undefined ? fetched : changesOf(fetched, targets, baselines);
  if (baselines?.isEmpty === false && since !== undefined) {
    for (const { isWarning, message } of baselineNotes(compared, baselines, since)) {
      if (isWarning) context.warn(message);
      else context.note(message);
    }
  }
  const rated = compared.map((row) => (row.error === undefined ? { ...row, ...ratesOf(row) } : row));
  const judged = limits === undefined ? rated : worstFirst(rated.map((row) => judge(row, limits)));
  if (limits !== undefined) for (const warning of warningsFor(judged)) context.warn(warning);
  return given.sort === undefined ? judged : sortRows(judged, given.sort);
}

/** The metrics of one email as the API returned them. */
async function runSingle(context: Context, toSave: Snapshots | undefined, scope: Scope): Promise<unknown> {
  const [transactionalId = ''] = scope.transactionalIds;
  const metrics = await context.call(getMetrics, { transactionalId });
  if (toSave) await save(context, toSave, [{ transactionalId, ...metrics, ...unreadableFields(metrics) }], scope);
  return metrics;
}

/** 9 for a threshold that was exceeded; otherwise the worst error. What could not be judged or saved is an error. */
function exitCodeOf(value: unknown, given: Input): number {
  if (!Array.isArray(value)) return given.save && unreadableIn(value).length > 0 ? EXIT_CODES.unexpected_response : 0;
  const rows = asRows(value);
  const lacksBaseline = !rows.some(isJudged) && rows.some(({ since }) => since === null);
  if (rows.some(({ verdict }) => verdict === 'fail')) return EXIT_CHECK_FAILED;
  if (given.requireBaseline && lacksBaseline) return EXIT_CHECK_FAILED;
  const unsaved = given.save ? rows.filter(({ unreadable }) => unreadable !== undefined) : [];
  return worstExitCode([
    ...rows.flatMap(({ error }) => error ?? []),
    ...judgingErrors(rows),
    ...unsaved.map(() => ({ code: 'unexpected_response' })),
  ]);
}

/** A report without thresholds must not look as if something had been checked. */
const WITHOUT_THRESHOLD: Check = { name: 'metrics', findings: [], skipped: 'no threshold given' };

export const metricsCommand = command({
  notes: [
    "A single ID prints one object. Multiple IDs, --all, --group, --since or a threshold print one row per email; a row shows the error if the email can't be fetched.",
    'Verdicts: pass, fail, error (metric unreadable) or none (no baseline or too few sends). Exit code: 9 if any email fails, otherwise that of the most severe error: 8 if a metric is not readable.',
    'The metrics are all-time; --since shows the change since a snapshot. See docs/metrics.md.',
  ].join('\n\n'),
  input,
  positionals: ['transactionalIds'],
  calls: [getMetrics, listTransactional, getTransactionalGroup, checkApiKey],
  output: z.union([Metrics, z.array(MetricsRow)]),
  run,
  verdict: exitCodeOf,
  report: (value) => (Array.isArray(value) ? checksOf(asRows(value)) : [WITHOUT_THRESHOLD]),
  examples: [
    { does: 'One email', line: 'transactional metrics c5361agykn6fatjv6m1yx7nd3' },
    { does: 'All emails, worst first', line: 'transactional metrics --all --sort hardBounceRate' },
    {
      does: 'A check for CI: exit 9 if more than 10% of the sends bounced hard',
      line: 'transactional metrics --all --max-hard-bounce-rate 10% --min-sends 500',
    },
    { does: 'Every night: save a snapshot', line: 'transactional metrics --all --save -q' },
    { does: 'The change since then', line: 'transactional metrics --all --since last --max-spam-rate 0.1%' },
  ],
  view: (given) => (hasRows(given) ? metricsRows({ named: isOfList(given), judged: judgedRates(given) }) : singleView),
});
