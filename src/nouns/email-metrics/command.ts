/** `metrics`: the metrics of one email or many, all-time or since a snapshot, and thresholds on them. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Check } from '../../define/report.ts';
import { EXIT_CHECK_FAILED, EXIT_CODES, usage, worstExitCode } from '../../errors.ts';
import { formatCount } from '../../text/number.ts';
import { checkApiKey } from '../api-key.ts';
import { idOf } from '../ids.ts';
import { type Baselines, findBaselines } from './baselines.ts';
import { baselineNotes, changesOf } from './changes.ts';
import { type MetricsKind, NOT_SENT } from './kind.ts';
import { metricsSchema } from './metric.ts';
import { ratesOf, unreadableIn } from './rates.ts';
import {
  fetchRows,
  type MetricsRow,
  rowSchema,
  type Scope,
  sortFields,
  sortRows,
  targetsOf,
  unreadableFields,
} from './rows.ts';
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

const inputOf = (kind: MetricsKind) =>
  z
    .object({
      emails: z.array(idOf(kind.idNoun)).default([]).describe(`${kind.idNoun} ID(s)`).meta({ placeholder: 'id' }),
      all: z.boolean().default(false).describe(`all ${kind.idNoun}s`),
      group: idOf(kind.groupNoun).optional().describe(`all ${kind.noun}s of this ${kind.groupNoun}`),
      sort: z
        .enum(sortFields(kind))
        .optional()
        .describe('sort rows by this field, worst first')
        .meta({ placeholder: 'field' }),
      ...thresholdInput(kind),
      ...sinceInput,
      save: z.boolean().default(false).describe('save the metrics as a snapshot, for --since and `history`'),
      requireBaseline: z
        .boolean()
        .default(false)
        .describe('exit 9 if every verdict is none because there is no baseline'),
    })
    .refine(({ emails, all, group }) => emails.length > 0 || all || group !== undefined, {
      error: 'missing required argument <id>, or pass --all or --group',
    })
    .refine(({ emails, all, group }) => emails.length === 0 || (!all && group === undefined), {
      error: "IDs can't be combined with --all or --group",
    })
    .refine(({ all, group }) => !all || group === undefined, { error: "--all can't be combined with --group" })
    .refine((given) => !given.requireBaseline || (given.since !== undefined && hasThreshold(given)), {
      error: '--require-baseline requires --since and at least one threshold',
    });
type Input = z.output<ReturnType<typeof inputOf>>;

const isOfList = ({ all, group }: Partial<Input>): boolean => all === true || group !== undefined;

/** Whether the result has a row per email, instead of the metrics of a single email. */
const hasRows = (given: Partial<Input>, { hasOnlyRows }: MetricsKind): boolean =>
  hasOnlyRows || (given.emails?.length ?? 0) > 1 || isOfList(given) || given.since !== undefined || hasThreshold(given);

const asRows = (value: unknown): readonly MetricsRow[] => (Array.isArray(value) ? (value as MetricsRow[]) : []);

