/** `metrics`: the metrics of one email or many, all-time or since a snapshot, and thresholds on them. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Check } from '../../define/report.ts';
import { EXIT_CHECK_FAILED, EXIT_CODES, worstExitCode } from '../../errors.ts';
import { checkApiKey } from '../api-key.ts';
import { idOf, references } from '../ids.ts';
import { type MetricsKind, NOT_SENT } from './kind.ts';
import { measure, saveSnapshot } from './measure.ts';
import { metricsSchema } from './metric.ts';
import { unreadableIn } from './rates.ts';
import { type MetricsRow, rowSchema, sortFields, sortRows, unreadableFields } from './rows.ts';
import { openTeamSnapshots } from './snapshots.ts';
import {
  BASELINE_NEEDS,
  checksOf,
  hasThreshold,
  isJudged,
  judgedRates,
  judgingErrors,
  limitsOf,
  snapshotInput,
  thresholdInput,
} from './thresholds.ts';
import { metricsRows, singleView, TITLE } from './view.ts';

const groupInput = ({ groupNoun, noun }: MetricsKind) =>
  (groupNoun === undefined
    ? {}
    : { group: idOf(groupNoun).optional().describe(`all ${noun}s of this ${groupNoun}`) }) as {
    group: z.ZodOptional<z.ZodString>;
  };

const inputOf = (kind: MetricsKind) =>
  z
    .object({
      emails: z.array(idOf(kind.idNoun)).default([]).describe(`${kind.idNoun} ID(s)`).meta({ placeholder: 'id' }),
      all: z
        .boolean()
        .default(false)
        .describe(`all ${kind.emailsOf === undefined ? kind.idNoun : kind.noun}s`),
      ...groupInput(kind),
      sort: z
        .enum(sortFields(kind))
        .optional()
        .describe('sort rows by this field, worst first')
        .meta({ placeholder: 'field' }),
      ...thresholdInput(kind),
      ...snapshotInput,
    })
    .refine(({ emails, all, group }) => emails.length > 0 || all || group !== undefined, {
      error: `missing required argument <id>, or pass --all${kind.groupNoun === undefined ? '' : ' or --group'}`,
    })
    .refine(({ emails, all, group }) => emails.length === 0 || (!all && group === undefined), {
      error: `IDs can't be combined with --all${kind.groupNoun === undefined ? '' : ' or --group'}`,
    })
    .refine(({ all, group }) => !all || group === undefined, { error: "--all can't be combined with --group" })
    .refine(...BASELINE_NEEDS);
type Input = z.output<ReturnType<typeof inputOf>>;

const isOfList = ({ all, group }: Partial<Input>): boolean => all === true || group !== undefined;

/** Whether the result has a row per email, instead of the metrics of a single email. */
const hasRows = (given: Partial<Input>, { hasOnlyRows }: MetricsKind): boolean =>
  hasOnlyRows || (given.emails?.length ?? 0) > 1 || isOfList(given) || given.since !== undefined || hasThreshold(given);

const asRows = (value: unknown): readonly MetricsRow[] => (Array.isArray(value) ? (value as MetricsRow[]) : []);

async function run(context: Context, given: Input, kind: MetricsKind): Promise<unknown> {
  if (!hasRows(given, kind)) return runSingle(context, given, kind);
  const rows = await measure(context, given, kind);
  return given.sort === undefined ? rows : sortRows(rows, given.sort);
}

/** The metrics of one email as the API returned them. */
async function runSingle(context: Context, given: Input, kind: MetricsKind): Promise<unknown> {
  limitsOf(given, kind);
  const [id = ''] = given.emails;
  const snapshots = given.save ? await openTeamSnapshots(context, kind.directory) : undefined;
  const metrics = await kind.fetch(context, id, undefined);
  if (metrics === NOT_SENT) throw new Error(`${kind.command} has no row that could say that it was not sent`);
  if (snapshots !== undefined) {
    const row = { id, ...metrics, ...unreadableFields(metrics, kind) };
    await saveSnapshot(context, snapshots, [row], { ids: [id] }, kind);
  }
  if (!context.isForPeople || kind.nameOf === undefined) return metrics;
  // Without the name, the metrics are still worth showing.
  const title = await kind.nameOf(context, id).catch(() => undefined);
  return title === undefined ? metrics : { ...metrics, [TITLE]: title };
}

const exitCodeOf = (value: unknown, given: Input, kind: MetricsKind): number =>
  Array.isArray(value)
    ? exitCodeOfRows(asRows(value), given)
    : given.save && unreadableIn(value, kind).length > 0
      ? EXIT_CODES.unexpected_response
      : 0;

/** 9 for a threshold that was exceeded; otherwise the worst error. What could not be judged or saved is an error. */
export function exitCodeOfRows(
  rows: readonly MetricsRow[],
  given: { readonly save: boolean; readonly requireBaseline: boolean },
): number {
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

const verdicts = ({ mayBeUnsent, noun }: MetricsKind): string =>
  `Verdicts: pass, fail, error (metric unreadable) or none (${mayBeUnsent ? 'not sent, ' : ''}no baseline or too few sends). Exit code: 9 if any ${noun} fails, otherwise that of the most severe error: 8 if a metric is not readable.`;

export const metricsOf = (kind: MetricsKind) =>
  command({
    notes: `${rowsWhen(kind)}\n\n${verdicts(kind)} All-time totals, or the change with --since. See docs/metrics.md.`,
    input: inputOf(kind),
    positionals: ['emails'],
    calls: [...kind.calls, checkApiKey],
    ...(kind.emailsOf === undefined ? { shows: references(kind.idNoun) } : {}),
    output: kind.hasOnlyRows
      ? z.array(rowSchema(kind))
      : z.union([metricsSchema(kind.metrics), z.array(rowSchema(kind))]),
    run: (context, given) => run(context, given, kind),
    verdict: (value, given) => exitCodeOf(value, given, kind),
    report: (value) => (Array.isArray(value) ? checksOf(asRows(value)) : [WITHOUT_THRESHOLD]),
    examples: kind.examples.metrics,
    view: (given) =>
      hasRows(given, kind)
        ? metricsRows(kind, {
            named: isOfList(given) || kind.emailsOf !== undefined,
            ofOneWorkflow: given.emails.length === 1,
            judged: judgedRates(given),
          })
        : singleView(kind),
  });
