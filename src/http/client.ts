/** The one executor of operations: input to request to answer to value, with retries, within the limits, page by page. */
import { firstPage, type ListInput } from '../define/command.ts';
import { textOf } from '../define/json.ts';
import {
  type ApiRequest,
  type InputOf,
  type ItemOf,
  type ListOperation,
  type Operation,
  type OutputOf,
  type Page,
  requestOf,
} from '../define/operation.ts';
import { asFailure, Failure } from '../errors.ts';
import { checkApiKey } from '../nouns/api-key.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { readAnswer } from './answers.ts';
import type { BudgetKeeper } from './budget.ts';
import { ExchangeFailure } from './connection-failure.ts';
import { createContractCheck } from './contract-check.ts';
import { areaOf } from './limits.ts';
import { mayRetry, readRetryAfter, retryDelay } from './retry.ts';
import type { Answer, Transport } from './transport.ts';

export interface Client {
  call<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
  list<O extends ListOperation>(operation: O, input: ListInput): AsyncIterable<readonly ItemOf<O>[]>;
}

export interface ClientOptions {
  readonly transport: Transport;
  readonly budget: BudgetKeeper;
  /** How often a request may be sent again. */
  readonly retries: number;
  /** A difference from the contract is an error. */
  readonly strict: boolean;
  /** Told of each kind of difference once. */
  readonly warn: (message: string) => void;
  readonly trace: (line: string) => void;
  /** Told after every page but the last how many items there are so far, and how many there will be. */
  readonly onProgress: (done: number, total: number) => void;
  readonly runtime: Pick<Runtime, 'signal' | 'sleep' | 'random' | 'now'>;
}

export function createClient(options: ClientOptions): Client {
  const { transport, budget, runtime, trace } = options;
  const check = createContractCheck(options);

  /** Sends a request until it is answered, or may not be sent again. */
  async function send(operation: Operation, request: ApiRequest): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      const ticket = await budget.acquire(request.path);
      let answer: Answer | undefined;
      try {
        answer = await transport.exchange(request);
        budget.learn(request.path, answer.headers);
        return readAnswer(request, answer);
      } catch (error) {
        const failure = asFailure(error);
        if (failure.code === 'rate_limited') budget.giveBack(ticket);
        const retryAfterMs = readRetryAfter(answer?.headers['retry-after'], runtime.now());
        const trouble = { failure, repeatable: operation.repeatable, attempt, retryAfterMs };
        if (attempt >= options.retries || !mayRetry(trouble)) throw withCaution(failure, operation);
        const delay =
          failure.code === 'rate_limited' && retryAfterMs === undefined
            ? budget.cooldown(request.path, attempt)
            : retryDelay(trouble, runtime.random);
        trace(`~ again in ${delay} ms, ${attempt + 1} of ${options.retries}: ${failure.message}`);
        await runtime.sleep(delay, runtime.signal);
      }
    }
  }

  async function call<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>> {
    const request = requestOf(operation, input as Record<string, unknown>);
    try {
      const value = await send(operation, request);
      try {
        check(operation, request.path, value);
      } catch (error) {
        throw withCaution(asFailure(error), operation);
      }
      return value as OutputOf<O>;
    } catch (error) {
      if (error instanceof Failure && error.status === 401 && operation.route !== checkApiKey.route) {
        throw await explainRefusal(error, request.path);
      }
      throw error;
    }
  }

  /** A 401 means a bad key or an area that is off. Which of them it is, only a request that needs no area tells. */
  async function explainRefusal(refusal: Failure, path: string): Promise<Failure> {
    const area = areaOf(path);
    let teamName: string;
    try {
      teamName = textOf((await call(checkApiKey, {})).teamName);
    } catch (error) {
      return error instanceof Failure && error.code === 'interrupted' ? error : refusal;
    }
    return new Failure(
      'area_disabled',
      area === undefined
        ? `The key of team ${JSON.stringify(teamName)} is good, but it may not do this.`
        : `The ${area} API is not enabled for team ${JSON.stringify(teamName)}.`,
      {
        hint: 'The key is good: ask Loops to enable this area for the team.',
        status: refusal.status,
        request: refusal.request,
        cause: refusal,
      },
    );
  }

  async function* list<O extends ListOperation>(operation: O, input: ListInput): AsyncIterable<readonly ItemOf<O>[]> {
    const page = firstPage(input);
    let { cursor } = page as { cursor?: string };
    let left = input.limit ?? Number.POSITIVE_INFINITY;
    let done = 0;
    const ending = createEndingCheck(operation);
    do {
      const { pagination, data } = (await call(operation, {
        perPage: page.perPage,
        ...(cursor === undefined ? {} : { cursor }),
      } as InputOf<O>)) as Page<ItemOf<O>>;
      yield data.slice(0, left);
      left -= data.length;
      done += data.length;
      cursor = pagination.nextCursor ?? undefined;
      if (cursor !== undefined && left > 0) {
        ending(cursor, pagination.totalPages);
        const { totalResults: total } = pagination as { totalResults: unknown };
        if (typeof total === 'number') options.onProgress(done, Math.min(total, done + left));
      }
    } while (cursor !== undefined && left > 0);
  }

  return { call, list };
}

/** A write that was lost, or whose answer cannot be read, may have been carried out: that is said before somebody repeats it. */
function withCaution(failure: Failure, operation: Operation): Failure {
  if (operation.repeatable || !mayHaveBeenDone(failure)) return failure;
  const { code, message, status, request } = failure;
  return new Failure(code, `${message} It is not known whether the service has done it.`, {
    hint: 'Look before you repeat it: it was not sent again, so that nothing is done twice.',
    status,
    request,
    cause: failure,
  });
}

function mayHaveBeenDone(failure: Failure): boolean {
  if (failure instanceof ExchangeFailure) return failure.maybeSent;
  // Of a success that cannot be read only the reading has failed; a redirect was not followed.
  if (failure.code === 'unexpected_response') return failure.status === undefined || failure.status < 300;
  return failure.code === 'unavailable' || failure.code === 'interrupted';
}

/** Throws when a list cannot end: a cursor that came before, or many times the pages that were announced. */
function createEndingCheck(operation: ListOperation): (cursor: string, announcedPages: unknown) => void {
  const seen = new Set<string>();
  let most = 0;
  return (cursor, announcedPages) => {
    most = Math.max(most, typeof announcedPages === 'number' ? announcedPages : 0);
    // Items may be added while one reads; ten times as many as there were are not.
    if (!seen.has(cursor) && seen.size < 10 * most + 100) {
      seen.add(cursor);
      return;
    }
    throw new Failure('unexpected_response', 'The list does not end: the service keeps naming a next page.', {
      request: operation.route,
      hint: 'Ask for fewer items with --limit, and report it to Loops.',
    });
  };
}
