/** Proves that `api` sends every known request and unknown ones, with the retries, pages and failures of other commands. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { operations } from '../../../src/nouns/operations.ts';
import { type Behaviour, json, reply, startFaultServer } from '../../faults/server.ts';
import { createWorld, type RunOptions, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A server that behaves as told, and a function that runs `api` on it. */
async function serve(behave: Behaviour, basePath = '/api') {
  const server = await startFaultServer(behave);
  onTestFinished(() => server.close());
  const env = { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}${basePath}` };
  return {
    server,
    api: (words: readonly string[], options: RunOptions = {}) =>
      world.run(['api', ...words], { ...options, env: { ...options.env, ...env } }),
  };
}

const ID = 'c5361agykn6fatjv6m1yx7nd3';

describe('every operation', () => {
  it.each(operations.map(({ route }) => route))('%s arrives as it was typed, without a warning', async (route) => {
    const { server, api } = await serve((socket) => socket.write(json(200, { fine: true })));
    const [method = '', template = ''] = route.split(' ');
    const path = template.replace(/\{\w+\}/g, ID);
    const { code, stdout, stderr } = await api([method, path, '-f', 'a=1', '-f', 'b:=2', '--json', '--yes']);
    expect({ code, stderr, value: JSON.parse(stdout) }).toEqual({ code: 0, stderr: '', value: { fine: true } });
    const isGet = method === 'GET';
    expect(server.arrived).toMatchObject([
      { method, path: `/api${path}${isGet ? '?a=1&b=2' : ''}`, body: isGet ? '' : '{"a":"1","b":2}' },
    ]);
  });

  it.each(
    operations.filter(({ route }) => route.startsWith('POST ')).map(({ route, repeatable }) => ({ route, repeatable })),
  )('$route is retried only if it is repeatable ($repeatable)', async ({ route, repeatable }) => {
    const { server, api } = await serve((socket) => socket.write(json(503, {})));
    const path = (route.split(' ')[1] ?? '').replace(/\{\w+\}/g, ID);
    const { code, stderr } = await api(['POST', path, '--retries', '2', '--yes']);
    expect([code, server.arrived.length]).toEqual([7, repeatable ? 3 : 1]);
    if (!repeatable) expect(stderr).toContain('may have been processed');
  });
});

describe('an unknown request', () => {
  it('is sent with a warning that names the nearest route', async () => {
    const { server, api } = await serve((socket) => socket.write(json(200, [1])));
    const { code, stdout, stderr } = await api(['GET', '/v1/transactional-emial', '-o', 'ndjson']);
    expect([code, stdout]).toEqual([0, '1\n']);
    expect(stderr).toContain('The nearest known one is GET /v1/transactional-emails.');
    expect(server.arrived).toHaveLength(1);
  });

  it.each([
    ['GET', 3],
    ['POST', 1],
    ['PUT', 1],
    ['DELETE', 1],
  ] as const)('with %s is sent %i times where the API is unavailable', async (method, count) => {
    const { server, api } = await serve((socket) => socket.write(json(503, {})));
    expect((await api([method, '/v1/invented', '--retries', '2', '--yes'])).code).toBe(7);
    expect(server.arrived).toHaveLength(count);
  });

  it('is refused before it is sent where there is no key', async () => {
    const { server, api } = await serve((socket) => socket.write(json(200, {})));
    expect((await api(['GET', '/v1/invented'], { env: { LOOPS_API_KEY: undefined } })).code).toBe(3);
    expect(server.arrived).toEqual([]);
  });
});

describe('a request', () => {
  it('with DELETE may have a body, and 204 is null', async () => {
    const { server, api } = await serve((socket) => socket.write(reply(204, {}, '')));
    const { code, stdout } = await api(['DELETE', `/v1/workflows/${ID}`, '-f', 'confirmDelete:=true', '-q', '--yes']);
    expect([code, stdout]).toEqual([0, 'null\n']);
    expect(server.arrived).toMatchObject([{ method: 'DELETE', body: '{"confirmDelete":true}' }]);
  });

  it.each(['/api', '/api/', '/api/v1', '/api/v1/', '/v1', ''])(
    'works with a base URL that ends in "%s"',
    async (base) => {
      const { server, api } = await serve((socket) => socket.write(json(200, {})), base);
      expect((await api(['GET', '/v1/themes'])).code).toBe(0);
      expect(server.arrived[0]?.path).toBe(`${base.startsWith('/api') ? '/api' : ''}/v1/themes`);
    },
  );

  it('takes the URL of the next page', async () => {
    const { stdout } = await world.run(['api', 'GET', '/v1/themes?perPage=10']);
    const { pagination } = JSON.parse(stdout) as { pagination: { nextPage: string } };
    const next = await world.run(['api', 'GET', pagination.nextPage]);
    expect([next.code, JSON.parse(next.stdout).pagination.nextPage]).toEqual([0, null]);
  });

  it('reads its body from a file with a byte order mark, and from standard input', async () => {
    const { server, api } = await serve((socket) => socket.write(json(200, {})));
    await world.write('body.json', '\ufeff{"name": "N"}');
    expect((await api(['POST', '/v1/themes', '--input', 'body.json', '-q', '--yes'])).code).toBe(0);
    expect((await api(['POST', '/v1/themes', '--input', '-', '-q', '--yes'], { stdin: '{"name":"N"}' })).code).toBe(0);
    expect(server.arrived.map(({ body }) => body)).toEqual(['{"name":"N"}', '{"name":"N"}']);
    for (const stdin of ['', '{', 'null', '\u0000']) {
      expect((await api(['POST', '/v1/themes', '--input', '-', '--yes'], { stdin })).code).toBe(2);
    }
    expect(server.arrived).toHaveLength(2);
  });

  it('that gets no JSON exits with 8', async () => {
    const { api } = await serve((socket) => socket.write(reply(200, { 'content-type': 'text/html' }, '<p>')));
    const { code, stdout, stderr } = await api(['GET', '/v1/themes']);
    expect([code, stdout]).toEqual([8, '']);
    expect(stderr).toContain('text/html');
  });

  it('prints any JSON as it came, and compares it with the schema only with --strict', async () => {
    const { api } = await serve((socket) => socket.write(json(200, { odd: 1 })));
    expect(await api(['GET', '/v1/themes'])).toEqual({ code: 0, stdout: '{\n  "odd": 1\n}\n', stderr: '' });
    expect((await api(['GET', '/v1/themes', '--strict'])).code).toBe(8);
    expect((await api(['GET', '/v1/invented', '--strict'])).code).toBe(0);
  });

  it('with --include prints the status and the headers, without cookies', async () => {
    const headers = { 'set-cookie': 'session=secret', 'x-ratelimit-remaining': '9' };
    const { api } = await serve((socket) => socket.write(json(201, { id: 1 }, headers)));
    const value = JSON.parse((await api(['POST', '/v1/themes', '--include', '-q', '--yes'])).stdout);
    expect(value).toMatchObject({ status: 201, headers: { 'x-ratelimit-remaining': '9' }, body: { id: 1 } });
    expect(JSON.stringify(value)).not.toContain('secret');
  });

  it('that is refused with 401 for a feature says so', async () => {
    const { api } = await serve((socket, { path }) =>
      socket.write(path === '/api/v1/api-key' ? json(200, { success: true, teamName: 'T' }) : json(401, {})),
    );
    const { code, stderr } = await api(['GET', '/v1/themes', '--json']);
    expect([code, JSON.parse(stderr).error.code]).toEqual([3, 'area_disabled']);
  });
});

describe('--paginate', () => {
  const page = (data: readonly unknown[], nextCursor: unknown, totalPages = 2) =>
    json(200, { data, pagination: { nextCursor, totalPages } });

  it('makes one document of all pages, and keeps the query', async () => {
    const { server, api } = await serve((socket, { path }) =>
      socket.write(path.includes('cursor=two') ? page([2], null) : page([1], 'two')),
    );
    expect(JSON.parse((await api(['GET', '/v1/themes?perPage=10', '-f', 'a=b', '--paginate'])).stdout)).toEqual([1, 2]);
    expect(server.arrived.map(({ path }) => path)).toEqual([
      '/api/v1/themes?perPage=10&a=b',
      '/api/v1/themes?perPage=10&a=b&cursor=two',
    ]);
  });

  it('asks for the largest pages only of known lists', async () => {
    const { server, api } = await serve((socket) => socket.write(page([], null)));
    for (const path of ['/v1/themes', '/v1/invented']) {
      expect(await api(['GET', path, '--paginate', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' });
    }
    expect(server.arrived.map(({ path }) => path)).toEqual(['/api/v1/themes?perPage=50', '/api/v1/invented']);
  });

  it.each([
    ['no envelope', () => json(200, { data: [] })],
    ['no cursor', () => json(200, { data: [], pagination: {} })],
    ['an empty cursor', () => page([], '')],
    ['a cursor that is a number', () => page([], 7)],
    ['no items', () => json(200, { pagination: { nextCursor: null } })],
    ['a cursor that comes again', () => page([1], 'same')],
    ['nothing', () => reply(204, {}, '')],
  ])('exits with 8 for %s, and prints nothing', async (_, response) => {
    const { api } = await serve((socket) => socket.write(response()));
    expect(await api(['GET', '/v1/themes', '--paginate'])).toMatchObject({ code: 8, stdout: '' });
  });
});
