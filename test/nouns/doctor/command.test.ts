/** Proves the checks of the program and the account, and that a check that could not run never passes. */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckResult } from '../../../src/nouns/doctor/check.ts';
import { OLDEST_NODE } from '../../../src/nouns/doctor/tool.ts';
import { fakeResolver } from '../../dns.ts';
import { type Behaviour, json, reply, startFaultServer } from '../../faults/server.ts';
import { createWorld, NOW, type RunOptions, type World } from '../../world.ts';

async function openWorld(options: Parameters<typeof createWorld>[0] = {}): Promise<World> {
  const world = await createWorld(options);
  onTestFinished(() => world.close());
  return world;
}

interface Examined {
  readonly code: number;
  readonly stderr: string;
  result(check: string): CheckResult | undefined;
}

async function examine(world: World, words: readonly string[] = [], options: RunOptions = {}): Promise<Examined> {
  const { code, stdout, stderr } = await world.run(['doctor', '--json', ...words], options);
  const results = JSON.parse(stdout) as readonly CheckResult[];
  return { code, stderr, result: (check) => results.find((result) => result.check === check) };
}

/** Examines an account whose API behaves as told. */
async function examineServer(behave: Behaviour, words: readonly string[] = []): Promise<Examined> {
  const server = await startFaultServer(behave);
  onTestFinished(() => server.close());
  return examine(await openWorld(), ['--retries', '0', ...words], {
    env: { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` },
  });
}

const team = { success: true, teamName: 'T' };
const page = { data: [], pagination: { nextCursor: null } };
/** A good API, with these headers. */
const good =
  (headers: Readonly<Record<string, string>>): Behaviour =>
  (socket, { path }) =>
    socket.write(json(200, path.endsWith('/api-key') ? team : page, headers));

it('the oldest Node.js is that of package.json', async () => {
  const { engines } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(engines.node).toBe(`>=${OLDEST_NODE}`);
});

it('an account with everything passes, with a handful of requests', async () => {
  const world = await openWorld();
  const { code, result, stderr } = await examine(world);
  expect([code, stderr]).toEqual([0, '']);
  expect(['content-api', 'workflow-api', 'metrics-api'].map((name) => result(name)?.status)).toEqual([
    'ok',
    'ok',
    'ok',
  ]);
  expect(world.requests).toHaveLength(4);
});

describe('the API key', () => {
  it('that is missing fails, unless the run is about a domain', async () => {
    const world = await openWorld();
    const env = { LOOPS_API_KEY: undefined };
    expect((await examine(world, [], { env })).code).toBe(9);
    const about = await examine(world, ['--domain', 'example.com'], { env });
    expect(about.result('connection')?.status).toBe('skipped');
    expect(about.result('mx')?.status).toBe('failed');
    expect(world.requests).toEqual([]);
  });

  it('that cannot be a key, or an unknown profile, fails', async () => {
    const world = await openWorld();
    for (const [words, env] of [
      [[], { LOOPS_API_KEY: 'two words' }],
      [['--profile', 'nobody'], {}],
      [['--base-url', 'nowhere'], {}],
    ] as const) {
      const { code, result } = await examine(world, words, { env });
      expect([code, result('connection')?.status]).toEqual([9, 'failed']);
    }
  });

  it('is never shown', async () => {
    const world = await openWorld();
    const { stdout, stderr } = await world.run(['doctor'], { env: { LOOPS_API_KEY: 'secret-key-0123456789' } });
    expect(stdout + stderr).not.toContain('secret-key');
    expect(stdout).toContain('****6789');
  });
});

describe('an API that gives no verdict', () => {
  it.each([
    ['503', () => json(503, {}), 7],
    ['429', () => json(429, {}), 6],
    ['404', () => json(404, {}), 8],
    ['a page of HTML', () => reply(200, {}, '<p>'), 8],
    ['another shape', () => json(200, { ok: true }), 8],
    ['null', () => json(200, null), 8],
  ] as const)('(%s) is never a passed check', async (_, response, exit) => {
    const { code, result } = await examineServer((socket) => socket.write(response()));
    expect([code, result('api-key')?.status]).toEqual([exit, 'unknown']);
    for (const name of ['content-api', 'workflow-api', 'metrics-api', 'rate-limit', 'clock']) {
      expect(result(name)?.status).toBe('skipped');
    }
  });

  it('for one feature says so, also where another feature is off', async () => {
    const { code, result } = await examineServer((socket, { path }) => {
      if (path.endsWith('/api-key')) socket.write(json(200, team));
      else socket.write(path.includes('workflows') ? json(500, {}) : json(401, {}));
    });
    expect([result('content-api')?.status, result('workflow-api')?.status]).toEqual(['failed', 'unknown']);
    expect(code).toBe(7);
  });

  it('for the list of emails has no email to ask metrics of', async () => {
    const { code, result } = await examineServer((socket, { path }) =>
      socket.write(json(200, path.endsWith('/api-key') ? team : { data: 'none' })),
    );
    expect([result('content-api')?.status, result('metrics-api')?.status, code]).toEqual(['unknown', 'skipped', 8]);
  });
});

describe('the rate limit', () => {
  it.each([
    [{ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '12' }, 'ok', 0],
    [{ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' }, 'failed', 9],
    [{ 'x-ratelimit-limit': '60' }, 'skipped', 0],
    [{}, 'skipped', 0],
    [{ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': 'many' }, 'unknown', 8],
    [{ 'x-ratelimit-limit': '', 'x-ratelimit-remaining': '1' }, 'unknown', 8],
    [{ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '-1' }, 'unknown', 8],
  ] as const)('with %j is %s', async (headers, status, exit) => {
    const { code, result } = await examineServer(good(headers as Readonly<Record<string, string>>));
    expect([result('rate-limit')?.status, code]).toEqual([status, exit]);
  });
});

describe('the clock', () => {
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toUTCString();
  it.each([
    [at(0), 'ok', 0],
    [at(59), 'ok', 0],
    [at(-61), 'failed', 9],
    [at(3600), 'failed', 9],
    ['soon', 'unknown', 8],
    ['2026', 'unknown', 8],
    ['', 'unknown', 8],
  ])('with the Date %s is %s', async (date, status, exit) => {
    const { code, result } = await examineServer(good({ date }));
    expect([result('clock')?.status, code]).toEqual([status, exit]);
  });

  it('without a Date is skipped', async () => {
    expect((await examineServer(good({}))).result('clock')?.status).toBe('skipped');
  });
});

describe('the proxy', () => {
  it('that is no address fails, and another one is named without its password', async () => {
    const world = await openWorld();
    // Only the proxy would look up this name, and nothing listens at its address.
    const words = ['--base-url', 'https://api.example/api', '--retries', '0'];
    const broken = await examine(world, words, { env: { HTTPS_PROXY: 'ftp://127.0.0.1' } });
    expect([broken.code, broken.result('proxy')?.status]).toEqual([9, 'failed']);
    const named = await examine(world, words, { env: { HTTPS_PROXY: 'http://me:secret@127.0.0.1:9' } });
    expect([named.code, named.result('proxy')?.message]).toEqual([7, 'Requests go through 127.0.0.1:9.']);
  });
});

describe('the files', () => {
  it('that others can read fail once, because reading them removes the permissions', async () => {
    const world = await openWorld();
    const directory = join(world.directory, 'config');
    await mkdir(directory, { mode: 0o700 });
    await writeFile(join(directory, 'config.json'), '{}', { mode: 0o600 });
    expect((await examine(world)).result('config-file')?.status).toBe('ok');
    await chmod(join(directory, 'config.json'), 0o644);
    const open = await examine(world);
    expect([open.code, open.result('config-file')?.message]).toEqual([9, expect.stringContaining('0644')]);
    expect((await examine(world)).code).toBe(0);
    await chmod(directory, 0o755);
    expect((await examine(world)).result('config-file')?.status).toBe('failed');
  });

  it.each(['{', '[]', '{"profiles": 1}'])('that hold %s fail', async (text) => {
    const world = await openWorld();
    await mkdir(join(world.directory, 'config'), { mode: 0o700 });
    await writeFile(join(world.directory, 'config', 'config.json'), text, { mode: 0o600 });
    const { code, result } = await examine(world);
    expect([code, result('config-file')?.status]).toEqual([9, 'failed']);
  });

  it.each(['data', 'cache'])('in %s fail where something else has the name of the directory', async (name) => {
    const world = await openWorld();
    const path = join(world.directory, name);
    // The cache exists once a run had a limit to write down.
    await rm(path, { recursive: true, force: true });
    await writeFile(path, '');
    const { result } = await examine(world);
    expect(result(`${name}-directory`)).toMatchObject({ status: 'failed', message: expect.stringContaining(path) });
  });
});

it('a name server that does not respond exits with 7, and JUnit has a failure', async () => {
  const world = await openWorld();
  const resolver = fakeResolver({ 'MX envelope.example.com': 'ETIMEOUT' });
  const { code, stdout } = await world.run(['doctor', '--domain', 'example.com', '-o', 'junit'], { resolver });
  expect(code).toBe(7);
  expect(stdout).toContain('<failure type="unavailable"');
});

it('text from DNS never acts on a terminal', async () => {
  const world = await openWorld();
  const resolver = fakeResolver({ 'TXT envelope.example.com': [['v=spf1 include:a \u001b]0;owned\u0007']] });
  const { stdout } = await world.run(['doctor', '--domain', 'example.com', '--no-color'], { resolver, columns: 80 });
  expect(stdout).toContain('\\u001b');
  expect(stdout).not.toContain('\u001b');
});

it('a terminal without a width still gets readable lines', async () => {
  const world = await openWorld();
  const { stdout } = await world.run(['doctor', '--no-color'], { columns: 0 });
  expect(stdout.split('\n').length).toBeLessThan(40);
});
