/** What is published works by itself: the packed tarball, installed into an empty folder, runs there. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder = '';
let files: readonly string[] = [];
let packedSize = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopsctl-package-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: ROOT,
  });
  // Newer versions of npm give an object by package name, older ones an array.
  const [packed] = Object.values(
    JSON.parse(stdout) as Record<string, { filename: string; size: number; files: { path: string }[] }>,
  );
  if (packed === undefined) throw new Error('npm packed nothing');
  files = packed.files.map(({ path }) => path);
  packedSize = packed.size;
  await run('npm', ['install', '--prefix', folder, '--no-save', '--omit=dev', join(folder, packed.filename)], {
    cwd: folder,
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const loopsctl = (...argv: string[]) =>
  run(join(folder, 'node_modules', '.bin', 'loopsctl'), argv, {
    env: { PATH: process.env['PATH'], HOME: folder, LOOPS_BASE_URL: process.env['LOOPS_BASE_URL'] },
  });

test('it holds the program and its papers, and no sources or tests', () => {
  expect(files.filter((path) => !path.startsWith('dist/')).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin/loopsctl.js',
    'bin/package.json',
    'man/loopsctl.1',
    'package.json',
    'skills/loopsctl/SKILL.md',
  ]);
});

test('the installed program prints its version', async () => {
  expect((await loopsctl('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('the installed program does the main job on its sandbox', async () => {
  const { stdout } = await loopsctl('--sandbox', 'ips', 'list', '--json');
  expect(JSON.parse(stdout)).toContain('192.0.2.25');
});

test('installing it adds one package, with the licences of what is inside', async () => {
  const installed = (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['loopsctl']);
  const licences = await readFile(join(folder, 'node_modules', 'loopsctl', 'dist', 'LICENSES.txt'), 'utf8');
  for (const name of ['commander', 'undici', 'chalk', 'conf', 'zod']) expect(licences).toContain(`\n${name} `);
});

test('the manifest of the project itself is as it was', async () => {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<string, object>;
  expect(Object.keys(manifest['dependencies'] ?? {})).toContain('undici');
  for (const name of ['package.json', 'README.md', 'CHANGELOG.md']) {
    expect(existsSync(join(ROOT, '.kept', name))).toBe(false);
  }
});

test('its documents have no links to files that are not in it', async () => {
  for (const name of ['README.md', 'CHANGELOG.md']) {
    const text = await readFile(join(folder, 'node_modules', 'loopsctl', name), 'utf8');
    expect(text).toContain('](https://github.com/');
    expect(text).not.toMatch(/\]\((?!https:|#)/);
  }
});

/** Bytes when they were last looked at. A tenth more is to be explained, by raising the number here. */
const PROGRAM_BYTES = 2_555_000;
/** What every run loads; 27 kB of it answer the Tab key. */
const HELP_BYTES = 191_000;
const PACKED_BYTES = 900_000;

test('neither the program nor the whole has grown by a tenth', async () => {
  const scripts = ['main.cjs', 'rest.cjs'].map((name) => stat(join(folder, 'node_modules', 'loopsctl', 'dist', name)));
  const [main = 0, rest = 0] = (await Promise.all(scripts)).map(({ size }) => size);
  expect(main).toBeLessThan(HELP_BYTES * 1.1);
  expect(main + rest).toBeLessThan(PROGRAM_BYTES * 1.1);
  expect(packedSize).toBeLessThan(PACKED_BYTES * 1.1);
});
