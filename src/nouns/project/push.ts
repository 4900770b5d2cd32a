/** `push`: brings the account to the content of the files. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { EXIT_CHECK_FAILED, Failure, RunEnded, worstExitCode } from '../../errors.ts';
import { lockName } from '../../project/lock.ts';
import { localFields } from '../../project/plan.ts';
import { isPublishable, publishAll } from '../../project/publish.ts';
import { pullChanges } from '../../project/pull.ts';
import { type Pushed, pushChanges } from '../../project/push.ts';
import { rehearse } from '../../project/rehearsal.ts';
import type { PushRun } from '../../project/write-record.ts';
import { formatList } from '../../text/list.ts';
import { formatCount } from '../../text/number.ts';
import { readJsonObject } from '../json-file.ts';
import { checkFiles } from './check.ts';
import { choiceInput, profileOfEnvironment, projectInput } from './flags.ts';
import { type Prepared, planOf, prepare, WRITE_CALLS } from './prepare.ts';
import { type ProjectPlan, PushResult } from './schema.ts';
import { drawPush } from './view.ts';

const input = z.object({
  plan: z.string().optional().describe('a plan saved by `plan --out`: exactly this one').meta({ placeholder: 'file' }),
  ...projectInput,
  ...choiceInput,
  publish: z
    .boolean()
    .default(false)
    .describe('publish the drafts of transactional emails that have the content of the files'),
  discardQueued: z.boolean().default(false).describe('discard the contacts who wait in nodes that it removes'),
  check: z.boolean().default(true).describe('push without checking the emails first'),
});
type Input = z.output<typeof input>;

const isWrite = ({ action }: { readonly action: string }): boolean => action === 'create' || action === 'update';

/** Rejects if the plan of now differs from the saved one. */
async function requireSavedPlan(context: Context, file: string, now: ProjectPlan): Promise<void> {
  const hint = 'Save a plan with `loopsctl plan --out <file>`.';
  const saved = await readJsonObject(context, file, hint);
  const changes: readonly unknown[] = Array.isArray(saved['changes']) ? saved['changes'] : [];
  if (!Array.isArray(saved['changes'])) throw new Failure('usage', `${file} is not a saved plan.`, { hint });
  const linesOf = (list: readonly unknown[]): ReadonlySet<string> =>
    new Set(
      list.flatMap((one) =>
        isRecord(one) && isWrite({ action: String(one['action']) }) ? `${one['key']} ${one['hash']}` : [],
      ),
    );
  const [before, after] = [linesOf(changes), linesOf(now.changes)];
  const moved = [...before, ...after].filter((line) => !before.has(line) || !after.has(line));
  if (saved['environment'] !== now.environment || saved['team'] !== now.team) {
    throw new Failure(
      'check_failed',
      `${file} is a plan for environment ${saved['environment']} of team ${saved['team']}. Nothing was changed.`,
    );
  }
  if (moved.length === 0) return;
  const keys = formatList([...new Set(moved.map((line) => line.slice(0, line.lastIndexOf(' '))))]);
  throw new Failure('check_failed', `Since the plan was saved, these have changed: ${keys}. Nothing was changed.`, {
    hint: 'Make a new plan, and look at it again.',
  });
}

/** The plan. Rejects if one of its requests is not allowed, before a question is asked or anything is sent. */
const prepared = (context: Context, typed: Input): Promise<Prepared> =>
  context.once(async () => {
    const ready = await prepare(context, typed);
    const { project, survey, changes } = ready;
    const run = { context, project, survey, discardQueued: typed.discardQueued };
    await rehearse(run, changes, typed.publish, (operation, input) => context.requireAllowed(operation, input));
    return ready;
  });

/** Records every request of a push. Rejects with what ends a dry run, if there is one. */
async function record(run: PushRun, changes: Prepared['changes'], publish: boolean) {
  let ended: unknown;
  await rehearse(run, changes, publish, async (operation, input) => {
    await run.context.call(operation, input).catch((error: unknown) => {
      if (!(error instanceof RunEnded)) throw error;
      ended = error;
    });
  });
  if (ended !== undefined) throw ended;
}

/** The keys of nodes that a push removes from a workflow. */
function removedNodes({ action, kind, fields, wanted, remote, pair }: Prepared['changes'][number]): readonly string[] {
  if (action !== 'update' || kind.name !== 'workflow' || fields.get('nodes') !== 'local') return [];
  const kept = new Set(Object.keys((wanted['nodes'] ?? {}) as object));
  const gone = Object.keys((remote?.['nodes'] ?? {}) as object).filter((id) => !kept.has(id));
  const keys = Object.entries(pair?.base?.nodes ?? {});
  return gone.map((id) => keys.find(([, node]) => node === id)?.[0] ?? id);
}

