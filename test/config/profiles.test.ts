/** Proves on a real file system that keys are kept for their owner only, and that no run loses or breaks what is there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Contents, profileStore } from '../../src/config/profiles.ts';
import { failureOf } from '../arbitraries.ts';

/** A folder that is not there yet, in one that goes away with the test. */
async function place(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'loopsctl-profiles-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'loopsctl');
}

const storeIn = (directory: string, say: (message: string) => void = () => undefined) =>
  profileStore(
    { directories: { config: directory, data: directory, cache: directory }, platform: process.platform },
    say,
  );

async function placeWith(content: string): Promise<{ directory: string; file: string }> {
  const directory = await place();
  await mkdir(directory);
  const file = join(directory, 'config.json');
  await writeFile(file, content);
  return { directory, file };
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const add =
  (name: string) =>
  (contents: Contents): Contents => ({
    ...contents,
    profiles: { ...contents.profiles, [name]: { apiKey: `key-${name}` } },
  });

/** A program that adds three profiles when its standard input ends, as a file that every supported node can run. */
async function writer(directory: string): Promise<string> {
  const contents = `
    import { once } from 'node:events';
    import { profileStore } from '../../src/config/profiles.ts';
    const [, , directory = '', name = ''] = process.argv;
    const ended = once(process.stdin.resume(), 'end');
    process.stdout.write('ready');
    void ended.then(async () => {
      for (const part of [0, 1, 2]) {
        await profileStore({ directories: { config: directory, data: directory, cache: directory }, platform: process.platform }, () => undefined).update((contents) => ({
          ...contents,
          profiles: { ...contents.profiles, [name + '.' + part]: { apiKey: 'k' } },
        }));
      }
    });`;
  const outfile = `${directory}-writer.cjs`;
  const stdin = { contents, resolveDir: import.meta.dirname, loader: 'ts' } as const;
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  return outfile;
}

describe('profiles', () => {
  it('are none before anything was written', async () => {
    expect(await storeIn(await place()).read()).toEqual({ current: null, profiles: {} });
  });

  it('create nothing by being read', async () => {
    const directory = await place();
    await storeIn(directory).read();
    expect(await readdir(dirname(directory))).toEqual([]);
  });

  it('are read back as they were written, by another process too', async () => {
    const directory = await place();
    const contents: Contents = {
      current: 'a.b',
      profiles: {
        'a.b': { apiKey: 'k1', baseUrl: 'http://127.0.0.1:1', teamName: 'Équipe 🎉' },
        constructor: { apiKey: 'k2' },
      },
    };
    await storeIn(directory).update(() => contents);
    expect(await storeIn(directory).read()).toEqual(contents);
  });

  it('stand in a file and a folder that only their owner can read', async () => {
    const directory = await place();
    await storeIn(directory).update(add('a'));
    expect(await modeOf(join(directory, 'config.json'))).toBe(0o600);
    expect(await modeOf(directory)).toBe(0o700);
  });

  it('are not left in the temporary file of a run that was killed', async () => {
    const { directory, file } = await placeWith('{}');
    for (const name of [`${file}.tmp-1234567890abcdef`, `${file}.1`]) await writeFile(name, '{}');
    await storeIn(directory).update(add('a'));
    expect((await readdir(directory)).sort()).toEqual(['config.json', 'config.json.1']);
  });

  it('stand in a folder that only their owner can read when they were read before they were written', async () => {
    const directory = await place();
    const store = storeIn(directory);
    await store.read();
    await store.update(add('a'));
    expect(await modeOf(directory)).toBe(0o700);
  });

  it('become private again by being read when they were opened to others, and it is said', async () => {
    const { directory, file } = await placeWith('{}');
    await chmod(file, 0o644);
    await chmod(directory, 0o755);
    const said: string[] = [];
    await storeIn(directory, (message) => said.push(message)).read();
    expect([await modeOf(file), await modeOf(directory)]).toEqual([0o600, 0o700]);
    expect(said.join('\n')).toContain(file);
    said.length = 0;
    await storeIn(directory, (message) => said.push(message)).update(add('a'));
    expect(said).toEqual([]);
    expect([await modeOf(file), await modeOf(directory)]).toEqual([0o600, 0o700]);
  });

  it('leave no lock and no temporary file behind', async () => {
    const directory = await place();
    await storeIn(directory).update(add('a'));
    expect(await readdir(directory)).toEqual(['config.json']);
  });

  it('lose nothing when twenty runs write at once', { timeout: 60_000 }, async () => {
    const directory = await place();
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const script = await writer(directory);
    const writers = names.map((name) => spawn(process.execPath, [script, directory, name]));
    // All of them are running before the first may begin.
    await Promise.all(writers.map((child) => once(child.stdout, 'data')));
    const exits = writers.map((child) => once(child, 'exit'));
    for (const child of writers) child.stdin.end();
    expect(new Set((await Promise.all(exits)).map(([code]) => code))).toEqual(new Set([0]));
    const { profiles } = await storeIn(directory).read();
    const written = names.flatMap((name) => [`${name}.0`, `${name}.1`, `${name}.2`]);
    expect(Object.keys(profiles).sort()).toEqual(written.sort());
  });

  it('stay as they are, and can be written again, when a change fails', async () => {
    const directory = await place();
    const store = storeIn(directory);
    await store.update(add('a'));
    const fail = () => {
      throw new Error('no');
    };
    await expect(store.update(fail)).rejects.toThrow('no');
    expect(Object.keys((await store.read()).profiles)).toEqual(['a']);
    await store.update(add('b'));
    expect(Object.keys((await store.read()).profiles)).toEqual(['a', 'b']);
  });
});

describe('a file that cannot be used', () => {
  const WRONG = [
    '',
    '{',
    'not json',
    '{"profiles": {}} trailing',
    '\u0000\u0001',
    '{"profiles": 3}',
    '{"profiles": []}',
    '{"profiles": {"a": {}}}',
    '{"profiles": {"a": {"apiKey": ""}}}',
    '{"profiles": {"a": {"apiKey": 7}}}',
    '{"profiles": {"a": {"apiKey": "k", "baseUrl": 1}}}',
    '{"profiles": {"a": {"apiKey": "k", "keyCommand": "pass show k"}}}',
    '{"current": 5}',
    '[]',
    '[{"apiKey": "k"}]',
    '"text"',
    '5',
    'null',
  ];

  it.each(WRONG)('is a usage failure that names it, and stays byte for byte: %j', async (content) => {
    const { directory, file } = await placeWith(content);
    const store = storeIn(directory);
    const failures = [await failureOf(() => store.read()), await failureOf(() => store.update(add('a')))];
    for (const failure of failures) {
      expect(failure).toMatchObject({ code: 'usage', exitCode: 2 });
      expect(failure.message).toContain(file);
      expect(failure.hint).toBeDefined();
    }
    expect(await readFile(file, 'utf8')).toBe(content);
    expect(await readdir(directory)).toEqual(['config.json']);
  });

  it('names the field that is wrong but not its value, which may be a key', async () => {
    const { directory } = await placeWith('{"profiles": {"work": {"apiKey": ["SECRET-KEY"]}}}');
    const failure = await failureOf(() => storeIn(directory).read());
    expect(failure.message).toContain('profiles.work.apiKey');
    expect(`${failure.message}${failure.hint}`).not.toContain('SECRET');
  });

  it('is a usage failure that names it when it is a folder', async () => {
    const directory = await place();
    await mkdir(join(directory, 'config.json'), { recursive: true });
    expect((await failureOf(() => storeIn(directory).read())).message).toContain(join(directory, 'config.json'));
  });

  it('is a usage failure that names it when something else is in the way of its folder', async () => {
    const directory = await place();
    await writeFile(directory, 'a file');
    const failure = await failureOf(() => storeIn(directory).update(add('a')));
    expect(failure.code).toBe('usage');
    expect(failure.message).toContain(storeIn(directory).path);
    expect(await readFile(directory, 'utf8')).toBe('a file');
  });
});
