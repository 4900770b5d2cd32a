/** A directory of files that belong together. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDirectory } from '../../src/runtime/directory.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'loopsctl-test-'));
  await mkdir(join(root, 'project'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const open = () => openDirectory(root, 'project');

it('reads and writes files below it, and creates the directories above them', async () => {
  await open().replace('a/b/c.json', '{}');
  expect((await open().find('a/b/c.json'))?.toString()).toBe('{}');
  expect(await open().entries('a')).toEqual([{ name: 'b', isDirectory: true }]);
  expect([await open().find('none'), await open().entries('none')]).toEqual([undefined, []]);
});

it('never reads or writes through a link that leads out of it', async () => {
  await writeFile(join(root, 'outside'), 'secret');
  await mkdir(join(root, 'elsewhere'));
  await symlink(join(root, 'outside'), join(root, 'project', 'link'));
  await symlink(join(root, 'elsewhere'), join(root, 'project', 'themes'));
  for (const path of ['link', 'themes/a.json', '../outside']) {
    await expect(open().find(path)).rejects.toThrow('leads out of project.');
    await expect(open().replace(path, 'x')).rejects.toThrow('leads out of project.');
  }
  await expect(open().entries('themes')).rejects.toThrow('leads out of project.');
  expect(await readFile(join(root, 'outside'), 'utf8')).toBe('secret');
});

it('does not wait for a named pipe', async () => {
  execFileSync('mkfifo', [join(root, 'project', 'pipe.json')]);
  await expect(open().find('pipe.json')).rejects.toThrow('pipe.json is not a regular file.');
});

it('lets one run at a time work on a file, and follows a link to the directory itself', async () => {
  await symlink(join(root, 'project'), join(root, 'other'));
  await openDirectory(root, 'other').replace('x', '1');
  expect((await open().find('x'))?.toString()).toBe('1');
  await open().whileHeld('lock', async () => undefined);
  expect(await open().entries('.')).toEqual([{ name: 'x', isDirectory: false }]);
});
