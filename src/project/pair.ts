/** What the files, the lock and the account have of one record. */
import type { Failure } from '../errors.ts';
import type { Found, Kind } from './kinds/kind.ts';
import type { LockEntry } from './lock.ts';
import type { Local } from './tree.ts';

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
  /** Why the content could not be read. */
  readonly failure?: Failure | undefined;
  /** Why there is no place for it. */
  readonly missing?: string | undefined;
}