async function save(
  context: Context,
  snapshots: Snapshots,
  rows: readonly MetricsRow[],
  scope: Scope,
  kind: MetricsKind,
): Promise<void> {
  const { noun } = kind;
  const snapshot = snapshotOf(rows, scope, context.now(), kind);
  const saved = snapshot.emails.length;
  if (saved === 0 && rows.length > 0) {
    context.warn('No snapshot saved: no metrics could be read.');
    return;
  }
  await snapshots.append(snapshot);
  context.note(`Saved a snapshot of ${saved < rows.length ? `${saved} of ` : ''}${formatCount(rows.length, noun)}.`);
  const incomplete = rows.filter(({ unreadable }) => unreadable !== undefined).length;
  if (incomplete > 0) {
    context.warn(`The snapshot is incomplete: metrics of ${formatCount(incomplete, noun)} are missing or invalid.`);
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

async function run(context: Context, given: Input, kind: MetricsKind): Promise<unknown> {
  const limits = limitsOf(given, kind);
  const { since } = given;
  const scope = { ids: [...new Set(given.emails)], group: given.group };
  const snapshots = given.save || since !== undefined ? await openTeamSnapshots(context, kind.directory) : undefined;
  // Before any metrics are requested: without a baseline the requests may be useless.
  const baselines =
    snapshots && since !== undefined
      ? await loadBaselines(context, snapshots, scope, { since, save: given.save })
      : undefined;
  const toSave = given.save ? snapshots : undefined;
  if (!hasRows(given, kind)) return runSingle(context, toSave, scope, kind);

  const targets = await targetsOf(context, scope, kind);
  // A row with an error is for a comparison or a verdict.
  const failsAlone = scope.ids.length === 1 && limits === undefined && since === undefined;
  const fetched = await fetchRows(context, targets, kind, { failsAlone });
  if (toSave) await save(context, toSave, fetched, scope, kind);

  const shown = scope.ids.length > 0 ? fetched : fetched.filter(({ sent }) => sent !== false);
  const compared = baselines === undefined ? shown : changesOf(shown, targets, baselines, kind);
  if (baselines?.isEmpty === false && since !== undefined) {
    for (const { isWarning, message } of baselineNotes(compared, baselines, since, kind.noun)) {
      if (isWarning) context.warn(message);
      else context.note(message);
    }
  }
  const rated = compared.map((row) => (hasMetrics(row) ? { ...row, ...ratesOf(row, kind) } : row));
  const judged = limits === undefined ? rated : worstFirst(rated.map((row) => judge(row, limits)));
  if (limits !== undefined) for (const warning of warningsFor(judged, kind.noun)) context.warn(warning);
  return given.sort === undefined ? judged : sortRows(judged, given.sort);
}

const hasMetrics = ({ error, sent }: MetricsRow): boolean => error === undefined && sent !== false;

/** The metrics of one email as the API returned them. */
async function runSingle(
  context: Context,
  toSave: Snapshots | undefined,
  scope: Scope,
  kind: MetricsKind,
): Promise<unknown> {
  const [id = ''] = scope.ids;
  const metrics = await kind.fetch(context, id);
  if (metrics === NOT_SENT) throw new Error(`${kind.command} has no row that could say that it was not sent`);
  if (toSave) await save(context, toSave, [{ id, ...metrics, ...unreadableFields(metrics, kind) }], scope, kind);
  return metrics;
}

/** 9 for a threshold that was exceeded; otherwise the worst error. What could not be judged or saved is an error. */
function exitCodeOf(value: unknown, given: Input, kind: MetricsKind): number {
  if (!Array.isArray(value)) {
    return given.save && unreadableIn(value, kind).length > 0 ? EXIT_CODES.unexpected_response : 0;
  }
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

const rowsWhen = ({ hasOnlyRows, noun }: MetricsKind): string =>
  hasOnlyRows
    ? `One row per ${noun}; a row shows the error if the metrics can't be fetched.`
    : `A single ID prints one object. Multiple IDs, --all, --group, --since or a threshold print one row per ${noun}; a row shows the error if the ${noun} can't be fetched.`;

const verdicts = ({ hasOnlyRows, noun }: MetricsKind): string =>
  `Verdicts: pass, fail, error (metric unreadable) or none (${hasOnlyRows ? 'not sent, ' : ''}no baseline or too few sends). Exit code: 9 if any ${noun} fails, otherwise that of the most severe error: 8 if a metric is not readable.`;

export const metricsOf = (kind: MetricsKind) =>
  command({
    notes: [
      rowsWhen(kind),
      verdicts(kind),
      'The metrics are all-time; --since shows the change since a snapshot. See docs/metrics.md.',
    ].join('\n\n'),
    input: inputOf(kind),
    positionals: ['emails'],
    calls: [...kind.calls, checkApiKey],
    output: kind.hasOnlyRows
      ? z.array(rowSchema(kind))
      : z.union([metricsSchema(kind.metrics), z.array(rowSchema(kind))]),
    run: (context, given) => run(context, given, kind),
    verdict: (value, given) => exitCodeOf(value, given, kind),
    report: (value) => (Array.isArray(value) ? checksOf(asRows(value)) : [WITHOUT_THRESHOLD]),
    examples: kind.examples.metrics,
    view: (given) =>
      hasRows(given, kind)
        ? metricsRows(kind, { named: isOfList(given), judged: judgedRates(given) })
        : singleView(kind),
  });
