/** Locks files that several runs of this program may change. */
import { dirname } from 'node:path';
import type { LockOptions } from 'proper-lockfile';
import { makeDirectory } from './directories.ts';

const STALE_MS = 5_000;

type Retries = NonNullable<LockOptions['retries']>;

/**
 * Twenty to forty milliseconds apart with jitter, for half a minute, so that dozens of processes each get the lock. A dozen waits are
 * drawn and repeated: a list of all waits costs more than the lock.
 */
const LOCK_RETRIES: Retries = {
  retries: 12,
  forever: true,
  maxRetryTime: 30_000,
  factor: 1,
  minTimeout: 20,
  maxTimeout: 40,
  randomize: true,
};

const UNTIL_STALE = { retries: (STALE_MS + 1_000) / 100, factor: 1, minTimeout: 100, maxTimeout: 100 };

export interface Lock {
  /** False when the lock was lost (a laptop that slept): check before writing. */
  isOwned(): boolean;
  release(): Promise<void>;
}

async function acquire(path: string, retries: Retries): Promise<Lock> {
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

/** Undefined when another process holds the lock. Waits six seconds, so that an abandoned lock does not count. */
export const holdLock = (path: string): Promise<Lock | undefined> => lockUnlessHeld(path, UNTIL_STALE);

async function lockUnlessHeld(path: string, retries: Retries): Promise<Lock | undefined> {
  try {
    return await acquire(path, retries);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return undefined;
    throw error;
  }
}

/** Creates the directory (0700). Call `stillOwned` before writing: it throws when the lock was lost (a laptop that slept). */
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
