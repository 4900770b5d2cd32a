/** Snapshots on a real file system: none is lost, and a run that is killed loses only its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openSnapshots, type Snapshot } from '../../../src/nouns/email-metrics/snapshots.ts';
import { failureOf } from '../../arbitraries.ts';

async function place(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'loopsctl-snapshots-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'metrics', 'team.ndjson');
}

const snapshot = (name: string, emails = 2): Snapshot => ({
  time: '2026-11-20T12:00:00.000Z',
  of: { group: name },
  emails: Array.from({ length: emails }, (_, index) => ({
    id: `c${index}`,
    // What would end a line for a program that reads lines by Unicode.
    name: `Über\u2028${index} 🎉\n`,
    ...{ sends: 5, deliveries: 4, hardBounces: 3, softBounces: 2, spamReports: 1 },
  })),
});

async function read(path: string): Promise<Snapshot[]> {
  const found: Snapshot[] = [];
  for await (const each of openSnapshots(path).read()) found.push(each);
  return found;
}

const nameOf = ({ of }: Snapshot) => (typeof of === 'string' ? of : of.group);

it('are none before one was saved, and reading creates no file', async () => {
  const path = await place();
  expect(await read(path)).toEqual([]);
  expect(await readdir(join(path, '..', '..'))).toEqual([]);
});

it('are read as they were saved, in a file and a directory for their owner only', async () => {
  const path = await place();
  const all = [snapshot('a'), { ...snapshot('b', 0), of: 'all' as const }, snapshot('c', 3_000)];
  for (const each of all) await openSnapshots(path).append(each);
  expect(await read(path)).toEqual(all);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(path, '..'))).toEqual(['team.ndjson']);
});

it('of a file that was cut at any byte are the complete ones, and the next one starts a new line', async () => {
  const path = await place();
  const all = [snapshot('a', 1), snapshot('b', 1), snapshot('c', 1)];
  for (const each of all) await openSnapshots(path).append(each);
  const whole = await readFile(path);
  // Where the text of each snapshot ends: the line break behind it may be cut off.
  const ends = [...whole.entries()].flatMap(([at, byte]) => (byte === 10 ? [at] : []));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (cut) => {
      await writeFile(path, whole.subarray(0, cut));
      const kept = all.filter((_, index) => (ends[index] ?? 0) <= cut);
      expect(await read(path)).toEqual(kept);
      await openSnapshots(path).append(snapshot('next', 1));
      expect(await read(path)).toEqual([...kept, snapshot('next', 1)]);
      const before = (await readFile(path)).subarray(0, cut);
      expect(before.equals(whole.subarray(0, cut))).toBe(true);
    }),
    {
      numRuns: 150,
      examples: [[0], [whole.length], ...ends.flatMap((end) => [[end], [end - 1], [end + 1]])] as [number][],
    },
  );
});

it('may be mixed with other lines, which are skipped', async () => {
  const path = await place();
  await openSnapshots(path).append(snapshot('a'));
  await appendFile(path, '\n{}\nnull\n[1]\n{"time":"now","of":"all","emails":[]}\n\u0000\u0000\n\ufeff');
  await openSnapshots(path).append(snapshot('b'));
  expect((await read(path)).map(nameOf)).toEqual(['a', 'b']);
});

it('of another version are kept: a missing or invalid metric is undefined, an unknown one is ignored', async () => {
  const path = await place();
  await openSnapshots(path).append(snapshot('a', 1));
  const { time } = snapshot('a');
  const older = { id: 'c1', sends: 5, deliveries: 4, hardBounces: 3, softBounces: 2 };
  const newer = { ...older, spamReports: 1, replies: 7 };
  const invalid = { ...newer, sends: null, deliveries: -4, hardBounces: '3' };
  const line = JSON.stringify({ time, of: 'all', emails: [older, newer, invalid], version: 2 });
  await appendFile(path, `${line}\n`);
  expect((await read(path)).map(({ emails }) => emails).at(1)).toEqual([
    { ...older, spamReports: undefined },
    { ...older, spamReports: 1 },
    { id: 'c1', softBounces: 2, spamReports: 1 },
  ]);
});

it('of a path that is not a file are an error that names the path', async () => {
  const path = await place();
  await mkdir(path, { recursive: true });
  for (const failing of [() => read(path), () => openSnapshots(path).append(snapshot('a'))]) {
    const failure = await failureOf(failing);
    expect(failure).toMatchObject({ code: 'usage' });
    expect(failure.message).toContain(path);
  }
});

/**
 * A program that saves snapshots, `<name>.0` and so on, when its standard input ends, and prints the name of each that was
 * saved. Every supported node can run it.
 */
