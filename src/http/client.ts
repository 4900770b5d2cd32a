/** The one executor of operations: input to request to response to value, with retries, within the limits, page by page. */
import { firstPage, type ListInput } from '../define/command.ts';
import { isRecord } from '../define/json.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type InputOf,
  type ItemOf,
  type ListOperation,
  mayRepeat,
  type Operation,
  type OutputOf,
  type Page,
  requestOf,
} from '../define/operation.ts';
import type { Waits } from '../define/waits.ts';
import { asFailure, Failure, interrupted } from '../errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { ExchangeFailure } from './connection-failure.ts';
import { areaOf } from './limits.ts';
import { createEndingCheck } from './paging.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { readResponse } from './response.ts';
import { mayRetry, readRetryAfter, retryDelay } from './retry.ts';
import { createSchemaCheck } from './schema-check.ts';
import type { HttpResponse, Transport } from './transport.ts';

export interface Client {
  call<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
  list<O extends ListOperation>(operation: O, input: ListInput): AsyncIterable<readonly ItemOf<O>[]>;
  /** A request that the caller has built. Its body is compared with the schema of the operation only with `strict`. */
  request(operation: Operation, request: ApiRequest): Promise<ApiResponse>;
  /** Milliseconds that so many further requests to a path (default: the last one) have to wait for the rate limits, at least. */
  estimate(requests: number, path?: string): number;
}

export interface ClientOptions {
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  readonly retries: number;
  readonly strict: boolean;
  /** An operation that needs a valid key and nothing else, and gives the name of the team: it explains a 401. */
  readonly keyCheck: Operation | undefined;
  /** Called where a response differs from the API schema, and is used as it is. */
  readonly onDifference: (message: string) => void;
  readonly trace: (line: string) => void;
  readonly waits: Waits;
  /** Called after every page but the last, with the number of items so far and in all, and the time that is left at least. */
  readonly onProgress: (done: number, total: number, remainingMs: number) => void;
  readonly runtime: Pick<Runtime, 'signal' | 'sleep' | 'random' | 'now'>;
}

