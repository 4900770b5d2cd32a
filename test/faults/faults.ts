/** Every fault of the matrix: the behavior of the server, and the expected result. */
import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '../../src/errors.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { type Behaviour, json, reply } from './server.ts';

export interface Fault {
  readonly name: string;
  readonly code: ErrorCode;
  /** How many requests arrive: one, or one for every attempt (four) if the operation is safe to repeat. */
  readonly arrivals: 'once' | 'repeated' | 'always repeated' | 'none';
  readonly behave: Behaviour;
  readonly onConnect?: Parameters<typeof import('./server.ts').startFaultServer>[1];
  /** Replaces the URL of the fault server. */
  readonly baseUrl?: (port: number) => string | Promise<string>;
  readonly lookup?: Runtime['lookup'];
  /** Only for lists: other operations have no pages. */
  readonly onlyLists?: true;
  /** What an operation without a response body expects. */
  readonly fitsNoContent?: true;
  /** Few operations at a time, because each holds a large body in memory. */
  readonly heavy?: true;
  /** Added to the command line. */
  readonly flags?: readonly string[];
}

const status = (
  code: number,
  body: unknown,
  error: ErrorCode,
  arrivals: Fault['arrivals'] = 'once',
  headers: Record<string, string> = {},
): Pick<Fault, 'code' | 'arrivals' | 'behave'> => ({
  code: error,
  arrivals,
  behave: (socket) => socket.write(typeof body === 'string' ? reply(code, headers, body) : json(code, body, headers)),
});

const answer = (
  body: string | Buffer,
  headers: Record<string, string> = {},
): Pick<Fault, 'code' | 'arrivals' | 'behave'> => {
  const bytes = reply(200, { 'content-type': 'application/json', ...headers }, body);
  return { code: 'unexpected_response', arrivals: 'once', behave: (socket) => socket.write(bytes) };
};

const HTML = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>';
/** Long enough to connect and send the request while other programs keep the processors busy. */
const SHORT_TIMEOUT = ['--timeout', '3'];

/** A port without a listener. */
/** No server of another test gets a port below 1,024, as it could with one that was open a moment ago. */
const CLOSED_PORT = 9;

const page = (cursor: string, data: readonly unknown[]) =>
  json(200, {
    pagination: { totalResults: 1, returnedResults: 1, perPage: 50, totalPages: 1, nextCursor: cursor, nextPage: 'x' },
    data,
  });

const silent: Behaviour = () => undefined;

