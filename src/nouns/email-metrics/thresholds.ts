/** Thresholds on rates: their flags, the verdict on each row, and the report for CI. */
import * as z from 'zod';
import { flagName } from '../../define/field.ts';
import type { Check, Finding } from '../../define/report.ts';
import { type EXIT_CODES, usage } from '../../errors.ts';
import { formatList } from '../../text/list.ts';
import { formatCount, formatNumber, formatPercent } from '../../text/number.ts';
import { joinRemarks } from './changes.ts';
import { type Counted, type MetricsKind, ratesFor } from './kind.ts';
import { type MetricName, RATES, type Rate, type RateDefinition, type ThresholdFlag, wordsFor } from './metric.ts';
import { isCount, parseRate, RATE_FORMAT } from './rates.ts';
import type { Breach, MetricsRow } from './rows.ts';
import { sinceInput } from './since.ts';

const rateFlag = ({ metric, rate, sign }: RateDefinition, index: number) =>
  z
    .string()
    .refine((text) => parseRate(text) !== undefined, { error: RATE_FORMAT })
    .optional()
    .describe(
      `fail${index === 0 ? ' (exit 9)' : ''} if the ${rateWords(metric, rate)} ${sign === 1 ? 'exceeds' : 'is below'} this${index === 0 ? ', e.g. 2%' : ''}`,
    )
    .meta({ placeholder: 'rate' });

const rateWords = (metric: MetricName, rate: Rate): string =>
  metric === 'spamReports' ? 'spam report rate' : rate.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Which maximums come first in help, then which minimums. */
const inHelp = (kind: Counted): readonly RateDefinition[] => [...ratesFor(kind)].sort((a, b) => b.sign - a.sign);

export const thresholdInput = (kind: Pick<MetricsKind, 'noun' | 'metrics'>) => ({
  ...(Object.fromEntries(inHelp(kind).map((rate, index) => [rate.flag, rateFlag(rate, index)])) as Record<
    ThresholdFlag,
    ReturnType<typeof rateFlag>
  >),
  minSends: z.number().int().min(1).optional().describe(`ignore ${kind.noun}s with fewer sends than this`),
});

/** What was typed: a rate for each flag that was given. */
export type ThresholdInput = Readonly<Partial<Record<ThresholdFlag, string | undefined>>> & {
  readonly minSends?: number | undefined;
};

export interface Limits {
  readonly thresholds: ReadonlyArray<RateDefinition & { readonly limit: number }>;
  readonly minSends: number;
}

export const judgedRates = (input: ThresholdInput): readonly Rate[] =>
  RATES.flatMap(({ flag, rate }) => (input[flag] === undefined ? [] : [rate]));

/** Flags about snapshots: what to compare with, and what to save. */
export const snapshotInput = {
  ...sinceInput,
  save: z.boolean().default(false).describe('save the metrics as a snapshot, for --since and `history`'),
  requireBaseline: z.boolean().default(false).describe('exit 9 if every verdict is none because there is no baseline'),
};

export const hasThreshold = (input: ThresholdInput): boolean => judgedRates(input).length > 0;

export const BASELINE_NEEDS = [
  (given: ThresholdInput & { readonly requireBaseline: boolean; readonly since?: string | undefined }): boolean =>
    !given.requireBaseline || (given.since !== undefined && hasThreshold(given)),
  { error: '--require-baseline requires --since and at least one threshold' },
] as const;

/** The thresholds that were given; undefined if there are none. Throws a `usage` failure for `--min-sends` alone. */
export function limitsOf(input: ThresholdInput, kind: Counted): Limits | undefined {
  if (hasThreshold(input)) {
    const thresholds = inHelp(kind).map((rate) => ({
      ...rate,
      limit: parseRate(input[rate.flag] ?? '') ?? Number.NaN,
    }));
    return { thresholds: thresholds.filter(({ limit }) => !Number.isNaN(limit)), minSends: input.minSends ?? 1 };
  }
  if (input.minSends === undefined) return undefined;
  const flags = inHelp(kind)
    .map(({ flag }) => `--${flagName(flag)}`)
    .join(', ');
  throw usage('--min-sends requires at least one threshold.', `Add one of ${flags}.`);
}

/** Whether a row lacks a value that a threshold needs. Without a baseline all metrics are null, but only bad responses count. */
function isMissing(row: MetricsRow, metric: MetricName): boolean {
  return row.since === null ? row.unreadable?.includes(metric) === true : !isCount(row[metric]);
}

const unjudged = (row: MetricsRow, verdict: 'none' | 'error', remark?: string): MetricsRow => ({
  ...row,
  verdict,
  breaches: [],
  ...(remark === undefined ? {} : { remark: joinRemarks(row.remark, remark) }),
});

/**
 * The row with its verdict: `fail` if any readable rate is on the wrong side of its threshold; `error` if a metric that a threshold needs
 * could not be read; `none` if there is no baseline or too few sends.
 */
