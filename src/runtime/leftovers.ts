/** Temporary files that runs have left which were killed while they replaced a file. They have its content. */
import { readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What the packages that replace files add to the name. */
const ENDINGS = { 'write-file-atomic': /^\.\d{1,10}$/, conf: /^\.tmp-\d{10}[0-9a-f]{6}$/ };

/**
 * Removes them. Only for files in the directories of this program, where nobody else gives files such names, and while the file
 * is locked, so that no other run is writing it. Rejects with a file system error.
 */
export async function removeLeftovers(path: string, of: keyof typeof ENDINGS): Promise<void> {
  const file = await realpath(path);
  const [directory, name] = [dirname(file), basename(file)];
  const isLeftover = (entry: string): boolean => entry.startsWith(name) && ENDINGS[of].test(entry.slice(name.length));
  for (const entry of await readdir(directory))
    if (isLeftover(entry)) await rm(join(directory, entry), { force: true });
}

/**
 * Replaces a file that only its user can read, in `whileLocked`. Rejects with a file system error, and as `stillOwned` throws: if the
 * lock was lost.
 */
export async function replaceLocked(path: string, content: string, stillOwned: () => void): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  stillOwned();
  await writeFileAtomic(path, content, { mode: 0o600 });
  await removeLeftovers(path, 'write-file-atomic');
}
