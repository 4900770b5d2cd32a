/** A proxy in front of a sandbox that loses some responses, or some requests, and can let somebody else act in between. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LossyService {
  /** The variables that select this proxy. */
  readonly env: Readonly<Record<string, string>>;
  /** Requests that change something, `POST /v1/workflows/c1/nodes`. */
  readonly writes: readonly string[];
  close(): Promise<void>;
}

/**
 * What happens to a request that changes something: `response` is lost after the request was carried out, or the `request`
 * itself is, or the `status` field of the response means nothing. Undefined: nothing.
 */
export type Loss = 'response' | 'request' | 'status' | undefined;

export async function lossyService(
  baseUrl: string,
  lossOf: (write: string, count: number) => Loss | Promise<Loss>,
): Promise<LossyService> {
  const { origin, pathname } = new URL(baseUrl);
  const writes: string[] = [];
  const server = createServer(async (incoming: IncomingMessage, outgoing) => {
    const { url: path = '', method = '' } = incoming;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const isWrite = method !== 'GET';
    if (isWrite) writes.push(`${method} ${path.slice(pathname.length)}`);
    const loss = isWrite ? await lossOf(writes.at(-1) ?? '', writes.length) : undefined;
    if (loss === 'request') {
      incoming.socket.destroy();
      return;
    }
    const passed = request(new URL(path, origin), { method, headers: incoming.headers }, async (answer) => {
      if (loss === 'response') {
        for await (const _ of answer);
        incoming.socket.destroy();
        return;
      }
      if (loss === 'status') {
        const text: Buffer[] = [];
        for await (const chunk of answer) text.push(chunk as Buffer);
        const value = { ...JSON.parse(Buffer.concat(text).toString('utf8')), status: 'unheard of' };
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.end(Buffer.concat(chunks));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: { LOOPS_BASE_URL: `http://127.0.0.1:${port}${pathname}` },
    writes,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
