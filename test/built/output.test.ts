/** Proves that the built program ends, with a sensible exit code and no stack trace, where its streams or its directory are gone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { json, startFaultServer } from '../faults/server.ts';
import { createWorld, EXECUTABLE, LAUNCHER, shareCompiledCode, type World } from '../world.ts';

/** A run takes half a second; what needs more than this hangs. */
const BOUND_MS = 20_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await shareCompiledCode(join(world.directory, '.cache'));
});
afterAll(() => world.close());

interface Ending {
  /** Of the program, not of the shell or of whoever reads from it; undefined when it did not end by itself. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

let runs = 0;

/** Runs a shell script in which `loopsctl` is the built program; the code that `note` writes down is the one that counts. */
async function shell(script: string, env: Readonly<Record<string, string>> = {}): Promise<Ending> {
  const noted = join(world.directory, `code-${runs++}`);
  const child = spawn(
    '/bin/sh',
    ['-c', `loopsctl() { "$NODE" "$LOOPSCTL" "$@"; }\nnote() { echo "$?" > "$NOTED"; }\n${script}`],
    {
      cwd: world.directory,
      env: {
        PATH: process.env['PATH'],
        HOME: world.directory,
        NODE: LAUNCHER,
        LOOPSCTL: EXECUTABLE,
        NOTED: noted,
        LOOPS_BASE_URL: world.sandbox.baseUrl,
        LOOPS_API_KEY: world.sandbox.apiKey,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // The whole group is ended, so that nothing that hangs outlives the test.
      detached: true,
    },
  );
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  }
  const end = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, BOUND_MS);
  await once(child, 'close');
  clearTimeout(end);
  const code = existsSync(noted) ? Number(await readFile(noted, 'utf8')) : undefined;
  return { ...printed, code };
}

function expectNoCrash({ stderr }: Ending): void {
  expect(stderr).not.toMatch(/\n\s+at |node:internal|Node\.js v|Unhandled|EPIPE/);
}

const READ = 'themes list';
const MISSING = 'themes show c000000000000000000000000';

describe('a disk that is full', () => {
  it.each([
    READ,
    `${READ} --json`,
    `${READ} -o ndjson`,
    `${READ} -o csv`,
    '--help',
    '--version',
    'auth status',
    'sandbox path',
  ])('is an error, not a hang, and is not mistaken for success: %s', async (line) => {
    const ending = await shell(`loopsctl ${line} > /dev/full; note`);
    expectNoCrash(ending);
    expect(ending.code).toBeGreaterThan(0);
    expect(ending.code).toBeLessThan(128);
  });

  it.each([READ, '--help', '--version'])('is said to be one, and is not called a bug of ours: %s', async (line) => {
    const { stderr } = await shell(`loopsctl ${line} > /dev/full; note`);
    expect(stderr).toMatch(/ENOSPC|no space/i);
    expect(stderr).not.toContain('This is a bug');
  });

  it('under stderr changes nothing about the result or the exit code', async () => {
    const good = await shell(`loopsctl ${READ} --debug 2> /dev/full; note`);
    expect([good.code, good.stderr]).toEqual([0, '']);
    expect(good.stdout).toContain('NAME');
    expect((await shell(`loopsctl ${MISSING} --debug 2> /dev/full; note`)).code).toBe(4);
  });

  it('under both ends the run all the same', async () => {
    const ending = await shell(`loopsctl ${READ} > /dev/full 2> /dev/full; note`);
    expect(ending).toMatchObject({ stdout: '', stderr: '' });
    expect(ending.code).toBeGreaterThan(0);
  });
});

describe('a working directory that was deleted', () => {
  it.each(['plan', 'messages check a.lmx'])('is a usage error: %s', async (line) => {
    const ending = await shell(`mkdir gone; cd gone; rmdir ../gone; loopsctl ${line}; note`);
    expectNoCrash(ending);
    expect(ending.code).toBe(2);
    expect(ending.stderr).toContain('The working directory does not exist any more.');
  });
});

