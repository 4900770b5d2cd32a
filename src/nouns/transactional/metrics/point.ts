/** A point of a history: the metrics of one email in one snapshot. */
import * as z from 'zod';
import { type MetricName, perMetric } from '../operations.ts';

export const Point = z.object({
  time: z.string().describe('when the snapshot was saved'),
  transactionalId: z.string(),
  name: z.string().optional().describe('only in snapshots of --all or --group'),
  ...perMetric(() => z.number().optional()),
});
export type Point = z.infer<typeof Point>;

/** The points that have a metric, with its value. */
export const valuesOf = (points: readonly Point[], metric: MetricName): ReadonlyArray<readonly [Point, number]> =>
  points.flatMap((point) => (point[metric] === undefined ? [] : [[point, point[metric]] as const]));
