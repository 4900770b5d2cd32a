/** Pulls the account into files: new records and fields that only the account has changed. Never loses a change of a file. */
import type { Context } from '../define/command.ts';
import type { Failure } from '../errors.ts';
import { announceWait } from '../nouns/announce.ts';
import { formatCount } from '../text/number.ts';
import { keyOfAddress } from './environment-ids.ts';
import type { Choices } from './judge.ts';
import { TakenKeys } from './keys.ts';
import type { Found, Kind } from './kinds/kind.ts';
import { KINDS } from './kinds/kinds.ts';
import type { Project } from './open-project.ts';
import type { Pair } from './pair.ts';
import { type Change, changeOf, requireKnown } from './plan.ts';
import { type Pulled, pullOf, type Target } from './pull-record.ts';
import { isToRead, listAccount, readFound, type Survey } from './survey.ts';

/** Keys for records that have none, the oldest first, so that the same account always gets the same keys. */
function assignKeys({ tree, lock }: Project, survey: Survey): readonly Target[] {
  const taken = new Map(KINDS.map(({ name }) => [name as string, new TakenKeys()]));
  for (const address of [...tree.locals.keys(), ...Object.keys(lock.entries)]) {
    taken.get(address.slice(0, address.indexOf(':')))?.add(keyOfAddress(address));
  }
  // One of them belongs to files: which one is for a person to say.
  const undecided = new Set(survey.pairs.flatMap(({ twins = [] }) => twins));
  const fresh = survey.untracked.filter(({ found }) => !undecided.has(found));
  const { references } = survey;
  // Emails of workflows come last: they get the keys of their nodes.
  const whole = fresh.filter(({ kind }) => kind.partOf === undefined).reverse();
  return [...whole, ...fresh.filter(({ kind }) => kind.partOf !== undefined)].flatMap(({ kind, found, failure }) => {
    if (kind.partOf !== undefined) {
      const key = references.partKey(found);
      return key === undefined ? [] : { kind, found, key, failure };
    }
    const key = (taken.get(kind.name) ?? new TakenKeys()).take(found.name, kind.name);
    references.assign(kind, key, found.id);
    if (kind.name === 'workflow' && failure === undefined) references.nameNodes(key, found, undefined, undefined);
    return { kind, found, key, failure };
  });
}

/** So many records are pulled between two versions of the lock: an interrupted run reads the others again. */
const STEP = 50;

/** One record of the account, and what happens when its content is there. */
interface Task {
  readonly kind: Kind;
  readonly found: Found | undefined;
  readonly isToRead: boolean;
  pull(found: Found | undefined, failure: Failure | undefined): Promise<Pulled | undefined>;
}

export interface PullResults {
  readonly results: readonly Pulled[];
  /** Records that are the same on both sides, or that only a file has changed. */
  readonly unchanged: number;
}

/**
 * Pulls every record of the account. Each is written as soon as it was read, so that memory does not grow with the account,
 * and a run that ends early keeps what it has.
 */
export async function pullAccount(context: Context, project: Project, choices: Choices): Promise<PullResults> {
  const { tree, lock, lockFile } = project;
  const listed = await listAccount(context, { tree, lock, kinds: KINDS });
  requireKnown(listed, choices);
  const pull = pullOf(project, listed);
  const tasks = [
    ...assignKeys(project, listed).map(
      (target): Task => ({
        ...target,
        isToRead: target.found.content === undefined && target.kind.read !== undefined,
        pull: async (found = target.found, failure = undefined) => pull.record({ ...target, found, failure }),
      }),
    ),
    ...listed.pairs.map(
      (pair): Task => ({
        ...pair,
        isToRead: isToRead(pair, listed.references) || isWithoutFiles(pair),
        pull: async (found, failure = pair.failure) =>
          pull.change(await changeOf({ ...pair, found, failure }, listed, choices)),
      }),
    ),
  ];
  const pulled = new Map<Task, Pulled>();
  const note = (task: Task, result: Pulled | undefined): void => {
    if (result !== undefined) pulled.set(task, result);
  };
  const save = async (): Promise<void> => {
    await pull.files.save();
    await lockFile.save();
  };
  try {
    const listedOnly = tasks.filter((task) => !task.isToRead);
    for (const [index, task] of listedOnly.entries()) {
      note(task, await task.pull(task.found, undefined));
      if ((index + 1) % STEP === 0) context.progress({ done: index + 1, total: listedOnly.length });
    }
    const toRead = tasks.filter((task) => task.isToRead);
    await announceWait(context, formatCount(toRead.length, 'record'), toRead.length);
    let done = 0;
    const outcomes = await context.settle(toRead, async (task) => {
      note(task, await task.pull(await readFound(context, task.kind, task.found as Found), undefined));
      if (++done % STEP === 0) await save();
    });
    for (const { item, failure } of outcomes)
      if (failure !== undefined) note(item, await item.pull(item.found, failure));
  } finally {
    await save();
  }
  const results = tasks.flatMap((task) => pulled.get(task) ?? []);
  return { results, unchanged: tasks.length - results.length };
}

/** Takes what the account has for the changes of a plan. */
export async function pullChanges(
  project: Project,
  survey: Survey,
  changes: readonly Change[],
): Promise<readonly Pulled[]> {
  const pull = pullOf(project, survey);
  const pulled: Pulled[] = [];
  for (const change of changes) {
    const result = await pull.change(change);
    if (result !== undefined) pulled.push(result);
  }
  await pull.files.save();
  await project.lockFile.save();
  return pulled;
}

/** A record of the lock whose files are gone is written again. */
const isWithoutFiles = ({ kind, local, found }: Pair): boolean =>
  local === undefined && found !== undefined && found.content === undefined && !found.isDone && kind.read !== undefined;
