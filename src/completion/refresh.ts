/** The run that completion starts in the background: fetches the names of one list into the cache, and prints nothing. */
import { parse } from '../cli/program.ts';
import { profileStore, readProfiles } from '../config/profiles.ts';
import type { Entry } from '../define/tree.ts';
import { asFailure, interrupted } from '../errors.ts';
import { guarded } from '../guard.ts';
import { createReporter } from '../output/reporter.ts';
import { createStyle } from '../output/style.ts';
import { makeDirectory } from '../runtime/directories.ts';
import { tryLock } from '../runtime/file-lock.ts';
import type { Output, Runtime } from '../runtime/runtime.ts';
import { openSession } from '../session.ts';
import { endRefresh, REFRESH_LIMIT_MS } from './refresh-marker.ts';
import { refreshMarker, refuseKeyCommand, teamOf } from './team.ts';

const NOWHERE: Output = { isTerminal: false, columns: undefined, rows: undefined, write: async () => undefined };

/** Resolves to the exit code. At most one such run per team is at work. */
export async function runRefresh(runtime: Runtime, tree: readonly Entry[]): Promise<number> {
  const [, list = '', ...flags] = runtime.argv;
  try {
    await refresh(list, flags, runtime, tree);
    return 0;
  } catch (error) {
    return asFailure(error).exitCode;
  }
}

/** The marker stays where the names cannot be fetched, so that the next attempt comes later. */
async function refresh(
  list: string,
  words: readonly string[],
  runtime: Runtime,
  tree: readonly Entry[],
): Promise<void> {
  const options = { tree, version: '', width: undefined, bold: (text: string) => text };
  const parsed = await parse([...list.split(' '), ...words], options);
  if (parsed.kind !== 'command') return;
  const { command, input, flags } = parsed;
  const marker = refreshMarker(await teamOf(flags, runtime), runtime);
  makeDirectory(runtime.directories.cache);
  const lock = await tryLock(marker);
  if (lock === undefined) return;
  const limit = new AbortController();
  const stopTimer = runtime.every(REFRESH_LIMIT_MS, () => limit.abort());
  const signal = AbortSignal.any([runtime.signal, limit.signal]);
  const session = openSession(
    { ...runtime, signal, execute: refuseKeyCommand },
    { ...flags, timeout: REFRESH_LIMIT_MS / 1000 },
    createReporter(NOWHERE, await createStyle(false), { quiet: true, debug: false, json: false }),
    { tree, runLine: () => Promise.reject(interrupted()) },
    // Permissions stay as they are, so that a run that can warn about them does.
    { ...profileStore(runtime, () => undefined), read: () => readProfiles(runtime) },
  );
  try {
    const { calls: declared = [] } = command;
    const calls = typeof declared === 'function' ? await declared(session.context, input) : declared;
    const { rules, checkTeam } = session;
    const context = guarded(session.context, { calls, rules, checkTeam, record: undefined }, []);
    const runList = async () => command.run(context, input) as AsyncIterable<readonly unknown[]>;
    await session.names({ runList }).of(list);
    endRefresh(marker);
  } finally {
    stopTimer();
    await session.close();
    await lock.release();
  }
}
