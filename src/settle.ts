/** The same work for many items, several at a time, and the one policy for requests of which some fail. */
import type { Outcome, SettleOptions } from './define/outcome.ts';
import { asFailure, type ErrorCode, type Failure, RunEnded } from './errors.ts';

/** The rate limit lets ten requests start per second: more at a time would only wait for each other. */
const CONCURRENCY = 10;

type OnProgress = (done: number, total: number) => void;

/** Results are in the order of the items. The first rejection ends it, and no further work is started. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  onProgress: OnProgress,
): Promise<readonly Result[]> {
  const { default: pMap } = await import('p-map');
  let [done, failed] = [0, false];
  return pMap(
    items,
    async (item) => {
      try {
        const result = await work(item);
        done++;
        if (items.length > 1 && !failed) onProgress(done, items.length);
        return result;
      } catch (error) {
        failed = true;
        throw error;
      }
    },
    { concurrency: CONCURRENCY },
  );
}

/** The run cannot continue after these. */
const FATAL: readonly ErrorCode[] = ['usage', 'effect_not_allowed', 'interrupted', 'unexpected'];

/** After so many in a row, all further requests would fail too: the client has already retried. Other codes concern one item. */
const LIMITS: Partial<Record<ErrorCode, number>> = {
  unauthorized: 1,
  area_disabled: 1,
  rate_limited: 1,
  unavailable: CONCURRENCY,
};

/** How many requests in a row have failed for a reason that concerns more than their own item. */
export interface FailureCount {
  inARow: number;
}

/** Whether the run cannot continue after this failure. */
export const endsRun = ({ code }: Failure): boolean => FATAL.includes(code);

/** Counts an outcome; true where all further requests would fail like this one. */
export function failsForAll(count: FailureCount, failure: Failure | undefined): boolean {
  const limit = failure === undefined ? undefined : LIMITS[failure.code];
  count.inARow = limit === undefined ? 0 : count.inARow + 1;
  return limit !== undefined && count.inARow >= limit;
}

interface Part extends FailureCount {
  /** Why no further item of this part is requested. */
  stopped?: Failure;
}

export async function settle<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  onProgress: OnProgress,
  { partOf }: SettleOptions<Item> = {},
): Promise<readonly Outcome<Item, Result>[]> {
  const parts = new Map<string, Part>();
  const attempt = async (item: Item): Promise<Outcome<Item, Result>> => {
    const part = entry(parts, partOf?.(item) ?? '');
    if (part.stopped !== undefined) return { item, failure: part.stopped };
    try {
      const value = await work(item);
      failsForAll(part, undefined);
      return { item, value };
    } catch (error) {
      if (error instanceof RunEnded) throw error;
      const failure = asFailure(error);
      if (endsRun(failure)) throw failure;
      if (failsForAll(part, failure)) {
        if (partOf === undefined) throw failure;
        part.stopped ??= failure;
      }
      return { item, failure };
    }
  };
  const outcomes = await mapConcurrently(items, attempt, onProgress);
  if (partOf === undefined) throwIfUnanswered(outcomes);
  return outcomes;
}

function entry(parts: Map<string, Part>, name: string): Part {
  const part = parts.get(name) ?? { inARow: 0 };
  parts.set(name, part);
  return part;
}

/** A table of nothing but "unavailable" is not a result: the command failed. */
function throwIfUnanswered(outcomes: readonly Outcome<unknown, unknown>[]): void {
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  const [first] = failures;
  const answered = failures.length < outcomes.length || failures.some(({ code }) => LIMITS[code] === undefined);
  if (first !== undefined && !answered) throw first;
}
