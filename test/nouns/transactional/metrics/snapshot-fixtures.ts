/** Snapshots for tests of baselines and changes. */

import type { Snapshot } from '../../../../src/nouns/transactional/metrics/snapshots.ts';
import { type Metrics, perMetric } from '../../../../src/nouns/transactional/operations.ts';
import { NOW } from '../../../world.ts';

export const HOUR = 3_600_000;

export const metricsWith = (sends: number): Metrics => ({ ...perMetric(() => 0), sends, deliveries: sends });

/** A snapshot in which every email has 100 sends. */
export const snapshot = (hoursAgo: number, of: Snapshot['of'] = 'all', ids = ['c1']): Snapshot => ({
  time: new Date(NOW.getTime() - hoursAgo * HOUR).toISOString(),
  of,
  emails: ids.map((transactionalId) => ({ transactionalId, ...metricsWith(100) })),
});

export async function* saved(...snapshots: readonly Snapshot[]) {
  yield* snapshots;
}
