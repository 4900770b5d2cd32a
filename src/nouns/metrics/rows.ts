/** One row per email of the account, of every type, with its metrics or the error of its request. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { flagName } from '../../define/field.ts';
import { Failure, usage } from '../../errors.ts';
import { CAMPAIGNS } from '../campaigns/metrics.ts';
import { type MetricsKind, ratesFor } from '../email-metrics/kind.ts';
import { measure, type Wanted } from '../email-metrics/measure.ts';
import { perMetric, RATES, type Rate, type RateDefinition } from '../email-metrics/metric.ts';
import { isCount } from '../email-metrics/rates.ts';
import { MetricsRow } from '../email-metrics/rows.ts';
import { openTeamSnapshots } from '../email-metrics/snapshots.ts';
import { hasThreshold, type ThresholdInput } from '../email-metrics/thresholds.ts';
import { TRANSACTIONAL } from '../transactional/metrics.ts';
import { WORKFLOW_EMAILS } from '../workflow/metrics.ts';

export const EMAIL_TYPES = ['transactional', 'campaign', 'workflow'] as const;
export type EmailType = (typeof EMAIL_TYPES)[number];

const KINDS: Readonly<Record<EmailType, MetricsKind>> = {
  transactional: TRANSACTIONAL,
  campaign: CAMPAIGNS,
  workflow: WORKFLOW_EMAILS,
};

/** What one kind calls for its metrics. */
export const METRIC_CALLS = EMAIL_TYPES.flatMap((type) => KINDS[type].calls);

/** Loops counts deliveries only of transactional emails. */
export const SHOWN_RATES = RATES.filter(
  (one): one is Exclude<RateDefinition, { rate: 'deliveryRate' }> => one.rate !== 'deliveryRate',
);
export type ShownRate = (typeof SHOWN_RATES)[number]['rate'];

/** One value for each rate. */
const perShownRate = <Value>(valueFor: (rate: ShownRate) => Value): Record<ShownRate, Value> =>
  // The type of `fromEntries` cannot express that every rate is present.
  Object.fromEntries(SHOWN_RATES.map(({ rate }) => [rate, valueFor(rate)])) as Record<ShownRate, Value>;

const Saved = z.object({ time: z.string(), sends: z.number() });
export type Saved = z.infer<typeof Saved>;

export const EmailRow = MetricsRow.omit({ sent: true, deliveryRate: true }).extend({
  type: z.enum(EMAIL_TYPES),
  id: z.string().describe('of an email of a workflow: the ID of its node'),
  name: z.string().describe('of an email of a workflow: its subject'),
  ...perMetric(() => z.number().nullable().describe('null if the API has no such metric')),
  ...perShownRate(() => z.number().nullable().describe('fraction of the sends')),
  saved: z.array(Saved).optional().describe('with --format html: the sends in the local snapshots, oldest first'),
});
export type EmailRow = z.infer<typeof EmailRow>;

/** A response may have more fields than these, which a table of all types does not show. */
function rowOf(type: EmailType, row: MetricsRow): EmailRow {
  const { id, name = id, workflow, since, verdict, breaches, unreadable, remark, error } = row;
  const optional = { workflow, since, verdict, breaches, unreadable, remark, error };
  return {
    type,
    id,
    name,
    ...perMetric((metric) => (isCount(row[metric]) ? (row[metric] ?? null) : null)),
    ...perShownRate((rate) => row[rate] ?? null),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  };
}

const hasRate = (kind: MetricsKind, rate: Rate): boolean => ratesFor(kind).some((own) => own.rate === rate);

/** Throws a `usage` failure for a threshold that no email of these types can be judged by. */
function requireJudges(types: readonly EmailType[], given: ThresholdInput): void {
  const useless = RATES.find(
    ({ flag, rate }) => given[flag] !== undefined && !types.some((type) => hasRate(KINDS[type], rate)),
  );
  if (useless === undefined) return;
  throw usage(
    `--${flagName(useless.flag)} does not apply to ${types.join(' or ')} emails.`,
    'Choose other types with --type, or omit it.',
  );
}

/** The thresholds that apply to a kind. Emails that none applies to have no verdict. */
function wantedOf(kind: MetricsKind, given: Omit<Wanted, 'emails'>): Wanted {
  const others = RATES.filter(({ rate }) => !hasRate(kind, rate)).map(({ flag }) => [flag, undefined]);
  const own = { ...given, ...Object.fromEntries(others), emails: [] };
  return hasThreshold(own) || !hasThreshold(given) ? own : { ...own, minSends: undefined };
}

export async function fetchRows(
  context: Context,
  types: readonly EmailType[],
  given: Omit<Wanted, 'emails'>,
): Promise<readonly EmailRow[]> {
  requireJudges(types, given);
  const rows: EmailRow[] = [];
  for (const type of types) {
    try {
      const measured = await measure(context, wantedOf(KINDS[type], given), KINDS[type]);
      for (const row of measured) rows.push(rowOf(type, row));
    } catch (error) {
      const isOff = error instanceof Failure && error.code === 'area_disabled';
      // A check of emails that cannot be read must not pass.
      if (!isOff || types.length === 1 || hasThreshold(given)) throw error;
      context.warn(`Emails of the type ${type} are left out: ${error.message}`);
    }
  }
  return rows;
}

/** The rows with the sends that were saved, for emails that are in a snapshot. */
export async function withSaved(context: Context, rows: readonly EmailRow[]): Promise<readonly EmailRow[]> {
  const saved = new Map<string, Saved[]>();
  for (const type of new Set(rows.map((row) => row.type))) {
    const { read } = await openTeamSnapshots(context, KINDS[type].directory);
    for await (const { time, emails } of read()) {
      for (const { id, sends } of emails) {
        if (sends === undefined) continue;
        const own = saved.get(id);
        if (own === undefined) saved.set(id, [{ time, sends }]);
        else own.push({ time, sends });
      }
    }
  }
  return rows.map((row) => {
    const points = saved.get(row.id)?.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
    return points === undefined ? row : { ...row, saved: points };
  });
}
