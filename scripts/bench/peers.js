// Fetches the program that ours is compared with: a pinned version, into the user's cache, without its install scripts.
import { execFile } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const RESEND = 'resend-cli@2.21.0';

/** The path of its executable; rejects if it cannot be fetched. */
export async function fetchResend() {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'loopsctl-bench', RESEND);
  const executable = join(folder, 'node_modules', 'resend-cli', 'dist', 'cli.cjs');
  try {
    await access(executable);
  } catch {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', RESEND];
    await run('npm', words, { cwd: folder, shell: process.platform === 'win32' });
    await access(executable);
  }
  return executable;
}
