/** A point of a history: the metrics of one email in one snapshot. */
import * as z from 'zod';
import type { Counted } from './kind.ts';
import { METRICS, type MetricName, perMetric } from './metric.ts';

export const Point = z.object({
  time: z.string().describe('when the snapshot was saved'),
  id: z.string(),
  name: z.string().optional().describe('only in snapshots of --all or --group'),
  ...perMetric(() => z.number().optional()),
});
export type Point = z.infer<typeof Point>;

/** The schema of the points of one kind, without the metrics of others. */
export function pointSchema({ metrics }: Counted): z.ZodType<Point> {
  const others = METRICS.flatMap(([metric]) => (metrics.includes(metric) ? [] : [metric]));
  return Point.omit(Object.fromEntries(others.map((name) => [name, true])) as Record<'opens', true>);
}

/** The points that have a metric, with its value. */
export const valuesOf = (points: readonly Point[], metric: MetricName): ReadonlyArray<readonly [Point, number]> =>
  points.flatMap((point) => (point[metric] === undefined ? [] : [[point, point[metric]] as const]));
