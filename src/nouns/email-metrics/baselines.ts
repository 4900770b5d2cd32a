/** Baselines: the snapshot from which the change of each email is computed. */
import { usage } from '../../errors.ts';
import { type MetricName, perMetric } from './metric.ts';
import type { Scope, Target } from './rows.ts';
import { parseSince, toleranceOf } from './since.ts';
import type { Snapshot } from './snapshots.ts';

export interface Baseline {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** A metric that the snapshot lacks is undefined. */
  readonly metrics: Readonly<Partial<Record<MetricName, number | undefined>>>;
}

export interface Baselines {
  /** No snapshot covers the emails of this run. */
  readonly isEmpty: boolean;
  /** Undefined for an email that is in no snapshot. */
  of(target: Target): Baseline | undefined;
  /** Whether a snapshot is more recent than the requested time. */
  isLate(time: number): boolean;
}

/** A snapshot of all emails is relevant to every run, and a snapshot of some emails only to runs for these. */
function isRelevant({ of, emails }: Snapshot, { ids, group }: Scope): boolean {
  if (of === 'all') return true;
  if (ids.length > 0) return emails.some(({ id }) => ids.includes(id));
  return of !== 'ids' && of.group === group;
}

const ZERO = perMetric(() => 0);

/**
 * Finds for each email the latest snapshot at or before a time that has it, or else the oldest; for `last` the one that was
 * saved last. Keeps at most two entries per email in memory. Rejects with a `usage` failure for a time in the future.
 */
export async function findBaselines(
  snapshots: AsyncIterable<Snapshot>,
  scope: Scope,
  since: string,
  now: Date,
): Promise<Baselines> {
  const requested = parseSince(since, now);
  if (typeof requested === 'number' && requested > now.getTime()) {
    throw usage('--since must be in the past.', 'Dates are in UTC.');
  }
  const limit = typeof requested === 'number' ? requested + toleranceOf(since) : Number.POSITIVE_INFINITY;
  const wanted = scope.ids.length > 0 ? new Set(scope.ids) : undefined;
  const [latest, oldest] = [new Map<string, Baseline>(), new Map<string, Baseline>()];
  const times: number[] = [];
  for await (const snapshot of snapshots) {
    if (!isRelevant(snapshot, scope)) continue;
    const time = Date.parse(snapshot.time);
    times.push(time);
    const found = time <= limit ? latest : oldest;
    for (const email of snapshot.emails) {
      if (wanted?.has(email.id) === false) continue;
      const known = found.get(email.id);
      const isBetter = known === undefined || (found === latest ? time >= known.time : time < known.time);
      if (requested === 'last' || isBetter) {
        found.set(email.id, { time, metrics: perMetric((metric) => email[metric]) });
      }
    }
  }
  times.sort((a, b) => a - b);
  return {
    isEmpty: times.length === 0,
    of: ({ id, createdAt }) => {
      const known = latest.get(id);
      if (known !== undefined) return known;
      // An email that was created after a snapshot had no sends at that time.
      const before = times.filter((time) => time < Date.parse(createdAt ?? ''));
      const time = before.findLast((candidate) => candidate <= limit) ?? before[0];
      return time === undefined ? oldest.get(id) : { time, metrics: ZERO };
    },
    isLate: (time) => time > limit,
  };
}
