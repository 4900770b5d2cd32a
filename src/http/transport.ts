/** One HTTP exchange on undici: sends a request, and gives the status, headers and text of the response. */
import { promisify } from 'node:util';
import type { ApiRequest } from '../define/operation.ts';
import { Failure, interrupted, usage } from '../errors.ts';
import { deadlineAfter } from '../runtime/deadline.ts';
import { isLoopback } from '../runtime/loopback.ts';
import type { IncomingResponse, OutgoingRequest, Runtime } from '../runtime/runtime.ts';
import { createRedaction, type Redaction } from '../text/redaction.ts';
import { connectionFailure, ExchangeFailure } from './connection-failure.ts';
import { routeTo } from './proxy.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: number;
}

export interface Transport {
  /** Rejects with a `Failure`: an `ExchangeFailure`, `unexpected_response` or `interrupted`. */
  exchange(request: ApiRequest): Promise<HttpResponse>;
  /** Without it, kept-alive connections would keep the process running. */
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** For the whole response, in milliseconds. */
  readonly timeout: number;
  readonly userAgent: string;
  readonly insecureHttp: boolean;
  readonly trace: (line: string) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;

const MAX_BODY_BYTES = 64 * 1024 * 1024;

const DECODERS = { gzip: 'gunzip', deflate: 'inflate', br: 'brotliDecompress' } as const;

async function decode(bytes: Buffer, encoding: keyof typeof DECODERS): Promise<Buffer> {
  const zlib = await import('node:zlib');
  // The three have the same form, which the types of their overloads hide.
  const decompress = zlib[DECODERS[encoding]] as typeof zlib.gunzip;
  return promisify<Buffer, { maxOutputLength: number }, Buffer>(decompress)(bytes, { maxOutputLength: MAX_BODY_BYTES });
}

const isDecodable = (encoding: string): encoding is keyof typeof DECODERS => Object.hasOwn(DECODERS, encoding);

/** Throws a `usage` failure when the base URL would expose the key. */
export function createTransport(
  options: TransportOptions,
  runtime: Pick<Runtime, 'signal' | 'catchSignals' | 'lookup' | 'env' | 'now' | 'respond'>,
): Transport {
  const base = new URL(options.baseUrl);
  if (base.protocol === 'http:' && !isLoopback(base) && !options.insecureHttp) {
    throw usage(
      `Refusing to send the API key to ${base.host} over plain HTTP.`,
      'Use an https:// URL, or pass --insecure-http to override.',
    );
  }
  const { dispatcher, proxy } = routeTo(base, runtime.env, {
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(runtime.lookup === undefined ? {} : { lookup: runtime.lookup }) },
    // The one timeout for the whole response is below; undici's own would end a longer one early.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const secrets = createRedaction();
  secrets.add(options.apiKey);

  const send = (request: OutgoingRequest): Promise<IncomingResponse> =>
    runtime.respond?.(request) ?? dispatcher.request(request);

  async function exchange({ method, path, query, body, headers: own }: ApiRequest): Promise<HttpResponse> {
    const at = { request: `${method} ${path}`, host: base.host, proxy };
    const target = `${base.pathname.replace(/\/$/, '')}${path}${queryString(query)}`;
    const payload = body === undefined ? null : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      'user-agent': options.userAgent,
      ...(payload === null ? {} : { 'content-type': 'application/json' }),
      ...own,
    };
    const deadline = deadlineAfter(options.timeout, runtime.signal);
    const start = runtime.now().getTime();
    const release = runtime.catchSignals();
    const size = payload === null ? '' : `${Buffer.byteLength(payload)} bytes `;
    options.trace(
      `> ${method} ${base.origin}${target} ${size}${headerList({ ...headers, authorization: 'Bearer ****' })}`,
    );
    try {
      const response = await send({
        origin: base.origin,
        path: target,
        method,
        headers: { ...headers, authorization: `Bearer ${options.apiKey}` },
        body: payload,
        signal: deadline.signal,
      });
      const read = await readBody(response, at.request);
      // Decoding a large body goes on after Ctrl-C.
      if (runtime.signal.aborted) throw interrupted();
      const elapsed = runtime.now().getTime() - start;
      options.trace(`< ${read.status} in ${elapsed} ms, ${read.bytes} bytes ${headerList(read.headers)}`);
      return withoutSecrets(read, secrets);
    } catch (error) {
      if (runtime.signal.aborted) throw interrupted();
      if (error instanceof Failure) throw error;
      const failure = deadline.signal.aborted
        ? tooSlow(options.timeout, at.request, error)
        : connectionFailure(error, at);
      options.trace(`< no response: ${failure.message}`);
      throw failure;
    } finally {
      deadline.release();
      release();
    }
  }

  return { exchange, close: () => dispatcher.destroy() };
}

const tooSlow = (timeout: number, request: string, cause: unknown): ExchangeFailure =>
  new ExchangeFailure(`Request timed out after ${timeout / 1000} s.`, {
    hint: 'Try again, or allow more time with --timeout <seconds>.',
    request,
    cause,
    maybeSent: true,
    timedOut: true,
  });

/** Some servers quote the key where they refuse a request, and the message may become part of a result. */
const withoutSecrets = (response: HttpResponse, { apply }: Redaction): HttpResponse =>
  response.status < 300
    ? response
    : {
        ...response,
        text: apply(response.text),
        headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, apply(value)])),
      };

const queryString = (query: ApiRequest['query']): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};

const headerList = (headers: Readonly<Record<string, string>>): string =>
  `(${Object.entries(headers)
    .map(([name, value]) => `${name}: ${/cookie|auth/.test(name) ? '****' : value}`)
    .join(', ')})`;

async function readBody(response: IncomingResponse, request: string): Promise<HttpResponse> {
  const status = response.statusCode;
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : `${value}`,
    ]),
  );
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw unreadable(TOO_LARGE, status, request);
    chunks.push(chunk);
  }
  let bytes: Buffer = Buffer.concat(chunks);
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && bytes.length > 0) {
    if (!isDecodable(encoding)) throw unreadable('unsupported content encoding', status, request);
    try {
      bytes = await decode(bytes, encoding);
    } catch (error) {
      const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw unreadable(tooLarge ? TOO_LARGE : `invalid ${encoding} data`, status, request);
    }
  }
  return { status, headers, text: bytes.toString('utf8'), bytes: bytes.length };
}

const TOO_LARGE = 'larger than 64 MiB';

const unreadable = (reason: string, status: number, request: string): Failure =>
  new Failure('unexpected_response', `The API response cannot be read: ${reason}.`, {
    status,
    request,
    hint: 'Check that the base URL belongs to the Loops API.',
  });
