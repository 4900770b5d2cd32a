// Fetches programs that only scripts need, by name and version, and caches them in node_modules.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CACHE = fileURLToPath(new URL('../node_modules/.cache/fetched/', import.meta.url));

/**
 * Returns the absolute path of `file` in a package. The package may be for another system; its scripts are not run.
 * Throws an error with a one-line reason if it cannot be fetched.
 */
export async function fetched(name, version, file) {
  const directory = join(CACHE, `${name.replaceAll('/', '+')}@${version}`);
  const path = join(directory, 'node_modules', name, file);
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  // Installed elsewhere and renamed, so that the directory is always complete.
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
    // Tests run programs as another user too.
    await chmod(workshop, 0o755);
    await rm(directory, { recursive: true, force: true });
    await rename(workshop, directory);
  } catch (error) {
    await rm(workshop, { recursive: true, force: true });
    throw new Error(reasonOf(error), { cause: error });
  }
  return path;
}

/** The line with the reason, from npm's output. */
export function reasonOf(error) {
  const lines = `${error.stderr ?? ''}\n${error.message}`
    .split('\n')
    .map((line) => line.replace(/^npm error\s*(notarget\b\s*)?/, '').trim());
  return lines.find((line) => line !== '' && !/^(code|errno|npm warn)\b/.test(line)) ?? 'no reason was given';
}
