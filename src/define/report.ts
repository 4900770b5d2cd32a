/** A report: what a command checked and what it found, for programs that show findings (JUnit, annotations). */

/** A place in a file that the user passed. */
export interface Place {
  /** The path as the user wrote it. */
  readonly file?: string | undefined;
  /** Counted from 1. */
  readonly line?: number | undefined;
  /** Counted from 1. */
  readonly column?: number | undefined;
}

export interface Finding extends Place {
  /** Only an error makes a check fail. */
  readonly severity: 'error' | 'warning';
  /** The name of the rule or threshold: `max-spam-rate`. */
  readonly rule: string;
  /** One sentence that names the item and what is wrong with it. */
  readonly message: string;
}

/** One item that was checked. Its place is that of every finding without a place of its own. */
export interface Check extends Place {
  /** The item, as a user names it. */
  readonly name: string;
  readonly findings: readonly Finding[];
  /** Why there is no verdict. */
  readonly skipped?: string | undefined;
}

/** Where annotations can go. */
export const ANNOTATION_TARGETS = ['github'] as const;
export type AnnotationTarget = (typeof ANNOTATION_TARGETS)[number];
