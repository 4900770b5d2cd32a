/** `--curl` of writes about people: pasted into a shell, it sends what the dry run shows, although a real run reads first. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../words.ts';
import { createWorld, type World } from '../../world.ts';

const EMAIL = 'ct10s2g18h1xbbnk70wyppjrd';
const LINES = [
  'contacts create new@example.com --set "plan=it\'s $HOME" --set seats:=5 --set subscribed=false --list cf1ccb2olayzdnggk4xdgkbdj',
  'contacts update ada@example.com --set plan=pro --unset title --list cf1ccb2olayzdnggk4xdgkbdj=off',
  'contacts delete ada+1@example.com',
  'contacts suppression remove gone@acme.test hana@acme.test',
  'contacts erase ada@example.com ben@example.com --backup copies --receipt receipts',
  'contacts erase --file people.csv',
  'properties create score --type number',
  'events send planUpgraded --to ada@example.com --set plan=team --idempotency-key "it\'s"',
  `transactional send ${EMAIL} --to ada@example.com --var "firstName=it's" --attach people.csv`,
  `transactional send ${EMAIL} --from people.csv`,
];

let world: World;
const received: unknown[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { method, url = '', headers } = request;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const key = headers['idempotency-key'];
  received.push({
    method,
    path: pathname.replace('/api', ''),
    query: Object.fromEntries(searchParams),
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
    body: body === '' ? null : JSON.parse(body),
  });
  response.end('{}');
});
beforeAll(async () => {
  world = await createWorld();
  await world.write('people.csv', 'email,firstName\nada@example.com,"it\'s"\nben@example.com,Ben\n');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => Promise.all([world.close(), new Promise((resolve) => server.close(resolve))]));

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

describe('--curl', () => {
  it.each(LINES)('%s', async (line) => {
    const before = world.requests.length;
    const { code, stdout } = await world.run(splitWords(`${line} --curl`), { env: { LOOPS_API_KEY: undefined } });
    expect({ code, requests: world.requests.slice(before) }).toEqual({ code: 0, requests: [] });
    const dry = await world.run(splitWords(`${line} --dry-run --json`));
    expect(dry.code).toBe(0);
    expect(world.requests.slice(before).filter((request) => !request.startsWith('GET'))).toEqual([]);
    received.length = 0;
    const { port } = server.address() as AddressInfo;
    await promisify(execFile)('/bin/sh', ['-c', stdout.replaceAll('curl -sS', 'curl --noproxy "*" -sS')], {
      env: { PATH: process.env['PATH'], LOOPS_BASE_URL: `http://127.0.0.1:${port}/api`, LOOPS_API_KEY: 'k' },
    });
    const planned = (JSON.parse(dry.stdout) as Array<{ effect: string }>).map(({ effect: _, ...request }) => request);
    expect(received.toSorted(byText)).toEqual(planned.toSorted(byText));
  });
});

it('a command whose changes depend on responses says that they are missing', async () => {
  const world = await createWorld();
  try {
    await world.write('rows.csv', 'email\nnew@example.com\n');
    const { stdout, stderr } = await world.run(['contacts', 'import', 'rows.csv', '--curl']);
    expect(stdout).not.toContain('-X PUT');
    expect(stderr).toBe('What follows depends on the responses to these requests; --dry-run prints the changes.\n');
    expect((await world.run(['groups', 'create', '--name', 'New', '--curl'])).stderr).toBe('');
  } finally {
    await world.close();
  }
});
