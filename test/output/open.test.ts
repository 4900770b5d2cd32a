/** Proves what --open does: a file for this user alone, a browser that is told about it, and words where there is none. */
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, type World } from '../world.ts';

const ID = 'cr3d19ajwtfxqfczuxgmvwzxv';
const SCREEN = { DISPLAY: ':0' };

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const show = (...flags: string[]) => ['workflow', 'show', ID, ...flags];

it('opens the page, and prints nothing but where it is', async () => {
  const opened: string[] = [];
  const { stdout, stderr, code } = await world.run(show('--open'), {
    env: SCREEN,
    onOpen: (file) => opened.push(file),
  });
  const [file = ''] = opened;
  expect({ stdout, stderr, code }).toEqual({ stdout: '', stderr: `Opened ${file} in your browser.\n`, code: 0 });
  expect(file).toMatch(/loopsctl-\w+\/workflow\.html$/);
  expect(await readFile(file, 'utf8')).toBe((await world.run(show('--format', 'html'))).stdout);
});

it('gives nobody else the file, and every run one of its own', async () => {
  const opened: string[] = [];
  for (let run = 0; run < 2; run += 1)
    await world.run(show('--open'), { env: SCREEN, onOpen: (file) => opened.push(file) });
  expect(new Set(opened.map((file) => dirname(file))).size).toBe(2);
  for (const file of opened) {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  }
});

it('opens a picture where that is asked for', async () => {
  const opened: string[] = [];
  await world.run(show('--open', '--format', 'svg', '--quiet'), { env: SCREEN, onOpen: (file) => opened.push(file) });
  expect(opened).toEqual([expect.stringMatching(/workflow\.svg$/)]);
  expect(await readFile(opened[0] ?? '', 'utf8')).toMatch(/^<svg /);
});

it.runIf(process.platform === 'linux').each([
  [{}, 'No display available.'],
  [{ SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, 'Running over SSH, so the browser was not opened.'],
])('with %j it says where the file is, even when quiet', async (env, reason) => {
  const opened: string[] = [];
  const run = await world.run(show('--open', '--quiet'), { env, onOpen: (file) => opened.push(file) });
  expect(opened).toEqual([]);
  const [, file = ''] = / Open this file in a browser: (\S+)\n$/.exec(run.stderr) ?? [];
  expect(run).toEqual({ stdout: '', stderr: `warning: ${reason} Open this file in a browser: ${file}\n`, code: 0 });
  expect((await stat(file)).size).toBeGreaterThan(10_000);
});

it('says where the file is when no browser can be started', async () => {
  const { stderr, code } = await world.run(show('--open'), {
    env: SCREEN,
    onOpen: () => {
      throw Object.assign(new Error('spawn xdg-open ENOENT'), { code: 'ENOENT' });
    },
  });
  expect(stderr).toMatch(
    /^warning: Could not start a browser \(ENOENT\)\. Open this file in a browser: \S+workflow\.html\n$/,
  );
  expect(code).toBe(0);
});

it('writes nothing when the workflow cannot be read', async () => {
  const opened: string[] = [];
  const { code } = await world.run(['workflow', 'show', 'caaaaaaaaaaaaaaaaaaaaaaaa', '--open'], {
    env: SCREEN,
    onOpen: (file) => opened.push(file),
  });
  expect({ code, opened }).toEqual({ code: 4, opened: [] });
});

it.runIf(process.platform === 'linux')('the built program starts the opener of the system', async () => {
  const built = await createWorld({ built: true });
  try {
    await writeFile(join(built.directory, 'xdg-open'), `#!/bin/sh\necho "$1" > "${built.directory}/told"\n`, {
      mode: 0o700,
    });
    const { stderr, code } = await built.run(show('--open'), {
      env: { ...SCREEN, PATH: `${built.directory}:${process.env['PATH']}`, TMPDIR: built.directory },
    });
    expect({ stderr, code }).toEqual({ stderr: expect.stringMatching(/^Opened \S+ in your browser\.\n$/), code: 0 });
    const told = join(built.directory, 'told');
    await expect.poll(() => readFile(told, 'utf8').catch(() => '')).toMatch(/workflow\.html\n$/);
  } finally {
    await built.close();
  }
});

it.each([
  ['email.html', ['messages', 'open', '--transactional', 'Password reset']],
  ['theme.html', ['themes', 'open', 'Calm Lavender']],
])('%s is written as it is, so that its policy allows its style', async (name, words) => {
  const opened: string[] = [];
  expect(await world.run(words, { env: SCREEN, onOpen: (file) => opened.push(file) })).toMatchObject({ code: 0 });
  const page = await readFile(opened[0] ?? '', 'utf8');
  expect(opened[0]).toContain(name);
  const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
  expect(styles.length).toBeGreaterThan(0);
  for (const style of styles) {
    expect(page).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  }
});
