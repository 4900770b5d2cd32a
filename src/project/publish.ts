/** Publishes the drafts that have the content of the files. */
import { Failure } from '../errors.ts';
import { formatList } from '../text/list.ts';
import { fieldHash } from './compare.ts';
import type { Found, Read } from './kinds/kind.ts';
import { returnedHash } from './lock.ts';
import { type Change, remoteFields } from './plan.ts';
import { OF_ONE_RECORD, type Pushed } from './push.ts';
import { note, type PushRun } from './write-record.ts';

/** Rejects if somebody else has edited the draft since it was compared with the files: a push may take many minutes. */
async function readAgain({ context, project, survey }: PushRun, { kind, address }: Change, now: Found): Promise<Read> {
  const read = await kind.read?.(context, now);
  if (read === undefined) throw new Error(`Nothing reads a ${kind.noun}`);
  const content = survey.references.remoteContent(kind, read);
  const entry = project.lockFile.entry(address);
  const moved = Object.entries(kind.fields).flatMap(([field, rule]) =>
    fieldHash(rule, content[field]) === returnedHash(entry, field) ? [] : field,
  );
  if (moved.length === 0) return read;
  throw new Failure(
    'conflict',
    `Somebody else changed its ${formatList(moved)} since the plan. It was not published.`,
    {
      hint: 'Run `loopsctl plan` to see the change.',
    },
  );
}

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
      const read = await readAgain(run, change, now);
      const after = await kind.publish?.(run.context, read);
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
