/** A report: what a command checked and found, for JUnit, SARIF and annotations. */

/** A place in a file that the user passed. */
export interface Place {
  /** The path as the user wrote it. */
  readonly file?: string | undefined;
  /** Counted from 1. */
  readonly line?: number | undefined;
  /** Counted from 1. */
  readonly column?: number | undefined;
  readonly endLine?: number | undefined;
  /** The column after the last one. */
  readonly endColumn?: number | undefined;
}

/** Only an error makes a check fail. */
export const FINDING_SEVERITIES = ['error', 'warning', 'hint'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

export interface Finding extends Place {
  readonly severity: FindingSeverity;
  /** The name of the rule or threshold, `max-spam-rate`. */
  readonly rule: string;
  /** One sentence: what is wrong, and where. */
  readonly message: string;
}

/** The result for one checked item. Its place is that of every finding without a place of its own. */
export interface Check extends Place {
  /** The checked item, as a person would name it. */
  readonly name: string;
  readonly findings: readonly Finding[];
  /** Why there is no verdict. */
  readonly skipped?: string | undefined;
}

/** CI services that annotations are written for. */
export const ANNOTATION_TARGETS = ['github'] as const;
export type AnnotationTarget = (typeof ANNOTATION_TARGETS)[number];
