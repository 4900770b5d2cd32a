/** Writes one record of a plan, and notes in the lock what the account has after each response. */
import type { Context } from '../define/command.ts';
import { Failure } from '../errors.ts';
import { fieldHash, isSameValue } from './compare.ts';
import { type Content, canonicalJson } from './content.ts';
import type { Found, Kind, Read, Steps } from './kinds/kind.ts';
import type { LockEntry } from './lock.ts';
import { agreedEntry } from './lock-file.ts';
import type { Project } from './open-project.ts';
import { type Change, localFields } from './plan.ts';
import type { Survey } from './survey.ts';

export interface PushRun {
  readonly context: Context;
  readonly project: Project;
  readonly survey: Survey;
  /** Nothing is sent: records are not read again, and what one of them needs does not matter. */
  readonly isRehearsal?: true;
  readonly discardQueued?: boolean;
}

export const withoutPending = (base: LockEntry | undefined): LockEntry | undefined =>
  base?.pending ? undefined : base;

/** The content of the files with the IDs that are known by now. */
function wantedNow({ survey }: PushRun, { local, wanted }: Change): Content {
  return local === undefined ? wanted : survey.references.localContent(local);
}

/** Writes the lock after a response. What the account has is `now`; `written` are the fields that this change has set. */
export async function note(
  run: PushRun,
  change: Change,
  now: Read,
  wanted: Content,
  stateOf: (field: string) => 'agreed' | 'only-remote' | 'unchanged',
): Promise<void> {
  const { project, survey } = run;
  const { kind, address, key, pair } = change;
  const { id, revision } = now;
  survey.references.assign(kind, key, now.url ?? id);
  if (kind.name === 'component') survey.references.noteBody(id, String(now.content['lmx'] ?? ''));
  const isWorkflow = kind.name === 'workflow';
  if (isWorkflow) survey.references.noteNodes(key, now, change.local);
  const remote = survey.references.remoteContent(kind, now);
  const base = withoutPending(pair?.base);
  const local = isWorkflow ? wantedNow(run, change) : wanted;
  const nodes = survey.references.nodeIds(remote);
  project.lockFile.set(address, agreedEntry({ kind, id, revision, url: now.url, nodes, local, remote, base, stateOf }));
  if (pair?.renamedFrom !== undefined) project.lockFile.remove(pair.renamedFrom);
  await project.lockFile.save();
}

/** After a response that is not the last: fields that have arrived are agreed, and the others are still to be sent. */
function savedBetween(run: PushRun, change: Change, wanted: Content): Steps['saved'] {
  const { kind, address, action } = change;
  return async (now) => {
    const remote = run.survey.references.remoteContent(kind, now);
    await note(run, change, now, wanted, (field) =>
      isSameValue(kind.fields[field], wanted[field], remote[field]) ? 'agreed' : 'only-remote',
    );
    if (action !== 'create') return;
    // What the API has filled in is not known until the record is read.
    run.project.lockFile.set(address, { id: now.id, pending: true, fields: {} });
    await run.project.lockFile.save();
  };
}

/** What a change that takes several requests notes in between. */
function stepsOf(run: PushRun, change: Change, wanted: Content): Steps {
  const { context, project, survey, discardQueued = false } = run;
  const { address, pair: { base, renamedFrom } = {} } = change;
  return {
    discardQueued,
    saved: savedBetween(run, change, wanted),
    place: survey.references.idOf(address) ?? (run.isRehearsal ? `<${address}>` : undefined),
    begun: async (open, found) => {
      if (context.isDryRun) return;
      // Of renamed files, the lock has the ID under the earlier key. The next run finds the workflow by this ID.
      const entry = project.lockFile.entry(address) ?? base ?? { fields: {} };
      if (renamedFrom !== undefined) project.lockFile.remove(renamedFrom);
      const named = Object.entries(found).map(([name, id]) => [survey.references.nodeName(name), id]);
      project.lockFile.set(address, { ...entry, nodes: { ...entry.nodes, ...Object.fromEntries(named) }, open });
      await project.lockFile.save();
    },
  };
}

