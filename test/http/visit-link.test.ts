/** Opening links: HEAD, then GET, a limit of redirects, no private networks, and nothing unknown is good. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPrivateAddress, type publicLookup } from '../../src/http/private-addresses.ts';
import { visitLink } from '../../src/http/visit-link.ts';

let server: Server;
let base = '';
const requests: string[] = [];

beforeAll(async () => {
  server = createServer(({ method, url = '', headers }, response) => {
    requests.push(`${method} ${url}${headers.authorization === undefined ? '' : ' with a key'}`);
    const redirect = /^\/redirect\/(\d+)$/.exec(url)?.[1];
    if (redirect !== undefined) {
      const next = redirect === '0' ? '/page' : `/redirect/${Number(redirect) - 1}`;
      response.writeHead(302, { location: next }).end();
    } else if (url === '/out') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    else if (url === '/no-head') response.writeHead(method === 'HEAD' ? 405 : 200).end('page');
    else if (url === '/endless' && method === 'GET') response.writeHead(200).write('a');
    else if (url === '/endless') response.writeHead(500).end();
    else if (url === '/closes') response.destroy();
    else if (url !== '/hangs') response.writeHead(Number(url.slice(1)) || 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const visit = (address: string, mayVisitLoopback = true, timeout = 10_000) =>
  visitLink(
    address,
    { timeout, userAgent: 'test', mayVisitLoopback: async () => mayVisitLoopback, trace: () => {} },
    { env: {}, signal: new AbortController().signal, catchSignals: () => () => {}, lookup: privateName },
  );

/** Every name has a private address, so nothing leaves this machine. */
const privateName: NonNullable<Parameters<typeof publicLookup>[0]> = (_, options, callback) =>
  options.all === true ? callback(null, [{ address: '192.168.0.1', family: 4 }]) : callback(null, '192.168.0.1', 4);

test.each([
  ['/page', 'good', ''],
  ['/redirect/4', 'good', ''],
  ['/no-head', 'good', ''],
  ['/endless', 'good', ''],
  ['/404', 'broken', 'the server responds with status 404'],
  ['/410', 'broken', 'the server responds with status 410'],
  ['/403', 'unknown', 'the server responds with status 403'],
  ['/429', 'unknown', 'the server responds with status 429'],
  ['/503', 'unknown', 'the server responds with status 503'],
  ['/304', 'unknown', 'the server responds with status 304'],
  ['/redirect/5', 'unknown', 'there are more than 5 redirects'],
  ['/out', 'unknown', 'it leads to a private network'],
  ['/closes', 'unknown', 'the connection failed (UND_ERR_SOCKET)'],
])('%s is %s', async (path, state, why) => {
  expect(await visit(base + path)).toEqual({ state, why });
});

test.each([
  ['http://10.1.2.3/', 'it leads to a private network'],
  ['http://[fd00::1]/', 'it leads to a private network'],
  ['https://intranet.acme.test/', 'it leads to a private network'],
  ['https://user:secret@acme.test/', 'it contains a user name or password'],
  ['ftp://acme.test/', 'it leads to no web address'],
  ['https://', 'it leads to no web address'],
])('%s is not opened', async (address, why) => {
  expect(await visit(address)).toEqual({ state: 'unknown', why });
});

test('this machine is opened only for a sandbox', async () => {
  requests.length = 0;
  expect(await visit(`${base}/page`, false)).toEqual({ state: 'unknown', why: 'it leads to a private network' });
  expect(requests).toEqual([]);
});

test('a link that hangs is unknown', async () => {
  expect(await visit(`${base}/hangs`, true, 50)).toEqual({
    state: 'unknown',
    why: 'there is no response within 0.05 s',
  });
});

test('HEAD comes first, GET only where it is needed, and never a key', async () => {
  requests.length = 0;
  await visit(`${base}/page`);
  await visit(`${base}/no-head`);
  expect(requests).toEqual(['HEAD /page', 'HEAD /no-head', 'GET /no-head']);
});

test('addresses that only look public', () => {
  const list = ['127.0.0.1', '::1', '[::ffff:10.0.0.1]', '169.254.169.254', '100.64.0.1', '::', '8.8.8.8', 'acme.test'];
  expect(list.filter(isPrivateAddress)).toEqual(list.slice(0, 6));
});
