/** The lock of a run: changed in memory, and written after each response. */
import { Failure } from '../errors.ts';
import type { Directory } from '../runtime/directory.ts';
import { fieldHash } from './compare.ts';
import type { Content } from './content.ts';
import type { Kind } from './kinds/kind.ts';
import { hashPair, type Lock, type LockEntry, printLock, returnedHash, sentHash } from './lock.ts';

export interface LockFile {
  readonly entry: (address: string) => LockEntry | undefined;
  set(address: string, entry: LockEntry): void;
  remove(address: string): void;
  /** Rejects with a `conflict` if another run has written the file since it was read. */
  requireCurrent(): Promise<void>;
  /** Writes the file if it would differ. */
  save(): Promise<void>;
}

export function openLockFile(directory: Directory, name: string, lock: Lock, before: string | undefined): LockFile {
  const entries = new Map(Object.entries(lock.entries));
  let written = before;
  return {
    entry: (address) => entries.get(address),
    set: (address, entry) => void entries.set(address, entry),
    remove: (address) => void entries.delete(address),
    requireCurrent: async () => {
      if ((await directory.find(name))?.toString('utf8') === written) return;
      throw new Failure('conflict', `Another run has changed ${directory.shown(name)}. Nothing was changed.`, {
        hint: 'Run it again.',
      });
    },
    save: async () => {
      const text = printLock({ ...lock, entries: Object.fromEntries(entries) });
      if (text === written) return;
      await directory.replace(name, text);
      written = text;
    },
  };
}

export interface Agreement {
  readonly kind: Kind;
  readonly id: string;
  readonly revision: string | undefined;
  readonly url?: string | undefined;
  readonly nodes?: LockEntry['nodes'];
  /** With IDs. */
  readonly local: Content;
  readonly remote: Content;
  readonly base: LockEntry | undefined;
  /** Whether both sides now have the same content of a field, in their own words; `sent` only: the account has not yet. */
  readonly stateOf: (field: string) => 'agreed' | 'only-remote' | 'unchanged';
}

/** The entry after an exchange: hashes of the agreed fields, and the earlier ones of all others. */
export function agreedEntry({ kind, id, revision, url, nodes, local, remote, base, stateOf }: Agreement): LockEntry {
  const fields: Record<string, NonNullable<ReturnType<typeof hashPair>>> = {};
  for (const [field, rule] of Object.entries(kind.fields)) {
    const [here, there] = [fieldHash(rule, local[field]), fieldHash(rule, remote[field])];
    const state = stateOf(field);
    const pair =
      state === 'agreed'
        ? hashPair(here, there)
        : state === 'only-remote'
          ? hashPair(sentHash(base, field), there)
          : hashPair(sentHash(base, field), returnedHash(base, field));
    if (pair !== undefined) fields[field] = pair;
  }
  // Without a revision the record is read again next time: a field on which the sides differ must not be missed.
  const isWhole = Object.keys(kind.fields).every((field) => stateOf(field) !== 'unchanged');
  return {
    id,
    ...(revision === undefined || !isWhole ? {} : { revision }),
    ...(url === undefined ? {} : { url }),
    ...(nodes === undefined ? {} : { nodes }),
    fields,
  };
}
