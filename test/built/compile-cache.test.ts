/** The compile cache (ours on Node 20, that of Node later): private, never trusted when damaged, and never in the way. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXECUTABLE, LAUNCHER, type Outcome, outcomeOf } from '../world.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'loopsctl-cache-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

let last = 0;

/** A user who has never run the program. */
const newUser = (): string => join(home, String(++last));

function run(user: string, line: string, env: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(LAUNCHER, [EXECUTABLE, ...line.split(' ')], {
    env: {
      HOME: user,
      XDG_CACHE_HOME: join(user, 'cache'),
      LOOPS_BASE_URL: process.env['LOOPS_BASE_URL'],
      ...env,
    } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return outcomeOf(child);
}

/** The paths of the files with cached code. */
const cachedFiles = (user: string): string[] =>
  readdirSync(join(user, 'cache', 'loopsctl', 'code'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const LINE = '--sandbox ips list';

/** A user who has run the program once, and what it printed. Compiling it takes half of a run. */
let regular: { readonly user: string; readonly first: Outcome };
beforeAll(async () => {
  const user = newUser();
  regular = { user, first: await run(user, LINE) };
});

test('the first run caches code that only this user can read, and the next run prints the same', async () => {
  const { user, first } = regular;
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(cachedFiles(user)).not.toEqual([]);
  for (const path of cachedFiles(user)) expect(statSync(path).mode & 0o077).toBe(0);
  expect(await run(user, LINE)).toEqual(first);
});

test('nothing is cached when the cache is disabled', async () => {
  const user = newUser();
  expect(await run(user, LINE, { NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject({ code: 0 });
  expect(() => cachedFiles(user)).toThrow('ENOENT');
});

test('a directory that others can write to is neither read nor written', async () => {
  const user = newUser();
  const folder = join(user, 'cache', 'loopsctl', 'code');
  await mkdir(folder, { recursive: true });
  chmodSync(folder, 0o777);
  expect(await run(user, LINE)).toMatchObject({ code: 0, stderr: '' });
  expect(cachedFiles(user)).toEqual([]);
});

const isRoot = process.geteuid?.() === 0;
test.skipIf(!isRoot)(
  'a cache below the directory of another user is not used, as with sudo (only root can create one)',
  async () => {
    const user = newUser();
    await mkdir(join(user, 'cache'), { recursive: true });
    chownSync(join(user, 'cache'), 65_534, 65_534);
    expect(await run(user, LINE)).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(join(user, 'cache'))).toEqual([]);
  },
);

test('a file in place of the directory is ignored', async () => {
  const user = newUser();
  await mkdir(user, { recursive: true });
  writeFileSync(join(user, 'cache'), '');
  expect(await run(user, '--help')).toMatchObject({ code: 0, stderr: '' });
});

/** Later versions of Node have their own cache, which checks its code. */
describe.skipIf(!process.version.startsWith('v20.'))('cached code', () => {
  test('is written by a successful run, once per noun', async () => {
    const user = newUser();
    expect((await run(user, 'nonsense')).code).toBe(2);
    expect(() => cachedFiles(user)).toThrow('ENOENT');
    await run(user, 'ips list --help');
    await run(user, LINE);
    await run(user, LINE);
    // A run of a command loads two scripts.
    expect(cachedFiles(user)).toHaveLength(4);
  });

  test('is stored with that of other builds, until these are a month old', async () => {
    const user = newUser();
    await run(user, LINE);
    const [path = ''] = cachedFiles(user);
    const [recent, old] = [join(path, '..', 'of-another-build'), join(path, '..', 'of-an-old-build')];
    for (const left of [recent, old]) writeFileSync(left, '');
    utimesSync(old, 0, (Date.now() - 31 * 86_400_000) / 1000);
    await run(user, '--help');
    expect(cachedFiles(user)).toEqual(expect.arrayContaining([path, recent]));
    expect(cachedFiles(user)).not.toContain(old);
  });

  test.each<[string, (code: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (code) => code.subarray(0, code.length >> 1)],
    ['all zeros', (code) => Buffer.alloc(code.length)],
    ['damaged in its middle', (code) => Buffer.from(code).fill(0xff, code.length >> 1, (code.length >> 1) + 512)],
    ['damaged at its end', (code) => Buffer.from(code).fill(0x5a, code.length - 512)],
    ['something else', () => Buffer.from('loopsctl')],
  ])('that is %s is not used, and written again', async (_, damage) => {
    const { first } = regular;
    const user = newUser();
    cpSync(regular.user, user, { recursive: true, preserveTimestamps: true });
    const [path = ''] = cachedFiles(user);
    const code = readFileSync(path);
    writeFileSync(path, damage(code));
    expect(await run(user, LINE)).toEqual(first);
    expect(readFileSync(path).length).toBeGreaterThan(code.length / 2);
    expect(await run(user, LINE)).toEqual(first);
  });
});
