/** Counts the rows of a batch by result, and gives its result and exit code. */
import * as z from 'zod';
import { type ErrorCode, EXIT_CHECK_FAILED, worstExitCode } from '../errors.ts';

/** Rows with a failure that the result lists; the report has all. */
const LISTED = 20;

/** Responses to a write that was certainly not carried out. */
export const REFUSED: ReadonlySet<string> = new Set<ErrorCode>(['rejected', 'conflict', 'not_found']);

const RowFailure = z.object({ line: z.number().int(), code: z.string(), message: z.string() });
type RowFailure = z.infer<typeof RowFailure>;

export const BatchResult = z.object({
  rows: z.number().int().describe('rows to write'),
  results: z.record(z.string(), z.number().int()).describe('rows of this run by result: created, updated, refused, …'),
  doneEarlier: z.number().int().describe('rows that earlier runs have done'),
  left: z.number().int().describe('rows that are not done'),
  failures: z.array(RowFailure).describe(`the first ${LISTED} rows that were refused or have failed`),
  codes: z.array(z.string()).describe('the error codes of all failures'),
  journal: z.string().nullable().describe('what --resume continues with; null where all rows are done'),
});
export type BatchResult = z.infer<typeof BatchResult>;

/** 0 where all rows are done, 9 where some were refused; where some have failed otherwise, the gravest of their exit codes. */
export function batchVerdict({ left, codes }: BatchResult): number {
  const failed = codes.filter((code) => !REFUSED.has(code)).map((code) => ({ code }));
  if (failed.length > 0) return worstExitCode(failed);
  return left === 0 ? 0 : EXIT_CHECK_FAILED;
}

export interface Tally {
  count(result: string): void;
  countEarlier(): void;
  fail(result: 'refused' | 'failed', failure: RowFailure): void;
  /** The rows that need no further request in this run, and how fast they were done. */
  progress(elapsedMs: number): { readonly done: number; readonly perSecond?: number; readonly remainingMs?: number };
  result(): BatchResult;
}

/** Fewer rows than this say little about the rate. */
const MEASURED = 20;

export function createTally(rows: number): Tally {
  const results = new Map<string, number>();
  const failures: RowFailure[] = [];
  const codes = new Set<string>();
  let [done, handled, doneEarlier] = [0, 0, 0];
  const add = (result: string): void => {
    handled++;
    results.set(result, (results.get(result) ?? 0) + 1);
  };
  return {
    count(result) {
      done++;
      add(result);
    },
    countEarlier() {
      doneEarlier++;
    },
    fail(result, failure) {
      add(result);
      codes.add(failure.code);
      if (failures.length < LISTED) failures.push(failure);
    },
    progress(elapsedMs) {
      const state = { done: handled + doneEarlier };
      if (handled < MEASURED || elapsedMs <= 0) return state;
      const perSecond = (handled / elapsedMs) * 1_000;
      return { ...state, perSecond, remainingMs: ((rows - state.done) / perSecond) * 1_000 };
    },
    result: () => ({
      rows,
      results: Object.fromEntries(results),
      doneEarlier,
      left: Math.max(0, rows - done - doneEarlier),
      failures: failures.toSorted((a, b) => a.line - b.line),
      codes: [...codes].sort(),
      journal: null,
    }),
  };
}
