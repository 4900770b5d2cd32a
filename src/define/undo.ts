/** How the change that an operation makes is undone. */
import type { Fields } from './json.ts';

interface Recorded {
  /**
   * The fields that identify the person whom a change is about; messages show the first one. Such a change is recorded only with
   * --journal-personal.
   */
  readonly person?: readonly string[];
  /** The values of `status` in a response: the one that says that the change was made, and those that say that nothing was. */
  readonly status?: { readonly done: string; readonly nothing: readonly string[] };
}

/** How a change is undone: the record is read before it, and its fields are sent back later. */
export interface Undo<Read> extends Recorded {
  /** Has the same path as the change, or finds one person by one of the fields of `person`, in a list of none or one. */
  readonly read: Read;
  /** The field of the record that a change has to name as `expectedRevisionId`. */
  readonly revision?: string;
  /** Fields that an empty text empties. Others without a value before cannot be restored. */
  readonly empties?: readonly string[];
  /** Fields that the API clears unless they are sent together. */
  readonly together?: readonly string[];
  /** The field of a request that has what it changes, where the record has these fields itself. */
  readonly within?: string;
  /** By field, for maps: the value that removes an entry, where that is not null. An entry with this value is the same as none. */
  readonly absent?: Fields;
  /** Fields that are set to true again only with --allow-resubscribe. */
  readonly consent?: readonly string[];
  /** For changes that create a record where there is none: why that cannot be undone, as a sentence. */
  readonly created?: string;
  /** What else an undo may do, as a sentence for the question. */
  readonly reach?: string;
  /** The fields of the record that a request has set, where they have other names or values than in the request. */
  wrote?(sent: Fields): Fields;
  /** What is sent to restore a record, where that is more than its old values. */
  request?(before: Fields, current: Fields): Fields;
}

/** How a creation is undone: what was created is removed again, as long as it is as it was created. */
export interface UndoByRemoval<Operation> extends Recorded {
  readonly remove: Operation;
  /** Shows what was created. It has the path of `remove`: that of the creation, and the ID of what was created. */
  readonly show: Operation;
  readonly revision: string;
  /** The field of the response that has what was created. */
  readonly inside: string;
  /** What is compared with the record now. */
  readonly writes: readonly string[];
  /** Why an undo must not remove what was created, as a sentence; undefined if it may. */
  keep(created: Fields): string | undefined;
}

/** Why a change cannot be undone, as a sentence. */
export interface NoUndo extends Recorded {
  readonly never: string;
}

/** For creations: the API has no operation that deletes the record. */
export const NOT_DELETABLE: NoUndo = { never: 'The API cannot delete what was created.' };
