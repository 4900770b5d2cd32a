/** Publishes the drafts that have the content of the files. */
import { Failure } from '../errors.ts';
import type { Read } from './kinds/kind.ts';
import { type Change, remoteFields } from './plan.ts';
import { OF_ONE_RECORD, type Pushed } from './push.ts';
import { note, type PushRun } from './write-record.ts';

/** Whether a push leaves a draft with the content of the files, and nothing else. */
export function isPublishable(change: Change): boolean {
  const { kind, action, local, pair } = change;
  if (kind.publish === undefined || local === undefined || remoteFields(change).length > 0) return false;
  if (action === 'create' || action === 'update') return true;
  return action === 'unchanged' && pair?.found !== undefined && (kind.hasDraft?.(pair.found) ?? false);
}

/** After a push. An email whose push failed is not published. */
export async function publishAll(
  run: PushRun,
  changes: readonly Change[],
  done: readonly Pushed[],
): Promise<readonly Pushed[]> {
  const results = new Map(done.map((result) => [result.address, result]));
  const published: Pushed[] = [];
  for (const change of changes.filter(isPublishable)) {
    const { kind, address, name, local, pair, action } = change;
    const now = action === 'unchanged' ? pair?.found : results.get(address)?.now;
    if (now === undefined || local === undefined || !(kind.hasDraft?.(now) ?? true)) continue;
    try {
      const content = now.content ?? (await kind.read?.(run.context, now))?.content ?? {};
      const after = await kind.publish?.(run.context, { ...now, content } as Read);
      if (after === undefined) continue;
      await note(run, change, after, run.survey.references.localContent(local), () => 'agreed');
      published.push({ address, name, action: 'published', id: now.id });
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'interrupted') throw error;
      published.push({ address, name, action: 'failed', failure: error });
      if (!OF_ONE_RECORD.has(error.code)) break;
    }
  }
  return published;
}
