/** What a check of `doctor` found: it passed, failed, could not be decided, or did not apply. */
import * as z from 'zod';
import type { Check } from '../../define/report.ts';
import { asFailure, EXIT_CHECK_FAILED, type Failure, worstExitCode } from '../../errors.ts';

export const CheckResult = z.object({
  check: z.string(),
  status: z.enum(['ok', 'failed', 'unknown', 'skipped']),
  message: z.string(),
  hint: z.string().optional(),
  code: z.string().optional().describe('error code, where the status is unknown'),
});
export type CheckResult = z.infer<typeof CheckResult>;

const withHint = (hint: string | undefined) => (hint === undefined ? {} : { hint });

export const ok = (check: string, message: string, hint?: string): CheckResult => ({
  check,
  status: 'ok',
  message,
  ...withHint(hint),
});
export const failed = (check: string, message: string, hint?: string): CheckResult => ({
  check,
  status: 'failed',
  message,
  ...withHint(hint),
});
export const skipped = (check: string, message: string, hint?: string): CheckResult => ({
  check,
  status: 'skipped',
  message,
  ...withHint(hint),
});

/** There is no verdict. The exit code is that of `code`. */
export const unknown = (
  check: string,
  message: string,
  code: 'unavailable' | 'rate_limited' | 'unexpected_response',
  hint?: string,
): CheckResult => ({ check, status: 'unknown', message, ...withHint(hint), code });

/** Bugs too, and what is thrown to end a dry run. */
const ENDS_THE_RUN: ReadonlySet<string> = new Set(['unexpected', 'interrupted', 'effect_not_allowed']);

/** The result of `work`, or the meaning of its failure. Rejects with bugs, interruptions and refusals. */
export async function decide(check: string, work: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await work();
  } catch (error) {
    const failure = asFailure(error);
    if (ENDS_THE_RUN.has(failure.code)) throw error;
    return resultOf(check, failure);
  }
}

function resultOf(check: string, failure: Failure): CheckResult {
  const { code, message, hint } = failure;
  switch (code) {
    case 'usage':
    case 'unauthorized':
    case 'area_disabled':
      return failed(check, message, hint);
    case 'unavailable':
    case 'rate_limited':
      return unknown(check, message, code, hint);
    default:
      return unknown(check, message, 'unexpected_response', hint ?? 'Check the base URL.');
  }
}

/** A check without a verdict goes first: exit code 9 promises that every check ran. */
export function exitCodeOf(results: readonly CheckResult[]): number {
  const undecided = worstExitCode(results.filter(({ status }) => status === 'unknown').map(({ code }) => ({ code })));
  if (undecided !== 0) return undecided;
  return results.some(({ status }) => status === 'failed') ? EXIT_CHECK_FAILED : 0;
}

/** A check without a verdict is a failed test: skipped, it would look harmless. */
export const reportOf = (results: readonly CheckResult[]): readonly Check[] =>
  results.map(({ check, status, message, code }) => ({
    name: check,
    findings: status === 'failed' || status === 'unknown' ? [{ severity: 'error', rule: code ?? check, message }] : [],
    ...(status === 'skipped' ? { skipped: message } : {}),
  }));
