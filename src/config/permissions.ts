/** Restricts the file with the keys and its directory to their owner. */
import { chmod, stat } from 'node:fs/promises';

const OTHERS = 0o077;

/** Reports what it removes and what it cannot change. A path that does not exist is ignored. */
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
    say(`${was}; permissions were changed to ${mode.toString(8).padStart(4, '0')}.`);
  } catch {
    say(`${was}, and the permissions could not be changed.`);
  }
}
