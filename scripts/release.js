// Makes and checks everything that a release consists of, in dist-release/. It publishes nothing: the workflow release.yml does, on a tag.
//   --dry-run: changes without a version are allowed, and binaries that cannot be built here are reported and left out.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkAction, checkWorkflows } from './release/github.js';
import { dockerfile, downloadsIn, homebrewFormula, scoopManifest } from './release/installers.js';
import { notesOf } from './release/notes.js';
import { buildBinaries, checkBinary, checkInstalled, checkPackage, pack, run } from './release/steps.js';

const DIRECTORY = 'dist-release';
const isDryRun = process.argv.includes('--dry-run');
const project = JSON.parse(await readFile('package.json', 'utf8'));
const { version } = project;
const facts = { ...project, repository: project.repository.url };

/** Something that is not possible on this machine. A real release does not accept it. */
class NotHere extends Error {}

/** Runs one step and prints one line about it. Returns undefined if it did not succeed. */
async function step(name, make) {
  try {
    const { note = '', value } = (await make()) ?? {};
    console.log(`ok       ${name}${note === '' ? '' : `: ${note}`}`);
    return value;
  } catch (error) {
    const isAccepted = isDryRun && error instanceof NotHere;
    console.log(`${isAccepted ? 'not run' : 'failed '}  ${name}: ${error.message}`);
    if (!isAccepted) process.exitCode = 1;
    return undefined;
  }
}

const hashOf = async (name) =>
  createHash('sha256')
    .update(await readFile(join(DIRECTORY, name)))
    .digest('hex');

async function writeSums(names) {
  const sums = new Map();
  for (const name of [...names].sort()) sums.set(name, await hashOf(name));
  await writeFile(join(DIRECTORY, 'SHA256SUMS'), [...sums].map(([name, hash]) => `${hash}  ${name}\n`).join(''));
  return sums;
}

/** The list of hashes must accept the files, and reject them when one byte differs. */
async function checkSums(name) {
  const check = (cwd) =>
    run('sha256sum', ['--check', '--strict', '--quiet', '--ignore-missing', 'SHA256SUMS'], { cwd });
  await check(DIRECTORY);
  const other = await mkdtemp(join(tmpdir(), 'loopsctl-sums-'));
  try {
    await copyFile(join(DIRECTORY, 'SHA256SUMS'), join(other, 'SHA256SUMS'));
    const bytes = await readFile(join(DIRECTORY, name));
    bytes[bytes.length - 1] ^= 1;
    await writeFile(join(other, name), bytes);
    const accepted = await check(other).then(
      () => true,
      () => false,
    );
    if (accepted) throw new Error('a changed file was accepted');
  } finally {
    await rm(other, { recursive: true, force: true });
  }
}

/** Writes a file that names downloads, and checks each name and hash in it. */
async function writeInstaller(name, text, sums, count) {
  const downloads = downloadsIn(text);
  const wrong = downloads.filter(({ name: file, hash }) => sums.get(file) !== hash);
  if (downloads.length !== count || wrong.length > 0) throw new Error('its downloads are not the files of the release');
  await writeFile(join(DIRECTORY, name), text);
  return { note: `${count} ${count === 1 ? 'download' : 'downloads'}` };
}

async function checkTag() {
  const { stdout: changes } = await run('git', ['status', '--porcelain']);
  const { stdout: tags } = await run('git', ['tag', '--points-at', 'HEAD']);
  const reasons = [
    ...(changes === '' ? [] : ['files have changes that are not committed']),
    ...(tags.split('\n').includes(`v${version}`) ? [] : [`the commit does not have the tag v${version}`]),
  ];
  if (reasons.length > 0) throw new NotHere(reasons.join('; '));
}

async function buildImage(tarball) {
  await writeFile(join(DIRECTORY, 'Dockerfile'), dockerfile(facts, basename(tarball)));
  const server = await run('docker', ['version', '--format', '{{.Server.Version}}']).catch(() => undefined);
  if (server === undefined) throw new NotHere('written, but there is no Docker to build the image with');
  await run('docker', ['build', '--quiet', '--tag', `loopsctl:${version}`, DIRECTORY]);
  const { stdout } = await run('docker', ['run', '--rm', `loopsctl:${version}`, '--version']);
  if (stdout.trim() !== version) throw new Error(`the image printed ${JSON.stringify(stdout)}`);
}

await rm(DIRECTORY, { recursive: true, force: true });
await mkdir(DIRECTORY);

await step('commit and tag', checkTag);
await step('release notes', async () => {
  const notes = notesOf(await readFile('CHANGELOG.md', 'utf8'), version, isDryRun);
  await writeFile(join(DIRECTORY, 'NOTES.md'), notes);
  return { note: `${notes.split('\n').length} lines` };
});
const tarball = await step('package', () => pack(DIRECTORY));
if (tarball !== undefined) {
  await step('package: manifest and files', () => checkPackage(tarball));
  await step('package: in an empty directory', () => checkInstalled(tarball, version));
  await step('image', () => buildImage(tarball));
}
const { built = [], left = [] } = (await step('binaries', () => buildBinaries(DIRECTORY))) ?? {};
for (const { name, reason } of left) {
  await step(name, () => {
    throw new NotHere(reason);
  });
}
const here = built.find((name) => name.includes(`${process.platform.replace('win32', 'windows')}-${process.arch}`));
if (here !== undefined) await step(`${here} runs`, () => checkBinary(join(DIRECTORY, here), version));
const files = (await readdir(DIRECTORY)).filter((name) => name.startsWith('loopsctl-'));
const sums = await step('checksums', async () => ({ value: await writeSums(files), note: `${files.length} files` }));
if (sums !== undefined) {
  await step('checksums: a changed file is rejected', () => checkSums(files[0]));
  const need = (name, count, make) =>
    step(name, async () => {
      if (left.length > 0) throw new NotHere(`needs ${left.map(({ name: missing }) => missing).join(', ')}`);
      return writeInstaller(name, make(facts, sums), sums, count);
    });
  await need('loopsctl.rb', 4, homebrewFormula);
  await need('loopsctl.json', 1, scoopManifest);
}
await step('workflows', () => checkWorkflows(Object.keys(project.scripts)));
await step('action', () => checkAction(version));
console.log(`\n${DIRECTORY}/ ${process.exitCode === 1 ? 'is not complete' : 'is complete'}. Nothing was published.`);
