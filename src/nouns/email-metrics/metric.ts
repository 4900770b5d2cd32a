/** The metrics of all kinds of email, and their rates: everything else about metrics derives from these lists. */
import * as z from 'zod';

/** In the order in which people read them. */
export const METRICS = [
  ['sends', 'Sends'],
  ['deliveries', 'Deliveries'],
  ['opens', 'Opens'],
  ['clicks', 'Clicks'],
  ['unsubscribes', 'Unsubscribes'],
  ['hardBounces', 'Hard bounces'],
  ['softBounces', 'Soft bounces'],
  ['spamReports', 'Spam reports'],
] as const;
export type MetricName = (typeof METRICS)[number][0];

export const TRANSACTIONAL_METRICS = ['sends', 'deliveries', 'hardBounces', 'softBounces', 'spamReports'] as const;

/** Of campaigns, and of the emails of workflows. */
export const CAMPAIGN_METRICS = [
  'sends',
  'opens',
  'clicks',
  'unsubscribes',
  'hardBounces',
  'softBounces',
  'spamReports',
] as const;

/** The schema of a response: all-time totals of one email. */
export const metricsSchema = <Name extends MetricName>(names: readonly Name[]) =>
  z.looseObject(
    // The type of `fromEntries` cannot express that every metric is present.
    Object.fromEntries(names.map((name) => [name, z.number().int().min(0)])) as Record<Name, z.ZodNumber>,
  );

/** Each rate is a metric's share of all sends. `sign` is 1 if its threshold is a maximum, and -1 if it is a minimum. */
export const RATES = [
  { rate: 'deliveryRate', metric: 'deliveries', heading: 'DELIVERED', flag: 'minDeliveryRate', sign: -1 },
  { rate: 'openRate', metric: 'opens', heading: 'OPENED', flag: 'minOpenRate', sign: -1 },
  { rate: 'clickRate', metric: 'clicks', heading: 'CLICKED', flag: 'minClickRate', sign: -1 },
  { rate: 'unsubscribeRate', metric: 'unsubscribes', heading: 'UNSUB', flag: 'maxUnsubscribeRate', sign: 1 },
  { rate: 'hardBounceRate', metric: 'hardBounces', heading: 'HARD', flag: 'maxHardBounceRate', sign: 1 },
  { rate: 'softBounceRate', metric: 'softBounces', heading: 'SOFT', flag: 'maxSoftBounceRate', sign: 1 },
  { rate: 'spamRate', metric: 'spamReports', heading: 'SPAM', flag: 'maxSpamRate', sign: 1 },
] as const satisfies readonly {
  rate: string;
  metric: MetricName;
  heading: string;
  flag: string;
  sign: 1 | -1;
}[];
export type RateDefinition = (typeof RATES)[number];
export type Rate = RateDefinition['rate'];
export type ThresholdFlag = RateDefinition['flag'];

/** One value for each metric. */
export const perMetric = <Value>(valueFor: (metric: MetricName) => Value): Record<MetricName, Value> =>
  Object.fromEntries(METRICS.map(([metric]) => [metric, valueFor(metric)])) as Record<MetricName, Value>;

/** One value for each rate. */
export const perRate = <Value>(valueFor: (rate: RateDefinition) => Value): Record<Rate, Value> =>
  Object.fromEntries(RATES.map((rate) => [rate.rate, valueFor(rate)])) as Record<Rate, Value>;

export const labelFor = (metric: MetricName): string => METRICS.find(([name]) => name === metric)?.[1] ?? metric;

export const wordsFor = (metric: MetricName): string => labelFor(metric).toLowerCase();
