/** The names of a team's records, from the cache or from one list request per collection. */
import { isRecord } from '../define/json.ts';
import type { NameCache } from './cache.ts';
import type { Named } from './match.ts';

/** How long cached names are used without asking the API again. */
export const FRESH_MS = 60_000;

export interface Names {
  /** Every record of a collection, named by its list command (`themes list`). Rejects when it can't be fetched. */
  of(list: string): Promise<readonly Named[]>;
  /** Whether `of` answered from the cache, so that a new record may be missing. */
  isCached(list: string): boolean;
  /** Forgets a collection after a 404. */
  drop(list: string): Promise<void>;
}

/** Runs a list command of the tree and yields its items. */
export type RunList = (list: string) => Promise<AsyncIterable<readonly unknown[]>>;

/** `cache` is undefined with `--no-cache`. A collection is fetched at most once per run. */
export function namesOf(runList: RunList, cache: NameCache | undefined): Names {
  const fetched = new Map<string, Promise<readonly Named[]>>();

  async function fetch(list: string): Promise<readonly Named[]> {
    const records: Named[] = [];
    for await (const page of await runList(list)) {
      for (const item of page) {
        const { id, name } = isRecord(item) ? item : {};
        if (typeof id === 'string' && typeof name === 'string') records.push({ id, name });
      }
    }
    await cache?.write(list, records);
    return records;
  }

  return {
    async of(list) {
      const cached = await cache?.read(list);
      if (cached !== undefined && cached.age < FRESH_MS) return cached.records;
      const request = fetched.get(list) ?? fetch(list);
      fetched.set(list, request);
      return request;
    },
    isCached: (list) => !fetched.has(list),
    drop: async (list) => {
      fetched.delete(list);
      await cache?.drop(list);
    },
  };
}
