/** Sends deliveries over HTTP: exact bytes and headers. */
import type { LookupFunction } from 'node:net';
import { connectionError } from '../../../runtime/connection-errors.ts';
import { deadlineAfter } from '../../../runtime/deadline.ts';
import type { Deliver, Delivered } from './delivery.ts';
import type { CapturedRequest, Headers } from './request.ts';

export interface Sender {
  readonly deliver: Deliver;
  close(): Promise<void>;
}

export interface SenderOptions {
  readonly target: URL;
  /** For the entire response, in milliseconds. */
  readonly timeout: number;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly lookup?: LookupFunction | undefined;
}

/** Longer responses are cut off, which closes the connection. */
const READ_BYTES = 16 * 1024;

/** The stored part of a response: a hundred thousand of them fit into memory. */
const KEPT_BYTES = 1024;
const CONNECT_TIMEOUT_MS = 5_000;

/** Headers of the connection, not of the delivery. Source: RFC 9110, section 7.6.1. */
const CONNECTION_HEADERS = new Set([
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

/** Reuses connections. Does not follow redirects, like the service. */
export async function openSender(options: SenderOptions): Promise<Sender> {
  // The bundle has only the default export of a package that is loaded dynamically.
  const { default: undici } = await import('undici');
  const { target, timeout, signal, now, lookup } = options;
  const agent = new undici.Agent({
    connect: { timeout: Math.min(timeout, CONNECT_TIMEOUT_MS), ...(lookup === undefined ? {} : { lookup }) },
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function deliver({ headers, body }: CapturedRequest): Promise<Delivered> {
    const start = now();
    const deadline = deadlineAfter(timeout, signal);
    try {
      const response = await agent.request({
        origin: target.origin,
        path: `${target.pathname}${target.search}`,
        method: 'POST',
        headers: outgoingHeaders(headers, options.userAgent),
        body,
        signal: deadline.signal,
      });
      const text = await readStart(response.body as AsyncIterable<Buffer>);
      return { status: response.statusCode, milliseconds: Math.round(now() - start), response: text, problem: null };
    } catch (error) {
      const problem =
        deadline.signal.aborted && !signal.aborted
          ? `timed out after ${timeout / 1000} s`
          : connectionError(error).reason;
      return { status: null, milliseconds: Math.round(now() - start), response: '', problem };
    } finally {
      deadline.release();
    }
  }

  return { deliver, close: () => agent.destroy() };
}

function outgoingHeaders(headers: Headers, userAgent: string): string[] {
  const kept = headers.filter(([name]) => !CONNECTION_HEADERS.has(name.toLowerCase()));
  const named = kept.some(([name]) => name.toLowerCase() === 'user-agent');
  return [...kept, ...(named ? [] : [['user-agent', userAgent] as const])].flat();
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= READ_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8');
}
