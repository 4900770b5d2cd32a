/** Keeps the folder and the file with the keys closed to other users of the machine. */
import { chmod, stat } from 'node:fs/promises';

const OTHERS = 0o077;

/**
 * Takes away whatever a path allows to others, and says so. A path that does not exist is fine; one that cannot be
 * changed is warned of.
 */
export async function closeToOthers(path: string, mode: number, say: (message: string) => void): Promise<void> {
  let now: number;
  try {
    now = (await stat(path)).mode & 0o777;
  } catch {
    return;
  }
  if ((now & OTHERS) === 0) return;
  const was = `Other users of this machine had access to ${path} (mode ${now.toString(8).padStart(4, '0')})`;
  try {
    await chmod(path, mode);
    say(`${was}; it was tightened to ${mode.toString(8).padStart(4, '0')}.`);
  } catch {
    say(`${was}, and it could not be tightened.`);
  }
}