export function judge(row: MetricsRow, { thresholds, minSends }: Limits): MetricsRow {
  if (row.sent === false) return unjudged(row, 'none');
  if (row.error !== undefined || isMissing(row, 'sends')) return unjudged(row, 'error');
  const isUnreadable = thresholds.some(({ metric }) => isMissing(row, metric));
  if (row.since === null) return unjudged(row, isUnreadable ? 'error' : 'none');
  const sends = row.sends ?? 0;
  if (sends < minSends) {
    const few = `${formatCount(sends, 'send')}, fewer than ${formatNumber(minSends)}`;
    return unjudged(row, 'none', sends === 0 ? 'no sends' : few);
  }
  const breaches = thresholds.flatMap(({ flag, rate: name, limit, sign }): Breach[] => {
    const rate = row[name];
    if (typeof rate !== 'number' || sign * (rate - limit) <= 0) return [];
    return [{ threshold: flagName(flag), limit, rate, by: Number(Math.abs(rate - limit).toPrecision(12)) }];
  });
  return { ...row, verdict: breaches.length > 0 ? 'fail' : isUnreadable ? 'error' : 'pass', breaches };
}

/** Failing rows first, then those that could not be judged. Rows of the same rank keep their order. */
export function worstFirst(rows: readonly MetricsRow[]): readonly MetricsRow[] {
  const rank = ({ verdict }: MetricsRow) => (verdict === 'fail' ? 0 : verdict === 'error' ? 1 : 2);
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** A fraction in percentage points, as precise as the rate next to it: `5.8`, `0.06`; one digit of what would round to 0. */
function formatPoints(fraction: number): string {
  const points = fraction * 100;
  return String(Number(points >= 0.01 ? points.toFixed(2) : points.toPrecision(1)));
}

const rateOf = (breach: Breach): RateDefinition | undefined =>
  RATES.find(({ flag }) => flagName(flag) === breach.threshold);

const metricWords = (breach: Breach): string => wordsFor(rateOf(breach)?.metric ?? 'sends');

/** For a row that shows the rate: `hard bounces +5.8 points`. */
export const breachWords = (breach: Breach): string =>
  `${metricWords(breach)} ${rateOf(breach)?.sign === -1 ? '−' : '+'}${formatPoints(breach.by)} points`;

function breachSentence(breach: Breach): string {
  const side = rateOf(breach)?.sign === -1 ? 'under' : 'over';
  const limit = `${Number((breach.limit * 100).toPrecision(12))}%`;
  const points = `${formatPoints(breach.by)} points ${side} the threshold of ${limit}`;
  return `${metricWords(breach)} ${formatPercent(breach.rate)}, ${points}`;
}

const labelOf = ({ name, id }: MetricsRow): string => (name === undefined ? id : `${name} (${id})`);

function whySkipped({ verdict, remark, since }: MetricsRow): string | undefined {
  if (verdict === undefined) return 'no threshold given';
  return verdict === 'none' ? (remark ?? (since === null ? 'no baseline' : 'not judged')) : undefined;
}

function errorFinding(row: MetricsRow): readonly Finding[] {
  if (row.error === undefined && row.verdict !== 'error') return [];
  const { code, message } = row.error ?? { code: 'unexpected_response', message: row.remark ?? 'metrics not readable' };
  return [{ severity: 'error', rule: code, message: `${labelOf(row)}: ${message}` }];
}

/** One check per email. An email that could not be fetched or judged fails. */
export function checksOf(rows: readonly MetricsRow[]): readonly Check[] {
  return rows.map((row) => ({
    name: labelOf(row),
    skipped: row.error === undefined ? whySkipped(row) : undefined,
    findings: [
      ...errorFinding(row),
      ...(row.breaches ?? []).map((breach) => ({
        severity: 'error' as const,
        rule: breach.threshold,
        message: `${labelOf(row)}: ${breachSentence(breach)}`,
      })),
    ],
  }));
}

export const isJudged = ({ verdict }: MetricsRow): boolean => verdict === 'pass' || verdict === 'fail';

/** The exit codes of rows that could not be judged, as errors. */
export const judgingErrors = (rows: readonly MetricsRow[]): ReadonlyArray<{ readonly code: keyof typeof EXIT_CODES }> =>
  rows.flatMap((row) => (row.verdict === 'error' && row.error === undefined ? [{ code: 'unexpected_response' }] : []));

/** The warnings about judged rows: which failed a threshold, which could not be judged, and whether any was judged. */
export function warningsFor(rows: readonly MetricsRow[], noun: string): readonly string[] {
  const total = formatCount(rows.length, noun);
  const failed = rows.filter(({ verdict }) => verdict === 'fail');
  const unjudgeable = judgingErrors(rows).length;
  const names = formatList(failed.map(({ name, id }) => JSON.stringify(name ?? id)));
  return [
    ...(failed.length === 0 ? [] : [`${failed.length} of ${total} failed a threshold: ${names}.`]),
    ...(unjudgeable === 0 ? [] : [`${unjudgeable} of ${total} could not be judged: metrics are missing or invalid.`]),
    ...(rows.some(isJudged) ? [] : [`0 of ${total} had a verdict.`]),
  ];
}
