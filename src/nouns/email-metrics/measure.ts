/** Measures emails of one kind: fetches their metrics, saves them, compares them with a baseline and judges them. */
import type { Context } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { formatCount } from '../../text/number.ts';
import { type Baselines, findBaselines } from './baselines.ts';
import { baselineNotes, changesOf } from './changes.ts';
import type { MetricsKind } from './kind.ts';
import { ratesOf } from './rates.ts';
import { fetchRows, type MetricsRow, type Scope, targetsOf } from './rows.ts';
import { openTeamSnapshots, type Snapshots, snapshotOf } from './snapshots.ts';
import { judge, limitsOf, type ThresholdInput, warningsFor, worstFirst } from './thresholds.ts';

export interface Wanted extends ThresholdInput {
  /** IDs; none are all emails, or those of the group. */
  readonly emails: readonly string[];
  readonly group?: string | undefined;
  readonly since?: string | undefined;
  readonly save: boolean;
}

export async function saveSnapshot(
  context: Context,
  snapshots: Snapshots,
  rows: readonly MetricsRow[],
  scope: Scope,
  kind: MetricsKind,
): Promise<void> {
  const { noun } = kind;
  const snapshot = snapshotOf(rows, scope, context.now(), kind);
  const saved = snapshot.emails.length;
  if (saved === 0 && rows.length > 0) {
    context.warn('No snapshot saved: no metrics could be read.');
    return;
  }
  await snapshots.append(snapshot);
  context.note(`Saved a snapshot of ${saved < rows.length ? `${saved} of ` : ''}${formatCount(rows.length, noun)}.`);
  const incomplete = rows.filter(({ unreadable }) => unreadable !== undefined).length;
  if (incomplete > 0) {
    context.warn(`The snapshot is incomplete: metrics of ${formatCount(incomplete, noun)} are missing or invalid.`);
  }
}

/** The baselines of `--since`. Without any snapshot, the run must at least save the first one. */
async function loadBaselines(
  context: Context,
  snapshots: Snapshots,
  scope: Scope,
  given: { readonly since: string; readonly save: boolean; readonly noun: string },
): Promise<Baselines> {
  const { noun } = given;
  const baselines = await findBaselines(snapshots.read(), scope, given.since, context.now());
  if (baselines.isEmpty) {
    if (!given.save) {
      throw usage(`No snapshots of ${noun}s to compare with.`, 'Save one with --save, then try again later.');
    }
    context.warn('No baseline yet; this run creates the first snapshot. The metrics shown are all-time.');
  }
  return baselines;
}

/** One row per email, failing rows first. */
export async function measure(context: Context, given: Wanted, kind: MetricsKind): Promise<readonly MetricsRow[]> {
  const limits = limitsOf(given, kind);
  const { since, save } = given;
  const asked = { ids: [...new Set(given.emails)], group: given.group };
  const snapshots = save || since !== undefined ? await openTeamSnapshots(context, kind.directory) : undefined;
  const known = asked.ids.length > 0 ? await targetsOf(context, asked, kind) : undefined;
  if (known?.length === 0) {
    context.note(`There are no ${kind.noun}s.`);
    return [];
  }
  const scope = known === undefined ? asked : { ids: known.map(({ id }) => id) };
  // Before any metrics are requested: without a baseline the requests may be useless.
  const baselines =
    snapshots && since !== undefined
      ? await loadBaselines(context, snapshots, scope, { since, save, noun: kind.noun })
      : undefined;
  const targets = known ?? (await targetsOf(context, scope, kind));
  // A row with an error is for a comparison or a verdict.
  const failsAlone = targets.length === 1 && known !== undefined && limits === undefined && since === undefined;
  const fetched = await fetchRows(context, targets, kind, { failsAlone });
  if (save && snapshots) await saveSnapshot(context, snapshots, fetched, scope, kind);

  const shown = known !== undefined ? fetched : fetched.filter(({ sent }) => sent !== false);
  const compared = baselines === undefined ? shown : changesOf(shown, targets, baselines, kind);
  if (baselines?.isEmpty === false && since !== undefined) {
    for (const { isWarning, message } of baselineNotes(compared, baselines, since, kind.noun)) {
      if (isWarning) context.warn(message);
      else context.note(message);
    }
  }
  const rated = compared.map((row) => (hasMetrics(row) ? { ...row, ...ratesOf(row, kind) } : row));
  if (limits === undefined) return rated;
  const judged = worstFirst(rated.map((row) => judge(row, limits)));
  for (const warning of warningsFor(judged, kind.noun)) context.warn(warning);
  return judged;
}

const hasMetrics = ({ error, sent }: MetricsRow): boolean => error === undefined && sent !== false;
