/** The delivery counters, and the rates that are made of them. */
import { valueAt } from '../../../define/json.ts';

/** In the order in which people read them. */
export const COUNTERS = [
  ['sends', 'Sends'],
  ['deliveries', 'Deliveries'],
  ['hardBounces', 'Hard bounces'],
  ['softBounces', 'Soft bounces'],
  ['spamReports', 'Spam reports'],
] as const;
export type Counter = (typeof COUNTERS)[number][0];

export type Counters = Readonly<Record<Counter, number>>;

/** Each is a counter's share of all sends. */
export const RATES = [
  ['deliveryRate', 'deliveries'],
  ['hardBounceRate', 'hardBounces'],
  ['softBounceRate', 'softBounces'],
  ['spamRate', 'spamReports'],
] as const satisfies ReadonlyArray<readonly [rate: string, counter: Counter]>;
export type Rate = (typeof RATES)[number][0];

/** One value for each counter. */
export const eachCounter = <Value>(of: (counter: Counter) => Value): Record<Counter, Value> =>
  // Every counter is there, which the type of `fromEntries` cannot say.
  Object.fromEntries(COUNTERS.map(([counter]) => [counter, of(counter)])) as Record<Counter, Value>;

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** The five counters alone; undefined where one of them is no number. */
export function countersOf(value: unknown): Counters | undefined {
  const counters = eachCounter((counter) => valueAt(value, counter));
  return Object.values(counters).every(isCount) ? (counters as Counters) : undefined;
}

/** Fractions of the sends; null where nothing was sent, or where a counter is not known. */
export function ratesOf(value: unknown): Record<Rate, number | null> {
  const sends = valueAt(value, 'sends');
  return Object.fromEntries(
    RATES.map(([rate, counter]) => {
      const count = valueAt(value, counter);
      return [rate, isCount(count) && isCount(sends) && sends > 0 ? count / sends : null];
    }),
    // Every rate is there, which the type of `fromEntries` cannot say.
  ) as Record<Rate, number | null>;
}

/** A fraction for people, `0.40 %`. */
export const inPercent = (fraction: number): string => `${(fraction * 100).toFixed(2)} %`;

/** A count for people, `48,217`. */
export const inThousands = (count: number): string => count.toLocaleString('en-US');
