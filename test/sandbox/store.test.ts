/** The saved account: what is kept, what is refused, and many processes at once. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../src/sandbox/account.ts';
import { sections } from '../../src/sandbox/nouns/index.ts';
import { SandboxStateError } from '../../src/sandbox/state-file.ts';
import { fileStore, resetFile } from '../../src/sandbox/store.ts';
import { memoryStore, SEEDED_AT, seedAccount } from './account.ts';
import { notes, openStore, optionsFor, title } from './notes.ts';
import { serve } from './running.ts';

const SEED = { title: 'Untitled', notes: ['seeded at 0'] };

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sandbox-store-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

const statePath = async () => join(await temporaryDirectory(), 'deep', 'er', 'state.json');

async function savedState(account: Account): Promise<string> {
  const path = await statePath();
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify({ format: 'loopsctl-sandbox', version: 1, account }));
  return path;
}

const rename = (name: string) => (account: Account) => {
  account['title'] = name;
};
const fail = (account: Account) => {
  account['title'] = 'half done';
  throw new Error('No');
};
const add = (note: string) => (account: Account) => notes.of(account).unshift(note);

describe('in memory', () => {
  test('a change is kept, and a change that throws is not', async () => {
    const store = memoryStore(SEED);
    expect(await store.update((account) => title.of(account).length)).toBe('Untitled'.length);
    await store.update(rename('Other'));
    await expect(store.update(fail)).rejects.toThrow('No');
    expect(title.of(await store.read())).toBe('Other');
    expect(SEED.title).toBe('Untitled');
  });
});

describe('in a file', () => {
  test('the first use creates it, readable by its owner only', async () => {
    const path = await statePath();
    expect(await openStore(path).read()).toEqual(SEED);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    expect(await readdir(dirname(path))).toEqual(['state.json']);
  });

  test('another process sees every change, and so does this one later', async () => {
    const path = await statePath();
    const [one, two] = [openStore(path), openStore(path)];
    for (const name of ['A', 'B', 'C', 'D']) {
      await one.update(rename(name));
      expect(title.of(await two.read())).toBe(name);
      await two.update(rename(`${name}${name}`));
      expect(title.of(await one.read())).toBe(`${name}${name}`);
    }
  });

  test('it is parsed once for any number of reads', async () => {
    const store = openStore(await statePath());
    expect(await store.read()).toBe(await store.read());
  });

  test('a change that throws writes nothing and leaves no lock', async () => {
    const path = await statePath();
    const store = openStore(path);
    await store.read();
    const before = await stat(path, { bigint: true });
    await expect(store.update(fail)).rejects.toThrow('No');
    expect(await store.read()).toEqual(SEED);
    expect((await stat(path, { bigint: true })).mtimeNs).toBe(before.mtimeNs);
    expect(await readdir(dirname(path))).toEqual(['state.json']);
    await store.update(rename('Next'));
    expect(title.of(await store.read())).toBe('Next');
  });

  test.each([
    ['', 'not valid JSON'],
    ['{"format":"loopsctl-sandbox","version":1,"acc', 'not valid JSON'],
    ['null', 'not written by this version'],
    ['{}', 'not written by this version'],
    ['{"format":"loopsctl-sandbox","version":2,"account":{}}', 'not written by this version'],
    ['{"format":"loopsctl-sandbox","version":1,"account":null}', 'not written by this version'],
    ['{"format":"loopsctl-sandbox","version":1,"account":[]}', 'not written by this version'],
    ['{"format":"loopsctl-sandbox","version":1,"account":{"notes":null}}', 'invalid value for notes'],
    ['{"format":"loopsctl-sandbox","version":1,"account":{"notes":{},"title":"x"}}', 'invalid value for notes'],
    ['{"format":"loopsctl-sandbox","version":1,"account":{"title":7}}', 'invalid value for title'],
  ])('%j is refused, not modified, and can be reset', async (content, problem) => {
    const path = join(await temporaryDirectory(), 'state.json');
    await writeFile(path, content);
    const store = openStore(path);
    for (const use of [() => store.read(), () => store.update(rename('X'))]) {
      const error: unknown = await use().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SandboxStateError);
      expect(String(error)).toContain(path);
      expect(String(error)).toContain(problem);
      expect(String(error)).toContain('loopsctl sandbox reset');
    }
    expect(await readFile(path, 'utf8')).toBe(content);
    await resetFile(optionsFor(path));
    expect(await store.read()).toEqual(SEED);
  });

  test('a path that cannot be a file is an ordinary error', async () => {
    await expect(openStore(await temporaryDirectory()).read()).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

describe('a state of another version', () => {
  test('that lacks a section gets the seed of it, once, and keeps the rest', async () => {
    const path = await savedState({ title: 'Mine' });
    expect(await openStore(path, 5).read()).toEqual({ title: 'Mine', notes: ['seeded at 5'] });
    expect(await openStore(path, 9).read()).toEqual({ title: 'Mine', notes: ['seeded at 5'] });
  });

  test('that lacks a section can be changed at once', async () => {
    const path = await savedState({ title: 'Mine' });
    await openStore(path, 5).update(add('new'));
    expect(await openStore(path, 9).read()).toEqual({ title: 'Mine', notes: ['new', 'seeded at 5'] });
  });

  test('that has an unknown section keeps it through every change', async () => {
    const path = await savedState({ ...SEED, contacts: [{ email: 'ada@example.com' }], settings: null });
    const store = openStore(path);
    await store.update(add('new'));
    expect(await store.read()).toMatchObject({ contacts: [{ email: 'ada@example.com' }], settings: null });
  });

  test.each(sections.map(({ name }) => name))('that has no %s is served with the seeded ones', async (name) => {
    const { [name]: missing, ...older } = seedAccount();
    const path = await savedState(older);
    const now = () => SEEDED_AT.getTime();
    expect((await fileStore({ path, sections, now }).read())[name]).toEqual(missing);
  });

  test('what one server saved, the next one serves', async () => {
    const path = await statePath();
    const options = { path, sections, now: () => SEEDED_AT.getTime() };
    const first = await serve({ store: fileStore(options) });
    const { body } = await first.post<{ id: string }>('/v1/campaign-groups', { name: 'Kept' });
    const second = await serve({ store: fileStore(options) });
    expect((await second.get(`/v1/campaign-groups/${body.id}`)).body).toEqual(body);
  });
});

describe('shared', () => {
  test('twenty-five stores of one process lose nothing', async () => {
    const path = await statePath();
    const added = Array.from({ length: 25 }, (_, n) => [`${n}a`, `${n}b`]);
    await Promise.all(
      added.flatMap((names) => {
        const store = openStore(path);
        return names.map((name) => store.update(add(name)));
      }),
    );
    const saved = notes.of(await openStore(path).read());
    expect([...saved].sort()).toEqual([...added.flat(), ...SEED.notes].sort());
  });

  test('twenty processes that all start without a file lose nothing', { timeout: 60_000 }, async () => {
    const { script, path } = await scripted();
    const added = Array.from({ length: 20 }, (_, n) => `p${n}`);
    await Promise.all(added.map((name) => promisify(execFile)(execPath, [script, path, name])));
    expect([...notes.of(await openStore(path).read())].sort()).toEqual([...added, ...SEED.notes].sort());
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
    // The age of the directory is the age of the lock; an old date saves the wait until it counts as abandoned.
    const old = new Date((await stat(lock)).mtimeMs - 6_000);
    await utimes(lock, old, old);
    await openStore(path).update(add('after'));
    expect(notes.of(await openStore(path).read())[0]).toBe('after');
  });
});

/** `change-store.ts` as one file that every supported Node.js can run, and a path for its state. */
async function scripted(): Promise<{ script: string; path: string }> {
  const directory = await temporaryDirectory();
  const script = join(directory, 'change-store.cjs');
  const entryPoints = [join(import.meta.dirname, 'change-store.ts')];
  await build({ entryPoints, outfile: script, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  return { script, path: join(directory, 'data', 'state.json') };
}
