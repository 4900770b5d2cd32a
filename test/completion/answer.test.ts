/** Proves that completion answers from files at once, and what it starts and refreshes in the background. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandsOf } from '../../src/define/tree.ts';
import { nameCache } from '../../src/lookup/cache.ts';
import type { Named } from '../../src/lookup/match.ts';
import { listsOf, referencesIn } from '../../src/lookup/resolve.ts';
import { tree } from '../../src/nouns/index.ts';
import { createWorld, EXECUTABLE, LAUNCHER, NOW, type RunOptions, type World } from '../world.ts';

const SHOW = ['__complete', 'zsh', '=', 'themes', 'show'];
const SAVED: readonly Named[] = [{ id: 'csaved', name: 'Saved' }];

let world: World;
let started: string[] = [];
beforeEach(async () => {
  world = await createWorld();
  started = [];
});
afterEach(() => world.close());

const cacheDirectory = () => join(world.directory, 'cache');

const remember = (records: readonly Named[], age: number, team: { baseUrl?: string; apiKey?: string } = {}) =>
  nameCache({
    team: async () => ({ baseUrl: world.sandbox.baseUrl, apiKey: world.sandbox.apiKey, ...team }),
    directory: cacheDirectory(),
    now: () => new Date(NOW.getTime() - age),
  }).write('themes list', records);

async function ask(words: readonly string[] = SHOW, options: RunOptions = {}) {
  const outcome = await world.run(words, { ...options, onBackground: (line) => started.push(line.join(' ')) });
  expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: '' });
  return outcome.stdout
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split('\t')[0]);
}

const refresh = (...words: string[]) => world.run(['__refresh', ...words]);

async function writeProfiles(profiles: object, current: string | null = null) {
  await mkdir(join(world.directory, 'config'), { recursive: true });
  await writeFile(join(world.directory, 'config', 'config.json'), JSON.stringify({ current, profiles }), {
    mode: 0o600,
  });
}

describe('names', () => {
  it('come from the cache and cost no request', async () => {
    await remember(SAVED, 59_000);
    expect(await ask()).toEqual(['csaved']);
    expect({ started, requests: world.requests }).toEqual({ started: [], requests: [] });
  });

  it('that are old are offered, and refreshed in the background', async () => {
    await remember(SAVED, 60_000);
    expect(await ask()).toEqual(['csaved']);
    expect({ started, requests: world.requests }).toEqual({ started: ['__refresh themes list'], requests: [] });
  });

  it('that are missing are there after the refresh', async () => {
    expect(await ask()).toEqual([]);
    expect(started).toEqual(['__refresh themes list']);
    expect(await refresh('themes list')).toEqual({ stdout: '', stderr: '', code: 0 });
    expect(await ask()).toHaveLength(12);
    expect(started).toHaveLength(1);
    const left = (await readdir(cacheDirectory())).filter((name) => !name.endsWith('.requests'));
    expect(left).toEqual([expect.stringMatching(/^names-[0-9a-f]{8}\.json$/)]);
  });

  it.each([[[]], [['--sandbox']]])('are those that a run with %j found when a name was typed', async (flags) => {
    const outcome = await world.run(['themes', 'show', 'Changelog', ...flags]);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(await ask([...SHOW.slice(0, 3), ...flags, 'themes', 'show'])).toHaveLength(12);
    expect(started).toEqual([]);
    expect((await readdir(cacheDirectory())).filter((name) => name.startsWith('names-'))).toHaveLength(1);
  });

  it('that were refreshed cost the next run no list request', async () => {
    await refresh('themes list');
    const before = world.requests.length;
    // The text of a theme is compared with the default theme, which is a list request of its own.
    expect((await world.run(['themes', 'show', 'Changelog', '--json'])).code).toBe(0);
    expect(world.requests.slice(before)).toHaveLength(1);
  });

  it('can be refreshed for every list that an ID refers to', async () => {
    const commands = await Promise.all(commandsOf(tree).map(({ verb }) => verb.load()));
    const lists = new Set(listsOf(commands.flatMap(referencesIn)));
    expect([...lists].sort()).toContain('workflow list');
    for (const list of lists)
      expect({ list, ...(await refresh(list)) }).toEqual({ list, stdout: '', stderr: '', code: 0 });
  });

  it('are not requested where reading is not allowed', async () => {
    await ask([...SHOW, '--allow=draft']);
    expect(started).toEqual(['__refresh themes list --allow=draft']);
    expect((await refresh('themes list', '--allow=draft')).code).toBe(2);
    expect((await world.run(['__refresh', 'themes list'], { env: { LOOPS_ALLOW: 'draft' } })).code).toBe(2);
    await writeProfiles({ a: { apiKey: world.sandbox.apiKey, allow: ['draft'] } }, 'a');
    expect((await world.run(['__refresh', 'themes list'], { env: { LOOPS_API_KEY: undefined } })).code).toBe(2);
    expect(world.requests).toEqual([]);
  });

  it('hold an ID and a name, and nothing else', async () => {
    await refresh('themes list');
    const [file = ''] = (await readdir(cacheDirectory())).filter((name) => name.startsWith('names-'));
    const { 'themes list': list } = JSON.parse(await readFile(join(cacheDirectory(), file), 'utf8'));
    for (const item of list.records) expect(Object.keys(item)).toEqual(['id', 'name']);
    expect((await stat(join(cacheDirectory(), file))).mode & 0o077).toBe(0);
  });

  it.each([
    ['events list', ['events', 'show', 'pl'], ['planUpgraded']],
    ['events list', ['events', 'send', 'planU'], ['planUpgraded']],
    ['properties list', ['contacts', 'update', '--set', 'pl'], ['plan=']],
    ['properties list', ['contacts', 'create', '--unset', 'pl'], ['plan']],
    ['lists list', ['contacts', 'create', '--list', 'Off'], ['Offers']],
  ])('of %s complete %j', async (list, words, expected) => {
    const asked = ['__complete', 'zsh', `=${words.at(-1)}`, ...words.slice(0, -1)];
    await ask(asked);
    expect(started).toEqual([`__refresh ${list}`]);
    await refresh(list);
    const answered = await ask(asked);
    expect(answered).toEqual(list === 'lists list' ? [expect.stringMatching(/^c[a-z0-9]{24}$/)] : expected);
    expect(world.requests).toHaveLength(1);
  });

  it('of a list with a flag are refreshed by that list', async () => {
    await refresh('groups list --type campaign');
    expect(world.requests.join()).toContain('campaign-groups');
  });

  it('are not refreshed twice at once, nor soon after a refresh that failed', async () => {
    await ask();
    await ask();
    expect(started).toHaveLength(1);
    const wrong = { env: { LOOPS_API_KEY: 'wrong' } };
    await ask(SHOW, wrong);
    expect((await world.run(['__refresh', 'themes list'], wrong)).code).toBe(3);
    await ask(SHOW, wrong);
    expect(started).toHaveLength(2);
  });

  it('are refreshed by one process only', async () => {
    await Promise.all([1, 2, 3].map(() => refresh('themes list')));
    expect(world.requests.filter((line) => line.includes('/themes'))).toHaveLength(1);
  });

  it('are refreshed for no longer than the limit', async () => {
    const outcome = await world.run(['__refresh', 'themes list'], { onTimer: (work) => work() });
    expect(outcome).toEqual({ stdout: '', stderr: '', code: 130 });
  });

  it('of the sandbox are its own', async () => {
    await remember(SAVED, 0);
    const words = ['__complete', 'zsh', '=', '--sandbox', 'themes', 'show'];
    expect(await ask(words)).toEqual([]);
    expect(started).toEqual(['__refresh themes list --sandbox']);
    await refresh('themes list', '--sandbox');
    expect(await ask(words)).toHaveLength(12);
  });
});

describe('the team', () => {
  const noKey = { env: { LOOPS_API_KEY: undefined, LOOPS_BASE_URL: undefined } };

  it('is the one of the profile that is typed, in the environment, or current', async () => {
    const baseUrl = 'http://127.0.0.1:9/api';
    await writeProfiles({ a: { apiKey: 'key-a', baseUrl }, b: { apiKey: 'key-b', baseUrl } }, 'a');
    await remember([{ id: 'ca', name: 'A' }], 0, { apiKey: 'key-a', baseUrl });
    await remember([{ id: 'cb', name: 'B' }], 0, { apiKey: 'key-b', baseUrl });
    expect(await ask(SHOW, noKey)).toEqual(['ca']);
    expect(await ask([...SHOW, '--profile', 'b'], noKey)).toEqual(['cb']);
    expect(await ask(SHOW, { env: { ...noKey.env, LOOPS_PROFILE: 'b' } })).toEqual(['cb']);
    expect(started).toEqual([]);
  });

  it('of a key command is unknown: the command is never run', async () => {
    await writeProfiles({ a: { keyCommand: 'pass show loops' } }, 'a');
    let runs = 0;
    const execute = async () => {
      runs++;
      return 'key';
    };
    expect(await ask(SHOW, { ...noKey, execute })).toEqual([]);
    expect({ runs, started }).toEqual({ runs: 0, started: [] });
  });

  it('is passed on to the refresh', async () => {
    const url = world.sandbox.baseUrl;
    await writeProfiles({ a: { apiKey: world.sandbox.apiKey } });
    await ask([...SHOW, '--profile', 'a', `--base-url=${url}`, '--insecure-http'], noKey);
    expect(started).toEqual([`__refresh themes list --profile=a --base-url=${url} --insecure-http`]);
    const outcome = await world.run(
      ['__refresh', 'themes list', '--profile=a', `--base-url=${url}`, '--insecure-http'],
      noKey,
    );
    expect(outcome.code).toBe(0);
    expect(await ask([...SHOW, '--profile', 'a', '--base-url', url], noKey)).toHaveLength(12);
  });
});

describe('whatever is wrong, there are no candidates and no message', () => {
  it.each<[string, readonly string[]]>([
    ['a shell without a name', ['__complete']],
    ['an unknown shell', ['__complete', 'tcsh', '=']],
    ['a base URL that is none', ['__complete', 'zsh', '=', '--base-url=x', 'themes', 'show']],
    ['an unknown profile', ['__complete', 'zsh', '=', '--profile=x', 'themes', 'show']],
  ])('%s', async (_, words) => {
    expect(await ask(words)).toEqual([]);
    expect(started).toEqual([]);
  });

  it('profiles and a cache that cannot be read', async () => {
    await mkdir(cacheDirectory());
    await mkdir(join(world.directory, 'config'));
    await writeFile(join(world.directory, 'config', 'config.json'), '{');
    expect(await ask(['__complete', 'zsh', '=', '--profile'])).toEqual([]);
    expect(await ask([...SHOW, '--profile=a'])).toEqual([]);
    await remember(SAVED, 0);
    const [file = ''] = await readdir(cacheDirectory());
    await writeFile(join(cacheDirectory(), file), '[');
    expect(await ask()).toEqual([]);
  });

  it('a reader that has gone away', async () => {
    const onStdout = () => {
      throw new Error('gone');
    };
    await ask(SHOW, { onStdout });
  });
});

it('reading profiles for a key press changes no permissions, so that the next run can warn', async () => {
  await writeProfiles({ work: { apiKey: 'k' } });
  const path = join(world.directory, 'config', 'config.json');
  await chmod(path, 0o644);
  expect(await ask(['__complete', 'zsh', '=', '--profile'])).toEqual(['work']);
  expect((await stat(path)).mode & 0o777).toBe(0o644);
});

it('refreshing names changes no permissions of profiles either', async () => {
  await writeProfiles({ work: { apiKey: world.sandbox.apiKey } }, 'work');
  const path = join(world.directory, 'config', 'config.json');
  await chmod(path, 0o644);
  expect((await world.run(['__refresh', 'themes list'], { env: { LOOPS_API_KEY: undefined } })).code).toBe(0);
  expect((await stat(path)).mode & 0o777).toBe(0o644);
});

it('is not in help', async () => {
  const { stdout } = await world.run(['--help']);
  expect(stdout).not.toMatch(/__|refresh/);
});

describe('the built program', () => {
  const env = (baseUrl: string) => ({
    PATH: process.env['PATH'],
    HOME: world.directory,
    XDG_CONFIG_HOME: world.directory,
    XDG_DATA_HOME: world.directory,
    XDG_CACHE_HOME: world.directory,
    LOOPS_BASE_URL: baseUrl,
    LOOPS_API_KEY: 'sandbox',
  });

  it('answers while the API does not, and the refresh goes on without it', async () => {
    let connected = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      connected = resolve;
    });
    const sockets: Array<{ destroy(): void }> = [];
    const silent = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      connected();
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const built = spawnSync(LAUNCHER, [EXECUTABLE, ...SHOW], {
      env: env(`http://127.0.0.1:${port}/api`),
      encoding: 'utf8',
    });
    expect({ stdout: built.stdout, stderr: built.stderr, status: built.status }).toEqual({
      stdout: 'words\n',
      stderr: '',
      status: 0,
    });
    await asked;
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('takes less than 150 ms of the processor for 2,000 names', async () => {
    const baseUrl = 'http://127.0.0.1:9/api';
    const records = Array.from({ length: 2000 }, (_, index) => ({ id: `c${index}`, name: `Name ${index} 🌻` }));
    const directory = join(world.directory, 'loopsctl');
    await nameCache({ team: async () => ({ baseUrl, apiKey: 'sandbox' }), directory, now: () => new Date() }).write(
      'themes list',
      records,
    );
    await symlink(EXECUTABLE, join(world.directory, 'program'));
    // The machine may be busy with other work: the time of the processor is that of the program.
    const timed = `TIMEFORMAT='%U %S'; time ./program __complete bash '=loopsctl themes show ' 9 ' =:'`;
    const runs = [1, 2, 3, 4, 5].map(() => {
      const { stdout, stderr } = spawnSync('bash', ['-c', timed], {
        cwd: world.directory,
        env: env(baseUrl),
        encoding: 'utf8',
      });
      expect(stdout.split('\n')).toHaveLength(2003);
      return stderr
        .trim()
        .split(' ')
        .reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
    });
    expect(Math.min(...runs)).toBeLessThan(150);
  });
});
