/** Carries out a plan: one record after the other, with the lock written after each response. Never creates a twin. */
import { Failure } from '../errors.ts';
import { ANY_REQUEST } from '../nouns/announce.ts';
import type { Read } from './kinds/kind.ts';
import { agreedEntry } from './lock-file.ts';
import { type Change, referencesOf, requestsOf } from './plan.ts';
import { createRecord, type PushRun, updateRecord, withoutPending } from './write-record.ts';

export interface Pushed {
  readonly address: string;
  readonly name: string;
  readonly action: 'created' | 'updated' | 'published' | 'failed' | 'skipped';
  readonly id?: string | undefined;
  /** What the account has now. */
  readonly now?: Read | undefined;
  readonly failure?: Failure | undefined;
  readonly reason?: string | undefined;
}

/** Failures that concern one record: the others go on. Everything else ends the push. */
export const OF_ONE_RECORD = new Set(['rejected', 'conflict', 'not_found', 'unexpected_response', 'check_failed']);

/** Rejects only for a run that is interrupted; any other failure is part of the result. */
export async function pushChanges(run: PushRun, changes: readonly Change[]): Promise<readonly Pushed[]> {
  const done: Pushed[] = [];
  const failed = new Set<string>();
  const showProgress = progressOf(run, changes);
  for (const change of changes) {
    const { address, name, action } = change;
    if (!isWrite(change)) {
      await refresh(run, change);
      continue;
    }
    await showProgress(done.length);
    const needed = [...referencesOf(change)].find((reference) => failed.has(reference));
    if (needed !== undefined && !run.isRehearsal) {
      failed.add(address);
      done.push({ address, name, action: 'skipped', reason: `It needs ${needed}.` });
      continue;
    }
    try {
      const now = action === 'create' ? await createRecord(run, change) : await updateRecord(run, change);
      done.push({ address, name, action: action === 'create' ? 'created' : 'updated', id: now.id, now });
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'interrupted') throw error;
      failed.add(address);
      done.push({ address, name, action: 'failed', failure: error });
      if (!run.isRehearsal && (!OF_ONE_RECORD.has(error.code) || error.mayBeDone)) break;
    }
  }
  await run.project.lockFile.save();
  return done;
}

const isWrite = ({ action }: Change): boolean => action === 'create' || action === 'update';

/** How many records are written, with the time that the rate limits take for the rest. */
function progressOf({ context, isRehearsal }: PushRun, changes: readonly Change[]): (done: number) => Promise<void> {
  if (isRehearsal) return async () => undefined;
  const total = changes.filter(isWrite).length;
  const requests = requestsOf(changes);
  return async (done) => {
    const left = Math.ceil((requests * (total - done)) / total);
    context.progress({ done, total, remainingMs: await context.estimate(ANY_REQUEST, left) });
  };
}

/** Notes in the lock what both sides agree on, without a request: a key that was given by its name, or an edit on both sides. */
async function refresh({ project, survey }: PushRun, change: Change): Promise<void> {
  const { kind, address, pair, remote, action, local } = change;
  if (pair?.found === undefined || local === undefined || action === 'blocked') return;
  const { found, base, renamedFrom } = pair;
  if (renamedFrom !== undefined) project.lockFile.remove(renamedFrom);
  if (remote === undefined) {
    if (renamedFrom !== undefined && base !== undefined) project.lockFile.set(address, base);
    return;
  }
  const stateOf = (field: string) => (['same', undefined].includes(change.fields.get(field)) ? 'agreed' : 'unchanged');
  const content = survey.references.localContent(local);
  const { id, revision } = found;
  project.lockFile.set(
    address,
    agreedEntry({
      kind,
      id,
      revision,
      url: base?.url,
      nodes: survey.references.nodeIds(remote),
      local: content,
      remote,
      base: withoutPending(base),
      stateOf,
    }),
  );
}
