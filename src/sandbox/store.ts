/** Where an account is kept: in memory, or in one file that many processes share. */
import { readFile, stat } from 'node:fs/promises';
import { whileLocked } from '../runtime/file-lock.ts';
import type { Account } from './account.ts';
import { parseState, writeState } from './state-file.ts';

export interface Store {
  /** The account as it is now; not to be changed. */
  read(): Promise<Account>;
  /** Applies a change and keeps the result, or keeps nothing when the change throws. One change at a time. */
  update<T>(change: (account: Account) => T): Promise<T>;
}

/** For tests and benchmarks: gone with the process. Does not change the account it is given. */
export function memoryStore(account: Account): Store {
  let current = account;
  return {
    read: async () => current,
    update: async (change) => {
      const next = structuredClone(current);
      const result = change(next);
      current = next;
      return result;
    },
  };
}

/**
 * One JSON file, made from `fresh` on first use together with its directories. Both methods reject with `SandboxStateError`
 * when the file holds something else, and with node's own error when it cannot be read or written.
 */
export function fileStore(path: string, fresh: () => Account): Store {
  let cached: { version: string; account: Account } | undefined;
  let lastUpdate: Promise<unknown> = Promise.resolve();

  const read = async (): Promise<Account> => {
    const version = await versionOf(path);
    if (version === undefined) return update((account) => account);
    if (cached?.version !== version) cached = { version, account: parseState(path, await readFile(path, 'utf8')) };
    return cached.account;
  };

  const updateInTurn = <T>(change: (account: Account) => T): Promise<T> =>
    whileLocked(path, async (stillOwned) => {
      const exists = (await versionOf(path)) !== undefined;
      // Parsed anew, not taken from the cache: a change that throws halfway must leave no trace.
      const account = exists ? parseState(path, await readFile(path, 'utf8')) : fresh();
      const result = change(account);
      stillOwned();
      await writeState(path, account);
      cached = { version: (await versionOf(path)) ?? '', account };
      return result;
    });

  /** Changes of this process wait for each other here, which is quicker than waiting for the lock. */
  const update = <T>(change: (account: Account) => T): Promise<T> => {
    const turn = lastUpdate.then(() => updateInTurn(change));
    lastUpdate = turn.catch(() => undefined);
    return turn;
  };

  return { read, update };
}

/** Replaces whatever the file holds, readable or not. */
export function resetFile(path: string, fresh: () => Account): Promise<void> {
  return whileLocked(path, (stillOwned) => {
    stillOwned();
    return writeState(path, fresh());
  });
}

/** Differs after every write, as each one makes a new file; undefined where there is none. */
async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
