/** The GitHub Action: its version is that of the package, and its script plans and comments, without a runner. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createWorld, EXECUTABLE, type World } from '../world.ts';

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
const action = parse(await read('action.yml')) as {
  inputs: Record<string, { default: string }>;
  runs: { steps: { name: string; run: string; env: Record<string, string> }[] };
};
const script = action.runs.steps.find(({ name }) => name === 'Plan')?.run ?? '';

/** Runs the script with `gh` in place of the real one, which writes its arguments and the comment. */
async function run(world: World, env: Readonly<Record<string, string>>) {
  const bin = join(world.directory, 'bin');
  await mkdir(bin, { recursive: true });
  const programs = {
    loopsctl: `exec "${process.execPath}" "${EXECUTABLE}" "$@"`,
    gh: 'echo "$*" > comment.txt; cat "$RUNNER_TEMP/loopsctl-plan.md" >> comment.txt',
  };
  for (const [name, line] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${line}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const files = { GITHUB_OUTPUT: 'output.txt', GITHUB_STEP_SUMMARY: 'summary.md' };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: world.directory,
    env: {
      ...files,
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      HOME: world.directory,
      RUNNER_TEMP: world.directory,
      LOOPS_BASE_URL: world.sandbox.baseUrl,
      DIRECTORY: '.',
      ENVIRONMENT: '',
      COMMENT: 'true',
      PULL_REQUEST: 'https://github.com/acme/mail/pull/7',
      ...env,
    },
  });
  const written = (name: string) => readFile(join(world.directory, name), 'utf8').catch(() => undefined);
  return {
    stdout,
    output: await written('output.txt'),
    summary: await written('summary.md'),
    comment: await written('comment.txt'),
  };
}

it('installs the version of the package, and no input is part of a script', async () => {
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  expect(action.inputs['version']?.default).toBe(version);
  for (const step of action.runs.steps) expect(step.run).not.toContain('${{');
});

it('comments the plan on the pull request', async () => {
  const world = await createWorld({ loopback: true });
  try {
    expect((await world.run(['pull'])).code).toBe(0);
    await world.write('transactional/password-reset/email.lmx', '<Paragraph>Reset it.</Paragraph>\n');
    const none = await run(world, { LOOPS_API_KEY: '' });
    expect(none).toMatchObject({ output: undefined, comment: undefined });
    const { output, summary, comment } = await run(world, { LOOPS_API_KEY: world.sandbox.apiKey });
    expect(output).toBe('changes=true\n');
    expect(summary).toContain('transactional:password-reset');
    expect(comment).toBe(
      `pr comment https://github.com/acme/mail/pull/7 --edit-last --create-if-none --body-file ${join(world.directory, 'loopsctl-plan.md')}\n${summary}`,
    );
    await expect(run(world, { LOOPS_API_KEY: 'wrong' })).rejects.toMatchObject({ code: 3 });
  } finally {
    await world.close();
  }
});
