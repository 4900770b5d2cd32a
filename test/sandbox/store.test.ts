/** Where the account is kept: what survives, what is refused, and many processes at once. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../src/sandbox/account.ts';
import { seedAccount } from '../../src/sandbox/seed/account.ts';
import { SandboxStateError } from '../../src/sandbox/state-file.ts';
import { fileStore, memoryStore, resetFile } from '../../src/sandbox/store.ts';
import { serve } from './running.ts';

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sandbox-store-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

const statePath = async () => join(await temporaryDirectory(), 'deep', 'er', 'state.json');
const rename = (teamName: string) => (account: Account) => {
  account.teamName = teamName;
};
const fail = (account: Account) => {
  account.teamName = 'half done';
  throw new Error('No');
};

describe('in memory', () => {
  test('a change is kept, one that throws is not', async () => {
    const given = seedAccount();
    const store = memoryStore(given);
    expect(await store.update((account) => account.teamName.length)).toBe(11);
    await store.update(rename('Other'));
    await expect(store.update(fail)).rejects.toThrow('No');
    expect((await store.read()).teamName).toBe('Other');
    expect(given.teamName).toBe('Brightwater');
  });
});

describe('in a file', () => {
  test('the first use makes it, readable by its owner only', async () => {
    const path = await statePath();
    expect(await fileStore(path, seedAccount).read()).toEqual(seedAccount());
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    expect(await readdir(dirname(path))).toEqual(['state.json']);
  });

  test('another process, or this one later, sees every change', async () => {
    const path = await statePath();
    const [one, two] = [fileStore(path, seedAccount), fileStore(path, seedAccount)];
    for (const teamName of ['A', 'B', 'C', 'D']) {
      await one.update(rename(teamName));
      expect((await two.read()).teamName).toBe(teamName);
      await two.update(rename(`${teamName}${teamName}`));
      expect((await one.read()).teamName).toBe(`${teamName}${teamName}`);
    }
  });

  test('is parsed once for any number of reads', async () => {
    const path = await statePath();
    const store = fileStore(path, seedAccount);
    expect(await store.read()).toBe(await store.read());
  });

  test('a change that throws writes nothing and leaves no lock', async () => {
    const path = await statePath();
    const store = fileStore(path, seedAccount);
    await store.read();
    const before = await stat(path, { bigint: true });
    await expect(store.update(fail)).rejects.toThrow('No');
    expect((await store.read()).teamName).toBe('Brightwater');
    expect((await stat(path, { bigint: true })).mtimeNs).toBe(before.mtimeNs);
    expect(await readdir(dirname(path))).toEqual(['state.json']);
    await store.update(rename('Next'));
    expect((await store.read()).teamName).toBe('Next');
  });

  test.each([
    ['', 'not readable'],
    ['{"format":"loopsctl-sandbox","version":1,"acc', 'not readable'],
    ['null', 'another version'],
    ['{}', 'another version'],
    ['{"format":"loopsctl-sandbox","version":2,"account":{}}', 'another version'],
    ['{"format":"loopsctl-sandbox","version":1,"account":null}', 'another version'],
  ])('%j is refused, left alone, and can be reset', async (content, problem) => {
    const path = join(await temporaryDirectory(), 'state.json');
    await writeFile(path, content);
    const store = fileStore(path, seedAccount);
    for (const use of [() => store.read(), () => store.update(rename('X'))]) {
      const error: unknown = await use().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SandboxStateError);
      expect(String(error)).toContain(path);
      expect(String(error)).toContain(problem);
      expect(String(error)).toContain('loopsctl sandbox reset');
    }
    expect(await readFile(path, 'utf8')).toBe(content);
    await resetFile(path, seedAccount);
    expect(await store.read()).toEqual(seedAccount());
  });

  test('a path that cannot be a file is an ordinary error', async () => {
    const directory = await temporaryDirectory();
    await expect(fileStore(directory, seedAccount).read()).rejects.toMatchObject({ code: 'EISDIR' });
  });

  test('what a server did, the next one knows', async () => {
    const path = await statePath();
    const first = await serve({ store: fileStore(path, seedAccount) });
    const { body } = await first.post<{ id: string }>('/v1/campaign-groups', { name: 'Kept' });
    const second = await serve({ store: fileStore(path, seedAccount) });
    expect((await second.get(`/v1/campaign-groups/${body.id}`)).body).toEqual(body);
  });
});

describe('shared', () => {
  const addGroup = (name: string) => (account: Account) => {
    account.campaignGroups.unshift({ id: name, name, description: '', createdAt: '', updatedAt: '' });
  };

  test('twenty-five stores of one process lose nothing', async () => {
    const path = await statePath();
    const stores = Array.from({ length: 25 }, () => fileStore(path, seedAccount));
    await Promise.all(stores.flatMap((store, n) => [store.update(addGroup(`${n}a`)), store.update(addGroup(`${n}b`))]));
    const names = (await fileStore(path, seedAccount).read()).campaignGroups.map(({ name }) => name);
    expect(names).toHaveLength(75);
    expect(new Set(names).size).toBe(75);
  });

  test('twenty processes that all begin without a file lose nothing', { timeout: 60_000 }, async () => {
    const { script, path } = await scripted();
    const processes = Array.from({ length: 20 }, (_, n) => promisify(execFile)(execPath, [script, path, `p${n}`]));
    await Promise.all(processes);
    const { campaignGroups } = await fileStore(path, seedAccount).read();
    expect(campaignGroups).toHaveLength(45);
    expect(await readdir(dirname(path))).toEqual(['state.json']);
  });

  test('the lock of a killed process is taken over', { timeout: 30_000 }, async () => {
    const { script, path } = await scripted();
    const holder = spawn(execPath, [script, path, 'hold'], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    const died = once(holder, 'exit');
    holder.kill('SIGKILL');
    await died;
    const lock = `${path}.lock`;
    expect((await stat(lock)).isDirectory()).toBe(true);
    // A lock is as old as its directory; this saves the test the wait until it counts as abandoned.
    const old = new Date((await stat(lock)).mtimeMs - 6_000);
    await utimes(lock, old, old);
    await fileStore(path, seedAccount).update(addGroup('after'));
    expect((await fileStore(path, seedAccount).read()).campaignGroups[0]).toMatchObject({ name: 'after' });
  });
});

/** `change-store.ts` as one file that every supported node can run, and a path for its state. */
async function scripted(): Promise<{ script: string; path: string }> {
  const directory = await temporaryDirectory();
  const script = join(directory, 'change-store.cjs');
  const entryPoints = [join(import.meta.dirname, 'change-store.ts')];
  await build({ entryPoints, outfile: script, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  return { script, path: join(directory, 'data', 'state.json') };
}
