/** An import that was killed, interrupted or not answered ends like one that was not, and creates nobody twice. */
import { copyFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, test } from 'vitest';
import { type Flaw, flakyService } from '../../../flaky-service.ts';
import { fixedRandom } from '../../../world.ts';
import { csvOf, type ImportWorld, importWorld, jsonOf, succeeded } from './importing.ts';

const ROWS = 80;
const CREATE = 'POST /api/v1/contacts/create';
const FIND = 'GET /api/v1/contacts/find';
const UPDATE = 'PUT /api/v1/contacts/update';

let worlds: ImportWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.map((world) => world.close()));
  worlds = [];
});

async function open(options: Parameters<typeof importWorld>[0] = {}): Promise<ImportWorld> {
  const world = await importWorld(options);
  await world.write('contacts.csv', csvOf(ROWS));
  worlds.push(world);
  return world;
}

const line = (...flags: string[]) => [
  'contacts',
  'import',
  'contacts.csv',
  '--may-trigger',
  '--yes',
  '--json',
  ...flags,
];

/** The contacts after one run without any fault. */
async function cleanContacts(...flags: string[]) {
  const world = await open();
  expect(await world.run(line(...flags))).toMatchObject({ code: 0 });
  return world.contacts();
}

const journalOf = (world: ImportWorld): string => join(world.directory, 'contacts.csv.journal');

describe.each(['create', 'upsert'])('with --mode %s', (mode) => {
  it('killed at twenty random moments, it ends like a run that was not', async () => {
    const random = fixedRandom(7);
    let [left, stop] = [0, () => undefined as unknown];
    let kept: Promise<void> | undefined;
    const world = await open({
      onRequest: (request) => {
        if (!request.includes('/contacts/') || --left !== 0) return;
        // A killed process leaves the journal as it is now: what this run appends while it ends is taken back.
        kept = copyFile(journalOf(world), join(world.directory, 'kept')).then(
          () => undefined,
          () => undefined,
        );
        stop();
      },
    });
    let [kills, code] = [0, -1];
    while (code !== 0) {
      const controller = new AbortController();
      left = kills < 20 ? 1 + Math.floor(random() * 5) : 0;
      stop = () => controller.abort();
      kept = undefined;
      ({ code } = await world.run(line('--mode', mode, '--resume'), { signal: controller.signal }));
      if (controller.signal.aborted) kills++;
      await kept;
      if (code === 130 && kills % 2 === 0) await copyFile(join(world.directory, 'kept'), journalOf(world));
      expect([0, 130]).toContain(code);
    }
    expect(kills).toBeGreaterThanOrEqual(mode === 'create' ? 10 : 3);
    expect(world.contacts()).toEqual(await cleanContacts('--mode', mode));
    if (mode === 'create') {
      expect(succeeded(world, CREATE)).toBe(ROWS);
      expect(succeeded(world, FIND)).toBeGreaterThan(0);
    }
    await expect(stat(journalOf(world))).rejects.toThrow('ENOENT');
  });

  it('says how to continue when it is interrupted', async () => {
    const controller = new AbortController();
    const world = await open({
      onRequest: (request) => {
        if (request.includes('/contacts/') && !request.includes('properties')) controller.abort();
      },
    });
    const { code, stderr } = await world.run(line('--mode', mode), { signal: controller.signal });
    expect(code).toBe(130);
    const { error } = jsonOf(stderr.trim().split('\n').at(-1) ?? '') as { error: { message: string; hint: string } };
    expect(error.message).toMatch(/^Interrupted\. \d+ of 80 rows are done\.$/);
    expect(error.hint).toBe(
      `Continue with: loopsctl contacts import contacts.csv --may-trigger --yes --json --mode ${mode} --resume`,
    );
  });
});

/** The flaw of every third write to a path. */
function every(third: RegExp, flaw: Flaw) {
  let count = 0;
  return (path: string, _: number, method: string): Flaw =>
    third.test(`${method} ${path}`) && ++count % 3 === 0 ? flaw : false;
}

describe('a response that is lost after the write', () => {
  it.each([
    ['create', 'lost', /POST .*\/create/],
    ['create', 'garbled', /POST .*\/create/],
    ['upsert', 'lost', /PUT /],
    ['upsert', 'garbled', /PUT /],
    ['update', 'lost', /PUT /],
  ] as const)('with --mode %s (%s) leaves no trace', async (mode, flaw, write) => {
    const world = await open();
    if (mode === 'update') await world.run(line());
    const before = world.requests.length;
    const service = await flakyService(world.sandbox.baseUrl, every(write, flaw));
    try {
      const first = await world.run(line('--mode', mode, '--on-error', 'skip'), { env: service.env });
      const runs = [first];
      while (runs.at(-1)?.code !== 0 && runs.length < 10)
        runs.push(await world.run(line('--mode', mode, '--resume', '--on-error', 'skip')));
      expect(runs.at(-1)?.code).toBe(0);
      // What the API has done is mostly found out in the same run, or repeated without an effect.
      expect(runs.length).toBeLessThan(5);
    } finally {
      await service.close();
    }
    expect(world.contacts()).toEqual(await cleanContacts());
    const created = world.requests.slice(before).filter((request) => request === `${CREATE} 200`).length;
    expect(created).toBe(mode === 'create' ? ROWS : 0);
  });

  it('of a new property does not stop the import for good', async () => {
    const world = await open();
    await world.write('contacts.csv', 'email,score\na@example.com,5\nb@example.com,7\n');
    const service = await flakyService(world.sandbox.baseUrl, every(/POST .*properties/, 'lost'));
    let lost = 0;
    const losing = await flakyService(world.sandbox.baseUrl, (path, _, method) =>
      method === 'POST' && path.endsWith('/properties') && lost++ === 0 ? 'lost' : false,
    );
    try {
      const first = await world.run(line('--create-properties'), { env: losing.env });
      expect(first.code).toBe(7);
      const second = await world.run(line('--create-properties'), { env: losing.env });
      expect(second).toMatchObject({ code: 0 });
    } finally {
      await Promise.all([service.close(), losing.close()]);
    }
    expect(world.contacts()['b@example.com']).toMatchObject({ score: 7 });
  });
});

test('it goes on after a rate limit that did not clear', async () => {
  const world = await open({ rateLimit: { scale: 1 } });
  let refused = 0;
  // The clock of the sandbox stands still, so its limit never clears.
  const { code, stderr } = await world.run(line(), { onSleep: () => void refused++ });
  expect(code).toBe(6);
  expect(stderr).toMatch(/of 80 rows are done\./);
  expect(await readFile(journalOf(world), 'utf8')).toMatch(/^\+ [0-9a-f]{16} \w+;$/m);
});

test('a second run of the same file does not start while the first one writes', async () => {
  const world = await open();
  let second: Promise<{ code: number; stderr: string }> | undefined;
  let seen = 0;
  const other = await open({
    onRequest: (request) => {
      if (request.startsWith(UPDATE) && ++seen === 1) second = other.run(line('--resume'));
    },
  });
  expect((await other.run(line())).code).toBe(0);
  const { code, stderr } = (await second) ?? { code: -1, stderr: '' };
  // It waits for the lock, and finds that everything is done, or gives up.
  if (code !== 0) expect(stderr).toMatch(/Another process is writing to/);
  expect(other.contacts()).toEqual(await cleanContacts());
  expect(world.requests).toEqual([]);
});
