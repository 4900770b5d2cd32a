/** Metrics as numbers: which are readable, their rates, and rates as typed on the command line. */
import { valueAt } from '../../define/json.ts';
import { type Counted, ratesFor } from './kind.ts';
import type { MetricName, Rate } from './metric.ts';

export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** Those of its metrics that are missing or not a count. */
export const unreadableIn = (value: unknown, { metrics }: Counted): readonly MetricName[] =>
  metrics.filter((metric) => !isCount(valueAt(value, metric)));

/** Fractions of the sends; null if nothing was sent or a metric is not a count. */
export function ratesOf(value: unknown, kind: Counted): Partial<Record<Rate, number | null>> {
  const sends = valueAt(value, 'sends');
  return Object.fromEntries(
    ratesFor(kind).map(({ rate, metric }) => {
      const count = valueAt(value, metric);
      return [rate, isCount(count) && isCount(sends) && sends > 0 ? count / sends : null];
    }),
  );
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
