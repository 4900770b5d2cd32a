/** Pull, plan and push of a project in memory. */

import type { Choices } from '../../src/project/judge.ts';
import { openProject } from '../../src/project/open-project.ts';
import { type Change, planChanges } from '../../src/project/plan.ts';
import { pullAccount } from '../../src/project/pull.ts';
import { pushChanges } from '../../src/project/push.ts';
import { kindsIn, survey } from '../../src/project/survey.ts';
import type { TestTeam } from './account.ts';

const NO_CHOICES: Choices = { ours: [], theirs: [] };

export async function pull({ context }: TestTeam, choices = NO_CHOICES, env?: string) {
  const project = await openProject(context, { dir: '.', env }, true);
  return (await pullAccount(context, project, choices)).results;
}

export async function prepare({ context }: TestTeam, choices = NO_CHOICES, env?: string) {
  const project = await openProject(context, { dir: '.', env });
  const { tree, lock } = project;
  const surveyed = await survey(context, { tree, lock, kinds: kindsIn(tree, lock) });
  return { context, project, survey: surveyed, changes: await planChanges(surveyed, choices) };
}

/** The changes that are not "unchanged", as `update theme:brand`. */
export async function plan(team: TestTeam, choices = NO_CHOICES, env?: string): Promise<readonly string[]> {
  return linesOf((await prepare(team, choices, env)).changes);
}

const linesOf = (changes: readonly Change[]): readonly string[] =>
  changes
    .filter(({ action }) => action !== 'unchanged' && action !== 'orphan')
    .map(({ action, address }) => `${action} ${address}`);

/** As `push` does: a conflict stops it before anything is sent. */
export async function push(team: TestTeam, choices = NO_CHOICES, env?: string, discardQueued = false) {
  const run = await prepare(team, choices, env);
  if (run.changes.some(({ action }) => action === 'conflict')) return { stopped: linesOf(run.changes), results: [] };
  return { stopped: undefined, results: await pushChanges({ ...run, discardQueued }, run.changes) };
}
