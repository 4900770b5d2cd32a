// A minimal API server on loopback. The first part of the path is the number of themes or nodes: /10000/api/v1/themes. Prints
// its port, and exits at the end of its standard input.
import { createServer } from 'node:http';
import { theme, workflow } from './items.js';

// No client should wait for a rate limit.
const HEADERS = { 'content-type': 'application/json', 'x-ratelimit-limit': '1000000' };

const DOMAIN = {
  id: 'd91cd9bd-1176-453e-8fc1-35364d380206',
  name: 'example.com',
  status: 'verified',
  created_at: '2026-01-02 03:04:05.678+00',
  region: 'us-east-1',
};

/** Collections whose names `workflow show` looks up, and which it keeps in its cache. */
const NAMED = ['api/v1/workflows', 'api/v1/campaigns', 'api/v1/audience-segments'];
const ONE_PAGE = { totalResults: 0, returnedResults: 0, totalPages: 1, nextCursor: null, nextPage: null };

function themes(total, query) {
  const perPage = Number(query.get('perPage') ?? 20);
  const start = Number(query.get('cursor') ?? 0);
  const data = [];
  for (let index = start; index < Math.min(start + perPage, total); index++) data.push(theme(index));
  const nextCursor = start + perPage < total ? String(start + perPage) : null;
  const pagination = {
    totalResults: total,
    returnedResults: data.length,
    perPage,
    totalPages: Math.ceil(total / perPage),
    nextCursor,
    nextPage: null,
  };
  return { pagination, data };
}

function answer(url) {
  const [, total, ...path] = url.pathname.split('/');
  if (path.join('/') === 'api/v1/themes') return themes(Number(total), url.searchParams);
  if (path.join('/') === 'api/v1/dedicated-sending-ips') return ['192.0.2.10', '192.0.2.11', '2001:db8::10'];
  if (path.join('/') === 'api/v1/lists') return [];
  if (NAMED.includes(path.join('/'))) return { pagination: { ...ONE_PAGE, perPage: 50 }, data: [] };
  if (path.slice(0, 3).join('/') === 'api/v1/workflows') return workflow(Number(total));
  if (url.pathname === '/domains') return { object: 'list', has_more: false, data: [DOMAIN] };
  return undefined;
}

const server = createServer((request, response) => {
  const value = answer(new URL(request.url, 'http://stub'));
  const body = JSON.stringify(value ?? { message: 'There is no such thing.' });
  response.writeHead(value === undefined ? 404 : 200, { ...HEADERS, 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on('end', () => process.exit());
