/** The sandbox of the built program: `--sandbox`, `sandbox start`, `reset` and `path`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, EXECUTABLE, LAUNCHER, NOW, type Outcome, outcomeOf, shareCompiledCode } from '../world.ts';

let home = '';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'loopsctl-sandbox-'));
  await shareCompiledCode(join(home, '.cache'));
});
afterEach(async () => {
  // A failed test leaves its processes running.
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

const started: ChildProcess[] = [];

function start(argv: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(LAUNCHER, [EXECUTABLE, ...argv], {
    env: { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

async function loopsctl(argv: readonly string[], env?: Record<string, string>): Promise<Outcome> {
  const child = start(argv, env);
  return outcomeOf(child);
}

/** The variables of `export NAME=value` lines. */
const exported = (text: Buffer): Record<string, string> =>
  Object.fromEntries(
    [...text.toString().matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

const groupCount = async (): Promise<number> =>
  (JSON.parse((await loopsctl(['--sandbox', 'groups', 'list', '--json'])).stdout) as unknown[]).length;

test('--sandbox works at once, with an empty home, no key and no account', async () => {
  const { stdout, stderr, code } = await loopsctl(['--sandbox', 'themes', 'list', '--json']);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect((JSON.parse(stdout) as unknown[]).length).toBeGreaterThanOrEqual(12);
});

test('twenty creations at once leave twenty more groups', async () => {
  const before = await groupCount();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => loopsctl(['--sandbox', 'groups', 'create', '--name', `Group ${n}`])),
  );
  expect(outcomes.map(({ code }) => code)).toEqual(Array(20).fill(0));
  expect(await groupCount()).toBe(before + 20);
});

test('sandbox start prints two variables that a shell can eval, serves what --sandbox sees, and ends with 0', async () => {
  const server = start(['sandbox', 'start']);
  const [first] = (await once(server.stdout, 'data')) as [Buffer];
  const variables = exported(first);
  expect(Object.keys(variables)).toEqual(['LOOPS_BASE_URL', 'LOOPS_API_KEY']);
  const created = await loopsctl(['groups', 'create', '--name', 'Shared', '--json'], variables);
  expect(created.code).toBe(0);
  server.kill('SIGINT');
  const [code] = (await once(server, 'close')) as [number | null];
  expect(code).toBe(0);
  expect((await loopsctl(['--sandbox', 'groups', 'list', '--limit', '1'])).stdout).toContain('Shared');
});

test('a port in use is a usage error', async () => {
  const server = start(['sandbox', 'start']);
  const [first] = (await once(server.stdout, 'data')) as [Buffer];
  const port = /:(\d+)\//.exec(first.toString())?.[1] ?? '';
  const { stderr, code } = await loopsctl(['sandbox', 'start', '--port', port]);
  server.kill('SIGTERM');
  await once(server, 'close');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `error: Port ${port} is in use.\nhint: Choose another port, or 0 for a free one.\n`,
  });
});

test('reset discards all changes, and path prints the path of the state', async () => {
  const before = await groupCount();
  await loopsctl(['--sandbox', 'groups', 'create', '--name', 'Passing']);
  expect(await groupCount()).toBe(before + 1);
  expect((await loopsctl(['sandbox', 'reset'])).code).toBe(0);
  expect(await groupCount()).toBe(before);
  const path = (await loopsctl(['sandbox', 'path'])).stdout.trim();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a state that cannot be read is named and not modified, and reset replaces it', async () => {
  const path = (await loopsctl(['sandbox', 'path'])).stdout.trim();
  expect((await loopsctl(['sandbox', 'reset'])).code).toBe(0);
  await writeFile(path, '{"broken');
  const { stderr, code } = await loopsctl(['--sandbox', 'themes', 'list']);
  expect(code).toBe(2);
  expect(stderr).toContain(path);
  expect(stderr).toContain('loopsctl sandbox reset');
  expect(await readFile(path, 'utf8')).toBe('{"broken');
  expect((await loopsctl(['sandbox', 'reset'])).code).toBe(0);
  expect((await loopsctl(['--sandbox', 'themes', 'list'])).code).toBe(0);
});

test('an API can be disabled, and the sending domain can be missing', async () => {
  const server = start(['sandbox', 'start', '--disable', 'content', '--no-sending-domain', '-q']);
  const [first] = (await once(server.stdout, 'data')) as [Buffer];
  const variables = exported(first);
  expect((await loopsctl(['groups', 'list'], variables)).code).toBe(3);
  expect((await loopsctl(['segments', 'list'], variables)).code).toBe(3);
  expect((await loopsctl(['ips', 'list'], variables)).code).toBe(0);
  server.kill('SIGINT');
  await once(server, 'close');
  expect((await loopsctl(['sandbox', 'start', '--disable', 'contents'])).code).toBe(2);
});

test('two runs at the same time share the rate limits, and neither is refused', async () => {
  const server = start(['sandbox', 'start', '--rate-limit', '--rate-limit-scale', '0.05', '-q']);
  const [first] = (await once(server.stdout, 'data')) as [Buffer];
  const variables = exported(first);
  const listed = await loopsctl(['transactional', 'list', '--fields', 'id', '--json'], variables);
  const ids = (JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id);
  const outcomes = await Promise.all(
    [0, 1].map(() => loopsctl(['transactional', 'metrics', ...ids, '--json'], variables)),
  );
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
  for (const { stdout } of outcomes) expect(JSON.parse(stdout)).toHaveLength(ids.length);
  // Whether they have to wait depends on the speed of the machine; that they count each other's requests does not.
  const logs = await readdir(join(home, '.cache', 'loopsctl'));
  const [log = ''] = await Promise.all(
    logs
      .filter((name) => name.endsWith('.requests'))
      .map((name) => readFile(join(home, '.cache', 'loopsctl', name), 'utf8')),
  );
  expect(log.match(/^\+ /gm)?.length).toBeGreaterThanOrEqual(2 * ids.length);
  server.kill('SIGINT');
  await once(server, 'close');
});

test('on a terminal, sandbox start explains what to do with the export lines', async () => {
  const world = await createWorld();
  const ended = new AbortController();
  const { stdout, code } = await world.run(['sandbox', 'start'], {
    columns: 100,
    signal: ended.signal,
    onStdout: () => ended.abort(),
  });
  await world.close();
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^In another terminal, run:\n\n {2}export LOOPS_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/api\n {2}export LOOPS_API_KEY=sandbox\n/,
  );
});

test('metrics grow between two runs, so that a snapshot has something to compare with', async () => {
  let now = NOW.getTime();
  const world = await createWorld({ sandbox: { now: () => now } });
  const metrics = ['transactional', 'metrics', '--all', '--save', '--since', 'last', '--json'];
  await world.run(metrics);
  now += 60 * 60 * 1000;
  const { stdout, code } = await world.run(metrics);
  await world.close();
  expect(code).toBe(0);
  const sends = (JSON.parse(stdout) as { name: string; sends: number }[]).map((row) => row.sends);
  expect(sends.filter((count) => count > 0).length).toBeGreaterThan(50);
});
