/**
 * The receiver: verifies, records and acknowledges deliveries over HTTP. It uses node:http because it needs the exact bytes and
 * headers, and limits for hostile clients.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord } from '../../../define/json.ts';
import { closeServer } from '../../../runtime/close-server.ts';
import type { Activity, Received } from './activity.ts';
import type { Forwarder } from './forwarder.ts';
import type { RecordedRequest } from './record.ts';
import type { RecordWriter } from './record-writer.ts';
import type { Repeats } from './repeats.ts';
import { valuesOf } from './request.ts';
import { HEADER } from './signature.ts';
import { verify } from './verification.ts';

/** Payloads have a few kilobytes. */
const MAX_BODY_BYTES = 256 * 1024;

/** A larger body is not even read to its end. */
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;

/** Timeouts for slow clients. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
};
const MAX_CONNECTIONS = 512;

/** In characters. Longer names are not event names, and must not fill memory and screens. */
const MAX_NAME_LENGTH = 200;

export interface ReceiverOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Undefined: signatures are not verified. */
  readonly keys: readonly Uint8Array[] | undefined;
  /** Seconds. */
  readonly tolerance: number;
  readonly now: () => Date;
  readonly record: RecordWriter | undefined;
  readonly forwarder: Forwarder | undefined;
  readonly repeats: Repeats;
  /** `body` is that of a received delivery; undefined if it was too large to be read. */
  readonly report: (activity: Activity, body?: Buffer) => void;
}

export interface Receiver {
  readonly port: number;
  /** Resolves when all connections are closed. */
  close(): Promise<void>;
}

type Response = Pick<Received, 'outcome' | 'status' | 'problem'>;

const rejected = (status: number, problem: string): Response => ({ outcome: 'rejected', status, problem });

const TOO_LARGE = rejected(413, `The body is larger than ${MAX_BODY_BYTES / 1024} KiB.`);

/** Rejects with Node's own error, such as `EADDRINUSE`. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const server = createServer(LIMITS, (request, response) => {
    receive(request, response, options).catch(() => {
      // The client disconnected while sending.
      request.destroy();
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

async function receive(request: IncomingMessage, response: ServerResponse, options: ReceiverOptions): Promise<void> {
  if (request.method !== 'POST') {
    reply(response, rejected(405, `Expected a POST request, not ${request.method}.`));
    return;
  }
  const body = await readBody(request);
  const delivery: RecordedRequest = {
    time: options.now().toISOString(),
    headers: pairs(request.rawHeaders),
    body: body ?? Buffer.alloc(0),
  };
  const id = valuesOf(delivery.headers, HEADER.id)[0] ?? null;
  const result = body === undefined ? TOO_LARGE : await process(delivery, id, options);
  reply(response, result);
  const event = eventNameOf(delivery.body);
  options.report({ type: 'received', time: delivery.time, ...result, id, event, bytes: delivery.body.length }, body);
  if (result.outcome !== 'accepted' || options.forwarder === undefined) return;
  const { status, milliseconds, problem } = await options.forwarder.forward(delivery);
  options.report({ type: 'forwarded', time: options.now().toISOString(), id, event, status, milliseconds, problem });
}

/** Accepts a valid delivery once it is recorded. A repeat waits for the first delivery. */
async function process(delivery: RecordedRequest, id: string | null, options: ReceiverOptions): Promise<Response> {
  const { keys, tolerance, now, record, repeats } = options;
  if (keys !== undefined) {
    const [problem] = verify(delivery, keys, { now: now(), tolerance }).problems;
    if (problem !== undefined) return rejected(401, problem.message);
  }
  try {
    const first = id === null ? undefined : repeats.find(id);
    if (first !== undefined) {
      await first;
      return { outcome: 'repeated', status: 200, problem: null };
    }
    const recorded = record?.append(delivery) ?? Promise.resolve();
    if (id !== null) repeats.remember(id, recorded);
    await recorded;
    return { outcome: 'accepted', status: 200, problem: null };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    return { outcome: 'failed', status: 500, problem: `The delivery could not be recorded (${reason}).` };
  }
}

/**
 * Undefined for a body that is too large. Up to a limit the rest is read and discarded, because a sender that is cut off does not
 * see the response. Rejects if the client disconnects.
 */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES) return undefined;
  let chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else chunks = [];
      if (size > MAX_DISCARDED_BYTES) resolve(undefined);
    });
    request.on('end', () => resolve(size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The client disconnected')));
  });
}

function reply(response: ServerResponse, { status, problem }: Response): void {
  const body = Buffer.from(JSON.stringify(problem === null ? { received: true } : { message: problem }));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

function pairs(raw: readonly string[]): (readonly [string, string])[] {
  return Array.from(
    { length: raw.length / 2 },
    (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? ''] as const,
  );
}

function eventNameOf(body: Buffer): string | null {
  try {
    const payload: unknown = JSON.parse(body.toString('utf8'));
    const name = isRecord(payload) ? payload['eventName'] : undefined;
    return typeof name === 'string' && name.length <= MAX_NAME_LENGTH ? name : null;
  } catch {
    return null;
  }
}
