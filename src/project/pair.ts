/** What the files, the lock and the account have of one record. */
import type { Failure } from '../errors.ts';
import type { Found, Kind } from './kinds/kind.ts';
import type { LockEntry } from './lock.ts';
import type { Local, Tree } from './tree.ts';

/** The files, the lock and the account side by side for one record. */
export interface Pair {
  readonly kind: Kind;
  readonly address: string;
  readonly key: string;
  readonly local: Local | undefined;
  readonly found: Found | undefined;
  readonly base: LockEntry | undefined;
  /** Another address under which the lock has the record: its files were renamed. */
  readonly renamedFrom?: string;
  /** Several records of the account have the name. */
  readonly twins?: readonly Found[];
  /** A record of the account that has files of its own has the name too. */
  readonly isNamesake?: boolean;
  /** Why the content could not be read. */
  readonly failure?: Failure | undefined;
  /** Why there is no place for it. */
  readonly missing?: string | undefined;
}

/** Entries of the lock whose files are gone: their addresses by the ID of the record. */
export const orphansIn = (
  entries: readonly (readonly [address: string, entry: LockEntry])[],
  { locals }: Tree,
): ReadonlyMap<string, string> =>
  new Map(entries.flatMap(([address, { id }]) => (locals.has(address) || !id ? [] : [[id, address] as const])));
