// Programs that only scripts need, fetched by name and version when they are needed, and kept below node_modules.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CACHE = fileURLToPath(new URL('../node_modules/.cache/fetched/', import.meta.url));

/**
 * The absolute path of `file` in a package. No script of the package is run, and it may be made for another system.
 * Throws an error with one line of reason when it cannot be fetched.
 */
export async function fetched(name, version, file) {
  const folder = join(CACHE, `${name.replaceAll('/', '+')}@${version}`);
  const path = join(folder, 'node_modules', name, file);
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  // Installed beside its place: whoever finds the folder finds all of it.
  const workshop = await mkdtemp(join(CACHE, 'part-'));
  try {
    const words = [
      'install',
      '--prefix',
      workshop,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--force',
    ];
    await promisify(execFile)('npm', [...words, '--loglevel=error', `${name}@${version}`], {
      cwd: workshop,
      shell: process.platform === 'win32',
    });
    if (!existsSync(join(workshop, 'node_modules', name, file))) throw new Error(`${name}@${version} has no ${file}`);
    await rm(folder, { recursive: true, force: true });
    await rename(workshop, folder);
  } catch (error) {
    await rm(workshop, { recursive: true, force: true });
    throw new Error(reasonOf(error), { cause: error });
  }
  return path;
}

/** The line that says something, of the many that npm writes. */
export function reasonOf(error) {
  const lines = `${error.stderr ?? ''}\n${error.message}`
    .split('\n')
    .map((line) => line.replace(/^npm error\s*(notarget\b\s*)?/, '').trim());
  return lines.find((line) => line !== '' && !/^(code|errno|npm warn)\b/.test(line)) ?? 'no reason was given';
}