async function question(context: Context, typed: Input): Promise<string | undefined> {
  const { changes, project } = await prepared(context, typed);
  const cascading = changes.filter(
    (change) => change.action === 'update' && change.kind.cascades?.(localFields(change)),
  );
  const publishing = typed.publish ? changes.filter(isPublishable) : [];
  const removing = changes.filter((change) => removedNodes(change).length > 0);
  if (cascading.length === 0 && publishing.length === 0 && removing.length === 0) return undefined;
  const names = formatList(cascading.map(({ address }) => address));
  const one = cascading.length === 1;
  return [
    `Push to environment ${project.environment} (team ${project.team})?`,
    ...(names === '' ? [] : [`${names} ${one ? 'changes' : 'change'} every email that uses ${one ? 'it' : 'them'}.`]),
    ...removing.map(
      (change) =>
        `It removes nodes of ${change.address}, with their emails and metrics: ${removedNodes(change).join(', ')}.`,
    ),
    ...(typed.discardQueued && removing.length > 0 ? ['Contacts who wait in them are lost.'] : []),
    ...(publishing.length === 0 ? [] : [`It publishes ${formatList(publishing.map(({ address }) => address))}.`]),
  ].join(' ');
}

/** Rejects with a `conflict` if files were edited since the plan: these are not written. */
async function takeTheirs(
  context: Context,
  { project, survey }: Prepared,
  changes: Prepared['changes'],
): Promise<void> {
  const pulled = await pullChanges(project, { ...survey, untracked: [] }, changes);
  const addressesOf = (wanted: string) => pulled.flatMap(({ action, address }) => (action === wanted ? address : []));
  const [edited, updated] = [addressesOf('conflict'), addressesOf('updated')];
  if (updated.length > 0) context.note(`Updated the files of ${formatList(updated)}.`);
  if (edited.length === 0) return;
  throw new Failure(
    'conflict',
    `These files were edited while the push was running: ${formatList(edited)}. Nothing was pushed.`,
    { hint: 'Run the command again.' },
  );
}

const resultOf = ({ address, failure, now: _, ...rest }: Pushed): PushResult['results'][number] => ({
  key: address,
  ...rest,
  ...(failure === undefined
    ? {}
    : {
        error: {
          code: failure.code,
          message: failure.message,
          ...(failure.hint === undefined ? {} : { hint: failure.hint }),
        },
      }),
});

async function run(context: Context, typed: Input): Promise<PushResult> {
  const ready = await prepared(context, typed);
  const { project, survey, changes } = ready;
  const plan = planOf(ready);
  if (typed.plan !== undefined) await requireSavedPlan(context, typed.plan, plan);
  const nothing = (stopped: string, findings: PushResult['findings'] = []): PushResult => ({
    plan,
    results: [],
    findings,
    stopped,
  });
  const conflicts = changes.filter(({ action }) => action === 'conflict').length;
  if (conflicts > 0) {
    return nothing(
      `Nothing was pushed: ${formatCount(conflicts, 'conflict')}. Resolve each with --ours <key> or --theirs <key>.`,
    );
  }
  const findings = typed.check ? checkFiles(ready) : [];
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) {
    return nothing(
      `Nothing was pushed: the emails have ${formatCount(errors, 'error')}. Correct them, or pass --no-check.`,
      findings,
    );
  }
  const todo = changes.filter(({ address }) => !typed.theirs.includes(address));
  const push = { context, project, survey, discardQueued: typed.discardQueued };
  if (context.isDryRun) {
    await record(push, todo, typed.publish);
    return { plan, results: [], findings };
  }
  const results = await project.directory.whileHeld(lockName(project.environment), async () => {
    await project.lockFile.requireCurrent();
    const taken = changes.filter(({ address }) => typed.theirs.includes(address));
    if (taken.length > 0) await takeTheirs(context, ready, taken);
    const done = await pushChanges(push, todo);
    return typed.publish ? [...done, ...(await publishAll(push, todo, done))] : done;
  });
  return { plan, results: results.map(resultOf), findings };
}

export const pushCommand = command({
  notes: [
    'Makes a plan and carries it out: themes, components, groups and segments before the emails and workflows that use them. The lock is written after each response, so a run that was interrupted can be started again: it continues, and no record is created again. Nothing is deleted but nodes that a workflow no longer has in its file, and the command asks before that.',
    'A conflict stops the push before anything is sent (exit 9), until --ours or --theirs names the key. What somebody changes during the push is not overwritten: emails are guarded by their revision, and other records are read again right before they are written.',
    'Transactional emails are written as drafts. --publish publishes each one that has the content of its files and passes the checks of `transactional publish`.',
    'With a saved plan, nothing is sent if either side has changed since. Changes of themes and components reach every email that uses them, so the command asks. It needs only the effects that the plan contains.',
  ].join('\n\n'),
  input,
  positionals: ['plan'],
  calls: WRITE_CALLS,
  profileFor: profileOfEnvironment,
  effectsDependOnPlan: true,
  output: PushResult,
  question,
  examples: [
    { does: 'Everything that the plan shows', line: 'push' },
    { does: 'Exactly a saved plan, without being asked', line: 'push plan.json --yes' },
    { does: 'Print every request without sending it', line: 'push --publish --dry-run' },
  ],
  run,
  view: { kind: 'drawing', draw: drawPush },
  verdict: ({ results, stopped, plan }, { publish }) => {
    if (stopped !== undefined || plan.changes.some(({ action }) => action === 'blocked')) return EXIT_CHECK_FAILED;
    // Otherwise there is nothing to send for a record that could not be read.
    const unread = publish ? plan.changes.filter(({ action }) => action === 'unread') : [];
    return worstExitCode([...results, ...unread].flatMap(({ error }) => error ?? []));
  },
});
