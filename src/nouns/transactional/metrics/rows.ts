/** The counters of many emails: which emails, and a row for each, whether its counters could be had or not. */
import * as z from 'zod';
import type { Context } from '../../../define/command.ts';
import { asFailure, type ErrorCode, EXIT_CODES, type Failure } from '../../../errors.ts';
import { getMetrics, listTransactional, Metrics, type Transactional } from '../operations.ts';
import { RATES } from './counters.ts';

const rate = z.number().nullish().describe('a fraction of the sends; null where nothing was sent');

export const Breach = z.object({
  gate: z.string().describe('the flag, max-hard-bounce-rate'),
  limit: z.number().describe('a fraction'),
  rate: z.number().describe('a fraction'),
  by: z.number().describe('how far the rate is from the limit, a fraction'),
});
export type Breach = z.infer<typeof Breach>;

export const MetricsRow = z.looseObject({
  transactionalId: z.string(),
  name: z.string().optional().describe('with --all'),
  since: z.string().optional().describe('with --since: the time of the snapshot from which is counted'),
  sends: z.number().int().nullish(),
  deliveries: z.number().int().nullish(),
  hardBounces: z.number().int().nullish(),
  softBounces: z.number().int().nullish(),
  spamReports: z.number().int().nullish(),
  deliveryRate: rate,
  hardBounceRate: rate,
  softBounceRate: rate,
  spamRate: rate,
  verdict: z.enum(['pass', 'fail', 'none']).optional().describe('with a gate'),
  breaches: z.array(Breach).optional().describe('with a gate'),
  remark: z.string().optional().describe('why there are no figures or no verdict'),
  error: z.object({ code: z.custom<ErrorCode>(), message: z.string() }).optional(),
});
export type MetricsRow = z.infer<typeof MetricsRow>;

/** An email whose counters are wanted, with what is known of it already. */
export interface Target {
  readonly transactionalId: string;
  readonly name?: string;
  readonly createdAt?: string;
}

/** Which emails a run is about. */
export interface Scope {
  readonly transactionalIds: readonly string[];
  readonly group?: string | undefined;
}

/** The emails that were named, each once, or those of the list. Rejects with `not_found` for a group that does not exist. */
export async function targetsOf(context: Context, { transactionalIds, group }: Scope): Promise<readonly Target[]> {
  if (transactionalIds.length > 0)
    return [...new Set(transactionalIds)].map((transactionalId) => ({ transactionalId }));
  const emails: Transactional[] = [];
  for await (const page of context.list(listTransactional, {})) {
    for (const email of page) emails.push(email);
  }
  const chosen = emails.filter(({ transactionalGroupId }) => group === undefined || transactionalGroupId === group);
  if (group !== undefined && chosen.length === 0) {
    // A typo must not look like a group in which all is well.
    const { getTransactionalGroup } = await import('../../groups.ts');
    await context.call(getTransactionalGroup, { id: group });
  }
  return chosen.map(({ id, name, createdAt }) => ({ transactionalId: id, name, createdAt }));
}

/** These would be the same for every further email. */
const FATAL: readonly ErrorCode[] = ['usage', 'unauthorized', 'area_disabled', 'interrupted', 'unexpected'];

/** These pass: one email may have them alone, or all that follow. */
const PASSING: readonly ErrorCode[] = ['unavailable', 'rate_limited'];

/** After so many in a row nobody waits for all the others to fail too. */
const PATIENCE = 10;

/** Fields that a row has from us: one that the service adds by the same name must not be taken for it. */
const OWN_FIELDS = Object.keys(MetricsRow.shape).filter((name) => !Object.hasOwn(Metrics.shape, name));

const withoutOwnFields = (metrics: Metrics): Metrics =>
  // What is left has all counters, which the type of `fromEntries` cannot say.
  Object.fromEntries(Object.entries(metrics).filter(([name]) => !OWN_FIELDS.includes(name))) as Metrics;

/**
 * A row for each email, with the counters as the service gave them or with the error that it has instead. Rejects with
 * the failure that all emails would share, or do share because nothing at all was answered.
 */
export async function fetchRows(context: Context, targets: readonly Target[]): Promise<readonly MetricsRow[]> {
  let anyAnswer = false;
  let unanswered: Failure | undefined;
  let unansweredInARow = 0;
  const rows = await context.each(targets, async ({ transactionalId, name }): Promise<MetricsRow> => {
    const email = { transactionalId, ...(name === undefined ? {} : { name }) };
    try {
      const metrics = await context.call(getMetrics, { transactionalId });
      anyAnswer = true;
      unansweredInARow = 0;
      return { ...email, ...withoutOwnFields(metrics) };
    } catch (error) {
      const failure = asFailure(error);
      const { code, message } = failure;
      if (FATAL.includes(code)) throw error;
      if (PASSING.includes(code)) {
        unanswered ??= failure;
        if (++unansweredInARow >= PATIENCE) throw error;
      } else {
        anyAnswer = true;
        unansweredInARow = 0;
      }
      return { ...email, error: { code, message } };
    }
  });
  if (unanswered !== undefined && !anyAnswer) throw unanswered;
  return rows;
}

/** The worst exit code among the rows' errors; 0 without any. */
export const worstError = (rows: readonly MetricsRow[]): number =>
  rows.reduce((worst, { error }) => Math.max(worst, error === undefined ? 0 : EXIT_CODES[error.code]), 0);

/** The worst come first: the most of everything, but the least of deliveries for sends. Names are read from A. */
const ASCENDING: readonly string[] = ['name', 'deliveryRate'];

/** What rows can be sorted by: the names of their fields. */
export const SORT_FIELDS = [
  'name',
  ...(Object.keys(Metrics.shape) as (keyof typeof Metrics.shape)[]),
  ...RATES.map(([name]) => name),
] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** Rows without a value come last; those with the same keep their order. */
export function sortRows(rows: readonly MetricsRow[], by: SortField): readonly MetricsRow[] {
  const sign = ASCENDING.includes(by) ? 1 : -1;
  const rank = (row: MetricsRow) => (row[by] === undefined || row[by] === null ? 1 : 0);
  const compare = (a: unknown, b: unknown): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
  return [...rows].sort((a, b) => rank(a) - rank(b) || (rank(a) === 1 ? 0 : sign * compare(a[by], b[by])));
}
