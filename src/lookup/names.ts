/** The names of a team's records, from the cache or from one list request per collection. */
import type { Context } from '../define/command.ts';
import type { ListOperation } from '../define/operation.ts';
import type { Cached, NameCache } from './cache.ts';
import type { Named } from './match.ts';

/** How long cached names are used without asking the API again. */
export const FRESH_MS = 60_000;

export interface Names {
  /** Every record of a collection. Rejects when it can't be fetched. */
  of(list: string, operation: ListOperation): Promise<readonly Named[]>;
  /** Forgets a collection after a 404. */
  drop(list: string): Promise<void>;
}

/** `cache` is undefined with `--no-cache`. A collection is fetched at most once per run. */
export function namesOf(context: Pick<Context, 'list'>, cache: NameCache | undefined): Names {
  const fetched = new Map<string, Promise<readonly Named[]>>();

  async function fetch(list: string, operation: ListOperation): Promise<readonly Named[]> {
    const records: Named[] = [];
    for await (const page of context.list(operation, {})) {
      for (const item of page) {
        const { id, name } = item as Partial<Named>;
        if (typeof id === 'string' && typeof name === 'string') records.push({ id, name });
      }
    }
    await cache?.write(list, records);
    return records;
  }

  return {
    async of(list, operation) {
      const cached = await cache?.read(list);
      if (isFresh(cached)) return cached.records;
      const request = fetched.get(list) ?? fetch(list, operation);
      fetched.set(list, request);
      return request;
    },
    drop: async (list) => {
      fetched.delete(list);
      await cache?.drop(list);
    },
  };
}

const isFresh = (cached: Cached | undefined): cached is Cached => cached !== undefined && cached.age < FRESH_MS;
