/** Hostile and unusual inputs of the webhook commands: files that are large, deeply nested or not what they should be. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseTarget } from '../../../src/nouns/webhooks/delivery/delivery.ts';
import { samplePayload } from '../../../src/nouns/webhooks/delivery/events.ts';
import { signedHeaders } from '../../../src/nouns/webhooks/delivery/signed-request.ts';
import { createWorld, NOW, type World } from '../../world.ts';
import { keys, SECRET } from './listening.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.write('secret.txt', SECRET);
  await world.write('body.json', BODY);
  await world.write('headers.txt', HEADERS.map(([name, value]) => `${name}: ${value}\n`).join(''));
});
afterAll(() => world.close());

const BODY = '{"eventName":"testing.testEvent"}';
const HEADERS = signedHeaders(keys, 'msg_1', NOW, Buffer.from(BODY));

const run = (line: string, stdin?: string | Buffer) =>
  world.run(line.split(' '), {
    env: { LOOPS_WEBHOOK_SECRET: SECRET },
    ...(stdin === undefined ? {} : { stdin }),
  });

const DEEP = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;

describe.each([
  ['one long word', 'a'.repeat(3_000_000)],
  ['a long secret', `whsec_${'A'.repeat(1_000)}`],
  ['many secrets', `${SECRET}\n`.repeat(50)],
  ['deeply nested JSON', DEEP],
  ['a short nested JSON', '{"a":'.repeat(2_000)],
])('a secret file with %s is a usage error', (_, content) => {
  test.each([
    'webhooks sign --body body.json --secret-file huge.txt',
    'webhooks verify --headers headers.txt --body body.json --secret-file huge.txt',
    'webhooks send testing.testEvent --to localhost:9 --secret-file huge.txt',
    'webhooks listen --secret-file huge.txt',
    'sandbox start --webhook http://127.0.0.1:9/ --secret-file huge.txt',
  ])('of `%s`', async (line) => {
    await world.write('huge.txt', content);
    const { code, stdout, stderr } = await run(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.length).toBeLessThan(1_000);
  });
});

test.each([
  ['headers', DEEP],
  ['headers', 'webhook-id: a\n'.repeat(100_000)],
  ['headers', `webhook-id:${' '.repeat(1_000_000)}x`],
  ['headers', '{"webhook-id": {"a": 1}}'],
  ['headers', '{"webhook-id": true}'],
  ['headers', '{"webhook-id"'],
  ['headers', Buffer.from([0x7b, 0xff, 0x7d])],
])('%s that cannot be read are a usage error', async (name, content) => {
  await world.write(`bad-${name}`, content);
  const { code, stdout } = await run(`webhooks verify --headers bad-${name} --body body.json`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test.each([
  ['a JSON object', JSON.stringify(Object.fromEntries(HEADERS))],
  ['a JSON object with other case', JSON.stringify(Object.fromEntries(HEADERS.map(([n, v]) => [n.toUpperCase(), v])))],
  ['a JSON object with lists', JSON.stringify(Object.fromEntries(HEADERS.map(([n, v]) => [n, [v]])), null, 2)],
  ['a JSON object after a byte order mark', `\ufeff${JSON.stringify(Object.fromEntries(HEADERS))}`],
])('headers may be %s', async (_, content) => {
  await world.write('headers.json', content);
  const { code, stdout } = await run('webhooks verify --headers headers.json --body body.json');
  expect(stdout).toContain('Valid.');
  expect(code).toBe(0);
});

test.each([
  ['no headers', ''],
  ['an empty object', '{}'],
  ['null values', '{"webhook-id":[]}'],
])('%s: the delivery is invalid, never valid', async (_, content) => {
  await world.write('headers.json', content);
  const { code, stdout } = await run('webhooks verify --headers headers.json --body body.json');
  expect(stdout).toContain('The header webhook-signature is missing.');
  expect(code).toBe(9);
});

test.each([
  ['empty', ''],
  ['not UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
  ['deeply nested', DEEP],
  ['large', 'a'.repeat(5_000_000)],
])('a body that is %s is invalid with the headers of another one, and valid with its own', async (_, content) => {
  await world.write('body', content);
  const other = await run('webhooks verify --headers headers.txt --body body');
  expect(other.code).toBe(9);
  const signed = await run('webhooks sign --body body');
  await world.write('own.txt', signed.stdout);
  expect((await run('webhooks verify --headers own.txt --body body')).code).toBe(0);
});

test.each([
  ['', 2],
  ['{', 2],
  [DEEP, 2],
  ['{"time":"x","headers":[],"body":""}', 9],
  ['{"time":"x","headers":[],"body":7}', 2],
  [`a: ${'b'.repeat(300_000)}\n\n`, 2],
  ['\n\n', 9],
] as const)('a message on stdin that is not a delivery never passes', async (stdin, expected) => {
  expect((await run('webhooks verify', stdin)).code).toBe(expected);
});

test.each([`a=${'['.repeat(5_000)}${']'.repeat(5_000)}`, `${'a.'.repeat(5_000)}a=1`, 'a', '=1'])(
  '--set rejects deep and malformed settings',
  async (setting) => {
    const { code, stderr } = await world.run(['webhooks', 'sample', 'contact.created', '--set', setting]);
    expect(code).toBe(2);
    expect(stderr.length).toBeLessThan(500);
  },
);

test('sample payloads have the fields of the public schema', () => {
  expect(samplePayload('contact.created', NOW)['contact']).toMatchObject({ optInStatus: 'accepted' });
  expect(samplePayload('testing.testEvent', NOW)['message']).toBe('test');
  expect(samplePayload('testing.testEvent', NOW)).not.toHaveProperty('contactIdentity');
});

/** A server that handles each connection on its own. */
async function serve(onRequest: (count: number, end: () => void, cut: () => void) => void): Promise<string> {
  let count = 0;
  const server: Server = createServer((request, response) => {
    request.resume();
    onRequest(
      ++count,
      () => response.end(),
      () => request.socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a receiver that closes the connection is unavailable, and never counts as a rejection', async () => {
  const closing = await serve((_, __, cut) => cut());
  for (const flags of ['', ' --tamper body']) {
    const { code, stderr } = await run(`webhooks send testing.testEvent --to ${closing}${flags}`);
    expect(code).toBe(7);
    expect(stderr).toContain('did not respond: connection closed by the server.');
  }
  const flaky = await serve((count, end, cut) => (count === 1 ? end() : cut()));
  const { code, stdout } = await run(`webhooks send testing.testEvent --to ${flaky} --count 2`);
  expect(code).toBe(9);
  expect(stdout).toContain('no response: connection closed by the server');
});

test.each([
  ['localhost:3000', 'http://localhost:3000/'],
  ['127.0.0.1:3000/webhooks?a=b', 'http://127.0.0.1:3000/webhooks?a=b'],
  ['[::1]:3000', 'http://[::1]:3000/'],
])('a target of %s is %s', (text, url) => {
  expect(parseTarget(text, '--to', false).href).toBe(url);
});

test.each(['receiver.example', 'receiver.example:3000', ':3000', '3000', 'mailto:me@localhost', 'ftp://localhost', ''])(
  'a target of %j is a usage error',
  (text) => {
    expect(() => parseTarget(text, '--to', false)).toThrow(expect.objectContaining({ code: 'usage' }));
  },
);