export const FAULTS: readonly Fault[] = [
  // The connection.
  {
    name: 'connection refused',
    code: 'unavailable',
    arrivals: 'none',
    behave: silent,
    baseUrl: () => `http://127.0.0.1:${CLOSED_PORT}/api`,
  },
  {
    name: 'unknown host name',
    code: 'unavailable',
    arrivals: 'none',
    behave: silent,
    baseUrl: (port) => `http://nowhere.localhost:${port}/api`,
    lookup: (_, __, callback) => callback(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), '', 4),
  },
  {
    name: 'plain HTTP instead of TLS',
    code: 'unavailable',
    arrivals: 'none',
    behave: silent,
    onConnect: (socket) => socket.end(reply(400, {}, 'plain')),
    baseUrl: (port) => `https://127.0.0.1:${port}/api`,
  },
  {
    name: 'closed on connect',
    code: 'unavailable',
    arrivals: 'none',
    behave: silent,
    onConnect: (socket) => socket.destroy(),
  },
  {
    name: 'connection closed after the request',
    code: 'unavailable',
    arrivals: 'repeated',
    behave: (socket) => socket.destroy(),
  },
  {
    name: 'connection closed in the headers',
    code: 'unavailable',
    arrivals: 'repeated',
    behave: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty'),
  },
  {
    name: 'connection closed in the body',
    code: 'unavailable',
    arrivals: 'repeated',
    behave: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"id": "c1'),
  },
  {
    name: 'connection closed in a chunked body',
    code: 'unavailable',
    arrivals: 'repeated',
    behave: (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n400\r\n{"id": "c1'),
  },
  {
    name: 'not HTTP',
    code: 'unavailable',
    arrivals: 'repeated',
    behave: (socket) => socket.end('220 mail.example ESMTP\r\n'),
  },
  { name: 'no response', code: 'unavailable', arrivals: 'once', behave: silent, flags: SHORT_TIMEOUT },
  {
    name: 'headers never end',
    code: 'unavailable',
    arrivals: 'once',
    behave: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'),
    flags: SHORT_TIMEOUT,
  },
  {
    name: 'body never ends',
    code: 'unavailable',
    arrivals: 'once',
    behave: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{'),
    flags: SHORT_TIMEOUT,
  },

  // Statuses.
  { name: '500', ...status(500, { success: false, message: 'Oops' }, 'unavailable') },
  { name: '501', ...status(501, { success: false, message: 'Not implemented' }, 'rejected') },
  { name: '502 with an HTML page', ...status(502, HTML, 'unavailable', 'repeated', { 'content-type': 'text/html' }) },
  { name: '503', ...status(503, { message: 'Later' }, 'unavailable', 'repeated') },
  { name: '503 with Retry-After', ...status(503, '', 'unavailable', 'repeated', { 'retry-after': '1' }) },
  { name: '504 without a body', ...status(504, '', 'unavailable', 'repeated') },
  { name: '429 repeatedly', ...status(429, { message: 'Slow down' }, 'rate_limited', 'always repeated') },
  { name: '429 with Retry-After', ...status(429, '', 'rate_limited', 'always repeated', { 'retry-after': '2' }) },
  { name: '429 with Retry-After of an hour', ...status(429, '', 'rate_limited', 'once', { 'retry-after': '3600' }) },
  { name: '400', ...status(400, { success: false, message: 'Invalid id.' }, 'rejected') },
  { name: '400 in the deprecated shape', ...status(400, { error: { path: 'name', message: 'Too long' } }, 'rejected') },
  { name: '400 with an HTML page', ...status(400, HTML, 'rejected') },
  {
    name: '401, invalid key',
    ...status(401, '', 'unauthorized'),
  },
  {
    name: '401, feature not enabled',
    code: 'area_disabled',
    arrivals: 'once',
    behave: (socket, { path }) =>
      socket.write(
        path.endsWith('/v1/api-key') ? json(200, { success: true, teamName: 'Brightwater' }) : reply(401, {}, ''),
      ),
  },
  { name: '403', ...status(403, '', 'unauthorized') },
  { name: '404', ...status(404, { message: 'Not found.' }, 'not_found') },
  { name: '404 with an HTML page', ...status(404, HTML, 'not_found') },
  { name: '405 without a body', ...status(405, '', 'rejected', 'once', { allow: 'GET' }) },
  { name: '409', ...status(409, { message: 'Conflict' }, 'conflict') },
  { name: '413', ...status(413, { message: 'Too large', maxBytes: 5 }, 'rejected') },
  { name: '422', ...status(422, { message: 'Invalid', invalidTags: ['x'] }, 'rejected') },
  { name: 'unknown status 499', ...status(499, '', 'rejected') },
  {
    name: 'redirect to another origin',
    ...status(302, '', 'unexpected_response', 'once', { location: 'https://elsewhere.example/?k=1' }),
  },
  { name: 'redirect to itself', ...status(307, '', 'unexpected_response', 'once', { location: '/api/v1/themes' }) },
  { name: '304', ...status(304, '', 'unexpected_response') },
  {
    name: '400 that quotes the key',
    code: 'rejected',
    arrivals: 'once',
    behave: (socket, { headers }) => socket.write(json(400, { message: `Bad header: ${headers['authorization']}` })),
  },
  {
    name: '400 with escape sequences',
    ...status(400, { message: '\u001b]0;owned\u0007\u001b[2J\u202egnp.exe\r\nfake: line\u009b31m' }, 'rejected'),
  },

  // Bodies.
  { name: 'empty body', ...answer('') },
  { name: '204', ...status(204, '', 'unexpected_response'), fitsNoContent: true },
  { name: 'HTML page', ...answer(HTML, { 'content-type': 'text/html' }) },
  { name: 'plain text', ...answer('OK', { 'content-type': 'text/plain' }) },
  { name: 'truncated JSON', ...answer('{"id": "c1", "name": "The') },
  { name: 'JSON of another shape', ...answer('42') },
  { name: 'JSON without any expected field', ...answer('{"unexpected": true}') },
  { name: 'JSON null', ...answer('null'), fitsNoContent: true },
  { name: 'JSON nested 100,000 levels deep', ...answer(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) },
  { name: 'invalid gzip', ...answer('{"id": 1}', { 'content-encoding': 'gzip' }) },
  { name: 'unknown content encoding', ...answer('{"id": 1}', { 'content-encoding': 'zstd-and-more' }) },
  {
    name: 'gzip bomb (65 MiB)',
    heavy: true,
    ...answer(gzipSync(Buffer.alloc(65 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' }),
  },
  { name: 'body of 65 MiB', heavy: true, ...answer(Buffer.alloc(65 * 1024 * 1024, ' ')) },

  // Pages.
  {
    name: 'repeated cursor',
    code: 'unexpected_response',
    arrivals: 'once',
    onlyLists: true,
    behave: (socket) => socket.write(page('same', [])),
  },
  {
    name: 'endless pagination',
    code: 'unexpected_response',
    arrivals: 'once',
    onlyLists: true,
    behave: (() => {
      let next = 0;
      return (socket) => socket.write(page(`cursor-${next++}`, []));
    })(),
  },
];
