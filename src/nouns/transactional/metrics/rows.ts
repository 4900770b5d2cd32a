/** The rows of `transactional metrics`: one per email, with its metrics or the error of its request. */
import * as z from 'zod';
import type { Context } from '../../../define/command.ts';
import { type ErrorCode, Failure } from '../../../errors.ts';
import { getTransactionalGroup } from '../../groups/operations.ts';
import { getMetrics, listTransactional, METRICS, type Metrics, perMetric, type Transactional } from '../operations.ts';
import { isCount, RATES, unreadableIn, wordsFor } from './rates.ts';

const rate = z.number().nullish().describe('fraction of the sends; null if nothing was sent');

export const Breach = z.object({
  threshold: z.string().describe('the flag: max-hard-bounce-rate'),
  limit: z.number().describe('a fraction'),
  rate: z.number().describe('a fraction'),
  by: z.number().describe('how far the rate is beyond the limit, a fraction'),
});
export type Breach = z.infer<typeof Breach>;

export const MetricsRow = z.object({
  transactionalId: z.string(),
  name: z.string().optional().describe('with --all or --group'),
  since: z.string().nullish().describe('with --since: the time of the baseline; null without a baseline'),
  ...perMetric(() => z.number().int().min(0).nullish()),
  deliveryRate: rate,
  hardBounceRate: rate,
  softBounceRate: rate,
  spamRate: rate,
  verdict: z
    .enum(['pass', 'fail', 'error', 'none'])
    .optional()
    .describe('with a threshold; error: it could not be judged; none: it was not judged'),
  breaches: z.array(Breach).optional().describe('with a threshold'),
  unreadable: z.array(z.string()).optional().describe('metrics that the API response lacks or that are not counts'),
  remark: z.string().optional().describe('why metrics or a verdict are missing'),
  error: z.object({ code: z.custom<ErrorCode>(), message: z.string() }).optional(),
});
export type MetricsRow = z.infer<typeof MetricsRow>;

export interface Target {
  readonly transactionalId: string;
  readonly name?: string;
  readonly createdAt?: string;
}

/** Which emails a run is for: these IDs, a group, or all of them. */
export interface Scope {
  readonly transactionalIds: readonly string[];
  readonly group?: string | undefined;
}

/** Each email once, from the IDs or from the list. Rejects with `not_found` for a group that does not exist. */
export async function targetsOf(context: Context, { transactionalIds, group }: Scope): Promise<readonly Target[]> {
  if (transactionalIds.length > 0) {
    return [...new Set(transactionalIds)].map((transactionalId) => ({ transactionalId }));
  }
  const emails: Transactional[] = [];
  for await (const page of context.list(listTransactional, {})) {
    for (const email of page) emails.push(email);
  }
  const chosen = emails.filter(({ transactionalGroupId }) => group === undefined || transactionalGroupId === group);
  if (group !== undefined && chosen.length === 0) await expectEmptyGroup(context, group, emails);
  return chosen.map(({ id, name, createdAt }) => ({ transactionalId: id, name, createdAt }));
}

/** A mistyped ID, or records without their group, must not look like an empty group. */
async function expectEmptyGroup(context: Context, id: string, emails: readonly Transactional[]): Promise<void> {
  await context.call(getTransactionalGroup, { id });
  if (emails.some(({ transactionalGroupId }) => transactionalGroupId === undefined)) {
    throw new Failure('unexpected_response', 'The API response lacks the groups of transactional emails.', {
      hint: 'Pass IDs or --all instead of --group.',
    });
  }
}

/** Fields of a row that do not come from the metrics: an API field of the same name must not replace them. */
const OWN_FIELDS = Object.keys(MetricsRow.shape).filter((name) => !METRICS.some(([metric]) => metric === name));

const apiFields = (metrics: Metrics): Metrics =>
  Object.fromEntries(Object.entries(metrics).filter(([name]) => !OWN_FIELDS.includes(name))) as Metrics;

/** The fields of a row that say which metrics of the API response are not counts; none if all are. */
export function unreadableFields(metrics: unknown): Pick<MetricsRow, 'unreadable' | 'remark'> {
  const unreadable = unreadableIn(metrics);
  if (unreadable.length === 0) return {};
  return {
    unreadable: [...unreadable],
    remark: `${unreadable.map(wordsFor).join(', ')} missing or invalid in the API response`,
  };
}

/** A row per email. Rejects as `Context.settle` does. */
export async function fetchRows(context: Context, targets: readonly Target[]): Promise<readonly MetricsRow[]> {
  const outcomes = await context.settle(targets, ({ transactionalId }) =>
    context.call(getMetrics, { transactionalId }),
  );
  return outcomes.map(({ item: { transactionalId, name }, value, failure }) => {
    const email = { transactionalId, ...(name === undefined ? {} : { name }) };
    if (failure !== undefined) return { ...email, error: { code: failure.code, message: failure.message } };
    return { ...email, ...apiFields(value), ...unreadableFields(value) };
  });
}

/** Worst first: highest values first, except for these. */
const ASCENDING: readonly string[] = ['name', 'deliveryRate'];

export const SORT_FIELDS = ['name', ...METRICS.map(([metric]) => metric), ...RATES.map(([name]) => name)] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** Rows without a readable value are last; rows with the same value keep their order. */
export function sortRows(rows: readonly MetricsRow[], by: SortField): readonly MetricsRow[] {
  const sign = ASCENDING.includes(by) ? 1 : -1;
  const isKnown = (row: MetricsRow) => (by === 'name' ? typeof row.name === 'string' : isCount(row[by]));
  const compare = (a: MetricsRow, b: MetricsRow): number =>
    by === 'name' ? String(a.name).localeCompare(String(b.name), 'en') : Number(a[by]) - Number(b[by]);
  return [...rows].sort((a, b) => {
    const [known, other] = [isKnown(a), isKnown(b)];
    return known && other ? sign * compare(a, b) : Number(other) - Number(known);
  });
}
