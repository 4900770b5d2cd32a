/** Names of records, kept for a short time in the cache directory: one file per team. A cache that fails is only slower. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../define/json.ts';
import type { Named } from './match.ts';
import { type Team, teamHash } from './team.ts';

export interface Cached {
  readonly records: readonly Named[];
  /** Milliseconds since the records were fetched. */
  readonly age: number;
}

export interface NameCache {
  /** `list` names the collection, such as `themes list`. */
  read(list: string): Promise<Cached | undefined>;
  write(list: string, records: readonly Named[]): Promise<void>;
  /** Forgets a collection, because a record turned out to be gone. */
  drop(list: string): Promise<void>;
}

export interface CacheOptions extends Team {
  /** The cache directory of this program. */
  readonly directory: string;
  readonly now: () => Date;
}

export function nameCache({ directory, baseUrl, apiKey, now }: CacheOptions): NameCache {
  const path = join(directory, `names-${teamHash({ baseUrl, apiKey })}.json`);

  async function load(): Promise<Record<string, unknown>> {
    try {
      const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
      return isRecord(parsed) ? parsed : {};
    } catch {
      return {};
    }
  }

  async function store(contents: Record<string, unknown>): Promise<void> {
    try {
      const [{ default: writeFileAtomic }, { mkdir }] = await Promise.all([
        import('write-file-atomic'),
        import('node:fs/promises'),
      ]);
      await mkdir(directory, { recursive: true });
      await writeFileAtomic(path, JSON.stringify(contents), { mode: 0o600 });
    } catch {
      // No cache directory, or one that cannot be written: the next run asks the API again.
    }
  }

  return {
    async read(list) {
      const entry = (await load())[list];
      if (!isRecord(entry) || typeof entry['at'] !== 'number' || !Array.isArray(entry['records'])) return undefined;
      const records = entry['records'].filter(isNamed);
      const age = now().getTime() - entry['at'];
      // A clock that was set back must not make an entry immortal.
      return age < 0 ? undefined : { records, age };
    },
    async write(list, records) {
      const kept = records.map(({ id, name }) => ({ id, name }));
      await store({ ...(await load()), [list]: { at: now().getTime(), records: kept } });
    },
    async drop(list) {
      const { [list]: dropped, ...rest } = await load();
      if (dropped !== undefined) await store(rest);
    },
  };
}

const isNamed = (value: unknown): value is Named =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';
