// Makes one executable of the program, for Linux x64; with --all also for the other systems, each from its own bun.
// What is fetched is pinned, and what cannot be fetched is said and left out.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { builtinsAsTheyAre, slimUndici } from './bundle-plugins.js';
import { buildConstants } from './constants.js';
import { fetched, reasonOf } from './fetched.js';

const BUN = '1.4.5';
const FOLDER = 'dist-binary';
const MODULES = `${FOLDER}/modules`;

/** As this program's files are called, and as bun calls the same. */
const TARGETS = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-aarch64',
  'darwin-arm64': 'darwin-aarch64',
  'darwin-x64': 'darwin-x64',
  'windows-x64': 'windows-x64',
};

const bunFor = (target) =>
  fetched(`@oven/bun-${TARGETS[target]}`, BUN, target.startsWith('windows') ? 'bin/bun.exe' : 'bin/bun');

await mkdir(FOLDER, { recursive: true });
// In many small modules, of which bun reads only those that a run needs; what is best for Node is one file.
await build({
  entryPoints: ['scripts/binary-entry.js'],
  outdir: MODULES,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  define: { ...buildConstants, __filename: 'import.meta.filename' },
  plugins: [slimUndici, builtinsAsTheyAre],
  logLevel: 'warning',
});
const here = `${process.platform.replace('win32', 'windows')}-${process.arch}`;
const compiler = await bunFor(here);

for (const target of process.argv.includes('--all') ? Object.keys(TARGETS) : ['linux-x64']) {
  const file = `${FOLDER}/loopsctl-${target}${target.startsWith('windows') ? '.exe' : ''}`;
  // What an earlier build left there is not what this one made.
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
await copyFile('dist/LICENSES.txt', `${FOLDER}/LICENSES.txt`);

async function compile(target, file) {
  const { stderr } = await promisify(execFile)(compiler, [
    'build',
    `${MODULES}/binary-entry.js`,
    '--compile',
    `--outfile=${file}`,
    `--target=bun-${target}`,
    // Otherwise bun would download it from elsewhere.
    `--compile-executable-path=${await bunFor(target)}`,
    // Only what the command at hand needs is loaded, and parsed ahead of time: a run takes half as long. What is parsed here
    // is of use on this system only; on another one it can end the program.
    '--splitting',
    '--format=esm',
    ...(target === here ? ['--bytecode'] : []),
    '--minify',
    // Files of the folder that the program is run in are none of its business: a variable in one could change the address.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    '--no-compile-autoload-tsconfig',
    '--no-compile-autoload-package-json',
  ]);
  // Some errors bun only mentions.
  const error = stderr.split('\n').find((line) => line.startsWith('error:'));
  if (error !== undefined) throw new Error(error);
}
