/** Names of records, kept for a short time in the cache directory: one file per team. A cache that fails is only slower. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../define/json.ts';
import type { Named } from './match.ts';
import { type Team, teamFingerprint } from './team.ts';

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
  /** Makes every collection as old as can be, because a record has a new name. */
  expire(): Promise<void>;
}

export interface CacheOptions {
  /** The cache directory of this program. */
  readonly directory: string;
  /** Called once, when the cache is first used. */
  team(): Promise<Team>;
  readonly now: () => Date;
}

export function nameCache({ directory, team, now }: CacheOptions): NameCache {
  let path: Promise<string> | undefined;
  const pathOf = (): Promise<string> => {
    path ??= team().then((used) => join(directory, `names-${teamFingerprint(used)}.json`));
    return path;
  };
  let writing: Promise<void> = Promise.resolve();

  async function load(): Promise<Record<string, unknown>> {
    try {
      const parsed: unknown = JSON.parse(readFileSync(await pathOf(), 'utf8'));
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
      await writeFileAtomic(await pathOf(), JSON.stringify(contents), { mode: 0o600 });
    } catch {
      // No cache directory, or one that cannot be written: the next run asks the API again.
    }
  }

  /** One after the other: collections that are fetched at the same time must not overwrite each other. */
  function change(make: (contents: Record<string, unknown>) => Record<string, unknown> | undefined): Promise<void> {
    writing = writing.then(async () => {
      const changed = make(await load());
      if (changed !== undefined) await store(changed);
    });
    return writing;
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
    write(list, records) {
      const kept = records.map(({ id, name }) => ({ id, name }));
      return change((contents) => ({ ...contents, [list]: { at: now().getTime(), records: kept } }));
    },
    drop: (list) => change(({ [list]: dropped, ...rest }) => (dropped === undefined ? undefined : rest)),
    expire: () =>
      change((contents) => {
        const entries = Object.entries(contents);
        const expired = entries.map(([list, entry]) => [list, isRecord(entry) ? { ...entry, at: 0 } : entry]);
        return entries.length === 0 ? undefined : Object.fromEntries(expired);
      }),
  };
}

const isNamed = (value: unknown): value is Named =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';
