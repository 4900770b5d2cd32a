/** Runs a batch of writes: several at a time, each recorded in a journal, until all are done or something ends the run. */
import type { Context } from '../define/command.ts';
import { asFailure, type ErrorCode, Failure, interrupted, RunEnded } from '../errors.ts';
import { endsRun, type FailureCount, failsForAll } from '../settle.ts';
import { formatNumber } from '../text/number.ts';
import { checkJournalFile, type Journal, type JournalOwner, openJournal, type RowId } from './journal.ts';
import { openReport, type ReportFile } from './report-file.ts';
import { type BatchResult, createTally, REFUSED, type Tally } from './tally.ts';

/** Twice the requests per second of the rate limit: a slow response must not leave a part of it unused. */
const CONCURRENCY = 20;

/** Rows in a row that the rate limit refuses, after their retries, before the run ends: as many as are in progress. */
const PATIENCE = CONCURRENCY;

/** Requests that a dry run shows. */
const SAMPLE = 3;

/** Failures after which a write may have been carried out. */
const UNKNOWN: ReadonlySet<string> = new Set<ErrorCode>([
  'unavailable',
  'unexpected_response',
  'interrupted',
  'unexpected',
]);

export interface Turn {
  /** The same in every run of this batch, and unique for the row: an idempotency key. */
  readonly key: string;
  /** When an earlier run began this write, whose outcome is unknown. Always undefined where `repeatable`. */
  readonly begunAt: Date | undefined;
}

export interface Performed {
  /** One word for counts and the report: `created`. */
  readonly result: string;
  /** The ID of what was written. */
  readonly id?: string | undefined;
}

export interface BatchOptions<Item extends { readonly line: number }> extends JournalOwner {
  readonly items: AsyncIterable<Item>;
  readonly total: number;
  /** What is sent for an item, as text: a changed row is a new one. */
  contentOf(item: Item): string;
  /** Rejects with a `Failure` where the row is not written. */
  perform(item: Item, turn: Turn): Promise<Performed>;
  /** Writing a row again changes nothing. Otherwise each write is recorded before it is sent. */
  readonly repeatable: boolean;
  readonly journal: string;
  /** Keep the journal of a finished run, so that the same rows are not written again by mistake. */
  readonly keepJournal?: boolean;
  readonly resume: boolean;
  readonly onError: 'stop' | 'skip';
  readonly report?: string | undefined;
}

/**
 * Rejects with the failure that ended the run early, with the line to continue it: `interrupted`, `rate_limited`, `unavailable`, …
 * Rows that are refused, or whose outcome is unknown, are part of the result. In a dry run, only a few requests are made.
 */
export async function runBatch<Item extends { readonly line: number }>(
  context: Context,
  options: BatchOptions<Item>,
): Promise<BatchResult> {
  if (context.isDryRun) return rehearse(options);
  const release = context.catchSignals();
  try {
    // Before the journal: a report that can't be written must not leave a journal of a run that did nothing.
    const report = await openReport(context.files, options.report, options.resume);
    try {
      return await runInJournal(report, context, options);
    } finally {
      await report.close();
    }
  } finally {
    release();
  }
}

async function runInJournal<Item extends { readonly line: number }>(
  report: ReportFile,
  context: Context,
  options: BatchOptions<Item>,
): Promise<BatchResult> {
  const continuing = context.again('--resume');
  const journal = await openJournal(context.files, { ...options, path: options.journal, continuing });
  let result: BatchResult;
  try {
    result = await runWith({ journal, report }, context, options);
    if (result.left === 0 && options.keepJournal === true) await journal.finish(context.now());
  } finally {
    await journal.close();
  }
  if (result.left > 0) return { ...result, journal: options.journal };
  if (options.keepJournal !== true) await context.files.remove(options.journal);
  return result;
}

/** Rejects like `runBatch` where the journal does not fit: before a person is asked anything. */
export async function checkJournal(
  context: Context,
  { journal: path, ...owner }: JournalOwner & { readonly journal: string; readonly resume: boolean },
): Promise<void> {
  if (context.isDryRun || !(await context.files.exists(path))) return;
  await checkJournalFile(context.files, { ...owner, path, continuing: context.again('--resume') });
}

