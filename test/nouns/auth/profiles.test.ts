/** Profiles: no stored key is left unused without a message, and a rejected or misplaced key is explained and never printed. */

import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createWorld,
  EXECUTABLE,
  IS_STANDALONE,
  LAUNCHER,
  outcomeOf,
  type RunOptions,
  type World,
} from '../../world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const run = (line: string, options: RunOptions = {}) =>
  world.run(line.split(' '), { ...options, env: { LOOPS_API_KEY: undefined, ...options.env } });

async function logIn(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    expect((await run(`auth login --profile ${name}`, { stdin: world.sandbox.apiKey })).code).toBe(0);
  }
}

const currentProfile = async (): Promise<string | undefined> => {
  const listed = JSON.parse((await run('auth list --json')).stdout) as { profile: string; current: boolean }[];
  return listed.find(({ current }) => current)?.profile;
};

test('login reports the profile that is used from now on', async () => {
  const { stderr } = await run('auth login --profile staging', { stdin: world.sandbox.apiKey });
  expect(stderr).toContain('Switched to profile staging.');
  expect(await currentProfile()).toBe('staging');
});

test('logout of the current profile selects the only other one', async () => {
  await logIn('staging', 'work');
  const { stderr } = await run('auth logout');
  expect(stderr).toBe('Removed profile work.\nSwitched to profile staging.\n');
  expect(await currentProfile()).toBe('staging');
  expect((await run('groups list')).code).toBe(0);
});

test('logout of the current profile selects the one named default', async () => {
  await logIn('default', 'staging', 'work');
  expect((await run('auth logout')).stderr).toBe('Removed profile work.\nSwitched to profile default.\n');
  expect(await currentProfile()).toBe('default');
});

test('logout of another profile changes nothing else', async () => {
  await logIn('default', 'staging', 'work');
  expect((await run('auth logout default')).stderr).toBe('Removed profile default.\n');
  expect(await currentProfile()).toBe('work');
});

test('when no profile is selected, the stored ones are listed', async () => {
  await logIn('staging', 'second', 'work');
  const advice = 'No profile is selected. Stored: staging, second.';
  expect((await run('auth logout')).stderr).toBe(
    `Removed profile work.\n${advice} Run \`loopsctl auth use staging\`.\n`,
  );
  const listed = await run('groups list');
  expect(listed).toMatchObject({ code: 3, stderr: `error: ${advice}\nhint: Run \`loopsctl auth use staging\`.\n` });
  expect(await run('auth logout')).toMatchObject({
    code: 2,
    stderr: `error: ${advice}\nhint: Specify one: \`loopsctl auth logout <name>\`.\n`,
  });
  expect((await run('auth logout staging')).code).toBe(0);
  // Only one is left, but nobody selected it, and it was not in use.
  expect((await run('groups list')).stderr).toContain('Stored: second.');
});

test('logout without profiles is a usage error', async () => {
  expect(await run('auth logout')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There are no profiles.'),
  });
});

test('a variable that takes precedence over the selected profile is reported', async () => {
  await logIn('default', 'staging');
  expect((await run('auth use default', { env: { LOOPS_API_KEY: 'x' } })).stderr).toContain(
    'warning: LOOPS_API_KEY overrides stored profiles.',
  );
  expect((await run('auth use default', { env: { LOOPS_PROFILE: 'staging' } })).stderr).toContain(
    'warning: LOOPS_PROFILE selects profile "staging".',
  );
  expect((await run('auth use staging', { env: { LOOPS_PROFILE: 'staging' } })).stderr).toBe(
    'Switched to profile staging.\n',
  );
});

test('a rejected key is not stored, and the message says so', async () => {
  const outcome = await run('auth login', { stdin: 'wrong-key-0123456789' });
  expect(outcome).toMatchObject({
    code: 3,
    stderr:
      'error: Invalid API key.\nhint: Nothing was saved. Copy the key again from the API page of your Loops settings.\n',
  });
  expect((await run('auth list --json')).stdout).toBe('[]\n');
});

test('a key as an argument is refused with an explanation, and never printed', async () => {
  const key = 'sk_live_0123456789abcdef';
  for (const flags of ['', ' --json', ' --debug']) {
    const { code, stdout, stderr } = await run(`auth login ${key}${flags}`);
    expect(code).toBe(2);
    expect(stderr).toMatch(/A key is never an argument.*stdin.*shell history/);
    expect(stdout + stderr).not.toContain(key);
  }
});

test('the source of the built-in base URL is not the name of a profile', async () => {
  const { stderr } = await run('auth status', {
    env: { LOOPS_BASE_URL: undefined, LOOPS_API_KEY: 'x' },
    lookup: (_host, _options, callback) =>
      callback(Object.assign(new Error('no network in tests'), { code: 'ENOTFOUND' }), ''),
  });
  expect(stderr).toContain('Key: LOOPS_API_KEY. Base URL: https://app.loops.so/api (built-in default).');
});

// The runtime of the standalone executable refuses to start there.
const CAN_START = process.platform === 'linux' && !IS_STANDALONE;
test.runIf(CAN_START)('a command that names no file works from a removed directory', async () => {
  const gone = join(world.directory, 'gone');
  await mkdir(gone);
  const child = spawn(
    '/bin/sh',
    ['-c', 'rmdir "$PWD"; "$NODE" "$LOOPSCTL" auth list; "$NODE" "$LOOPSCTL" groups list'],
    {
      cwd: gone,
      env: {
        PATH: process.env['PATH'],
        HOME: world.directory,
        NODE: LAUNCHER,
        LOOPSCTL: EXECUTABLE,
        LOOPS_BASE_URL: world.sandbox.baseUrl,
        LOOPS_API_KEY: world.sandbox.apiKey,
      },
      timeout: 30_000,
    },
  );
  const { code, stdout, stderr } = await outcomeOf(child);
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'There are no profiles. Log in with `loopsctl auth login`.\n' });
  expect(stdout).toContain('NAME');
  await rm(gone, { recursive: true, force: true });
});
