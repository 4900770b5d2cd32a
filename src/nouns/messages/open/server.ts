/** Serves one page on this machine, for a browser that reloads it when the email changes. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '../../../runtime/close-server.ts';

export interface Page {
  /** Changes whenever the page does. */
  readonly version: string;
  readonly html: string;
}

export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};

/** Reloads the page after a change. It knows the version that it shows. */
export const reloadScript = (version: string): string =>
  `setInterval(async()=>{try{const r=await fetch("version"+location.search);if(r.ok&&await r.text()!==${JSON.stringify(version)})location.reload()}catch{}},700)`;

/** `read` is called for every request. Another page, another host name or a wrong token get 403 or 404. */
export async function servePage(port: number, read: () => Promise<Page>): Promise<PageServer> {
  const token = randomBytes(16).toString('hex');

  async function respond({
    url = '',
    headers,
    method,
  }: IncomingMessage): Promise<[status: number, type: string, text: string]> {
    const { port: actual } = server.address() as AddressInfo;
    // A page of another site can use a name that resolves to this address, and then reads what it is sent.
    if (headers.host !== `${HOST}:${actual}`) return [403, 'text/plain', 'Forbidden.'];
    const { pathname, searchParams } = new URL(url, `http://${HOST}`);
    if (!isSame(searchParams.get('token') ?? '', token)) return [403, 'text/plain', 'Forbidden.'];
    if (method !== 'GET') return [405, 'text/plain', 'Method not allowed.'];
    if (pathname === '/version') return [200, 'text/plain', (await read()).version];
    return pathname === '/' ? [200, 'text/html', (await read()).html] : [404, 'text/plain', 'Not found.'];
  }

  const server = createServer((request, response) => {
    respond(request)
      .catch((error: unknown): [number, string, string] => [
        500,
        'text/plain',
        error instanceof Error ? error.message : 'Failed.',
      ])
      .then(([status, type, text]) => {
        response.writeHead(status, {
          'content-type': `${type}; charset=utf-8`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        });
        response.end(text);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return { url: `http://${HOST}:${actual}/?token=${token}`, close: () => closeServer(server) };
}