async function runWith<Item extends { readonly line: number }>(
  { journal, report }: { readonly journal: Journal; readonly report: ReportFile },
  context: Context,
  options: BatchOptions<Item>,
): Promise<BatchResult> {
  const tally = createTally(options.total);
  const failing: FailureCount = { inARow: 0 };
  let limitedInARow = 0;
  const started = context.now().getTime();

  /** Other runs with this key may use the limit too: while some rows are written, the others only have to wait. */
  async function performPatiently(item: Item, turn: Turn): Promise<Performed> {
    for (;;) {
      try {
        const performed = await options.perform(item, turn);
        limitedInARow = 0;
        return performed;
      } catch (error) {
        const isLimited = error instanceof Failure && error.code === 'rate_limited';
        if (!isLimited || ++limitedInARow >= PATIENCE || context.signal.aborted) throw error;
      }
    }
  }

  async function attempt(item: Item, row: RowId): Promise<Failure | undefined> {
    const begunAt = journal.begunAt(row);
    if (!options.repeatable && begunAt === undefined) await journal.begin(row, context.now());
    let performed: Performed;
    try {
      performed = await performPatiently(item, { key: row.key, begunAt });
    } catch (error) {
      if (error instanceof RunEnded) throw error;
      const failure = asFailure(error);
      if (!options.repeatable && !UNKNOWN.has(failure.code)) await journal.refused(row);
      return failure;
    }
    // Whatever can't be recorded ends the run: the row is written, so it must not count as refused.
    const { result, id } = performed;
    await report.write({ line: item.line, result, id });
    await journal.done(row, id);
    tally.count(result);
    return undefined;
  }

  /** False where no further row may be started. */
  async function handle(item: Item): Promise<boolean> {
    const row = journal.identify(options.contentOf(item));
    if (journal.isDone(row)) {
      tally.countEarlier();
      return true;
    }
    const failure = await attempt(item, row);
    if (failure !== undefined) {
      if (endsRun(failure)) throw failure;
      const { code, message } = failure;
      const result = REFUSED.has(code) ? 'refused' : 'failed';
      await report.write({ line: item.line, result, code, message });
      tally.fail(result, { line: item.line, code, message });
    }
    if (failsForAll(failing, failure) && failure !== undefined) throw failure;
    context.progress({ ...tally.progress(context.now().getTime() - started), total: options.total });
    return failure === undefined || options.onError === 'skip';
  }

  try {
    await eachConcurrently(options.items, context.signal, handle);
    return tally.result();
  } catch (error) {
    throw error instanceof RunEnded ? error : toContinue(asFailure(error), tally, context);
  }
}

/** Several at a time, as many as are needed, in the order of the items. The first failure ends it when the others are settled. */
async function eachConcurrently<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal,
  work: (item: Item) => Promise<boolean>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let ended = false;
  const worker = async (): Promise<void> => {
    try {
      while (!ended) {
        const next = await iterator.next();
        if (next.done) return;
        if (signal.aborted) throw interrupted();
        if (!ended && !(await work(next.value))) ended = true;
      }
    } catch (error) {
      ended = true;
      throw error;
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
  await iterator.return?.();
  const failed = workers.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** The same failure with the progress so far and the line to continue. */
function toContinue(failure: Failure, tally: Tally, context: Context): Failure {
  const { code, status, request, details, cause } = failure;
  const { rows, left } = tally.result();
  // What may have been processed is in the journal.
  const message = code === 'interrupted' ? interrupted().message : failure.message;
  return new Failure(code, `${message} ${formatNumber(rows - left)} of ${formatNumber(rows)} rows are done.`, {
    hint: `Continue with: ${context.again('--resume')}`,
    status,
    request,
    details,
    cause,
  });
}

/** The first requests of a dry run: each ends it, when all are recorded. */
async function rehearse<Item extends { readonly line: number }>(options: BatchOptions<Item>): Promise<BatchResult> {
  const sample: Item[] = [];
  for await (const item of options.items) if (sample.push(item) === SAMPLE) break;
  const turn = { key: '0'.repeat(32), begunAt: undefined };
  const outcomes = await Promise.allSettled(sample.map((item) => options.perform(item, turn)));
  const ended = outcomes.find((outcome) => outcome.status === 'rejected');
  if (ended !== undefined) throw ended.reason;
  return createTally(options.total).result();
}
