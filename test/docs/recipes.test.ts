/** The GitHub Action and its workflow in `docs/as-code.md`: each job runs the script of the action, as GitHub would run it. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { createWorld, EXECUTABLE, type Outcome, outcomeOf, type World } from '../world.ts';

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

const Texts = z.record(z.string(), z.string());
const Action = z.looseObject({
  inputs: z.record(z.string(), z.looseObject({ default: z.string().optional(), required: z.boolean().optional() })),
  runs: z.looseObject({ steps: z.array(z.looseObject({ id: z.string().optional(), run: z.string(), env: Texts })) }),
});
const Workflow = z.looseObject({
  jobs: z.record(
    z.string(),
    z.looseObject({ steps: z.array(z.looseObject({ uses: z.string(), with: Texts.optional() })) }),
  ),
});

const action = Action.parse(parse(await read('action.yml')));
const page = await read('docs/as-code.md');
const workflow = Workflow.parse(parse(/^```yaml\n(name: Loops[\s\S]*?)^```$/m.exec(page)?.[1] ?? ''));
const step = action.runs.steps.find(({ id }) => id === 'run');

const jobs = Object.entries(workflow.jobs).map(([name, { steps }]) => [name, steps.at(-1)?.with ?? {}] as const);

let [folder, world] = ['', undefined as unknown as World];
beforeAll(async () => {
  world = await createWorld();
  folder = await mkdtemp(join(tmpdir(), 'loopsctl-action-'));
  for (const name of ['bin', 'checkout']) await mkdir(join(folder, name));
  await symlink(EXECUTABLE, join(folder, 'bin/loopsctl'));
  // It finds no comment to edit, as on a new pull request.
  await writeFile(
    join(folder, 'bin/gh'),
    '#!/bin/sh\necho "$@" >> "$CALLS"\ncase "$*" in *--edit-last*) exit 1;; esac\n',
  );
  await chmod(join(folder, 'bin/gh'), 0o755);
  expect(await script('loopsctl pull loops')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

function script(text: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const child = spawn('bash', ['-e', '-c', text], {
    cwd: join(folder, 'checkout'),
    env: {
      ...{ PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, CALLS: join(folder, 'calls') },
      ...{ XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder },
      ...{ GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') },
      ...{ LOOPS_BASE_URL: world.sandbox.baseUrl, LOOPS_API_KEY: world.sandbox.apiKey, ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return outcomeOf(child);
}

/** The step of the action with the inputs of a job. */
function runAction(inputs: Readonly<Record<string, string>>): Promise<Outcome> {
  const inputValue = (text: string): string => {
    const name = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(text)?.[1];
    if (name === undefined) return text.includes('pull_request.number') ? '7' : text;
    return inputs[name] ?? action.inputs[name]?.default ?? '';
  };
  const env = Object.entries(step?.env ?? {}).map(([name, text]) => [name, inputValue(text)]);
  return script(step?.run ?? 'exit 99', { ...Object.fromEntries(env), LOOPS_API_KEY: world.sandbox.apiKey });
}

test('the script of the action has no expressions, which would be a way to inject commands', () => {
  for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
  expect(jobs.map(([name]) => name)).toEqual(['plan', 'staging', 'production', 'drift']);
});

test('jobs pass only inputs that the action has, and all that it requires', () => {
  const required = Object.entries(action.inputs).flatMap(([name, input]) => (input.required === true ? name : []));
  for (const [, inputs] of jobs) {
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(required));
  }
});

describe('in the order of a change', () => {
  const inputsOf = (name: string) => jobs.find(([job]) => job === name)?.[1] ?? {};
  const theme = () => join(folder, 'checkout/loops/themes/coral.json');

  test('no drift at first', async () => {
    expect(await runAction(inputsOf('drift'))).toMatchObject({ code: 0 });
  });

  test('a change is commented on the pull request, pushed, and then there is no drift', async () => {
    await writeFile(
      theme(),
      (await readFile(theme(), 'utf8')).replace('"bodyColor": "#ffffff"', '"bodyColor": "#fffdfc"'),
    );
    expect((await runAction(inputsOf('drift'))).code).toBe(9);
    expect(await runAction(inputsOf('plan'))).toMatchObject({ code: 0 });
    expect((await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')).toEqual([
      'pr comment 7 --edit-last --body-file plan.md',
      'pr comment 7 --body-file plan.md',
    ]);
    expect(await readFile(join(folder, 'summary'), 'utf8')).toContain('theme:coral');
    expect(await runAction(inputsOf('staging'))).toMatchObject({ code: 0 });
    expect(await runAction(inputsOf('production'))).toMatchObject({ code: 0 });
    expect(await runAction(inputsOf('drift'))).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'output'), 'utf8')).toContain('exit-code=9\nexit-code=0\n');
  });

  test('another team, another command and a wrong key end it with their exit codes', async () => {
    await writeFile(theme(), (await readFile(theme(), 'utf8')).replace('"#fffdfc"', '"#ffffff"'));
    expect((await runAction({ ...inputsOf('staging'), team: 'Other' })).code).toBe(2);
    expect((await runAction({ ...inputsOf('staging'), command: 'destroy' })).code).toBe(2);
    expect(
      (
        await script(step?.run ?? '', {
          COMMAND: 'plan',
          DIRECTORY: 'loops',
          TEAM: 'Brightwater',
          PUBLISH: '',
          PULL_REQUEST: '7',
          LOOPS_API_KEY: 'wrong',
        })
      ).code,
    ).toBe(3);
  });
});
