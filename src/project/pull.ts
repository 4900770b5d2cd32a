/** Pulls the account into files: new records and fields that only the account has changed. Never loses a change of a file. */
import type { Context } from '../define/command.ts';
import { Failure } from '../errors.ts';
import { announceWait } from '../nouns/announce.ts';
import { formatCount } from '../text/number.ts';
import { keyOfAddress } from './environment-ids.ts';
import type { Choices } from './judge.ts';
import { TakenKeys } from './keys.ts';
import type { Found, Kind } from './kinds/kind.ts';
import { KINDS } from './kinds/kinds.ts';
import type { Project } from './open-project.ts';
import { type Change, changeOf, requireKnown } from './plan.ts';
import { type Pulled, pullOf, type Target } from './pull-record.ts';
import { canRead, isToRead, listAccount, readFound, type Survey } from './survey.ts';
import type { Local } from './tree.ts';

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
  return [...whole, ...fresh.filter(({ kind }) => kind.partOf !== undefined)].flatMap(({ kind, found }) => {
    if (kind.partOf !== undefined) {
      const key = references.partKey(found);
      return key === undefined ? [] : { kind, found, key };
    }
    const key = (taken.get(kind.name) ?? new TakenKeys()).take(found.name, kind.name);
    references.assign(kind, key, found.id);
    const isNamed = kind.name === 'workflow' && !(found.record instanceof Failure);
    if (isNamed) references.nameNodes(key, found, undefined, undefined);
    return { kind, found, key };
  });
}

/** So many records are pulled between two versions of the lock: an interrupted run reads the others again. */
const STEP = 50;

/** One record of the account, and what happens when its content is there. */
interface Task {
  readonly kind: Kind;
  /** Undefined for a record without files. */
  readonly local?: Local | undefined;
  readonly found: Found | undefined;
  readonly isToRead: boolean;
  pull(found: Found | undefined, failure: Failure | undefined): Promise<Pulled | undefined>;
}

export interface PullResults {
  readonly results: readonly Pulled[];
  /** Records that are the same on both sides, or that only a file has changed. */
  readonly unchanged: number;
}

function tasksOf(project: Project, listed: Survey, choices: Choices, pull: ReturnType<typeof pullOf>): readonly Task[] {
  const { pairs, references } = listed;
  return [
    ...assignKeys(project, listed).map(
      (target): Task => ({
        ...target,
        isToRead: target.found.content === undefined && target.kind.read !== undefined,
        pull: async (found = target.found, failure = undefined) => pull.record({ ...target, found, failure }),
      }),
    ),
    ...pairs.map(
      (pair): Task => ({
        ...pair,
        // A record of the lock whose files are gone is written again.
        isToRead: pair.local === undefined ? canRead(pair) : isToRead(pair, references),
        pull: async (found, failure = pair.failure) =>
          pull.change(await changeOf({ ...pair, found, failure }, listed, choices)),
      }),
    ),
  ];
}

/** Its workflow is written first: without that file, its own would refer to nothing. */
const isNewPart = ({ kind, local }: Task): boolean => kind.partOf !== undefined && local === undefined;

/** Where no record of a list can be read, the others are pulled, and the result says what is missing. */
const tolerant = (context: Context): Context => ({
  ...context,
  settle: (items, work) => context.settle(items, work, { partOf: () => '' }),
});

/**
 * Pulls every record of the account. Each is written as soon as it was read, so that memory does not grow with the account,
 * and a run that ends early keeps what it has. Records that cannot be read are in the result.
 */
export async function pullAccount(context: Context, project: Project, choices: Choices): Promise<PullResults> {
  const { tree, lock, lockFile } = project;
  const listed = await listAccount(tolerant(context), { tree, lock, kinds: KINDS });
  requireKnown(listed, choices);
  const pull = pullOf(project, listed);
  const tasks = tasksOf(project, listed, choices, pull);
  const pulled = new Map<Task, Pulled>();
  const note = (task: Task, result: Pulled | undefined): void => {
    if (result !== undefined) pulled.set(task, result);
  };
  const save = async (): Promise<void> => {
    await pull.files.save();
    await lockFile.save();
  };
  let done = 0;
  const read = async (toRead: readonly Task[]): Promise<void> => {
    const outcomes = await context.settle(
      toRead,
      async (task) => {
        note(task, await task.pull(await readFound(context, task.kind, task.found as Found), undefined));
        if (++done % STEP === 0) await save();
      },
      { partOf: ({ kind }) => kind.name },
    );
    for (const { item, failure } of outcomes)
      if (failure !== undefined) note(item, await item.pull(item.found, failure));
  };
  let skipped = 0;
  try {
    const listedOnly = tasks.filter((task) => !task.isToRead);
    for (const [index, task] of listedOnly.entries()) {
      note(task, await task.pull(task.found, undefined));
      if ((index + 1) % STEP === 0) context.progress({ done: index + 1, total: listedOnly.length });
    }
    // Without the lock, the next run could not tell records of the same name apart.
    await save();
    const toRead = tasks.filter((task) => task.isToRead);
    await announceWait(context, formatCount(toRead.length, 'record'), toRead.length);
    await read(toRead.filter((task) => !isNewPart(task)));
    const unread = new Set(tasks.filter((task) => pulled.get(task)?.action === 'unread').map(({ found }) => found?.id));
    const newParts = toRead.filter(isNewPart);
    const parts = newParts.filter(({ found }) => !unread.has(found?.workflow));
    skipped = newParts.length - parts.length;
    await read(parts);
  } finally {
    await save();
  }
  const results = tasks.flatMap((task) => pulled.get(task) ?? []);
  return { results, unchanged: tasks.length - skipped - results.length };
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
