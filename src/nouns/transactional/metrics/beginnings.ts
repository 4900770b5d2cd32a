/** Where the window of each email begins: which of the snapshots it is counted from. */
import { usage } from '../../../errors.ts';
import { type Counters, eachCounter } from './counters.ts';
import type { Scope, Target } from './rows.ts';
import { parseSince, toleranceOf } from './since.ts';
import type { Snapshot } from './snapshots.ts';

export interface Beginning {
  /** The time of the snapshot, milliseconds since the epoch. */
  readonly time: number;
  readonly counters: Counters;
}

export interface Beginnings {
  /** No snapshot says anything of this run. */
  readonly isEmpty: boolean;
  /** Undefined where no snapshot has the email. */
  of(target: Target): Beginning | undefined;
  /** Whether a snapshot is later than was asked for. */
  isLate(time: number): boolean;
}

/** A snapshot of everything says something of every run; one of some emails only of runs about these. */
function concerns({ of, emails }: Snapshot, { transactionalIds, group }: Scope): boolean {
  if (of === 'all') return true;
  if (transactionalIds.length > 0)
    return emails.some(({ transactionalId }) => transactionalIds.includes(transactionalId));
  return of !== 'ids' && of.group === group;
}

const ZERO: Counters = eachCounter(() => 0);

/**
 * For each email the latest snapshot at or before a moment that has its counters, or else the oldest that has them; for
 * `last` the one that was saved last. One snapshot for all would not do: what could not be fetched for one would be
 * unknown of the next. Holds two counts of each email, however many snapshots there are. Rejects with a `usage` failure
 * for a moment that is still to come.
 */
export async function findBeginnings(
  snapshots: AsyncIterable<Snapshot>,
  scope: Scope,
  since: string,
  now: Date,
): Promise<Beginnings> {
  const moment = parseSince(since, now);
  if (typeof moment === 'number' && moment > now.getTime()) {
    throw usage(`--since ${since} is still to come.`, 'Name a time in the past; days are in UTC.');
  }
  const limit = typeof moment === 'number' ? moment + toleranceOf(since) : Number.POSITIVE_INFINITY;
  const wanted = scope.transactionalIds.length > 0 ? new Set(scope.transactionalIds) : undefined;
  const [latest, oldest] = [new Map<string, Beginning>(), new Map<string, Beginning>()];
  const times: number[] = [];
  for await (const snapshot of snapshots) {
    if (!concerns(snapshot, scope)) continue;
    const time = Date.parse(snapshot.time);
    times.push(time);
    const nearest = time <= limit ? latest : oldest;
    for (const { transactionalId, ...counters } of snapshot.emails) {
      if (wanted?.has(transactionalId) === false) continue;
      const known = nearest.get(transactionalId);
      const isNearer = known === undefined || (nearest === latest ? time >= known.time : time < known.time);
      if (moment === 'last' || isNearer) nearest.set(transactionalId, { time, counters });
    }
  }
  times.sort((a, b) => a - b);
  return {
    isEmpty: times.length === 0,
    of: ({ transactionalId, createdAt }) => {
      const known = latest.get(transactionalId);
      if (known !== undefined) return known;
      // An email that was made after a snapshot had nothing to be counted at the time of that one.
      const unborn = times.filter((time) => time < Date.parse(createdAt ?? ''));
      const time = unborn.findLast((candidate) => candidate <= limit) ?? unborn[0];
      return time === undefined ? oldest.get(transactionalId) : { time, counters: ZERO };
    },
    isLate: (time) => time > limit,
  };
}
