/** How the change that an operation makes is undone. */

/** How a change is undone: the record is read before it, and its fields are sent back later. */
export interface Undo<Read> {
  /** Has the same path as the change. */
  readonly read: Read;
  /** The field of the record that a change has to name as `expectedRevisionId`. */
  readonly revision?: string;
  /** Fields that an empty text empties. Others without a value before cannot be restored. */
  readonly empties?: readonly string[];
  /** Fields that the API clears unless they are sent together. */
  readonly together?: readonly string[];
  /** The field of a request that has what it changes, where the record has these fields itself. */
  readonly within?: string;
  /** What is sent to restore a record, where that is more than its old values. */
  request?(before: Fields, current: Fields): Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** Why a change cannot be undone, as a sentence. */
export interface NoUndo {
  readonly never: string;
}

/** For creations: the API has no operation that deletes the record. */
export const NOT_DELETABLE: NoUndo = { never: 'The API cannot delete what was created.' };
