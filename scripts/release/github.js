// Checks of the workflows and the action of this repository: that they can be read, and that what they run exists.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

const WORKFLOWS = '.github/workflows';

/** Scripts of the manifest that a shell line runs. */
const scriptsIn = (line) => [...line.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);

/** What is wrong with a workflow. `scripts` are the names that `npm run` accepts. */
export function problemsOfWorkflow(text, scripts) {
  const { on, permissions, jobs } = parse(text) ?? {};
  const steps = Object.values(jobs ?? {}).flatMap((job) => job.steps ?? []);
  const unknown = steps.flatMap(({ run = '' }) => scriptsIn(run)).filter((name) => !scripts.includes(name));
  return [
    ...(on === undefined ? ['it has no trigger'] : []),
    ...(permissions === undefined ? ['it does not restrict the permissions of its token'] : []),
    ...(steps.length === 0 ? ['it has no steps'] : []),
    ...steps
      .filter(({ run, uses }) => (run === undefined) === (uses === undefined))
      .map(() => 'a step has not one of run and uses'),
    ...steps
      .filter(({ uses }) => uses !== undefined && !/@[\w.]+$/.test(uses))
      .map(({ uses }) => `${uses} has no version`),
    ...unknown.map((name) => `there is no script ${name}`),
  ];
}

export async function checkWorkflows(scripts) {
  const names = (await readdir(WORKFLOWS)).filter((name) => /\.ya?ml$/.test(name));
  if (!names.includes('release.yml')) throw new Error(`there is no ${WORKFLOWS}/release.yml`);
  for (const name of names) {
    const problems = problemsOfWorkflow(await readFile(join(WORKFLOWS, name), 'utf8'), scripts);
    if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`);
  }
  return { note: names.join(', ') };
}

/** The action must install the version that is released. */
export async function checkAction(version) {
  if (!existsSync('action.yml')) throw new Error('there is no action.yml');
  const { name, description, runs, inputs } = parse(await readFile('action.yml', 'utf8')) ?? {};
  const missing = Object.entries({ name, description, runs, inputs }).filter(([, value]) => value === undefined);
  if (missing.length > 0) throw new Error(`action.yml has no ${missing.map(([key]) => key).join(', ')}`);
  const installed = inputs.package?.default;
  if (installed !== `loopsctl@${version}`) throw new Error(`action.yml installs ${installed}, not loopsctl@${version}`);
  return { note: name };
}
