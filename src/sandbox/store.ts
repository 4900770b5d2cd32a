/** Keeps the account in one file that many processes share. */
import { readFile, stat } from 'node:fs/promises';
import { whileLocked } from '../runtime/file-lock.ts';
import { type Account, completeAccount, type Section } from './account.ts';
import { parseState, writeState } from './state-file.ts';

export interface Store {
  /** The current account. Do not change it. */
  readonly read: () => Promise<Account>;
  /** Applies a change and saves the result. If the change throws, nothing is saved. Changes run one at a time. */
  readonly update: <Result>(change: (account: Account) => Result) => Promise<Result>;
}

export interface FileStoreOptions {
  readonly path: string;
  readonly sections: readonly Section[];
  readonly now: () => number;
}

/**
 * One JSON file, created on first use together with its directories. Sections that it lacks are seeded and saved. Both methods
 * reject with `SandboxStateError` if the file holds something else, and with the error of Node.js if it cannot be read or written.
 */
export function fileStore({ path, sections, now }: FileStoreOptions): Store {
  let cached: { readonly version: string; readonly account: Account } | undefined;
  let lastUpdate: Promise<unknown> = Promise.resolve();

  const load = async (): Promise<Account> => parseState(path, await readFile(path, 'utf8'), sections);

  const read = async (): Promise<Account> => {
    const version = await versionOf(path);
    if (version !== undefined && cached?.version === version) return cached.account;
    const saved = version === undefined ? {} : await load();
    // Saved at once, so that counters grow from now on and not from the start of each run.
    if (version === undefined || isIncomplete(saved)) return update((account) => account);
    cached = { version, account: saved };
    return saved;
  };

  const isIncomplete = (saved: Account) => sections.some(({ name }) => !Object.hasOwn(saved, name));

  const updateInTurn = <Result>(change: (account: Account) => Result): Promise<Result> =>
    whileLocked(path, async (stillOwned) => {
      const exists = (await versionOf(path)) !== undefined;
      // Not taken from the cache: a change that throws halfway must leave no trace.
      const account = completeAccount(exists ? await load() : {}, sections, now());
      const result = change(account);
      stillOwned();
      await writeState(path, account);
      cached = { version: (await versionOf(path)) ?? '', account };
      return result;
    });

  /** Changes of this process wait for each other here, which is faster than waiting for the lock. */
  const update = <Result>(change: (account: Account) => Result): Promise<Result> => {
    const turn = lastUpdate.then(() => updateInTurn(change));
    lastUpdate = turn.catch(() => undefined);
    return turn;
  };

  return { read, update };
}

/** Replaces the content of the file, even if it is not readable. */
export function resetFile({ path, sections, now }: FileStoreOptions): Promise<void> {
  return whileLocked(path, (stillOwned) => {
    stillOwned();
    return writeState(path, completeAccount({}, sections, now()));
  });
}

/** A different text after every write, because each write creates a new file. Undefined if there is no file. */
async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
