/** A proxy in front of a sandbox that answers some requests with 500, or loses their responses. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FlakyService {
  /** The variables that select this proxy. */
  readonly env: Readonly<Record<string, string>>;
  /** The number of requests so far. */
  count(): number;
  close(): Promise<void>;
}

/**
 * What goes wrong with a request: nothing, a 500 in its place, or a connection that is cut after it was processed. `garbled`: it was
 * processed, and the response is not JSON.
 */
export type Flaw = boolean | 'lost' | 'garbled';

/** `fails` is called with the path of each request, the number of requests so far, and the method. */
export async function flakyService(
  baseUrl: string,
  fails: (path: string, count: number, method: string) => Flaw,
): Promise<FlakyService> {
  const { origin, pathname } = new URL(baseUrl);
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    const flaw = fails(path, ++count, incoming.method ?? '');
    if (flaw === true) {
      outgoing.writeHead(500).end();
      return;
    }
    const passed = request(new URL(path, origin), { method: incoming.method, headers: incoming.headers }, (answer) => {
      if (flaw === 'lost') answer.resume().on('end', () => incoming.socket.destroy());
      else if (flaw === 'garbled') answer.resume().on('end', () => outgoing.writeHead(200).end('<html>'));
      else {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      }
    });
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: { LOOPS_BASE_URL: `http://127.0.0.1:${port}${pathname}` },
    count: () => count,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
