/** The run that completion starts in the background: fetches the names of one list into the cache, and prints nothing. */
import { parse } from '../cli/program.ts';
import type { Entry } from '../define/tree.ts';
import { asFailure } from '../errors.ts';
import { nameCache } from '../lookup/cache.ts';
import { namesOf } from '../lookup/names.ts';
import { createReporter } from '../output/reporter.ts';
import { createStyle } from '../output/style.ts';
import { makeDirectory } from '../runtime/directories.ts';
import { tryLock } from '../runtime/file-lock.ts';
import type { Output, Runtime } from '../runtime/runtime.ts';
import { openSession } from '../session.ts';
import { endRefresh, REFRESH_LIMIT_MS } from './refresh-marker.ts';
import { refreshMarker, teamOf } from './team.ts';

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
  const { profile, baseUrl, sandbox } = flags;
  const team = await teamOf(
    {
      ...(profile === undefined ? {} : { profile }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(sandbox ? { sandbox } : {}),
    },
    runtime,
  );
  const marker = refreshMarker(team, runtime);
  makeDirectory(runtime.directories.cache);
  const lock = await tryLock(marker);
  if (lock === undefined) return;
  const limit = new AbortController();
  const stopTimer = runtime.every(REFRESH_LIMIT_MS, () => limit.abort());
  const signal = AbortSignal.any([runtime.signal, limit.signal]);
  const reporter = createReporter(NOWHERE, await createStyle(false), { quiet: true, debug: false, json: false });
  const session = openSession({ ...runtime, signal }, { ...flags, timeout: REFRESH_LIMIT_MS / 1000 }, reporter);
  const context = sandbox
    ? session.context
    : session.context.withConnection({ ...team, keySource: 'completion', baseUrlSource: 'completion' });
  const cache = nameCache({ ...team, directory: runtime.directories.cache, now: runtime.now });
  try {
    await namesOf(async () => command.run(context, input) as AsyncIterable<readonly unknown[]>, cache).of(list);
    endRefresh(marker);
  } finally {
    stopTimer();
    await session.close();
    await lock.release();
  }
}
