/** A confirmation with more than a sentence. */
export interface Question {
  readonly question: string;
  /** What the person has to type, such as a name; undefined: yes or no. */
  readonly answer?: string;
  /** Called after a yes: rejects if what the question said is no longer true. */
  requireSame?(): Promise<void>;
}
