/** `messages check --links`: a broken link is an error, and one that could not be checked never passes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../../world.ts';

let world: World;
let server: Server;
let base = '';
const requests: string[] = [];

beforeAll(async () => {
  world = await createWorld();
  server = createServer(({ method, url = '' }, response) => {
    requests.push(`${method} ${url}`);
    response.writeHead(url === '/gone' ? 404 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await world.close();
});

async function check(links: readonly string[], ...words: readonly string[]) {
  requests.length = 0;
  const items = links.map((href) => `<Paragraph><Link href="${href}">a</Link></Paragraph>`);
  await world.write('links.lmx', items.join('\n'));
  // A base URL on this machine, as that of a sandbox: only then may links lead there.
  const { code, stdout } = await world.run(
    ['messages', 'check', 'links.lmx', '--no-hints', '--json', '--base-url', base, ...words],
    { env: { LOOPS_API_KEY: 'loops_sk_test' } },
  );
  return { code, rows: JSON.parse(stdout || '[]') as readonly unknown[], requests: [...requests] };
}

it('opens each link once, and none without the flag', async () => {
  const links = [`${base}/a`, `${base}/a`, `${base}/{contact.id}`, 'mailto:ada@acme.test'];
  expect(await check(links, '--links')).toMatchObject({ code: 0, requests: ['HEAD /a'] });
  expect(await check(links)).toMatchObject({ code: 0, requests: [] });
});

it('reports a broken link at its place', async () => {
  const finding = { rule: 'link-broken', severity: 'error', line: 2, column: 24 };
  expect(await check([`${base}/a`, `${base}/gone`], '--links')).toMatchObject({
    code: 9,
    rows: [{ findings: [finding] }],
    requests: expect.arrayContaining(['HEAD /gone', 'GET /gone']),
  });
});

it('does not pass where a link could not be checked', async () => {
  expect(await check(['http://10.0.0.1/x', `${base}/a`], '--links')).toMatchObject({
    code: 7,
    rows: [{ error: { message: '1 link could not be checked: http://10.0.0.1/x (it leads to a private network).' } }],
  });
});

it('opens at most 200 links in a run', async () => {
  const { code, requests: opened } = await check(
    Array.from({ length: 203 }, (_, index) => `${base}/${index}`),
    '--links',
  );
  expect([code, opened.length]).toEqual([7, 200]);
});

it.each(['--curl', '--api-only'])('is refused with %s', async (flag) => {
  expect(await check([`${base}/a`], '--links', flag)).toMatchObject({ code: 2, requests: [] });
});
