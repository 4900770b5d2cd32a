/** Metrics as numbers: which are readable, their rates, and rates as typed on the command line. */
import { valueAt } from '../../../define/json.ts';
import { METRICS, type MetricName, type Metrics, perMetric } from '../operations.ts';

/** Each rate is a metric's share of all sends. */
export const RATES = [
  ['deliveryRate', 'deliveries'],
  ['hardBounceRate', 'hardBounces'],
  ['softBounceRate', 'softBounces'],
  ['spamRate', 'spamReports'],
] as const satisfies ReadonlyArray<readonly [rate: string, metric: MetricName]>;
export type Rate = (typeof RATES)[number][0];

export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** The metrics of a value; undefined if one of them is not a count. */
export function metricsIn(value: unknown): Metrics | undefined {
  const metrics = perMetric((metric) => valueAt(value, metric));
  return Object.values(metrics).every(isCount) ? (metrics as Metrics) : undefined;
}

export const unreadableIn = (value: unknown): readonly MetricName[] =>
  METRICS.flatMap(([metric]) => (isCount(valueAt(value, metric)) ? [] : [metric]));

export const wordsFor = (metric: MetricName): string =>
  (METRICS.find(([name]) => name === metric)?.[1] ?? metric).toLowerCase();

/** Fractions of the sends; null if nothing was sent or a metric is not a count. */
export function ratesOf(value: unknown): Record<Rate, number | null> {
  const sends = valueAt(value, 'sends');
  return Object.fromEntries(
    RATES.map(([rate, metric]) => {
      const count = valueAt(value, metric);
      return [rate, isCount(count) && isCount(sends) && sends > 0 ? count / sends : null];
    }),
  ) as Record<Rate, number | null>;
}

/** What a typed rate must look like. A whole number could be a percentage or a fraction, so it is rejected. */
export const RATE_FORMAT = 'expected a percentage (2%) or a fraction below 1 (0.02)';

/**
 * `2%`, `2 %`, `0.1%` or `0.02` as a fraction from 0 to 1; undefined for any other text. The result is the number closest to
 * the text, so that a rate of 2 in 100 equals a threshold of 2%.
 */
export function parseRate(text: string): number | undefined {
  const [, percent, fraction] = /^(?:(\d+(?:\.\d+)?) ?%|(0|0?\.\d+))$/.exec(text) ?? [];
  const rate = percent === undefined ? Number(fraction) : Number(`${percent}e-2`);
  return rate <= 1 ? rate : undefined;
}
