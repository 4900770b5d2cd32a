/** The change of each email's metrics since its baseline, and which baselines were used. */
import { formatCount, formatNumber } from '../../text/number.ts';
import type { Baseline, Baselines } from './baselines.ts';
import type { Counted } from './kind.ts';
import { type MetricName, wordsFor } from './metric.ts';
import { isCount } from './rates.ts';
import type { MetricsRow, Target } from './rows.ts';

/** Replaces the all-time metrics of each row by their change since its baseline. `targets` are the emails of the rows. */
export function changesOf(
  rows: readonly MetricsRow[],
  targets: readonly Target[],
  baselines: Baselines,
  kind: Counted,
): readonly MetricsRow[] {
  const targetOf = new Map(targets.map((target) => [target.id, target]));
  return rows.map((row) => {
    if (row.error !== undefined || row.sent === false) return row;
    // The first run has no baseline at all, and shows the all-time metrics.
    if (baselines.isEmpty) return { ...row, since: null };
    const baseline = baselines.of(targetOf.get(row.id) ?? { id: row.id });
    return baseline === undefined ? withoutBaseline(row, kind) : changeOf(row, baseline, kind);
  });
}

const withoutBaseline = (row: MetricsRow, { metrics }: Counted): MetricsRow => ({
  ...row,
  since: null,
  ...Object.fromEntries(metrics.map((metric) => [metric, null])),
  remark: joinRemarks(row.remark, 'not in any snapshot'),
});

export const joinRemarks = (...remarks: readonly (string | undefined)[]): string =>
  remarks.filter((remark) => remark !== undefined).join('; ');

/** Metrics without a usable value on both sides, or that are lower than before, have no change: null. */
function changeOf(row: MetricsRow, { time, metrics: before }: Baseline, { metrics }: Counted): MetricsRow {
  const isComparable = (metric: MetricName) => isCount(row[metric]) && isCount(before[metric]);
  const change = (metric: MetricName) => Number(row[metric]) - Number(before[metric]);
  const missing = metrics.flatMap((metric) => (isCount(before[metric]) ? [] : [wordsFor(metric)]));
  const fell = metrics
    .filter((metric) => isComparable(metric) && change(metric) < 0)
    .map(
      (metric) =>
        `${wordsFor(metric)} fell from ${formatNumber(Number(before[metric]))} to ${formatNumber(Number(row[metric]))}`,
    );
  const remark = joinRemarks(
    row.remark,
    missing.length === 0 ? undefined : `${missing.join(', ')} missing in the baseline`,
    ...fell,
  );
  return {
    ...row,
    since: toTimestamp(time),
    ...Object.fromEntries(
      metrics.map((metric) => [metric, isComparable(metric) && change(metric) >= 0 ? change(metric) : null]),
    ),
    ...(remark === '' ? {} : { remark }),
  };
}

const toTimestamp = (time: number): string => new Date(time).toISOString();

export interface BaselineNote {
  /** Whether the rows differ from what `--since` requested. */
  readonly isWarning: boolean;
  /** One sentence. */
  readonly message: string;
}

/** Which baselines the rows of `changesOf` have. */
export function baselineNotes(
  rows: readonly MetricsRow[],
  baselines: Baselines,
  since: string,
  noun: string,
): readonly BaselineNote[] {
  const used = rows.flatMap(({ since: text }) => (typeof text === 'string' ? [Date.parse(text)] : []));
  const times = [...new Set(used)].sort((a, b) => a - b);
  const late = used.filter((time) => baselines.isLate(time)).length;
  const unknown = rows.filter((row) => row.since === null).length;
  const [first, last] = [times[0], times.at(-1)];
  const notes: BaselineNote[] = [];
  if (first !== undefined && last !== undefined) {
    const isOne = first === last;
    const from = isOne
      ? toTimestamp(first)
      : `${times.length} snapshots, ${toTimestamp(first)} to ${toTimestamp(last)}`;
    if (!isOne) notes.push({ isWarning: false, message: `Baseline: the latest snapshot of each ${noun} (${from}).` });
    else if (late === 0) notes.push({ isWarning: false, message: `Baseline: the snapshot of ${from}.` });
    if (late > 0) {
      const oldest = isOne ? `the oldest (${from})` : `the oldest for ${late} of ${formatCount(rows.length, noun)}`;
      notes.push({ isWarning: true, message: `No snapshot is as old as --since ${since}; using ${oldest}.` });
    }
  }
  if (unknown > 0) {
    notes.push({
      isWarning: true,
      message: `Not in any snapshot: ${unknown} of ${formatCount(rows.length, noun)}.`,
    });
  }
  return notes;
}
