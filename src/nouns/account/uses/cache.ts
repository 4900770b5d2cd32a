/** What published emails refer to, kept in the cache directory of this machine: one request less for each. */
import { join } from 'node:path';
import * as z from 'zod';
import { Failure } from '../../../errors.ts';
import { teamFingerprint } from '../../../lookup/team.ts';
import type { ToolContext } from '../../tool-context.ts';
import { References } from './references.ts';

const Entry = z.object({ stamp: z.string(), references: References });
type Entry = z.infer<typeof Entry>;

/** A file that another version or another program has written is no cache. */
const File = z.object({ version: z.literal(1), emails: z.record(z.string(), Entry) }).catch({ version: 1, emails: {} });

export interface UsesCache {
  /** Undefined for an email that has changed since, or without a stamp: it may change at any time. */
  find(messageId: string, stamp: string | undefined): References | undefined;
  add(messageId: string, stamp: string | undefined, references: References): void;
  save(): Promise<void>;
}

export const NO_CACHE: UsesCache = { find: () => undefined, add: () => undefined, save: async () => undefined };

/** A cache that cannot be read or written only costs requests. */
const unlessUsage = async <Value>(work: Promise<Value>): Promise<Value | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'usage') return undefined;
    throw error;
  });

export async function openCache({ flags, directories, files, connection }: ToolContext): Promise<UsesCache> {
  if (!flags.cache || flags.sandbox) return NO_CACHE;
  const path = join(directories.cache, `uses-${teamFingerprint(await connection())}.json`);
  const text = (await unlessUsage(files.find(path)))?.toString() ?? '';
  const known = readEntries(text);
  const used = new Map<string, Entry>();
  const keep = (id: string, entry: Entry): References => {
    used.set(id, entry);
    return entry.references;
  };
  return {
    find: (id, stamp) => {
      const entry = known.get(id);
      return entry === undefined || entry.stamp !== stamp ? undefined : keep(id, entry);
    },
    add: (id, stamp, references) => {
      if (stamp !== undefined) keep(id, { stamp, references });
    },
    save: async () => {
      if (used.size === 0) return;
      const emails = Object.fromEntries([...known, ...used]);
      await unlessUsage(files.makeDirectory(directories.cache));
      await unlessUsage(files.replace(path, JSON.stringify({ version: 1, emails })));
    },
  };
}

function readEntries(text: string): ReadonlyMap<string, Entry> {
  try {
    return new Map(Object.entries(File.parse(JSON.parse(text)).emails));
  } catch {
    return new Map();
  }
}
