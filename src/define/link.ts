/** What opening a link shows. */
export interface LinkOutcome {
  /** `unknown` is never a success: nobody has seen the page. */
  readonly state: 'good' | 'broken' | 'unknown';
  /** Why it is not good, as the end of a sentence. */
  readonly why: string;
}