async function writer(path: string): Promise<string> {
  const contents = `
    import { once } from 'node:events';
    import { openSnapshots } from '../../../src/nouns/email-metrics/snapshots.ts';
    const [, , path = '', name = '', count = '', emails = ''] = process.argv;
    const ended = once(process.stdin.resume(), 'end');
    process.stdout.write('ready\\n');
    void ended.then(async () => {
      const metrics = { sends: 5, deliveries: 4, hardBounces: 3, softBounces: 2, spamReports: 1 };
      const email = (index: number) => ({ id: 'c' + index, ...metrics });
      for (let part = 0; part < Number(count); part++) {
        const group = name + '.' + part;
        await openSnapshots(path).append({
          time: '2026-11-20T12:00:00.000Z',
          of: { group },
          emails: Array.from({ length: Number(emails) }, (_, index) => email(index)),
        });
        process.stdout.write(group + '\\n');
      }
    });`;
  const outfile = `${join(path, '..', '..')}/writer.cjs`;
  const stdin = { contents, resolveDir: import.meta.dirname, loader: 'ts' } as const;
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  return outfile;
}

it('are all saved if many runs save at the same time', { timeout: 60_000 }, async () => {
  const path = await place();
  const script = await writer(path);
  const names = Array.from({ length: 12 }, (_, index) => `run${index}`);
  const children = names.map((name) => spawn(process.execPath, [script, path, name, '3', '500']));
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  const exits = children.map((child) => once(child, 'exit'));
  for (const child of children) child.stdin.end();
  expect(new Set((await Promise.all(exits)).map(([code]) => code))).toEqual(new Set([0]));
  const expected = names.flatMap((name) => [0, 1, 2].map((part) => `${name}.${part}`));
  expect((await read(path)).map(nameOf).sort()).toEqual(expected.sort());
});

it('are kept if the run is killed at any moment, and the next run can save', {
  timeout: 120_000,
}, async () => {
  const script = await writer(await place());
  const killAfter = fc.sample(fc.record({ saved: fc.nat({ max: 5 }), turns: fc.nat({ max: 400 }) }), 8);
  await Promise.all(
    killAfter.map(async ({ saved, turns }, index) => {
      const path = join(script, '..', `kill${index}`, 'team.ndjson');
      const child = spawn(process.execPath, [script, path, 'run', '1000', '4000']);
      const exit = once(child, 'exit');
      const reported: string[] = [];
      child.stdin.end();
      for await (const line of createInterface(child.stdout)) {
        if (line !== 'ready') reported.push(line);
        if (reported.length === saved + 1) break;
      }
      // Somewhere in the snapshots that follow, and not always at the same place of one.
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
      child.kill('SIGKILL');
      await exit;
      const kept = (await read(path)).map(nameOf);
      expect(kept.slice(0, reported.length)).toEqual(reported);
      expect(kept).toEqual(kept.map((_, part) => `run.${part}`));
      // The lock of the dead counts as abandoned after a few seconds.
      await openSnapshots(path).append(snapshot('next'));
      expect((await read(path)).map(nameOf)).toEqual([...kept, 'next']);
    }),
  );
});
