/**
 * The receiver: takes deliveries over HTTP, verifies, keeps and answers them. It stands on node:http and not on a framework,
 * because it needs the bytes as they came, the headers as they were written, and every limit on a hostile client.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord } from '../../../define/json.ts';
import { closeServer } from '../../../runtime/close-server.ts';
import type { Forwarder } from './forwarder.ts';
import type { Happening, Received } from './happening.ts';
import type { RecordedRequest } from './record.ts';
import type { RecordWriter } from './record-writer.ts';
import type { Repeats } from './repeats.ts';
import { valuesOf } from './request.ts';
import { HEADER } from './signature.ts';
import { verify } from './verification.ts';

/** A payload of the service has a few kilobytes. */
export const MAX_BODY_BYTES = 256 * 1024;

/** A body that is larger than this is not even read to its end. */
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;

/** What a client may take its time for. The service sends a request at once. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
};
const MAX_CONNECTIONS = 512;

/** In characters. What is longer is no name of an event, and whoever sends it must not fill memory and screens. */
const LONGEST_NAME = 200;

export interface ReceiverOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Undefined: everything is taken for good. */
  readonly keys: readonly Uint8Array[] | undefined;
  /** Seconds. */
  readonly tolerance: number;
  readonly now: () => Date;
  readonly record: RecordWriter | undefined;
  readonly forwarder: Forwarder | undefined;
  readonly repeats: Repeats;
  readonly tell: (happening: Happening) => void;
}

export interface Receiver {
  readonly port: number;
  /** Takes no more, and resolves when all connections are closed. */
  close(): Promise<void>;
}

type Answer = Pick<Received, 'outcome' | 'status' | 'problem'>;

const refused = (status: number, problem: string): Answer => ({ outcome: 'refused', status, problem });

const TOO_LARGE = refused(413, `The body is larger than ${MAX_BODY_BYTES / 1024} KiB.`);

/** Rejects with node's own error (code `EADDRINUSE`) when the port is taken. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const server = createServer(LIMITS, (request, response) => {
    receive(request, response, options).catch(() => {
      // The client went away while it was sending: there is nobody to answer.
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
    reply(response, refused(405, `A delivery is a POST, not ${request.method}.`));
    return;
  }
  const body = await readBody(request);
  const delivery: RecordedRequest = {
    time: options.now().toISOString(),
    headers: pairs(request.rawHeaders),
    body: body ?? Buffer.alloc(0),
  };
  const id = valuesOf(delivery.headers, HEADER.id)[0] ?? null;
  const answer = body === undefined ? TOO_LARGE : await judge(delivery, id, options);
  reply(response, answer);
  const event = eventNameOf(delivery.body);
  options.tell({ kind: 'received', time: delivery.time, ...answer, id, event, bytes: delivery.body.length });
  if (answer.outcome !== 'accepted' || options.forwarder === undefined) return;
  const { status, milliseconds, problem } = await options.forwarder.forward(delivery);
  options.tell({ kind: 'forwarded', time: options.now().toISOString(), id, event, status, milliseconds, problem });
}

/** Accepts what is valid and kept. A repeat is answered as its first delivery was: when that one has been kept. */
async function judge(delivery: RecordedRequest, id: string | null, options: ReceiverOptions): Promise<Answer> {
  const { keys, tolerance, now, record, repeats } = options;
  if (keys !== undefined) {
    const [problem] = verify(delivery, keys, { now: now(), tolerance }).problems;
    if (problem !== undefined) return refused(401, problem.message);
  }
  try {
    const before = id === null ? undefined : repeats.find(id);
    if (before !== undefined) {
      await before;
      return { outcome: 'repeated', status: 200, problem: null };
    }
    const kept = record?.append(delivery) ?? Promise.resolve();
    if (id !== null) repeats.remember(id, kept);
    await kept;
    return { outcome: 'accepted', status: 200, problem: null };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    return { outcome: 'failed', status: 500, problem: `The delivery could not be recorded (${reason}).` };
  }
}

/**
 * Undefined for one that is too large. Within reason the rest of it is read and thrown away first: a sender that is cut off
 * in the middle sees no answer. Rejects when the client goes away.
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
    request.on('close', () => reject(new Error('The client went away')));
  });
}

function reply(response: ServerResponse, { status, problem }: Answer): void {
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
    return typeof name === 'string' && name.length <= LONGEST_NAME ? name : null;
  } catch {
    return null;
  }
}
