/** Access to the sandbox: keys, disabled APIs, methods, paths and IDs, and the order of these checks. */
import { describe, expect, test } from 'vitest';
import { seedId } from '../../src/sandbox/identifiers.ts';
import { segmentId } from '../../src/sandbox/nouns/segments.seed.ts';
import { SEEDED_AT, seedAccount } from './account.ts';
import { run } from './running.ts';

const email = seedId('transactional-email', 'Password reset');
const workflow = seedId('workflow', 'Trial onboarding');
const node = seedId('workflow-node', 'Trial onboarding', 'welcome');
const metrics = `/v1/transactional-emails/${email}/metrics`;
const nodeMetrics = `/v1/workflows/${workflow}/nodes/${node}/metrics`;
const unknown = seedId('nothing has this name');

test('every response has the time of the sandbox, refused ones too', async () => {
  const { get } = await run(seedAccount());
  for (const [path, key] of [
    ['/v1/themes'],
    ['/v1/no-such-path'],
    ['/v1/themes', 'wrong'],
    [metrics, 'wrong'],
  ] as const) {
    expect((await get(path, key)).headers.get('date')).toBe(SEEDED_AT.toUTCString());
  }
});

describe('the key', () => {
  test.each([null, 'wrong', 'sandbox2', 'Sandbox'])('%s is refused', async (key) => {
    const { get } = await run(seedAccount());
    for (const path of ['/v1/themes', '/v1/api-key', '/v1/no-such-path', '/v1/dedicated-sending-ips']) {
      const { status, body } = await get(path, key);
      expect({ status, body }).toEqual({ status: 401, body: { success: false, message: expect.any(String) } });
    }
  });

  test('metrics refuse it without a body', async () => {
    const { get } = await run(seedAccount());
    expect(await get(metrics, 'wrong')).toMatchObject({ status: 401, text: '' });
    expect(await get(nodeMetrics, null)).toMatchObject({ status: 401, text: '' });
  });

  test('a valid one returns the team, with the scheme in upper or lower case', async () => {
    const { get, send } = await run(seedAccount());
    expect(await get('/v1/api-key')).toMatchObject({ status: 200, body: { success: true, teamName: 'Brightwater' } });
    expect(await send('GET', '/v1/themes', { headers: { authorization: 'bearer sandbox' } })).toMatchObject({
      status: 200,
    });
    expect(await send('GET', '/v1/themes', { headers: { authorization: 'Basic sandbox' } })).toMatchObject({
      status: 401,
    });
  });
});

describe('a disabled API', () => {
  const content = [
    '/v1/transactional-emails',
    '/v1/transactional-groups',
    '/v1/campaign-groups',
    '/v1/themes',
    '/v1/audience-segments',
    `/v1/audience-segments/${segmentId('All contacts')}`,
  ];
  const always = ['/v1/api-key', '/v1/dedicated-sending-ips'];

  test.each([
    { area: 'content' as const, closed: content, open: ['/v1/workflows', metrics, nodeMetrics] },
    { area: 'workflow' as const, closed: ['/v1/workflows', `/v1/workflows/${workflow}`], open: [...content, metrics] },
  ])('$area answers 401 with a message, the others 200', async ({ area, closed, open }) => {
    const { get } = await run(seedAccount(), { disabled: [area] });
    for (const path of closed) {
      const message = expect.stringContaining('not enabled');
      expect(await get(path), path).toMatchObject({ status: 401, body: { success: false, message } });
    }
    for (const path of [...open, ...always]) expect((await get(path)).status, path).toBe(200);
  });

  test('metrics answers 401 without a body', async () => {
    const { get } = await run(seedAccount(), { disabled: ['metrics'] });
    expect(await get(metrics)).toMatchObject({ status: 401, text: '' });
    expect(await get(nodeMetrics)).toMatchObject({ status: 401, text: '' });
    expect((await get('/v1/transactional-emails')).status).toBe(200);
  });

  test('is checked before method, ID and body', async () => {
    const { send, post } = await run(seedAccount(), { disabled: ['content', 'workflow', 'metrics'] });
    expect((await send('DELETE', '/v1/themes')).status).toBe(401);
    expect((await post('/v1/transactional-groups/nonsense', 'nonsense')).status).toBe(401);
  });
});

describe('methods and paths', () => {
  test.each([
    ['DELETE', '/v1/themes', 'GET, POST'],
    ['POST', metrics, 'GET'],
    ['POST', '/v1/dedicated-sending-ips', 'GET'],
    ['PATCH', `/v1/campaign-groups/${unknown}`, 'GET, POST'],
    ['GET', `/v1/transactional-emails/${email}/draft`, 'POST'],
    ['PUT', '/v1/workflows/not-an-id', 'GET, POST, DELETE'],
  ])('%s %s is answered 405 without a body', async (method, path, allowed) => {
    const { send } = await run(seedAccount());
    const { status, text, headers } = await send(method, path);
    expect({ status, text, allow: headers.get('allow') }).toEqual({ status: 405, text: '', allow: allowed });
  });

  test.each(['/v1', '/v1/', '/v2/themes', '/v1/theme', '/v1/themes/', '/', ''])('%s does not exist', async (path) => {
    const { get } = await run(seedAccount());
    expect(await get(path)).toMatchObject({ status: 404, body: { success: false, message: expect.any(String) } });
  });
});

describe('IDs', () => {
  const routes = [
    (id: string) => `/v1/transactional-emails/${id}`,
    (id: string) => `/v1/transactional-emails/${id}/metrics`,
    (id: string) => `/v1/transactional-groups/${id}`,
    (id: string) => `/v1/campaign-groups/${id}`,
    (id: string) => `/v1/workflows/${id}`,
    (id: string) => `/v1/workflows/${id}/nodes/${node}`,
    (id: string) => `/v1/workflows/${workflow}/nodes/${id}`,
    (id: string) => `/v1/workflows/${workflow}/nodes/${id}/metrics`,
    (id: string) => `/v1/themes/${id}`,
    (id: string) => `/v1/audience-segments/${id}`,
  ];
  const malformed = ['x', unknown.toUpperCase(), unknown.slice(0, 23), `${unknown}00`, 'a%2Fb', '%00', '%E0%A4%A', 'é'];

  test.each(routes.map((route) => [route('{id}'), route] as const))('%s', async (_, route) => {
    const { get } = await run(seedAccount());
    for (const id of malformed) {
      expect(await get(route(id)), id).toMatchObject({ status: 400, body: { message: expect.any(String) } });
    }
    for (const id of [unknown, unknown.slice(0, 24)]) {
      expect(await get(route(id)), id).toMatchObject({ status: 404, body: { message: expect.any(String) } });
    }
  });

  test('are checked before the body', async () => {
    const { post } = await run(seedAccount());
    expect((await post('/v1/transactional-groups/x', 'nonsense')).body).toMatchObject({ message: 'Invalid id.' });
    expect((await post(`/v1/transactional-groups/${unknown}`, 'nonsense')).status).toBe(404);
    expect((await post(`/v1/transactional-emails/${unknown}/draft`, 'nonsense')).status).toBe(404);
  });
});
