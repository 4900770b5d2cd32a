/** The sandbox of this user: one account that all runs on this machine share. */
import { join } from 'node:path';
import { usage } from '../errors.ts';
import { asUsage } from '../runtime/files.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Account } from './account.ts';
import { type Advanced, advance } from './advance.ts';
import { sections } from './nouns/index.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './server.ts';
import { SandboxStateError } from './state-file.ts';
import { type FileStoreOptions, fileStore, resetFile } from './store.ts';

type UserRuntime = Pick<Runtime, 'directories' | 'now' | 'random'>;

export const sandboxFile = ({ directories }: Pick<Runtime, 'directories'>): string =>
  join(directories.data, 'sandbox.json');

const storeOptions = (runtime: UserRuntime): FileStoreOptions => ({
  path: sandboxFile(runtime),
  sections,
  now: () => runtime.now().getTime(),
});

/** Rejects with a `usage` failure if the state cannot be used or the port is in use. */
export async function startUserSandbox(
  runtime: UserRuntime,
  options: Omit<SandboxOptions, 'store' | 'now' | 'random'> = {},
): Promise<Sandbox> {
  const { now, ...store } = storeOptions(runtime);
  try {
    return await startSandbox({ ...options, store: fileStore({ ...store, now }), now, random: runtime.random });
  } catch (error) {
    if (error instanceof SandboxStateError) throw usage(error.message);
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw usage(`Port ${options.port} is in use.`, 'Choose another port, or 0 for a free one.');
    }
    throw asUsage(error, sandboxFile(runtime), 'write');
  }
}

/** Lets time pass. Rejects with a `usage` failure if the state cannot be used. */
export async function advanceUserSandbox(runtime: UserRuntime, ms: number): Promise<Advanced> {
  try {
    return await fileStore(storeOptions(runtime)).update((account) => advance(account, ms, runtime.now().getTime()));
  } catch (error) {
    if (error instanceof SandboxStateError) throw usage(error.message);
    throw asUsage(error, sandboxFile(runtime), 'write');
  }
}

/** The account as it is saved. Rejects with a `usage` failure if the state cannot be used. */
export async function readUserSandbox(runtime: UserRuntime): Promise<Account> {
  try {
    return await fileStore(storeOptions(runtime)).read();
  } catch (error) {
    if (error instanceof SandboxStateError) throw usage(error.message);
    throw asUsage(error, sandboxFile(runtime), 'read');
  }
}

/** Replaces the state with a new account and returns its path. Rejects with a `usage` failure if it cannot be written. */
export async function resetUserSandbox(runtime: UserRuntime): Promise<string> {
  const options = storeOptions(runtime);
  try {
    await resetFile(options);
  } catch (error) {
    throw asUsage(error, sandboxFile(runtime), 'write');
  }
  return options.path;
}
