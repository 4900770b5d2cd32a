/** One process at a time: the lock around every file that several runs of this program may change. */
import { dirname } from 'node:path';
import { makeDirectory } from './directories.ts';

/** A lock whose owner was killed counts as abandoned after this long; the owner renews it while it lives. */
const STALE_MS = 5_000;

/** Some twenty milliseconds apart with jitter, for half a minute: dozens of processes at once each get their turn. */
const LOCK_RETRIES = { retries: 1_000, factor: 1, minTimeout: 20, maxTimeout: 40, randomize: true };

/** Longer than a lock takes to count as abandoned: whoever still holds it then is alive. */
const UNTIL_STALE = { retries: (STALE_MS + 1_000) / 100, factor: 1, minTimeout: 100, maxTimeout: 100 };

export interface Lock {
  /** False when it was lost meanwhile (a laptop that slept): ask before writing. */
  isOwned(): boolean;
  release(): Promise<void>;
}

async function acquire(path: string, retries: typeof UNTIL_STALE): Promise<Lock> {
  const { default: lockfile } = await import('proper-lockfile');
  let isOwned = true;
  const release = await lockfile.lock(path, {
    realpath: false,
    stale: STALE_MS,
    retries,
    onCompromised: () => {
      isOwned = false;
    },
  });
  return {
    isOwned: () => isOwned,
    release: async () => {
      if (isOwned) await release();
    },
  };
}

const AT_ONCE = { ...UNTIL_STALE, retries: 0 };

/** The lock around a file; undefined where another process holds it. Does not wait. */
export const tryLock = (path: string): Promise<Lock | undefined> => lockUnlessHeld(path, AT_ONCE);

/**
 * The lock around a file that one process changes for a long time; undefined where another process holds it. Waits so long
 * (six seconds) that one that was killed is no hindrance. The directory has to be there; rejects with node's own error where
 * it cannot be written to.
 */
export const holdLock = (path: string): Promise<Lock | undefined> => lockUnlessHeld(path, UNTIL_STALE);

async function lockUnlessHeld(path: string, retries: typeof UNTIL_STALE): Promise<Lock | undefined> {
  try {
    return await acquire(path, retries);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return undefined;
    throw error;
  }
}

/**
 * Runs `work` while no other process does so for the same file, whose directory is made (0700) when missing; the file
 * itself need not exist. `stillOwned` throws when the lock was lost meanwhile (a laptop that slept): ask before writing.
 * Rejects with node's own error when the directory cannot be written to, and with whatever `work` rejects with.
 */
export async function whileLocked<T>(path: string, work: (stillOwned: () => void) => Promise<T>): Promise<T> {
  makeDirectory(dirname(path));
  const lock = await acquire(path, LOCK_RETRIES);
  try {
    return await work(() => {
      if (!lock.isOwned()) throw new Error(`The lock on ${path} was lost before writing`);
    });
  } finally {
    await lock.release();
  }
}
