/** Thresholds on rates: their flags, the verdict on each row, and the report for CI. */
import * as z from 'zod';
import { flagName } from '../../../define/field.ts';
import type { Check, Finding } from '../../../define/report.ts';
import { type EXIT_CODES, usage } from '../../../errors.ts';
import { formatCount, formatNumber, formatPercent } from '../../../text/number.ts';
import type { MetricName } from '../operations.ts';
import { joinRemarks } from './changes.ts';
import { isCount, parseRate, RATE_FORMAT, RATES, type Rate, wordsFor } from './rates.ts';
import type { Breach, MetricsRow } from './rows.ts';

const rateFlag = (description: string) =>
  z
    .string()
    .refine((text) => parseRate(text) !== undefined, { error: RATE_FORMAT })
    .optional()
    .describe(description)
    .meta({ placeholder: 'rate' });

export const thresholdInput = {
  maxHardBounceRate: rateFlag('fail (exit 9) if the hard bounce rate exceeds this, e.g. 2%'),
  maxSoftBounceRate: rateFlag('fail if the soft bounce rate exceeds this'),
  maxSpamRate: rateFlag('fail if the spam report rate exceeds this'),
  minDeliveryRate: rateFlag('fail if the delivery rate is below this'),
  minSends: z.number().int().min(1).optional().describe('ignore emails with fewer sends than this'),
};
export type ThresholdInput = z.output<z.ZodObject<typeof thresholdInput>>;

interface Threshold {
  readonly flag: keyof Omit<ThresholdInput, 'minSends'>;
  readonly rate: Rate;
  /** 1 for a maximum, -1 for a minimum. */
  readonly sign: 1 | -1;
}

const THRESHOLDS: readonly Threshold[] = [
  { flag: 'maxHardBounceRate', rate: 'hardBounceRate', sign: 1 },
  { flag: 'maxSoftBounceRate', rate: 'softBounceRate', sign: 1 },
  { flag: 'maxSpamRate', rate: 'spamRate', sign: 1 },
  { flag: 'minDeliveryRate', rate: 'deliveryRate', sign: -1 },
];

export interface Limits {
  readonly thresholds: ReadonlyArray<Threshold & { readonly limit: number }>;
  readonly minSends: number;
}

export const judgedRates = (input: Partial<ThresholdInput>): readonly Rate[] =>
  THRESHOLDS.flatMap(({ flag, rate }) => (input[flag] === undefined ? [] : [rate]));

export const hasThreshold = (input: Partial<ThresholdInput>): boolean => judgedRates(input).length > 0;

/** The thresholds that were given; undefined if there are none. Throws a `usage` failure for `--min-sends` alone. */
export function limitsOf(input: ThresholdInput): Limits | undefined {
  if (hasThreshold(input)) {
    const thresholds = THRESHOLDS.map((threshold) => ({
      ...threshold,
      limit: parseRate(input[threshold.flag] ?? '') ?? Number.NaN,
    }));
    return { thresholds: thresholds.filter(({ limit }) => !Number.isNaN(limit)), minSends: input.minSends ?? 1 };
  }
  if (input.minSends === undefined) return undefined;
  const flags = THRESHOLDS.map(({ flag }) => `--${flagName(flag)}`).join(', ');
  throw usage('--min-sends requires at least one threshold.', `Add one of ${flags}.`);
}

const metricFor = (rate: Rate): MetricName => RATES.find(([name]) => name === rate)?.[1] ?? 'sends';

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
 * The row with its verdict: `fail` if any readable rate exceeds its threshold; `error` if a metric that a threshold needs
 * could not be read; `none` if there is no baseline or too few sends.
 */
export function judge(row: MetricsRow, { thresholds, minSends }: Limits): MetricsRow {
  if (row.error !== undefined || isMissing(row, 'sends')) return unjudged(row, 'error');
  const isUnreadable = thresholds.some(({ rate }) => isMissing(row, metricFor(rate)));
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

/** A fraction in percentage points: `5.8`, or one digit of what would round to 0. */
function formatPoints(fraction: number): string {
  const points = fraction * 100;
  return points >= 0.05 ? points.toFixed(1) : String(Number(points.toPrecision(1)));
}

const thresholdOf = (breach: Breach): Threshold | undefined =>
  THRESHOLDS.find(({ flag }) => flagName(flag) === breach.threshold);

const metricWords = (breach: Breach): string => wordsFor(metricFor(thresholdOf(breach)?.rate ?? 'deliveryRate'));

/** For a row that shows the rate: `hard bounces +5.8 points`. */
export const breachWords = (breach: Breach): string =>
  `${metricWords(breach)} ${thresholdOf(breach)?.sign === -1 ? '−' : '+'}${formatPoints(breach.by)} points`;

function breachSentence(breach: Breach): string {
  const side = thresholdOf(breach)?.sign === -1 ? 'under' : 'over';
  const limit = `${Number((breach.limit * 100).toPrecision(12))}%`;
  const points = `${formatPoints(breach.by)} points ${side} the threshold of ${limit}`;
  return `${metricWords(breach)} ${formatPercent(breach.rate)}, ${points}`;
}

const labelOf = ({ name, transactionalId }: MetricsRow): string =>
  name === undefined ? transactionalId : `${name} (${transactionalId})`;

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

const MAX_NAMES = 10;

/** The warnings about judged rows: which exceeded a threshold, which could not be judged, and whether any was judged. */
export function warningsFor(rows: readonly MetricsRow[]): readonly string[] {
  const total = formatCount(rows.length, 'email');
  const failed = rows.filter(({ verdict }) => verdict === 'fail');
  const unjudgeable = judgingErrors(rows).length;
  const names = failed.slice(0, MAX_NAMES).map(({ name, transactionalId }) => JSON.stringify(name ?? transactionalId));
  const more = failed.length > MAX_NAMES ? `, and ${failed.length - MAX_NAMES} more` : '';
  return [
    ...(failed.length === 0 ? [] : [`${failed.length} of ${total} exceeded a threshold: ${names.join(', ')}${more}.`]),
    ...(unjudgeable === 0 ? [] : [`${unjudgeable} of ${total} could not be judged: metrics are missing or invalid.`]),
    ...(rows.some(isJudged) ? [] : [`0 of ${total} had a verdict.`]),
  ];
}
