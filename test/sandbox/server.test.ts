/** The server: where it listens, how it starts, fails and ends, and the collections that are read-only. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { SANDBOX_API_KEY } from '../../src/sandbox/access.ts';
import { seedId } from '../../src/sandbox/identifiers.ts';
import { nouns } from '../../src/sandbox/nouns/index.ts';
import { segmentId } from '../../src/sandbox/nouns/segments.seed.ts';
import { handlersOf, startSandbox } from '../../src/sandbox/server.ts';
import { SandboxStateError } from '../../src/sandbox/state-file.ts';
import type { Store } from '../../src/sandbox/store.ts';
import { memoryStore, seedAccount } from './account.ts';
import { run, serve } from './running.ts';

/** The globals before the first sandbox of this file starts. */
const ownGlobals = [globalThis.Request, globalThis.Response];

test('themes, segments and sending IPs are shown as they are saved', async () => {
  const account = seedAccount();
  const { get } = await run(account);
  const theme = seedId('theme', 'Coral');
  expect((await get(`/v1/themes/${theme}`)).body).toEqual(account.themes.find(({ id }) => id === theme));
  const segment = segmentId('All contacts');
  expect((await get(`/v1/audience-segments/${segment}`)).body).toMatchObject({ name: 'All contacts', filter: null });
  expect((await get('/v1/dedicated-sending-ips')).body).toEqual(account.dedicatedSendingIps);
});

test('every route has a method and a path, and no two nouns serve the same one', () => {
  const routes = nouns.flatMap(({ handlers }) => Object.keys(handlers));
  expect(routes).toEqual(Object.keys(handlersOf(nouns)));
  for (const route of routes) expect(route).toMatch(/^(GET|POST|PUT|DELETE) \/v1(\/[a-z-]+|\/\{\w+\})+$/);
});

test('it listens on loopback only and returns its address', async () => {
  const sandbox = await startSandbox({ store: memoryStore(seedAccount()) });
  expect(sandbox).toMatchObject({ apiKey: SANDBOX_API_KEY, baseUrl: `http://127.0.0.1:${sandbox.port}/api` });
  await sandbox.close();
  await expect(fetch(`${sandbox.baseUrl}/v1/themes`)).rejects.toThrow();
});

test('a port in use is an ordinary error', async () => {
  const { port } = await run(seedAccount());
  const second = startSandbox({ store: memoryStore(seedAccount()), port });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE', port });
});

test('it does not replace the globals of the process', async () => {
  await run(seedAccount());
  expect([globalThis.Request, globalThis.Response]).toStrictEqual(ownGlobals);
});

test('closing ends idle connections and unfinished requests at once', async () => {
  const account = seedAccount();
  let reached: () => void = () => {};
  const underWay = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let reads = 0;
  const store: Store = {
    read: async () => {
      reads += 1;
      if (reads === 1) return account;
      reached();
      return new Promise(() => {});
    },
    update: () => Promise.reject(new Error('Nothing is changed here')),
  };
  const sandbox = await startSandbox({ store });
  const idle = connect(sandbox.port, '127.0.0.1');
  await once(idle, 'connect');
  const idleClosed = once(idle, 'close');
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const hanging = expect(fetch(`${sandbox.baseUrl}/v1/themes`, { headers })).rejects.toThrow();
  await underWay;
  await sandbox.close();
  await Promise.all([hanging, idleClosed]);
});

test('every response is reported with its path and status', async () => {
  const lines: string[] = [];
  const { get, post } = await run(seedAccount(), { onRequest: (line) => lines.push(line) });
  await get('/v1/themes?perPage=10');
  await get('/v1/themes', null);
  await get('/v1/%1b[31m');
  await post('/v1/campaign-groups', {});
  expect(lines).toEqual([
    'GET /api/v1/themes?perPage=10 200',
    'GET /api/v1/themes 401',
    'GET /api/v1/%1b[31m 404',
    'POST /api/v1/campaign-groups 400',
  ]);
});

test('an unreadable state fails the start, or answers 500 when it becomes unreadable later', async () => {
  const broken = () => Promise.reject(new SandboxStateError('state.json', 'is not valid JSON'));
  await expect(startSandbox({ store: { read: broken, update: broken } })).rejects.toThrow(SandboxStateError);
  let reads = 0;
  const account = seedAccount();
  const { get } = await serve({
    store: { read: () => (reads++ === 0 ? Promise.resolve(account) : broken()), update: broken },
  });
  expect(await get('/v1/themes')).toMatchObject({
    status: 500,
    body: { success: false, message: expect.stringContaining('loopsctl sandbox reset') },
  });
});

test('concurrent creations are all saved', async () => {
  const account = seedAccount();
  const { get, post } = await run(account);
  const created = await Promise.all(
    Array.from({ length: 30 }, (_, n) => post('/v1/campaign-groups', { name: `n${n}` })),
  );
  expect(created.every(({ status }) => status === 200)).toBe(true);
  expect((await get('/v1/campaign-groups')).body).toMatchObject({
    pagination: { totalResults: account.campaignGroups.length + created.length },
  });
});
