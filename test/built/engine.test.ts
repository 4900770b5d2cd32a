/** What V8 has made of the program is kept for the next run (by us on Node 20, by Node later): it helps, and can do no harm. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
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
import { EXECUTABLE, type Outcome, outcomeOf } from '../world.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'loopsctl-engine-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

let last = 0;

/** A user who has never run the program. */
const newUser = (): string => join(home, String(++last));

function run(user: string, line: string, env: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [EXECUTABLE, ...line.split(' ')], {
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

/** The files with kept code, by their paths. */
const kept = (user: string): string[] =>
  readdirSync(join(user, 'cache', 'loopsctl', 'code'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const LINE = '--sandbox ips list';

test('the first run keeps code that only this user can read, and the next run says the same', async () => {
  const user = newUser();
  const first = await run(user, LINE);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(kept(user)).not.toEqual([]);
  for (const path of kept(user)) expect(statSync(path).mode & 0o077).toBe(0);
  expect(await run(user, LINE)).toEqual(first);
});

test('nothing is kept where it is not wanted', async () => {
  const user = newUser();
  expect(await run(user, LINE, { NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject({ code: 0 });
  expect(() => kept(user)).toThrow('ENOENT');
});

test('a folder that others can write to is neither read nor written', async () => {
  const user = newUser();
  const folder = join(user, 'cache', 'loopsctl', 'code');
  await mkdir(folder, { recursive: true });
  chmodSync(folder, 0o777);
  expect(await run(user, LINE)).toMatchObject({ code: 0, stderr: '' });
  expect(kept(user)).toEqual([]);
});

const isRoot = process.geteuid?.() === 0;
test.skipIf(!isRoot)('nor is one in a place of another user, as under sudo (only root can make one)', async () => {
  const user = newUser();
  await mkdir(join(user, 'cache'), { recursive: true });
  chownSync(join(user, 'cache'), 65_534, 65_534);
  expect(await run(user, LINE)).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(join(user, 'cache'))).toEqual([]);
});

test('a file where the folder should be is done without', async () => {
  const user = newUser();
  await mkdir(user, { recursive: true });
  writeFileSync(join(user, 'cache'), '');
  expect(await run(user, '--help')).toMatchObject({ code: 0, stderr: '' });
});

/** On later versions Node keeps the code, and checks it, by itself. */
describe.skipIf(!process.version.startsWith('v20.'))('what is kept', () => {
  test('is kept by a run that went well, once a noun', async () => {
    const user = newUser();
    expect((await run(user, 'nonsense')).code).toBe(2);
    expect(() => kept(user)).toThrow('ENOENT');
    await run(user, 'ips list --help');
    await run(user, LINE);
    await run(user, LINE);
    expect(kept(user)).toHaveLength(2);
  });

  test('is kept beside that of other builds, until these are a month old', async () => {
    const user = newUser();
    await run(user, LINE);
    const [path = ''] = kept(user);
    const [recent, old] = [join(path, '..', 'of-another-build'), join(path, '..', 'of-an-old-build')];
    for (const left of [recent, old]) writeFileSync(left, '');
    utimesSync(old, 0, (Date.now() - 31 * 86_400_000) / 1000);
    await run(user, '--help');
    expect(kept(user)).toEqual(expect.arrayContaining([path, recent]));
    expect(kept(user)).not.toContain(old);
  });

  test.each<[string, (code: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (code) => code.subarray(0, code.length >> 1)],
    ['all zeros', (code) => Buffer.alloc(code.length)],
    ['damaged in its middle', (code) => Buffer.from(code).fill(0xff, code.length >> 1, (code.length >> 1) + 512)],
    ['damaged at its end', (code) => Buffer.from(code).fill(0x5a, code.length - 512)],
    ['something else', () => Buffer.from('loopsctl')],
  ])('and is %s is not used, and made anew', async (_, damage) => {
    const user = newUser();
    const first = await run(user, LINE);
    const [path = ''] = kept(user);
    const code = readFileSync(path);
    writeFileSync(path, damage(code));
    expect(await run(user, LINE)).toEqual(first);
    expect(readFileSync(path).length).toBeGreaterThan(code.length / 2);
    expect(await run(user, LINE)).toEqual(first);
  });
});
