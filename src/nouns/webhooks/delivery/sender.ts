/** Sends deliveries over HTTP, on undici: the bytes and headers as they are, and what came back. */
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import type { Deliver, Delivered } from './delivery.ts';
import type { CapturedRequest, Headers } from './request.ts';

export interface Sender {
  readonly deliver: Deliver;
  close(): Promise<void>;
}

export interface SenderOptions {
  readonly target: URL;
  /** For a whole answer, in milliseconds. */
  readonly timeout: number;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly lookup?: LookupFunction | undefined;
}

/** A receiver says little. What is longer than this is not read to its end, which costs the connection. */
const READ_BYTES = 16 * 1024;

/** What is kept of an answer: a hundred thousand of them fit in memory. */
const KEPT_BYTES = 1024;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Headers that belong to one connection and not to the delivery. Source: RFC 9110, section 7.6.1; the length and the
 * host are those of the new request.
 */
const OF_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Connections are kept between deliveries. Redirects are not followed: a sender of webhooks does not. */
export function openSender(options: SenderOptions): Sender {
  const { target, timeout, signal, now, lookup } = options;
  const agent = new Agent({
    connect: { timeout: Math.min(timeout, CONNECT_TIMEOUT_MS), ...(lookup === undefined ? {} : { lookup }) },
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function deliver({ headers, body }: CapturedRequest): Promise<Delivered> {
    const began = now();
    const late = AbortSignal.timeout(timeout);
    try {
      const response = await agent.request({
        origin: target.origin,
        path: `${target.pathname}${target.search}`,
        method: 'POST',
        headers: outgoing(headers, options.userAgent),
        body,
        signal: AbortSignal.any([signal, late]),
      });
      const answer = await beginningOf(response.body as AsyncIterable<Buffer>);
      return { status: response.statusCode, milliseconds: Math.round(now() - began), answer, problem: null };
    } catch (error) {
      const problem = late.aborted ? `no answer within ${timeout / 1000} seconds` : reasonOf(error);
      return { status: null, milliseconds: Math.round(now() - began), answer: '', problem };
    }
  }

  return { deliver, close: () => agent.destroy() };
}

function outgoing(headers: Headers, userAgent: string): string[] {
  const kept = headers.filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()));
  const named = kept.some(([name]) => name.toLowerCase() === 'user-agent');
  return [...kept, ...(named ? [] : [['user-agent', userAgent] as const])].flat();
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= READ_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  UND_ERR_CONNECT_TIMEOUT: 'it did not accept the connection in time',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  ABORT_ERR: 'the run was ended',
  UND_ERR_ABORTED: 'the run was ended',
};

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return REASONS[code] ?? `the connection failed${code === '' ? '' : ` (${code})`}`;
}

/** The first code in a chain of causes. A connection to several addresses fails with one error for each. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error.name === 'AbortError') return 'ABORT_ERR';
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : codeOf(error.cause);
}
