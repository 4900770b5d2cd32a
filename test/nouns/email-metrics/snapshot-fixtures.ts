/** Snapshots for tests of baselines and changes. */

import type { TRANSACTIONAL_METRICS } from '../../../src/nouns/email-metrics/metric.ts';
import type { Snapshot } from '../../../src/nouns/email-metrics/snapshots.ts';
import { NOW } from '../../world.ts';

export const HOUR = 3_600_000;

export type Metrics = Record<(typeof TRANSACTIONAL_METRICS)[number], number>;

export const metricsWith = (sends: number): Metrics => ({
  sends,
  deliveries: sends,
  hardBounces: 0,
  softBounces: 0,
  spamReports: 0,
});

/** A snapshot in which every email has 100 sends. */
export const snapshot = (hoursAgo: number, of: Snapshot['of'] = 'all', ids = ['c1']): Snapshot => ({
  time: new Date(NOW.getTime() - hoursAgo * HOUR).toISOString(),
  of,
  emails: ids.map((id) => ({ id, ...metricsWith(100) })),
});

export async function* saved(...snapshots: readonly Snapshot[]) {
  yield* snapshots;
}
