/** Restricts the file with the keys and its directory to their owner. */
import { chmodSync, statSync } from 'node:fs';

const OTHERS = 0o077;

/** Reports what it removes and what it cannot change. A path that does not exist is ignored. */
export function closeToOthers(path: string, mode: number, say: (message: string) => void): void {
  let now: number;
  try {
    now = statSync(path).mode & 0o777;
  } catch {
    return;
  }
  if ((now & OTHERS) === 0) return;
  const was = `Other users of this machine had access to ${path} (mode ${now.toString(8).padStart(4, '0')})`;
  try {
    chmodSync(path, mode);
    say(`${was}; permissions were changed to ${mode.toString(8).padStart(4, '0')}.`);
  } catch {
    say(`${was}, and the permissions could not be changed.`);
  }
}
