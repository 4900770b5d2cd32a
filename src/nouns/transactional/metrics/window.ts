/** What happened since a snapshot: the differences between it and now, and from which snapshots was counted. */
import type { Beginning, Beginnings } from './beginnings.ts';
import { COUNTERS, type Counter, type Counters, countersOf, eachCounter, inThousands } from './counters.ts';
import type { MetricsRow, Target } from './rows.ts';

/**
 * What happened between two counts; null for a counter that is lower than it was, because then nobody knows.
 */
export const difference = (now: Counters, then: Counters): Record<Counter, number | null> =>
  eachCounter((counter) => (now[counter] < then[counter] ? null : now[counter] - then[counter]));

const UNKNOWN = eachCounter(() => null);

/**
 * Gives each row the counts since its snapshot instead of those since ever; none where there is no snapshot of it.
 * `targets` are the emails of the rows.
 */
export function windowRows(
  rows: readonly MetricsRow[],
  targets: readonly Target[],
  beginnings: Beginnings,
): readonly MetricsRow[] {
  const targetOf = new Map(targets.map((target) => [target.transactionalId, target]));
  return rows.map((row) => {
    if (row.error !== undefined) return row;
    if (beginnings.isEmpty) return { ...row, ...UNKNOWN, remark: 'there was no snapshot to count from' };
    const beginning = beginnings.of(targetOf.get(row.transactionalId) ?? { transactionalId: row.transactionalId });
    return beginning === undefined ? { ...row, ...UNKNOWN, remark: 'it is in no snapshot' } : windowRow(row, beginning);
  });
}

function windowRow(row: MetricsRow, { time, counters: before }: Beginning): MetricsRow {
  const since = inWords(time);
  const now = countersOf(row);
  if (now === undefined) return { ...row, since, ...UNKNOWN, remark: 'its counters are no numbers' };
  const counts = difference(now, before);
  const backwards = COUNTERS.filter(([counter]) => counts[counter] === null).map(
    ([counter, label]) =>
      `${label.toLowerCase()} went backwards, from ${inThousands(before[counter])} to ${inThousands(now[counter])}`,
  );
  return { ...row, since, ...counts, ...(backwards.length === 0 ? {} : { remark: backwards.join('; ') }) };
}

const inWords = (time: number): string => new Date(time).toISOString();

export interface Origin {
  /** Whether the figures are not quite what was asked for. */
  readonly isWarning: boolean;
  /** One sentence. */
  readonly message: string;
}

/** From which snapshots the rows of `windowRows` were counted. */
export function originsOf(rows: readonly MetricsRow[], beginnings: Beginnings, since: string): readonly Origin[] {
  const counted = rows.flatMap(({ since: text }) => (text === undefined ? [] : [Date.parse(text)]));
  const times = [...new Set(counted)].sort((a, b) => a - b);
  const late = counted.filter((time) => beginnings.isLate(time)).length;
  const unknown = rows.filter((row) => row.error === undefined && row.since === undefined).length;
  const [first, last] = [times[0], times.at(-1)];
  const origins: Origin[] = [];
  if (first !== undefined && last !== undefined) {
    const from = first === last ? inWords(first) : `${times.length} snapshots, ${inWords(first)} to ${inWords(last)}`;
    if (first !== last) origins.push({ isWarning: false, message: `Counted from ${from}: the latest of each email.` });
    else if (late === 0) origins.push({ isWarning: false, message: `Counted from the snapshot of ${from}.` });
    if (late > 0) {
      const oldest = first === last ? `the oldest, of ${from}` : `the oldest of each, ${late} of ${rows.length} emails`;
      origins.push({
        isWarning: true,
        message: `No snapshot is as old as --since ${since}: counted from ${oldest}.`,
      });
    }
  }
  if (unknown > 0) {
    origins.push({ isWarning: true, message: `No snapshot has ${unknown} of ${rows.length} emails: not counted.` });
  }
  return origins;
}
