/** A report: what a command checked and what it found, for programs that show findings (JUnit, annotations). */

export interface Finding {
  /** Only an error makes a check fail. */
  readonly severity: 'error' | 'warning';
  /** The name of the rule or gate, `max-spam-rate`. */
  readonly rule: string;
  /** One sentence that names the thing and says what is wrong. */
  readonly message: string;
  /** The file that has the problem, as the user typed it. */
  readonly file?: string;
  /** The first line is 1. */
  readonly line?: number;
  /** The first column is 1. */
  readonly column?: number;
}

/** One thing that was checked. */
export interface Check {
  /** What was checked, as a person names it. */
  readonly name: string;
  readonly findings: readonly Finding[];
  /** Why there is no verdict, where there is none. */
  readonly skipped?: string | undefined;
}

/** Where annotations can go. */
export const ANNOTATION_TARGETS = ['github'] as const;
export type AnnotationTarget = (typeof ANNOTATION_TARGETS)[number];
