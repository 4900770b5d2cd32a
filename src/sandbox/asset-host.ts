/** The second host of the sandbox, where images are stored: another port, and no key is accepted there. */
import type { Server } from 'node:http';
import { closeServer } from '../runtime/close-server.ts';

/** What the API has announced for an image. */
export interface Expected {
  readonly contentType: string;
  readonly contentLength: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface AssetHost {
  /** `http://127.0.0.1:<port>`. The host starts when it is first needed. */
  origin(): Promise<string>;
  close(): Promise<void>;
}

export interface AssetHostOptions {
  /** What may be stored under an ID; undefined where nothing may. */
  expected(id: string): Promise<Expected | undefined>;
  /** Records that the bytes have arrived. */
  stored(id: string): Promise<void>;
  readonly now: () => number;
}

const PATH = /^\/assets\/(c[a-z0-9]+)$/;

export function assetHost({ expected, stored, now }: AssetHostOptions): AssetHost {
  let running: Promise<{ server: Server; origin: string }> | undefined;

  async function answer(request: Received): Promise<{ status: number; code: string }> {
    const id = PATH.exec(request.path)?.[1] ?? '';
    const announced = await expected(id);
    if (request.method !== 'PUT') return { status: 405, code: 'MethodNotAllowed' };
    if (request.authorization !== undefined) return { status: 400, code: 'OnlyOneAuthMechanismAllowed' };
    if (announced === undefined) return { status: 403, code: 'SignatureDoesNotMatch' };
    if (now() > announced.expiresAt) return { status: 403, code: 'AccessDenied' };
    if (request.contentType !== announced.contentType) return { status: 403, code: 'SignatureDoesNotMatch' };
    if (request.bytes !== announced.contentLength) return { status: 400, code: 'IncompleteBody' };
    await stored(id);
    return { status: 200, code: '' };
  }

  async function start(): Promise<{ server: Server; origin: string }> {
    const { createServer } = await import('node:http');
    const server = createServer(async (request, response) => {
      let bytes = 0;
      for await (const chunk of request as AsyncIterable<Buffer>) bytes += chunk.length;
      const { status, code } = await answer({
        method: request.method ?? '',
        path: new URL(request.url ?? '/', 'http://127.0.0.1').pathname,
        authorization: request.headers.authorization,
        contentType: request.headers['content-type'],
        bytes,
      });
      response.statusCode = status;
      response.end(code === '' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The asset host has no port');
    return { server, origin: `http://127.0.0.1:${address.port}` };
  }

  return {
    origin: async () => {
      running ??= start();
      return (await running).origin;
    },
    close: async () => {
      if (running !== undefined) await closeServer((await running).server);
    },
  };
}

interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly bytes: number;
}
