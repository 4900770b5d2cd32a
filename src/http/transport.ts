/** One HTTP exchange on undici: a request goes out, a status and a text come back, or it is said why not. */
import { Agent, errors, request } from 'undici';
import type { ApiRequest } from '../define/operation.ts';
import { Failure, interrupted } from '../errors.ts';
import type { Runtime } from '../runtime.ts';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export interface Transport {
  /** Rejects with a `Failure`: `unavailable` or `interrupted`. */
  exchange(request: ApiRequest): Promise<Answer>;
  /** Ends the kept-alive connections now, so that the process can end. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** Where the paths begin, without a final slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** For the whole answer, in milliseconds. */
  readonly timeout: number;
  readonly userAgent: string;
}

const CONNECT_TIMEOUT_MS = 5_000;

export function createTransport(options: TransportOptions, runtime: Pick<Runtime, 'signal' | 'lookup'>): Transport {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(runtime.lookup === undefined ? {} : { lookup: runtime.lookup }) },
  });
  return {
    close: () => agent.destroy(),
    async exchange({ method, path, query, body }) {
      const url = `${options.baseUrl}${path}${queryString(query)}`;
      const timeout = AbortSignal.timeout(options.timeout);
      try {
        const response = await request(url, {
          dispatcher: agent,
          method,
          headers: {
            authorization: `Bearer ${options.apiKey}`,
            accept: 'application/json',
            'user-agent': options.userAgent,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.any([runtime.signal, timeout]),
        });
        return {
          status: response.statusCode,
          contentType: String(response.headers['content-type'] ?? ''),
          text: await response.body.text(),
        };
      } catch (error) {
        if (runtime.signal.aborted) throw interrupted();
        if (timeout.aborted) {
          throw new Failure('unavailable', `No answer within ${options.timeout / 1000} seconds.`, {
            hint: 'Try again, or allow more time with --timeout <seconds>.',
            request: `${method} ${path}`,
            cause: error,
          });
        }
        throw connectionFailure(error, `${method} ${path}`, new URL(options.baseUrl));
      }
    },
  };
}

const queryString = (query: ApiRequest['query']): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};

/** What to say of a connection that failed, by the code that Node or undici gave it. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  UND_ERR_CONNECT_TIMEOUT: `it did not accept the connection within ${CONNECT_TIMEOUT_MS / 1000} seconds`,
  ETIMEDOUT: 'it did not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no network',
};

function connectionFailure(error: unknown, request: string, base: URL): Failure {
  const code = errorCode(error);
  const reason =
    REASONS[code] ??
    (/CERT|TLS|SSL|SELF_SIGNED/.test(code)
      ? `its certificate was not accepted (${code})`
      : error instanceof errors.HTTPParserError
        ? 'it does not speak HTTP'
        : `the connection failed${code === '' ? '' : ` (${code})`}`);
  return new Failure('unavailable', `Could not talk to ${base.host}: ${reason}.`, {
    hint: 'Check the network and the base URL (`loopsctl auth status` shows which one is used).',
    request,
    cause: error,
  });
}

/** The first code in a chain of causes. A connection to several addresses fails with one error for each. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : errorCode(error.cause);
}