describe('a stream that is closed from the beginning', () => {
  it.each([
    ['stdout', '>&-', READ, 0],
    ['stderr', '2>&-', READ, 0],
    ['stdin', '<&-', READ, 0],
    ['stdout and stderr', '>&- 2>&-', READ, 0],
    ['all three', '<&- >&- 2>&-', READ, 0],
    ['stdout', '>&-', MISSING, 4],
    ['stderr', '2>&-', MISSING, 4],
    ['all three', '<&- >&- 2>&-', MISSING, 4],
    ['stdout', '>&-', '--help', 0],
    ['stdout', '>&-', '--version', 0],
    ['stderr', '2>&-', 'no-such-noun', 2],
    ['all three', '<&- >&- 2>&-', 'no-such-noun', 2],
    ['stderr', '2>&-', `${READ} --debug`, 0],
  ])('does not change the exit code: %s (%s), %s', async (_, redirection, line, code) => {
    const ending = await shell(`loopsctl ${line} ${redirection}; note`);
    expectNoCrash(ending);
    expect(ending.code).toBe(code);
  });

  it('leaves the other one as it would be', async () => {
    const [whole, out, err] = [
      await shell(`loopsctl ${READ}; note`),
      await shell(`loopsctl ${READ} 2>&-; note`),
      await shell(`loopsctl ${MISSING} >&-; note`),
    ];
    expect(out.stdout).toBe(whole.stdout);
    expect(err.stderr).toContain('error: ');
  });

  it('is no key: auth login with stdin closed is a usage error, and stores nothing', async () => {
    const ending = await shell('loopsctl auth login <&-; note');
    expectNoCrash(ending);
    expect([ending.code, ending.stdout, existsSync(join(world.directory, '.config'))]).toEqual([2, '', false]);
  });

  it('never becomes the file or the connection that is opened next', async () => {
    // Without care, what is meant for stdout is written into whatever got its number.
    const ending = await shell(`loopsctl ${READ} --json >&- 2>&-; note; cat .cache/loopsctl/*.requests`);
    expect(ending.code).toBe(0);
    expect(ending.stdout).not.toContain('"name"');
  });
});

describe('a reader that goes away', () => {
  it.each([READ, `${READ} --json`, `${READ} -o ndjson`, `${READ} -o yaml`, '--help', '--version', MISSING])(
    'at once ends the run quietly: %s | true',
    async (line) => {
      const ending = await shell(`{ loopsctl ${line}; note; } | true`);
      expectNoCrash(ending);
      expect(ending.code).toBe(line === MISSING ? 4 : 0);
      expect(ending.stderr === '').toBe(line !== MISSING);
    },
  );

  it.each([READ, `${READ} --json`, `${READ} -o csv`])(
    'after one line ends the run quietly: %s | head -1',
    async (line) => {
      const ending = await shell(`{ loopsctl ${line}; note; } | head -1`);
      expect({ code: ending.code, stderr: ending.stderr }).toEqual({ code: 0, stderr: '' });
      expect(ending.stdout.trimEnd().split('\n').length).toBe(1);
      expect(ending.stdout).not.toBe('');
    },
  );

  it('of stderr does not change the exit code', async () => {
    for (const [line, code] of [
      [MISSING, 4],
      [`${READ} --debug`, 0],
    ] as const) {
      const ending = await shell(`{ loopsctl ${line} 2>&1 >/dev/null; note; } | true`);
      expectNoCrash(ending);
      expect([line, ending.code]).toEqual([line, code]);
    }
  });

  it('ends the fetching too: a list of a thousand pages is not read to its end', async () => {
    const data = Array.from({ length: 50 }, (_, index) => ({
      id: `c${index}`,
      name: 'x'.repeat(2_000),
      description: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    }));
    let page = 0;
    const server = await startFaultServer((socket) => {
      page++;
      const nextCursor = page < 1_000 ? `cursor-${page}` : null;
      const pagination = {
        totalResults: 50_000,
        returnedResults: 50,
        perPage: 50,
        totalPages: 1_000,
        nextCursor,
        nextPage: nextCursor,
      };
      // Plenty of requests are allowed: what ends this is the reader and nothing else.
      socket.write(json(200, { pagination, data }, { 'x-ratelimit-limit': '1000000' }));
    });
    onTestFinished(server.close);
    const env = { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` };
    const ending = await shell('{ loopsctl groups list -o ndjson; note; } | head -1', env);
    expect({ code: ending.code, stderr: ending.stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(ending.stdout)).toMatchObject({ id: 'c0' });
    expect(server.arrived.length).toBeGreaterThan(0);
    expect(server.arrived.length).toBeLessThan(50);
  });

  it('that is slow gets everything', async () => {
    const [whole, slow] = [
      await shell(`loopsctl ${READ} --json; note`),
      await shell(`{ loopsctl ${READ} --json; note; } | while IFS= read -r line; do printf '%s\\n' "$line"; done`),
    ];
    expect([slow.code, slow.stdout]).toEqual([0, whole.stdout]);
  });
});
