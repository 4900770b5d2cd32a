/** A report: what a command checked and found, for JUnit and annotations. */

export interface Place {
  readonly file?: string | undefined;
  /** Counted from 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface Finding extends Place {
  /** Only an error makes a check fail. */
  readonly severity: 'error' | 'warning';
  /** The name of the rule or threshold, `max-spam-rate`. */
  readonly rule: string;
  readonly message: string;
}

/** The result for one checked item. Its place is that of every finding without a place of its own. */
export interface Check extends Place {
  readonly name: string;
  readonly findings: readonly Finding[];
  readonly skipped?: string | undefined;
}

export const ANNOTATION_TARGETS = ['github'] as const;
export type AnnotationTarget = (typeof ANNOTATION_TARGETS)[number];
