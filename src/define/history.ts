/** History: what a run records of a change, so that it can be looked up and undone. */
import type { ApiRequest, Operation } from './operation.ts';

export interface Change {
  readonly operation: Operation;
  readonly request: ApiRequest;
  /** The record as it is now; undefined where there is none to read. */
  read(): Promise<unknown>;
}

export interface OpenChange {
  /** Never rejects: the change was made, whatever happens to its record. */
  end(response: unknown): Promise<void>;
  fail(error: unknown): Promise<void>;
}

export const NOT_RECORDED: OpenChange = { end: async () => undefined, fail: async () => undefined };

export interface ChangeRecorder {
  /** Resolves when the value before is on the disk, if there is one. Rejects where it is not: then the change must not be sent. */
  begin(change: Change): Promise<OpenChange>;
}

export interface LocalHistory {
  /**
   * Removes what the history has about a person. Takes email addresses, user IDs and IDs of contacts. Does nothing in a dry run.
   * Rejects with a `usage` failure if the history cannot be written.
   */
  forgetPerson(names: readonly string[]): Promise<void>;
}
