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