export function createClient(options: ClientOptions): Client {
  const { transport, limiter, runtime, retries, trace, waits } = options;
  const check = createSchemaCheck(options);
  let lastPath = '';

  async function exchange(request: ApiRequest): Promise<HttpResponse> {
    const end = waits.request();
    try {
      const response = await transport.exchange(request);
      limiter.learn(request.path, response.headers);
      return response;
    } finally {
      end();
    }
  }

  async function pause(ms: number, attempt: number, { code, message }: Failure): Promise<void> {
    trace(`~ retry ${attempt} of ${retries} in ${ms} ms: ${message}`);
    const limited = code === 'rate_limited';
    const reason = limited ? 'Rate limited by the API' : message.replace(/\.$/, '');
    const end = waits.pause(ms, { next: `retry ${attempt} of ${retries}`, reason, limited });
    await runtime.sleep(ms, runtime.signal).finally(end);
  }

  /** Sends a request until there is a response, or it may not be sent again. */
  async function send(operation: Operation, request: ApiRequest): Promise<ApiResponse> {
    lastPath = request.path;
    const repeatable = mayRepeat(operation, request);
    let mayBeDone = false;
    // An interruption between two attempts does not undo the first.
    const careful = (error: unknown): never => {
      throw withCaution(asFailure(error), operation, request, mayBeDone);
    };
    for (let attempt = 0; ; attempt++) {
      const slot = await limiter.acquire(request.path).catch(careful);
      if (runtime.signal.aborted) careful(interrupted());
      let response: HttpResponse | undefined;
      try {
        response = await exchange(request);
        const { status, headers } = response;
        return { status, headers, body: readResponse(request, response) };
      } catch (error) {
        const failure = asFailure(error);
        const limited = failure.code === 'rate_limited';
        // Requests are left, so another limit was reached: that of uploads or test emails per day.
        const daily = limited && Number(response?.headers['x-ratelimit-remaining']) > 0;
        if (limited) limiter.release(slot);
        const retryAfterMs = readRetryAfter(response?.headers['retry-after'], runtime.now());
        const failed = { failure, repeatable, attempt, retryAfterMs };
        mayBeDone ||= mayHaveBeenDone(failure);
        if (attempt >= retries || daily || !mayRetry(failed)) careful(failure);
        const delay =
          limited && retryAfterMs === undefined
            ? limiter.cooldown(request.path, attempt)
            : retryDelay(failed, runtime.random);
        await pause(delay, attempt + 1, failure).catch(careful);
      }
    }
  }

  async function perform(operation: Operation, request: ApiRequest, compare: boolean): Promise<ApiResponse> {
    try {
      const response = await send(operation, request);
      try {
        if (compare) check(operation, request.path, response.body);
      } catch (error) {
        const failure = asFailure(error);
        throw withCaution(failure, operation, request, mayHaveBeenDone(failure));
      }
      return response;
    } catch (error) {
      const { keyCheck } = options;
      if (error instanceof Failure && error.status === 401 && keyCheck && operation.route !== keyCheck.route) {
        throw await explainRefusal(error, request.path, keyCheck);
      }
      throw error;
    }
  }

  async function call<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>> {
    const request = requestOf(operation, input as Record<string, unknown>);
    return (await perform(operation, request, true)).body as OutputOf<O>;
  }

  /** A 401 means an invalid key or a disabled feature. Only a request that needs no feature shows which. */
  async function explainRefusal(refusal: Failure, path: string, keyCheck: Operation): Promise<Failure> {
    const area = areaOf(path);
    let team: unknown;
    try {
      team = await call(keyCheck, {});
    } catch (error) {
      return error instanceof Failure && error.code === 'interrupted' ? error : refusal;
    }
    const name = isRecord(team) && typeof team['teamName'] === 'string' ? team['teamName'] : undefined;
    return new Failure(
      'area_disabled',
      area === undefined
        ? `This API key${name === undefined ? '' : ` (team ${JSON.stringify(name)})`} is not allowed to do this.`
        : `The ${area} API is not enabled for ${name === undefined ? 'your team' : `team ${JSON.stringify(name)}`}.`,
      {
        hint: 'The API key is valid. Ask Loops support to enable this API for your team.',
        status: refusal.status,
        request: refusal.request,
        mayBeDone: refusal.mayBeDone,
        cause: refusal,
      },
    );
  }

  async function* list<O extends ListOperation>(operation: O, input: ListInput): AsyncIterable<readonly ItemOf<O>[]> {
    const page = firstPage(input);
    let { cursor } = page as { cursor?: string };
    let left = input.limit ?? Number.POSITIVE_INFINITY;
    let done = 0;
    const ending = createEndingCheck(operation.route);
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
        if (typeof total === 'number') reportProgress(done, Math.min(total, done + left), data.length);
      }
    } while (cursor !== undefined && left > 0);
  }

  function reportProgress(done: number, total: number, perPage: number): void {
    options.onProgress(done, total, estimate(Math.ceil((total - done) / Math.max(1, perPage))));
  }

  const estimate = (requests: number, path = lastPath): number => limiter.estimate(path, requests);

  return { call, list, request: (operation, request) => perform(operation, request, options.strict), estimate };
}

/** A write without a readable response may have been carried out: the error states that, so that nobody repeats it unchecked. */
function withCaution(failure: Failure, operation: Operation, request: ApiRequest, mayBeDone: boolean): Failure {
  if (operation.repeatable || !mayBeDone) return failure;
  const { code, message, details } = failure;
  const rest = { status: failure.status, request: failure.request, details, mayBeDone, cause: failure };
  // Only a request with an idempotency key is sent again, and a conflict then means that the first one was accepted.
  if (code === 'conflict') return new Failure(code, message, rest);
  return new Failure(code, `${message.replace(/[^.!?]$/, '$&.')} The request may have been processed.`, {
    hint: mayRepeat(operation, request)
      ? 'Repeat it only with the same idempotency key.'
      : 'Check before retrying; loopsctl did not retry it.',
    ...rest,
  });
}

function mayHaveBeenDone(failure: Failure): boolean {
  if (failure instanceof ExchangeFailure) return failure.maybeSent;
  // A success that cannot be read was still a success; a redirect was not followed.
  if (failure.code === 'unexpected_response') return failure.status === undefined || failure.status < 300;
  return failure.code === 'unavailable' || failure.code === 'interrupted';
}
