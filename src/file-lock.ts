/** One process at a time: the lock around every file that several runs of this program change. */
import { dirname } from 'node:path';
import { makeDirectory } from './directories.ts';

/** A lock whose owner was killed counts as abandoned after this long; the owner renews it while it lives. */
const STALE_MS = 5_000;

/** Some twenty milliseconds apart with jitter, for half a minute: dozens of processes at once each get their turn. */
const LOCK_RETRIES = { retries: 1_000, factor: 1, minTimeout: 20, maxTimeout: 40, randomize: true };

/**
 * Runs `work` while no other process does so for the same file, whose directory is made (0700) when missing; the file
 * itself need not exist. `stillOwned` throws when the lock was lost meanwhile (a laptop that slept): ask before writing.
 * Rejects with node's own error when the directory cannot be written to, and with whatever `work` rejects with.
 */
export async function whileLocked<T>(path: string, work: (stillOwned: () => void) => Promise<T>): Promise<T> {
  makeDirectory(dirname(path));
  const { default: lockfile } = await import('proper-lockfile');
  let lost: Error | undefined;
  const release = await lockfile.lock(path, {
    realpath: false,
    stale: STALE_MS,
    retries: LOCK_RETRIES,
    onCompromised: (error) => {
      lost = error;
    },
  });
  try {
    return await work(() => {
      if (lost !== undefined) throw new Error(`The lock on ${path} was lost before writing`, { cause: lost });
    });
  } finally {
    if (lost === undefined) await release();
  }
}
