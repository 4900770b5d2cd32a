// Builds the standalone executable for Linux x64; with --all also for other systems, each with its own version of bun.
// bun is pinned. Systems whose bun cannot be fetched are reported and skipped.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { builtinsAsTheyAre, slimUndici, withoutUnusedParts } from './bundle-plugins.js';
import { buildConstants } from './constants.js';
import { fetched, reasonOf } from './fetched.js';

const BUN = '1.4.5';
const DIRECTORY = 'dist-binary';
const MODULES = `${DIRECTORY}/modules`;

/** Names of our targets, and bun's names for the same. */
const TARGETS = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-aarch64',
  'darwin-arm64': 'darwin-aarch64',
  'darwin-x64': 'darwin-x64',
  'windows-x64': 'windows-x64',
};

const bunFor = (target) =>
  fetched(`@oven/bun-${TARGETS[target]}`, BUN, target.startsWith('windows') ? 'bin/bun.exe' : 'bin/bun');

await mkdir(DIRECTORY, { recursive: true });
// Many small modules, because bun reads only those that a run needs. For Node, one file is faster.
await build({
  entryPoints: ['scripts/binary-entry.js'],
  outdir: MODULES,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  define: { ...buildConstants, __filename: 'import.meta.filename' },
  plugins: [slimUndici, withoutUnusedParts, builtinsAsTheyAre],
  logLevel: 'warning',
});
const here = `${process.platform.replace('win32', 'windows')}-${process.arch}`;
const compiler = await bunFor(here);

for (const target of process.argv.includes('--all') ? Object.keys(TARGETS) : ['linux-x64']) {
  const file = `${DIRECTORY}/loopsctl-${target}${target.startsWith('windows') ? '.exe' : ''}`;
  // If this build fails, no file of an earlier one must remain.
  await rm(file, { force: true });
  try {
    await compile(target, file);
    const { size } = await stat(file);
    console.log(`${file}  ${(size / 1e6).toFixed(1)} MB`);
  } catch (error) {
    console.log(`${file}  not built: ${reasonOf(error)}`);
    if (target === 'linux-x64') process.exitCode = 1;
  }
}
await copyFile('dist/LICENSES.txt', `${DIRECTORY}/LICENSES.txt`);

async function compile(target, file) {
  const { stderr } = await promisify(execFile)(compiler, [
    'build',
    `${MODULES}/binary-entry.js`,
    '--compile',
    `--outfile=${file}`,
    `--target=bun-${target}`,
    // Otherwise bun would download it.
    `--compile-executable-path=${await bunFor(target)}`,
    // Loads only what a command needs, parsed in advance, which halves the time of a run. Bytecode works only on the system
    // that it was built on; on another one it can crash the program.
    '--splitting',
    '--format=esm',
    ...(target === here ? ['--bytecode'] : []),
    '--minify',
    // A file in the working directory must not set variables: one could change the base URL.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    '--no-compile-autoload-tsconfig',
    '--no-compile-autoload-package-json',
  ]);
  // bun prints some errors and exits with 0.
  const error = stderr.split('\n').find((line) => line.startsWith('error:'));
  if (error !== undefined) throw new Error(error);
}
