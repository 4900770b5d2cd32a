/** Proves that Ctrl-C and SIGTERM end every run of the built program within a second, also one that computes or waits for a file. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { json, startFaultServer } from '../faults/server.ts';
import { createWorld, EXECUTABLE, LAUNCHER, shareCompiledCode, type World } from '../world.ts';

/** One second is the promise; a busy machine needs some time to notice the end. */
const PROMISE_MS = 1_000;
const TOLERANCE_MS = 1_500;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await shareCompiledCode(join(world.directory, '.cache'));
});
afterAll(() => world.close());

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(LAUNCHER, [EXECUTABLE, ...args], {
    cwd: world.directory,
    env: {
      PATH: process.env['PATH'],
      HOME: world.directory,
      LOOPS_BASE_URL: world.sandbox.baseUrl,
      LOOPS_API_KEY: world.sandbox.apiKey,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdout.resume();
  const ended = once(child, 'close').then(([code, signal]): Ending => ({ code, signal, stderr }));
  return { child, ended };
}

/** Sends the signal and resolves with the ending, which must come within the promised time. */
async function endingAfter(child: ChildProcess, ended: Promise<Ending>, name: NodeJS.Signals): Promise<Ending> {
  const began = performance.now();
  child.kill(name);
  const ending = await ended;
  expect(performance.now() - began).toBeLessThan(PROMISE_MS + TOLERANCE_MS);
  expect(ending.stderr).not.toMatch(/\n\s+at |This is a bug/);
  return ending;
}

function fifo(name: string): string {
  execFileSync('mkfifo', [join(world.directory, name)]);
  return join(world.directory, name);
}

/** Writes to a pipe from another process, because opening a pipe that nobody reads would block this one. */
function writeInto(path: string, script: string): ChildProcess {
  const writer = spawn('/bin/sh', ['-c', `${script} > "$0"`, path], {
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  });
  onTestFinished(() => {
    if (writer.exitCode === null && writer.pid !== undefined) process.kill(-writer.pid, 'SIGKILL');
  });
  return writer;
}

/** A workflow that takes long to read and to draw. */
function largeWorkflow(nodes: number): string {
  const text = 'x'.repeat(500);
  const entries = Array.from({ length: nodes }, (_, index) => [
    `n${index}`,
    {
      id: `n${index}`,
      typeName: index === 0 ? 'SignupTrigger' : 'SendEmail',
      nextNodeIds: index + 1 < nodes ? [`n${index + 1}`] : [],
      description: `${text} ${index}`,
    },
  ]);
  return JSON.stringify({ id: 'w', name: 'Large', nodes: Object.fromEntries(entries) });
}

describe('a file argument that is neither a file nor a pipe', () => {
  test.each([
    ['ips check /dev/zero', '/dev/zero'],
    ['ips check /dev/full', '/dev/full'],
    ['ips check /dev/null', '/dev/null'],
    ['workflow show /dev/zero', '/dev/zero'],
  ])('is refused: %s', async (line, path) => {
    const { code, stderr } = await start(line.split(' ')).ended;
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: Could not read ${path}: it is not a regular file or a pipe.\n`,
    });
  });

  test('standard input without an end is refused too', async () => {
    const child = spawn('/bin/sh', ['-c', '"$NODE" "$LOOPSCTL" workflow show - < /dev/zero'], {
      env: { ...process.env, NODE: LAUNCHER, LOOPSCTL: EXECUTABLE, HOME: world.directory, LOOPS_API_KEY: 'x' },
      timeout: 30_000,
      killSignal: 'SIGKILL',
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const [code] = await once(child, 'close');
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'error: Standard input is larger than 64 MB.\n' });
  });
});

describe.each(SIGNALS)('%s', (name) => {
  test('ends a run that waits for the writer of a pipe', async () => {
    const path = fifo(`no-writer-${name}`);
    const { child, ended } = start(['workflow', 'show', path]);
    const silent = spawn('/bin/sh', ['-c', 'exec > "$0"; echo open >&2; exec sleep 20', path]);
    onTestFinished(() => void silent.kill('SIGKILL'));
    await once(silent.stderr, 'data');
    expect((await endingAfter(child, ended, name)).code).not.toBe(0);
  });

  test('ends a run that has only started', async () => {
    const path = fifo(`unopened-${name}`);
    const { child, ended } = start(['workflow', 'show', path, '--debug']);
    await once(child, 'spawn');
    expect((await endingAfter(child, ended, name)).code).not.toBe(0);
  });

  test.each(['svg', 'tree'])('ends a run that draws 20,000 nodes as %s', async (format) => {
    const path = fifo(`large-${format}-${name}`);
    const { child, ended } = start(['workflow', 'show', path, ...(format === 'tree' ? [] : ['--format', format])]);
    writeFileSync(`${path}.json`, largeWorkflow(20_000));
    await once(writeInto(path, `cat "${path}.json"`), 'close');
    const { code, signal } = await endingAfter(child, ended, name);
    expect({ code, signal }).toEqual({ code: null, signal: name });
  });

  test('ends a run that draws a large answer of the API', async () => {
    const body = JSON.parse(largeWorkflow(20_000));
    const server = await startFaultServer((socket) => socket.end(json(200, body)));
    onTestFinished(() => server.close());
    const { child, ended } = start(['workflow', 'show', 'w', '--format', 'svg'], {
      LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api`,
    });
    await expect.poll(() => server.arrived.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect((await endingAfter(child, ended, name)).code).not.toBe(0);
  });

  test('ends a run that waits for a key command that ignores the signal', async () => {
    const { child, ended } = start(
      ['auth', 'login', '--key-command', `trap '' TERM INT; echo started >&2; exec sleep 5 2>/dev/null`],
      { LOOPS_API_KEY: '' },
    );
    await new Promise<void>((resolve) => child.stderr.on('data', () => resolve()));
    expect((await endingAfter(child, ended, name)).code).not.toBe(0);
  });

  test('ends a server, which exits with 0', async () => {
    const { child, ended } = start(['sandbox', 'start', '--port', '0']);
    await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
    expect((await endingAfter(child, ended, name)).code).toBe(0);
  });
});

test('a second signal ends a run at once that does not end after the first', async () => {
  const server = await startFaultServer(() => undefined);
  onTestFinished(() => server.close());
  const { child, ended } = start(['groups', 'list'], { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` });
  await expect.poll(() => server.arrived.length, { timeout: 20_000 }).toBe(1);
  child.kill('SIGTERM');
  await endingAfter(child, ended, 'SIGTERM');
});
