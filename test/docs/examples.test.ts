/** Every example that help shows really works: each is run on a fresh sandbox, a noun's examples in their order. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { commandsOf } from '../../src/define/tree.ts';
import { tree } from '../../src/nouns/index.ts';
import { samplePayload } from '../../src/nouns/webhooks/delivery/events.ts';
import { toLine } from '../../src/nouns/webhooks/delivery/record.ts';
import { parseSecrets } from '../../src/nouns/webhooks/delivery/secret.ts';
import { signedRequest } from '../../src/nouns/webhooks/delivery/signed-request.ts';
import { verify } from '../../src/nouns/webhooks/delivery/verification.ts';
import { fakeResolver, healthyZone } from '../dns.ts';
import { splitWords } from '../words.ts';
import { createWorld, NOW } from '../world.ts';

/** The sending IPs of the sandbox. */
const ALLOWED = ['192.0.2.25', '198.51.100.17', '203.0.113.240', '2001:db8::25', '2001:db8:4:1::17'];

/** What the files hold that examples read. */
const FILES: Readonly<Record<string, string>> = {
  'key.txt': 'sandbox\n',
  'group.json': '{"name": "Newsletters"}\n',
  'nginx.conf': ALLOWED.map((address) => `allow ${address};\n`).join(''),
  'allow-list.txt': '# mail\n192.0.2.0/24\n198.51.100.17\n203.0.113.240\n2001:db8::/32\n',
  'welcome.json': readFileSync(new URL('../fixtures/welcome.json', import.meta.url), 'utf8'),
  ...captured(),
};

/** A secret, and a delivery that was signed with it when the clock of the tests stood still. */
function captured(): Record<string, string> {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const [key] = parseSecrets(secret).flatMap((parsed) => parsed.key ?? []);
  const payload = samplePayload('contact.created', NOW);
  const { headers, body } = signedRequest(key === undefined ? [] : [key], { id: 'msg_example', at: NOW, payload });
  return {
    'webhook-secret.txt': `${secret}\n`,
    'headers.txt': headers.map(([name, value]) => `${name}: ${value}\n`).join(''),
    'body.json': body.toString(),
    'event.ndjson': toLine({ time: NOW.toISOString(), headers, body }),
    'events.ndjson': toLine({ time: NOW.toISOString(), headers, body }),
  };
}

/** Commands that go on until they are stopped have shown what they do with their first line. */
const ENDLESS = /^(sandbox start|webhooks listen)/;

/** Where examples deliver: it accepts what `webhooks listen` would, and refuses the rest. */
async function startExampleReceiver(): Promise<Server> {
  const keys = parseSecrets(FILES['webhook-secret.txt'] ?? '').flatMap(({ key }) => key ?? []);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const { problems } = verify({ headers, body: Buffer.concat(chunks) }, keys, { now: NOW, tolerance: 300 });
    response.writeHead(problems.length === 0 ? 200 : 401).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

for (const entry of tree) {
  test(`the examples of ${entry.name} work`, async () => {
    const world = await createWorld({ sandbox: { emit: () => 'msg_example' } });
    const receiver = await startExampleReceiver();
    try {
      for (const [name, content] of Object.entries(FILES)) await world.write(name, content);
      for (const { verb } of commandsOf([entry])) {
        const { examples } = await verb.load();
        expect(examples.length).toBeGreaterThan(0);
        for (const { line } of examples) {
          // The port that examples name may be in use.
          const there = line
            .replace(':4870/', `:${(receiver.address() as AddressInfo).port}/`)
            .replace('--port 4870', '');
          const [typed = '', file] = there.split(' < ');
          const stop = new AbortController();
          const { code, stderr } = await world.run(splitWords(typed), {
            ...(file === undefined ? {} : { stdin: FILES[file] ?? '' }),
            execute: async () => 'sandbox\n',
            resolver: fakeResolver({
              ...healthyZone('mail.example.com'),
              'CNAME abc123._domainkey.mail.example.com': ['abc123.dkim.mail.example'],
            }),
            signal: stop.signal,
            onStdout: () => ENDLESS.test(typed) && stop.abort(),
          });
          expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
        }
      }
    } finally {
      await world.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    }
  });
}
