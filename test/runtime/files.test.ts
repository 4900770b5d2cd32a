/** The files that a person names: read as they are, replaced in one step or not at all. */
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { interrupted } from '../../src/errors.ts';
import { type Files, openFiles } from '../../src/runtime/files.ts';
import { failureOf } from '../arbitraries.ts';

let directory = '';
let files: Files;

const stdinOf = (read: () => Promise<Buffer>) => ({
  isTerminal: false,
  read,
  async *stream() {
    yield await read();
  },
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loopsctl-files-'));
  files = openFiles({
    workingDirectory: () => directory,
    temporaryDirectory: directory,
    stdin: stdinOf(async () => Buffer.from([0xff, 0x00])),
  });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const at = (name: string): string => join(directory, name);
const modeOf = async (name: string): Promise<number> => (await stat(at(name))).mode & 0o7777;

const NOBODY = 65_534;

/** Permissions do not bind root: what they forbid is seen as somebody else. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('a name is relative to the working directory, and the bytes are those of the file', async () => {
  await writeFile(at('a'), Buffer.from([0xef, 0xbb, 0xbf, 0x00, 0xff, 0x0d, 0x0a]));
  expect([...(await files.read('a'))]).toEqual([0xef, 0xbb, 0xbf, 0x00, 0xff, 0x0d, 0x0a]);
  expect([...(await files.read(at('a')))]).toHaveLength(7);
});

test('- is standard input, and only where a file is read', async () => {
  expect([...(await files.read('-'))]).toEqual([0xff, 0x00]);
  expect(await files.find('-')).toBeUndefined();
});

test('Ctrl-C while standard input is read stays what it is', async () => {
  const waiting = openFiles({
    workingDirectory: () => directory,
    temporaryDirectory: directory,
    stdin: stdinOf(() => Promise.reject(interrupted())),
  });
  expect((await failureOf(() => waiting.read('-'))).code).toBe('interrupted');
});

test('a file that does not exist is a usage failure that names it, or undefined where one asks', async () => {
  const { code, message } = await failureOf(() => files.read('gone.conf'));
  expect({ code, message }).toEqual({ code: 'usage', message: 'Could not read gone.conf: file not found.' });
  expect(await files.find('gone.conf')).toBeUndefined();
});

test('a directory, and a file below a file, are usage failures', async () => {
  await mkdir(at('folder'));
  await writeFile(at('file'), '');
  for (const read of [files.read, files.find]) {
    expect((await failureOf(() => read('folder'))).message).toBe('Could not read folder: it is a directory.');
    expect((await failureOf(() => read('file/below'))).message).toBe(
      'Could not read file/below: part of the path is not a directory.',
    );
  }
  expect((await failureOf(() => files.replace('folder', 'x'))).message).toBe(
    'Could not write folder: it is a directory.',
  );
  expect(await readdir(directory)).toEqual(['file', 'folder']);
});

test('a file that may not be read, and a folder that may not be written, are usage failures', async () => {
  await writeFile(at('secret'), 'x');
  await chmod(at('secret'), 0);
  await mkdir(at('folder'));
  await chmod(at('folder'), 0o555);
  await chmod(directory, 0o755);
  await asOrdinaryUser(async () => {
    expect((await failureOf(() => files.read('secret'))).message).toBe('Could not read secret: permission denied.');
    expect((await failureOf(() => files.find('secret'))).code).toBe('usage');
    expect((await failureOf(() => files.replace('folder/a', 'x'))).message).toBe(
      'Could not write folder/a: permission denied.',
    );
  });
});

test('a name that no file can have is a usage failure', async () => {
  expect((await failureOf(() => files.read('a\0b'))).code).toBe('usage');
  expect((await failureOf(() => files.replace('a\0b', ''))).code).toBe('usage');
  expect((await failureOf(() => files.replace('x'.repeat(300), ''))).code).toBe('usage');
});

test('any bytes can be written, and no other file is left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), async (bytes) => {
      await files.replace('a', bytes);
      expect([...(await files.read('a'))]).toEqual([...bytes]);
      expect(await readdir(directory)).toEqual(['a']);
    }),
    { numRuns: 50 },
  );
});

test('permissions stay as they were', async () => {
  for (const mode of [0o600, 0o640, 0o755, 0o444]) {
    await writeFile(at('a'), 'before');
    await chmod(at('a'), mode);
    await files.replace('a', 'after');
    expect(await readFile(at('a'), 'utf8')).toBe('after');
    expect(await modeOf('a')).toBe(mode);
    await rm(at('a'));
  }
});

test('a link stays a link, and what it leads to gets the content', async () => {
  await mkdir(at('real'));
  await writeFile(at('real/a'), 'before');
  await symlink('real/a', at('link'));
  await files.replace('link', 'after');
  expect((await lstat(at('link'))).isSymbolicLink()).toBe(true);
  expect(await readFile(at('real/a'), 'utf8')).toBe('after');
  expect(await readdir(at('real'))).toEqual(['a']);
});

test('a link that leads to no file yet stays a link too', async () => {
  await symlink('new', at('link'));
  await files.replace('link', 'made');
  expect((await lstat(at('link'))).isSymbolicLink()).toBe(true);
  expect(await readFile(at('new'), 'utf8')).toBe('made');
});

test('a link in a circle is a usage failure', async () => {
  await symlink('b', at('a'));
  await symlink('a', at('b'));
  expect((await failureOf(() => files.replace('a', 'x'))).code).toBe('usage');
  expect((await failureOf(() => files.find('a'))).code).toBe('usage');
});

test('where writing fails, the old content stands and nothing is left behind', async () => {
  await mkdir(at('folder'));
  await writeFile(at('folder/a'), 'x');
  expect((await failureOf(() => files.replace('folder', 'y'))).code).toBe('usage');
  expect(await readFile(at('folder/a'), 'utf8')).toBe('x');
  expect((await failureOf(() => files.replace('gone/a', 'y'))).message).toBe(
    'Could not write gone/a: the parent directory does not exist.',
  );
  expect(await readdir(directory)).toEqual(['folder']);
});

test('of many writes at once one wins, whole', async () => {
  const contents = Array.from({ length: 20 }, (_, n) => `${n}`.repeat(10_000));
  await Promise.all(contents.map((content) => files.replace('a', content)));
  expect(contents).toContain(await readFile(at('a'), 'utf8'));
  expect(await readdir(directory)).toEqual(['a']);
});

test('a file that is larger than the limit is a usage failure', async () => {
  await writeFile(at('a'), 'x'.repeat(1025));
  expect((await failureOf(() => files.read('a', 1024))).message).toBe('a is larger than 1024 bytes.');
  expect(await files.read('a', 1025)).toHaveLength(1025);
  expect((await failureOf(() => files.read('-', 1))).message).toBe('Standard input is larger than 1 bytes.');
});

test.runIf(process.platform === 'linux')('a device is neither read nor replaced', async () => {
  for (const read of [files.read, files.find]) {
    expect((await failureOf(() => read('/dev/zero'))).message).toBe(
      'Could not read /dev/zero: it is not a regular file or a pipe.',
    );
  }
  await symlink('/dev/null', at('link'));
  expect((await failureOf(() => files.replace('link', ''))).message).toBe(
    'Could not write link: it is not a regular file.',
  );
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
});

test.runIf(process.platform === 'linux')('a file of the system that reports no size is read to its end', async () => {
  expect(String(await files.read('/proc/self/status'))).toContain('Pid:');
});

test('a link is followed to append to a file, and creates none', async () => {
  await writeFile(at('file'), 'a\n');
  await symlink('file', at('link'));
  await symlink('missing', at('dangling'));
  const file = await files.append('link');
  await file.append('b\n');
  await file.close();
  expect(await readFile(at('file'), 'utf8')).toBe('a\nb\n');
  expect(await failureOf(() => files.append('dangling'))).toMatchObject({ code: 'usage' });
  for (const name of ['dangling', 'link']) {
    expect(await failureOf(() => files.replacePrivate(name, 'x'))).toMatchObject({ code: 'usage' });
  }
  expect((await readdir(directory)).sort()).toEqual(['dangling', 'file', 'link']);
});

describe('input without an end', () => {
  const endless = (chunk: Buffer): Files =>
    openFiles({
      workingDirectory: () => directory,
      temporaryDirectory: directory,
      stdin: {
        isTerminal: false,
        read: async () => chunk,
        async *stream() {
          for (;;) yield chunk;
        },
      },
    });

  test('a line without an end is refused, and leaves no copy', async () => {
    expect(await failureOf(() => endless(Buffer.alloc(2 ** 20)).open('-'))).toMatchObject({
      code: 'usage',
      message: 'Standard input has a line that is longer than 4 MB.',
    });
    expect(await readdir(directory)).toEqual([]);
  });

  test.runIf(process.platform === 'linux').each(['/dev/zero', '/dev/full', '/dev/null'])(
    '%s is refused',
    async (path) => {
      expect(await failureOf(() => files.open(path))).toMatchObject({
        code: 'usage',
        message: `Could not read ${path}: it is not a regular file or a pipe.`,
      });
    },
  );
});
