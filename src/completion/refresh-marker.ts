/** Marks that names are being refreshed, so that key presses do not start one refresh after another. */
import { statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectory } from '../runtime/directories.ts';

/** A refresh ends after this long, whatever happens. */
export const REFRESH_LIMIT_MS = 20_000;

/** A marker this old belongs to a refresh that failed or was killed. */
const ABANDONED_MS = 30_000;

/** Whether the caller may start a refresh: no other was started in the last half minute that has not succeeded. */
export function claimRefresh(path: string, now: Date): boolean {
  try {
    makeDirectory(dirname(path));
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    utimesSync(path, now, now);
    return true;
  } catch {
    return claimAgain(path, now);
  }
}

function claimAgain(path: string, now: Date): boolean {
  try {
    const age = now.getTime() - statSync(path).mtimeMs;
    if (age >= 0 && age < ABANDONED_MS) return false;
    utimesSync(path, now, now);
    return true;
  } catch {
    // Without a cache directory, names could not be kept.
    return false;
  }
}

export function endRefresh(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process removed it, or it will be abandoned.
  }
}
