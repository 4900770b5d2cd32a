// The package and the binaries of a release: built, and checked as a user would get them.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fetched } from '../fetched.js';

const PUBLINT = '0.3.25';

/** Rejects with what the program printed as the message. */
export async function run(program, words, options = {}) {
  try {
    return await promisify(execFile)(program, words, { maxBuffer: 64 * 1024 * 1024, ...options });
  } catch (error) {
    const said = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim();
    throw new Error(said === '' ? error.message : said, { cause: error });
  }
}

export async function pack(directory) {
  const { stdout } = await run('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', directory]);
  // Newer versions of npm give an object by package name, older ones an array.
  const [packed] = Object.values(JSON.parse(stdout));
  const note = `${packed.filename}, ${packed.files.length} files, ${(packed.size / 1000).toFixed(0)} kB`;
  return { value: resolve(directory, packed.filename), note };
}

/** There are no types to check: nothing can be imported from the package. */
export async function checkPackage(tarball) {
  const publint = await fetched('publint', PUBLINT, 'src/cli.js');
  await run(process.execPath, [publint, 'run', tarball, '--strict']);
  return { note: `publint ${PUBLINT}` };
}

/** Runs the program with an empty home directory, so that it finds no settings of the person who releases. */
async function checkProgram(file, version, home) {
  const options = { cwd: home, env: { PATH: process.env.PATH, HOME: home } };
  const { stdout: printed } = await run(file, ['--version'], options);
  if (printed.trim() !== version) throw new Error(`--version printed ${JSON.stringify(printed)}`);
  const { stdout: addresses } = await run(file, ['--sandbox', 'ips', 'list', '--json'], options);
  if (JSON.parse(addresses).length === 0) throw new Error('the sandbox has no addresses');
}

async function inEmptyDirectory(use) {
  const directory = await mkdtemp(join(tmpdir(), 'loopsctl-release-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export const checkInstalled = (tarball, version) =>
  inEmptyDirectory(async (directory) => {
    // Offline, because the package needs no other.
    await run('npm', ['install', '--prefix', directory, '--no-save', '--offline', '--no-audit', tarball], {
      cwd: directory,
    });
    const installed = (await readdir(join(directory, 'node_modules'))).filter((name) => !name.startsWith('.'));
    if (installed.join() !== 'loopsctl') throw new Error(`it brings ${installed.join(', ')}`);
    await checkProgram(join(directory, 'node_modules', '.bin', 'loopsctl'), version, directory);
    return { note: 'one package, and it runs' };
  });

export const checkBinary = (file, version) =>
  inEmptyDirectory((directory) => checkProgram(resolve(file), version, directory));

/** The binaries that could be built, and why others could not. */
export async function buildBinaries(directory) {
  const { stdout } = await run(process.execPath, ['scripts/build-binary.js', '--all']);
  const results = stdout.split('\n').flatMap((line) => {
    const [, name, result] = /^dist-binary\/(\S+) {2}(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, result }];
  });
  if (results.length === 0) throw new Error('no binary was built');
  const left = results.filter(({ result }) => result.startsWith('not built'));
  const built = results.filter((one) => !left.includes(one)).map(({ name }) => name);
  for (const name of built) await copyFile(join('dist-binary', name), join(directory, name));
  return {
    value: { built, left: left.map(({ name, result }) => ({ name, reason: result })) },
    note: `${built.length} of ${results.length}`,
  };
}
