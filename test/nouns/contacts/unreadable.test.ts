/** What a command decides by: when the API omits or garbles it, nothing is written, and the exit code is 8. */
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ACTIVE_CHARACTERS } from '../../faults/active-characters.ts';
import { createWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.write('one.csv', 'email,plan\nada@example.com,pro\n');
  await world.write('both.csv', 'email,userId,plan\nada@example.com,user_43,pro\n');
});
afterAll(() => world.close());

const FOUND = [{ id: 'c1', email: 'ada@example.com', userId: 'user_42', subscribed: true, mailingLists: {} }];
const STATE = {
  contact: { id: 'c1', email: 'gone@acme.test', userId: null },
  isSuppressed: true,
  removalQuota: { limit: 5, remaining: 5 },
};
const RESPONSES: Readonly<Record<string, unknown>> = {
  'GET /v1/contacts/find': FOUND,
  'GET /v1/contacts/suppression': STATE,
  'GET /v1/contacts/properties': [{ key: 'plan', label: 'Plan', type: 'string' }],
  'GET /v1/lists': [{ id: 'c00000000000000000000000a', name: 'News', description: null, isPublic: true }],
  'GET /v1/api-key': { success: true, teamName: 'Brightwater' },
};

/** Answers reads with these values, and counts writes. */
async function start(changes: Readonly<Record<string, unknown>>) {
  const writes: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/api/, '').replace(/\?.*$/, '');
    const route = `${request.method} ${path}`;
    if (request.method !== 'GET') writes.push(route);
    const value = { success: true, id: 'c1', message: 'Done.', ...{ removalQuota: { limit: 5, remaining: 4 } } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.method === 'GET' ? { ...RESPONSES, ...changes }[route] : value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, writes };
}

const UPDATE = 'contacts update ada@example.com --set plan=pro';
const BOTH = 'contacts update ada@example.com --user-id user_42 --set plan=pro --yes';
const LIST = 'contacts update ada@example.com --list c00000000000000000000000a';
const REMOVE = 'contacts suppression remove gone@acme.test --yes';
const ERASE = 'contacts erase ada@example.com --yes';
const IMPORT = 'contacts import one.csv --may-trigger --yes';
const TRIGGERS = 'contacts import one.csv';
const CHANGED = 'contacts import one.csv --may-trigger --yes --only-changed';
const IDS = 'contacts import both.csv --may-trigger --yes';
const FIND = 'GET /v1/contacts/find';
const SUPPRESSION = 'GET /v1/contacts/suppression';

test.each<[line: string, route: string, value: unknown]>([
  [UPDATE, FIND, [null]],
  [UPDATE, FIND, ['ada']],
  [UPDATE, FIND, { data: FOUND }],
  [BOTH, FIND, [{ ...FOUND[0], id: undefined }]],
  [BOTH, FIND, [{ ...FOUND[0], id: 7 }]],
  [UPDATE, 'GET /v1/contacts/properties', [null]],
  [UPDATE, 'GET /v1/contacts/properties', [{ key: 'plan', label: 'Plan' }]],
  [UPDATE, 'GET /v1/contacts/properties', [{ key: 'plan', label: 'Plan', type: 5 }]],
  [IMPORT, 'GET /v1/api-key', { success: true }],
  [IMPORT, 'GET /v1/api-key', null],
  [IMPORT, 'GET /v1/contacts/properties', { data: [] }],
  [IMPORT, 'GET /v1/contacts/properties', [null]],
  [IMPORT, 'GET /v1/lists', [{ id: 5 }]],
  [TRIGGERS, 'GET /v1/workflows', { pagination: { nextCursor: null }, data: [null] }],
  [TRIGGERS, 'GET /v1/workflows', { pagination: { nextCursor: null }, data: [{ id: 5 }] }],
  [CHANGED, FIND, [null]],
  [CHANGED, FIND, 'none'],
  [IDS, FIND, [{ id: 5, userId: 'other' }]],
  [LIST, 'GET /v1/lists', [null]],
  [LIST, 'GET /v1/lists', [{ name: 'News' }]],
  [REMOVE, SUPPRESSION, { ...STATE, isSuppressed: undefined }],
  [REMOVE, SUPPRESSION, { ...STATE, isSuppressed: 'no' }],
  [REMOVE, SUPPRESSION, { ...STATE, removalQuota: undefined }],
  [REMOVE, SUPPRESSION, { ...STATE, removalQuota: { limit: 5, remaining: null } }],
  [ERASE, FIND, [null]],
  [ERASE, FIND, 'gone'],
  ['contacts suppression show gone@acme.test', SUPPRESSION, { ...STATE, isSuppressed: null }],
])('%s: %s answers %j', async (line, route, value) => {
  const { baseUrl, writes } = await start({ [route]: value });
  await rm(join(world.directory, 'one.csv.journal'), { force: true });
  const { code, stderr } = await world.run(line.split(' '), { env: { LOOPS_BASE_URL: baseUrl } });
  await rm(join(world.directory, 'both.csv.journal'), { force: true });
  expect({ code, writes, stderr: /bug in loopsctl/.exec(stderr) }).toEqual({ code: 8, writes: [], stderr: null });
});

test.each([UPDATE, BOTH, LIST, REMOVE, IMPORT])('%s writes once when everything is readable', async (line) => {
  const { baseUrl, writes } = await start({});
  const { code } = await world.run(line.split(' '), { env: { LOOPS_BASE_URL: baseUrl } });
  expect({ code, writes: writes.length }).toEqual({ code: 0, writes: 1 });
});

test('a contact whose fields have other types is shown, with a warning', async () => {
  const odd = [{ id: 5, email: { a: 1 }, subscribed: 'maybe', mailingLists: 'none', userId: ['x'] }];
  const { baseUrl } = await start({ [FIND]: odd });
  const { code, stdout, stderr } = await world.run(['contacts', 'show', 'ada@example.com'], {
    env: { LOOPS_BASE_URL: baseUrl },
  });
  expect(code).toBe(0);
  expect(stdout).toContain('maybe');
  expect(stderr).toContain('warning');
});

test('names and values of properties cannot control the terminal', async () => {
  const hostile = [
    { ...FOUND[0], firstName: '\u001b[31mAda', 'ev\u001b]0;il\u0007': '\u009b2J', ['x'.repeat(3000)]: 'y' },
  ];
  const { baseUrl } = await start({ [FIND]: hostile });
  for (const columns of [undefined, 60]) {
    const { code, stdout } = await world.run(['contacts', 'show', 'ada@example.com', '--no-color'], {
      env: { LOOPS_BASE_URL: baseUrl },
      ...(columns === undefined ? {} : { columns }),
    });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(ACTIVE_CHARACTERS);
  }
});
