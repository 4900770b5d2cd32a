/** The rows of `metrics` commands: one per email, with its metrics or the error of its request. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { type ErrorCode, Failure } from '../../errors.ts';
import type { Counted, Listed, MetricsKind } from './kind.ts';
import { NOT_SENT } from './kind.ts';
import { METRICS, perMetric, perRate, RATES, wordsFor } from './metric.ts';
import { isCount, unreadableIn } from './rates.ts';

export const Breach = z.object({
  threshold: z.string().describe('the flag: max-hard-bounce-rate'),
  limit: z.number().describe('a fraction'),
  rate: z.number().describe('a fraction'),
  by: z.number().describe('how far the rate is beyond the limit, a fraction'),
});
export type Breach = z.infer<typeof Breach>;

export const MetricsRow = z.object({
  id: z.string(),
  name: z.string().optional().describe('with --all or --group; of an email of a workflow: its subject'),
  workflow: z.object({ id: z.string(), name: z.string() }).optional(),
  since: z.string().nullish().describe('with --since: the time of the baseline; null without a baseline'),
  sent: z.literal(false).optional().describe('false: not sent yet, so it has no metrics'),
  ...perMetric(() => z.number().int().min(0).nullish()),
  ...perRate(() => z.number().nullish().describe('fraction of the sends; null if nothing was sent')),
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

/** The schema of the rows of one kind, without the metrics and rates of others. */
export function rowSchema({ metrics, mayBeUnsent, emailsOf }: MetricsKind): z.ZodType<MetricsRow> {
  const others = [
    ...METRICS.flatMap(([metric]) => (metrics.includes(metric) ? [] : [metric])),
    ...RATES.flatMap(({ rate, metric }) => (metrics.includes(metric) ? [] : [rate])),
    ...(mayBeUnsent ? [] : ['sent' as const]),
    ...(emailsOf === undefined ? ['workflow' as const] : []),
  ];
  return MetricsRow.omit(Object.fromEntries(others.map((name) => [name, true])) as Record<'sent', true>);
}

/** An email as the list describes it, or only its ID. */
export type Target = Pick<Listed, 'id'> & Partial<Omit<Listed, 'group'>>;

/** Which emails a run is for: these IDs, a group, or all of them. */
export interface Scope {
  readonly ids: readonly string[];
  readonly group?: string | undefined;
}

/** Each email once, from the IDs or from the list. Rejects with `not_found` for a group that does not exist. */
export async function targetsOf(
  context: Context,
  { ids, group }: Scope,
  kind: MetricsKind,
): Promise<readonly Target[]> {
  if (ids.length > 0) return kind.emailsOf?.(context, ids) ?? [...new Set(ids)].map((id) => ({ id }));
  const emails: Listed[] = [];
  for await (const page of kind.list(context)) {
    for (const email of page) emails.push(email);
  }
  const chosen = emails.filter((email) => group === undefined || email.group === group);
  if (group !== undefined && chosen.length === 0) await expectEmptyGroup(context, group, emails, kind);
  return chosen;
}

/** A mistyped ID, or records without their group, must not look like an empty group. */
async function expectEmptyGroup(
  context: Context,
  id: string,
  emails: readonly Listed[],
  { expectGroup, noun }: MetricsKind,
): Promise<void> {
  await expectGroup?.(context, id);
  if (emails.some(({ group }) => group === undefined)) {
    throw new Failure('unexpected_response', `The API response lacks the groups of ${noun}s.`, {
      hint: 'Pass IDs or --all instead of --group.',
    });
  }
}

/** Fields of a row that do not come from the metrics: an API field of the same name must not replace them. */
const OWN_FIELDS = Object.keys(MetricsRow.shape).filter((name) => !METRICS.some(([metric]) => metric === name));

const apiFields = (metrics: object): object =>
  Object.fromEntries(Object.entries(metrics).filter(([name]) => !OWN_FIELDS.includes(name)));

/** The fields of a row that say which metrics of the API response are not counts; none if all are. */
export function unreadableFields(metrics: unknown, kind: Counted): Pick<MetricsRow, 'unreadable' | 'remark'> {
  const unreadable = unreadableIn(metrics, kind);
  if (unreadable.length === 0) return {};
  return {
    unreadable: [...unreadable],
    remark: `${unreadable.map(wordsFor).join(', ')} missing or invalid in the API response`,
  };
}

/** A row per email, or a rejection where the only one fails and `failsAlone`. Rejects as `Context.settle` does. */
export async function fetchRows(
  context: Context,
  targets: readonly Target[],
  kind: MetricsKind,
  { failsAlone }: { readonly failsAlone: boolean },
): Promise<readonly MetricsRow[]> {
  const outcomes = await context.settle(targets, async ({ id, isSent, workflow, failure }) => {
    if (failure !== undefined) throw failure;
    return isSent === false ? NOT_SENT : kind.fetch(context, id, workflow?.id);
  });
  const [first] = outcomes;
  if (failsAlone && outcomes.length === 1 && first?.failure !== undefined) throw first.failure;
  return outcomes.map(({ item: { id, name, workflow }, value, failure }): MetricsRow => {
    const email = { id, ...(name === undefined ? {} : { name }), ...(workflow === undefined ? {} : { workflow }) };
    if (failure !== undefined) return { ...email, error: { code: failure.code, message: failure.message } };
    if (value === NOT_SENT) return { ...email, sent: false, remark: NOT_SENT };
    return { ...email, ...apiFields(value), ...unreadableFields(value, kind) };
  });
}

/** Worst first: highest values first, except for these. */
const ASCENDING: readonly string[] = ['name', ...RATES.flatMap(({ rate, sign }) => (sign === -1 ? [rate] : []))];

const ALL_FIELDS = ['name', ...METRICS.map(([metric]) => metric), ...RATES.map(({ rate }) => rate)] as const;
export type SortField = (typeof ALL_FIELDS)[number];

const metricBehind = (field: SortField): string => RATES.find(({ rate }) => rate === field)?.metric ?? field;

export const sortFields = ({ metrics }: Counted): readonly SortField[] =>
  ALL_FIELDS.filter((field) => field === 'name' || metrics.some((metric) => metric === metricBehind(field)));

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
