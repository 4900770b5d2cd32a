/** The exit code of a check whose rows have findings. */
import type { FindingSeverity } from '../../define/report.ts';
import { EXIT_CHECK_FAILED, worstExitCode } from '../../errors.ts';

/** What was checked: what was found in it, or why it could not be checked. */
export interface CheckedRow {
  readonly findings: readonly { readonly severity: FindingSeverity }[];
  readonly error?: { readonly code: string } | undefined;
}

export const hasError = ({ findings }: Pick<CheckedRow, 'findings'>): boolean =>
  findings.some(({ severity }) => severity === 'error');

/** 9 for an error, otherwise the code of the most severe failure. */
export const verdictOf = (rows: readonly CheckedRow[]): number =>
  Math.max(worstExitCode(rows.flatMap(({ error }) => error ?? [])), rows.some(hasError) ? EXIT_CHECK_FAILED : 0);
