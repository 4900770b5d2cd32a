/** What happened since a snapshot: which snapshot that is, and the differences between it and now. */
import * as z from 'zod';
import { usage } from '../../../errors.ts';
import { COUNTERS, type Counter, type Counters, countersOf, eachCounter, inThousands } from './counters.ts';
import type { MetricsRow, Scope, Target } from './rows.ts';
import type { Snapshot } from './snapshots.ts';

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/**
 * When a window begins: `last` (the snapshot that was saved last), or milliseconds since the epoch for a time before `now`
 * (`90m`, `24h`, `7d`, `2w`), a day (its beginning in UTC) or a timestamp with its zone. Undefined for any other text.
 */
export function parseSince(text: string, now: Date): number | 'last' | undefined {
  if (text === 'last') return 'last';
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return now.getTime() - Number(count) * UNITS[unit as keyof typeof UNITS];
  const isDay = z.iso.date().safeParse(text).success;
  const isMoment = z.iso.datetime({ offset: true }).safeParse(text).success;
  return isDay || isMoment ? Date.parse(text) : undefined;
}

export const sinceInput = {
  since: z
    .string()
    .refine((text) => parseSince(text, new Date(0)) !== undefined, {
      error: 'write last, a time such as 24h or 7d, a day such as 2026-11-01, or a timestamp with its zone',
    })
    .optional()
    .describe('count from an earlier snapshot: 24h, 7d, 2026-11-01 (UTC), or last')
    .meta({ placeholder: 'time' }),
};

/** A snapshot of everything says something of every run; one of some emails only of runs about these. */
function concerns({ of, emails }: Snapshot, { transactionalIds, group }: Scope): boolean {
  if (of === 'all') return true;
  if (transactionalIds.length > 0)
    return emails.some(({ transactionalId }) => transactionalIds.includes(transactionalId));
  return of !== 'ids' && of.group === group;
}

export interface Start {
  /** Undefined where there is none at all. */
  readonly snapshot: Snapshot | undefined;
  /** No snapshot is as old as was asked for; this is the oldest. */
  readonly isLater: boolean;
}

/**
 * The latest snapshot at or before a moment, or else the oldest; for `last` the one that was saved last. Rejects with a
 * `usage` failure for a moment that is still to come.
 */
export async function findStart(
  snapshots: AsyncIterable<Snapshot>,
  scope: Scope,
  since: string,
  now: Date,
): Promise<Start> {
  const moment = parseSince(since, now);
  if (typeof moment === 'number' && moment > now.getTime()) {
    throw usage(`--since ${since} is still to come.`, 'Name a time in the past; days are in UTC.');
  }
  let [before, oldest]: [Snapshot | undefined, Snapshot | undefined] = [undefined, undefined];
  for await (const snapshot of snapshots) {
    if (!concerns(snapshot, scope)) continue;
    const time = timeOf(snapshot);
    if (oldest === undefined || time < timeOf(oldest)) oldest = snapshot;
    const isNearer = before === undefined || time >= timeOf(before);
    if (moment === 'last' || (moment !== undefined && time <= moment && isNearer)) before = snapshot;
  }
  return { snapshot: before ?? oldest, isLater: before === undefined };
}

const timeOf = ({ time }: Snapshot): number => Date.parse(time);

/**
 * What happened between two counts; null for a counter that is lower than it was, because then nobody knows.
 */
export const difference = (now: Counters, then: Counters): Record<Counter, number | null> =>
  eachCounter((counter) => (now[counter] < then[counter] ? null : now[counter] - then[counter]));

const ZERO: Counters = eachCounter(() => 0);
const UNKNOWN = eachCounter(() => null);

/**
 * Gives each row the counts since a snapshot instead of those since ever; none where there is no snapshot. `targets` are
 * the emails of the rows.
 */
export function windowRows(
  rows: readonly MetricsRow[],
  targets: readonly Target[],
  snapshot: Snapshot | undefined,
): readonly MetricsRow[] {
  const then = new Map(snapshot?.emails.map((email) => [email.transactionalId, email]));
  const createdAt = new Map(targets.map((target) => [target.transactionalId, target.createdAt]));
  return rows.map((row) => {
    if (row.error !== undefined) return row;
    if (snapshot === undefined) return { ...row, ...UNKNOWN, remark: 'there was no snapshot to count from' };
    const { transactionalId } = row;
    // An email that was made later had nothing to be counted at the time of the snapshot.
    const isNew = Date.parse(createdAt.get(transactionalId) ?? '') > timeOf(snapshot);
    return windowRow(row, then.get(transactionalId) ?? (isNew ? ZERO : undefined), snapshot.time);
  });
}

function windowRow(row: MetricsRow, before: Counters | undefined, since: string): MetricsRow {
  const now = countersOf(row);
  if (before === undefined || now === undefined) {
    const remark = before === undefined ? `it is not in the snapshot of ${since}` : 'its counters are no numbers';
    return { ...row, since, ...UNKNOWN, remark };
  }
  const counts = difference(now, before);
  const backwards = COUNTERS.filter(([counter]) => counts[counter] === null).map(
    ([counter, label]) =>
      `${label.toLowerCase()} went backwards, from ${inThousands(before[counter])} to ${inThousands(now[counter])}`,
  );
  return { ...row, since, ...counts, ...(backwards.length === 0 ? {} : { remark: backwards.join('; ') }) };
}
