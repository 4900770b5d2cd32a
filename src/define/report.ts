/** A report: what a command checked and found, for JUnit, SARIF and annotations. */

export interface Place {
  readonly file?: string | undefined;
  /** Counted from 1. */
  readonly line?: number | undefined;
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
