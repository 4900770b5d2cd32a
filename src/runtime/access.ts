/** What a path allows: who else may read it, and whether files can be written there. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asUsage } from './files.ts';

/** The mode of a path that other users have permissions for, `0644`; undefined where they have none, null where nothing is there. */
export async function openToOthers(path: string): Promise<string | undefined | null> {
  try {
    const mode = (await stat(path)).mode & 0o777;
    return (mode & 0o077) === 0 ? undefined : mode.toString(8).padStart(4, '0');
  } catch (error) {
    if (isMissing(error)) return null;
    throw asUsage(error, path, 'read');
  }
}

/** Why no file can be written below a directory, which is created when it is needed; undefined where one can. */
export async function writeObstacle(directory: string): Promise<string | undefined> {
  try {
    if (!(await stat(directory)).isDirectory()) return `${directory} is not a directory`;
    await access(directory, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const above = dirname(directory);
    if (isMissing(error) && above !== directory) return writeObstacle(above);
    return `${directory} is not writable (${(error as NodeJS.ErrnoException).code})`;
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
