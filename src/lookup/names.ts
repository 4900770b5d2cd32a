/** The names of a team's records, from the cache or from one list request per collection. */
import { isRecord } from '../define/json.ts';
import { type ApiRequest, PAGE_SIZE } from '../define/operation.ts';
import type { NameCache } from './cache.ts';
import type { Named } from './match.ts';

/** How long cached names are used without asking the API again. */
export const FRESH_MS = 60_000;

export interface Names {
  /** Every record of a collection, named by its list command (`themes list`). Rejects when it can't be fetched. */
  of(list: string): Promise<readonly Named[]>;
  /** The records that the cache or one request has. Rejects when they can't be fetched. */
  firstOf(list: string): Promise<readonly Named[]>;
  /** Whether `of` answered from the cache, so that a new record may be missing. */
  isCached(list: string): boolean;
  /** Forgets a collection after a 404. */
  drop(list: string): Promise<void>;
}

/** Runs a list command of the tree and yields its items. */
export type RunList = (list: string) => Promise<AsyncIterable<readonly unknown[]>>;

export interface NamesOptions {
  readonly runList: RunList;
  /** The same without retries, waits and warnings. */
  readonly runQuietly?: RunList;
  /** Undefined with `--no-cache`. */
  readonly cache: NameCache | undefined;
}

/** A collection is fetched at most once per run. */
export function namesOf({ runList, runQuietly = runList, cache }: NamesOptions): Names {
  const fetched = new Map<string, Promise<readonly Named[]>>();

  async function fetch(list: string): Promise<readonly Named[]> {
    const records: Named[] = [];
    for await (const page of await runList(list)) for (const record of namedIn(page)) records.push(record);
    await cache?.write(list, records);
    return records;
  }

  async function fetchFirst(list: string): Promise<readonly Named[]> {
    let first: readonly unknown[] = [];
    for await (const page of await runQuietly(list)) {
      first = page;
      break;
    }
    const records = namedIn(first);
    // A full page is not the whole collection, so it must not pass for it.
    if (first.length < PAGE_SIZE.max) await cache?.write(list, records);
    return records;
  }

  const fresh = async (list: string): Promise<readonly Named[] | undefined> => {
    const cached = await cache?.read(list);
    return cached !== undefined && cached.age < FRESH_MS ? cached.records : undefined;
  };

  return {
    async of(list) {
      const cached = await fresh(list);
      if (cached !== undefined) return cached;
      const request = fetched.get(list) ?? fetch(list);
      fetched.set(list, request);
      return request;
    },
    firstOf: async (list) => (await fresh(list)) ?? fetched.get(list) ?? fetchFirst(list),
    isCached: (list) => !fetched.has(list),
    drop: async (list) => {
      fetched.delete(list);
      await cache?.drop(list);
    },
  };
}

/** Whether a request gives a record a name, so that cached names may mean another record afterwards. */
export const givesName = ({ method, body }: Pick<ApiRequest, 'method' | 'body'>): boolean =>
  method !== 'GET' && body?.['name'] !== undefined;

/** A property has a key and a label instead of an ID and a name, and an event has an `eventName`. */
const namedIn = (page: readonly unknown[]): readonly Named[] =>
  page.flatMap((item) => {
    const { key, label, eventName, id = key, name = eventName ?? label } = isRecord(item) ? item : {};
    return typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [];
  });
