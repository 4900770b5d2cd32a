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
const FATAL: readonly ErrorCode[] = ['usage', 'interrupted', 'unexpected'];

/** After so many in a row, all further requests would fail too: the client has already retried. Other codes concern one item. */
const LIMITS: Partial<Record<ErrorCode, number>> = {
  unauthorized: 1,
  area_disabled: 1,
  rate_limited: 1,
  unavailable: CONCURRENCY,
};

interface Part {
  inARow: number;
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
      part.inARow = 0;
      return { item, value };
    } catch (error) {
      if (error instanceof RunEnded) throw error;
      const failure = asFailure(error);
      if (FATAL.includes(failure.code)) throw failure;
      const limit = LIMITS[failure.code];
      part.inARow = limit === undefined ? 0 : part.inARow + 1;
      if (limit !== undefined && part.inARow >= limit) {
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