export async function createRecord(run: PushRun, change: Change): Promise<Read> {
  const { context, project } = run;
  const { kind, address } = change;
  const wanted = wantedNow(run, change);
  // Noted first: if the response is lost, the next run looks for the record instead of creating it again.
  if (!context.isDryRun) {
    project.lockFile.set(address, { pending: true, fields: {} });
    await project.lockFile.save();
  }
  let created: Read;
  try {
    created = await kind.create(context, wanted, stepsOf(run, change, wanted));
  } catch (error) {
    const isUnsent = !(error instanceof Failure) || !(error.mayBeDone || error.code === 'interrupted');
    if (isUnsent && project.lockFile.entry(address)?.id === undefined) {
      project.lockFile.remove(address);
      await project.lockFile.save();
    }
    throw error instanceof Failure && error.mayBeDone
      ? error.withHint('Run it again: it first looks for what was created.')
      : error;
  }
  await note(run, change, created, wanted, () => 'agreed');
  return created;
}

export async function updateRecord(run: PushRun, change: Change): Promise<Read> {
  const { context, survey } = run;
  const { kind } = change;
  const found = change.pair?.found as Read;
  const wanted = wantedNow(run, change);
  const changed = localFields(change);
  const before = kind.isUnguarded?.(changed) && !run.isRehearsal ? await readAgain(run, change, changed) : found;
  const send = (on: Read) =>
    kind.update(context, on, withNone(run, kind, wanted, changed), changed, stepsOf(run, change, wanted));
  let now: Read;
  try {
    now = await send(before);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'conflict') throw error;
    if (run.project.lockFile.entry(change.address)?.open !== undefined) throw error;
    // A theme or component of this push may have given the email a new revision, but nobody has changed it.
    const again = await readAgain(run, change, Object.keys(kind.fields));
    if (canonicalJson(again.record ?? null) === canonicalJson(before.record ?? null)) throw error;
    now = await send(again);
  }
  const remoteBefore = survey.references.remoteContent(kind, found);
  const remoteNow = survey.references.remoteContent(kind, now);
  await note(run, change, now, wanted, (field) => {
    if (changed.includes(field)) return 'agreed';
    const state = change.fields.get(field);
    const isKept =
      fieldHash(kind.fields[field], remoteNow[field]) === fieldHash(kind.fields[field], remoteBefore[field]);
    return (state === 'same' || state === undefined) && isKept ? 'agreed' : 'unchanged';
  });
  return now;
}

/** A record without a revision is read right before it is written. Rejects if one of the fields was changed since the plan. */
async function readAgain({ context, survey }: PushRun, { kind, pair, remote }: Change, changed: readonly string[]) {
  const reread = kind.readAgain ?? kind.read;
  const now = (await reread?.(context, pair?.found as Found)) ?? (pair?.found as Read);
  const content = survey.references.remoteContent(kind, now);
  const moved = changed.filter(
    (field) => fieldHash(kind.fields[field], content[field]) !== fieldHash(kind.fields[field], remote?.[field]),
  );
  if (moved.length === 0) return now;
  throw new Failure(
    'conflict',
    `Somebody else changed its ${moved.join(' and ')} since the plan. It was not changed.`,
    {
      hint: 'Run `loopsctl plan` to see both changes.',
    },
  );
}

/** A field that refers to nothing has the ID that means "none", where there is one. */
function withNone({ survey }: PushRun, kind: Kind, content: Content, changed: readonly string[]): Content {
  const filled: Record<string, unknown> = { ...content };
  for (const field of changed) {
    const refersTo = kind.fields[field]?.refersTo;
    if (refersTo !== undefined && filled[field] === undefined) filled[field] = survey.references.noneOf(refersTo);
  }
  return filled;
}
