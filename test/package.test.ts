/** What is published works by itself: the packed tarball, installed into an empty folder, runs there. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

let folder = '';
let files: readonly string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopsctl-package-'));
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
  });
  // Newer versions of npm give an object by package name, older ones an array.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string; files: { path: string }[] }>);
  if (packed === undefined) throw new Error('npm packed nothing');
  files = packed.files.map(({ path }) => path);
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
    'package.json',
  ]);
});

test('the installed program prints its version', async () => {
  expect((await loopsctl('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('the installed program does the main job on its sandbox', async () => {
  const { stdout } = await loopsctl('--sandbox', 'ips', 'list', '--json');
  expect(JSON.parse(stdout)).toContain('192.0.2.25');
});
