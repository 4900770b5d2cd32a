/** One HTTP exchange on undici: a request goes out, a status and a text come back, or it is said why not. */
import { promisify } from 'node:util';
import type { Dispatcher } from 'undici';
import type { ApiRequest } from '../define/operation.ts';
import { Failure, interrupted, usage } from '../errors.ts';
import { isLoopback } from '../runtime/loopback.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { connectionFailure, ExchangeFailure } from './connection-failure.ts';
import { routeTo } from './proxy.ts';

export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Transport {
  /** Rejects with a `Failure`: an `ExchangeFailure`, `unexpected_response` or `interrupted`. */
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
  /** Lets the key travel unencrypted to hosts other than this machine. */
  readonly insecureHttp: boolean;
  /** Told of what goes out and comes back; never of the key. */
  readonly trace: (line: string) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** An answer of the service is a few kilobytes; what is a thousand times that is not an answer. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** By content encoding. None is asked for, but something between us and the service may use one all the same. */
const DECODERS = { gzip: 'gunzip', deflate: 'inflate', br: 'brotliDecompress' } as const;

async function decode(bytes: Buffer, encoding: keyof typeof DECODERS): Promise<Buffer> {
  const zlib = await import('node:zlib');
  // The three have the same form, which the types of their overloads hide.
  const decompress = zlib[DECODERS[encoding]] as typeof zlib.gunzip;
  return promisify<Buffer, { maxOutputLength: number }, Buffer>(decompress)(bytes, { maxOutputLength: MAX_BODY_BYTES });
}

const isDecodable = (encoding: string): encoding is keyof typeof DECODERS => Object.hasOwn(DECODERS, encoding);

/** Throws a `usage` failure when the address would expose the key. */
export function createTransport(
  options: TransportOptions,
  runtime: Pick<Runtime, 'signal' | 'catchSignals' | 'lookup' | 'env' | 'now'>,
): Transport {
  const base = new URL(options.baseUrl);
  if (base.protocol === 'http:' && !isLoopback(base) && !options.insecureHttp) {
    throw usage(
      `The key would travel unencrypted to ${base.host}.`,
      'Use an https:// address, or add --insecure-http if you mean it.',
    );
  }
  const { dispatcher, proxy } = routeTo(base, runtime.env, {
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(runtime.lookup === undefined ? {} : { lookup: runtime.lookup }) },
    // One limit for the whole answer is kept below; undici's own would cut a longer one short.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function exchange({ method, path, query, body }: ApiRequest): Promise<Answer> {
    const at = { request: `${method} ${path}`, host: base.host, proxy };
    const target = `${base.pathname.replace(/\/$/, '')}${path}${queryString(query)}`;
    const headers = {
      accept: 'application/json',
      'user-agent': options.userAgent,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const timeout = AbortSignal.timeout(Math.ceil(options.timeout));
    const began = runtime.now().getTime();
    const release = runtime.catchSignals();
    options.trace(`> ${method} ${base.origin}${target} ${headerList({ ...headers, authorization: 'Bearer ****' })}`);
    try {
      const response = await dispatcher.request({
        origin: base.origin,
        path: target,
        method,
        headers: { ...headers, authorization: `Bearer ${options.apiKey}` },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.any([runtime.signal, timeout]),
      });
      const answer = await readBody(response, at.request);
      const took = runtime.now().getTime() - began;
      options.trace(`< ${answer.status} in ${took} ms, ${answer.text.length} characters ${headerList(answer.headers)}`);
      return answer;
    } catch (error) {
      if (runtime.signal.aborted) throw interrupted();
      if (error instanceof Failure) throw error;
      const failure = timeout.aborted ? tooSlow(options.timeout, at.request, error) : connectionFailure(error, at);
      options.trace(`< nothing: ${failure.message}`);
      throw failure;
    } finally {
      release();
    }
  }

  return { exchange, close: () => dispatcher.destroy() };
}

const tooSlow = (timeout: number, request: string, cause: unknown): ExchangeFailure =>
  new ExchangeFailure(`No answer within ${timeout / 1000} seconds.`, {
    hint: 'Try again, or allow more time with --timeout <seconds>.',
    request,
    cause,
    maybeSent: true,
    timedOut: true,
  });

const queryString = (query: ApiRequest['query']): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};

const headerList = (headers: Readonly<Record<string, string>>): string =>
  `(${Object.entries(headers)
    .map(([name, value]) => `${name}: ${/cookie|auth/.test(name) ? '****' : value}`)
    .join(', ')})`;

async function readBody(response: Dispatcher.ResponseData, request: string): Promise<Answer> {
  const status = response.statusCode;
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : `${value}`,
    ]),
  );
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw unreadable('it is larger than 64 MiB', status, request);
    chunks.push(chunk);
  }
  let bytes: Buffer = Buffer.concat(chunks);
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && bytes.length > 0) {
    if (!isDecodable(encoding)) throw unreadable('it has an encoding that was not asked for', status, request);
    try {
      bytes = await decode(bytes, encoding);
    } catch {
      throw unreadable(`it is not ${encoding}, as it says, or larger than 64 MiB`, status, request);
    }
  }
  return { status, headers, text: bytes.toString('utf8') };
}

const unreadable = (why: string, status: number, request: string): Failure =>
  new Failure('unexpected_response', `The answer cannot be read: ${why}.`, {
    status,
    request,
    hint: 'Check that the base URL is that of the service.',
  });
