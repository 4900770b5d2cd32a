/** Every example that help shows really works: each is run on a fresh sandbox, a noun's examples in their order. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
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
import { createWorld, NOW, type World } from '../world.ts';

/** The sending IPs of the sandbox. */
const ALLOWED = ['192.0.2.25', '198.51.100.17', '203.0.113.240', '2001:db8::25', '2001:db8:4:1::17'];

/** The files that examples read and no earlier example creates. */
const FILES: Readonly<Record<string, string>> = {
  'key.txt': 'sandbox\n',
  'group.json': '{"name": "Newsletters"}\n',
  'nginx.conf': ALLOWED.map((address) => `allow ${address};\n`).join(''),
  'allowlist.txt': '# mail\n192.0.2.0/24\n198.51.100.17\n203.0.113.240\n2001:db8::/32\n',
  'contacts.csv': 'email,firstName\nada@example.com,Ada\nben@example.com,Benjamin\n',
  'crm.csv': 'E-Mail;plan\nada@example.com;team\n',
  'people.csv': 'email,firstName\nada@example.com,Ada\n',
  'terms.pdf': '%PDF-1.7',
  'events.json': '{"paymentFailed": {"workflows": ["Failed payment recovery"]}, "subscriptionStarted": {}}',
  'welcome.lmx': readFileSync(new URL('../fixtures/welcome.lmx', import.meta.url), 'utf8'),
  'winter.lmx': '<H1>Winter</H1>\n',
  'footer.lmx': '<Divider />\n',
  'filter.json':
    '{"match": "all", "conditions": [{"type": "property", "key": "plan", "operator": "equals", "value": "pro"}]}',
  // The type of an image comes from its content.
  'examples/reset.json': '{"firstName": "Ada", "resetLink": "https://acme.test/r", "expiresInMinutes": 30}',
  'reset.json': '{"firstName": "Ada", "resetLink": "https://acme.test/r", "expiresInMinutes": 30}',
  'logo.png': 'GIF89a',
  'welcome.json': readFileSync(new URL('../fixtures/welcome.json', import.meta.url), 'utf8'),
};

/** The file that `webhooks create-secret` creates. */
const SECRET_FILE = 'secret.txt';

/** The log files that `webhooks listen --record` would have written, signed with that secret. */
async function recordEvents({ directory, write }: World): Promise<void> {
  const keys = await keysIn(directory);
  const payload = samplePayload('contact.created', NOW);
  const request = signedRequest(keys, { id: 'msg_example', at: NOW, payload });
  const line = toLine({ time: NOW.toISOString(), ...request });
  for (const name of ['event.ndjson', 'events.ndjson']) await write(name, line);
}

async function keysIn(directory: string): Promise<readonly Buffer[]> {
  const text = await readFile(join(directory, SECRET_FILE), 'utf8');
  return parseSecrets(text).flatMap(({ key }) => key ?? []);
}

/** Commands that run until they are stopped; the test stops them after the first line. */
const ENDLESS = /^(sandbox start|webhooks listen|messages open .*--watch)/;

/** The receiver in the examples: it accepts valid deliveries only. */
async function startExampleReceiver(directory: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const keys = await keysIn(directory);
    const { problems } = verify({ headers, body: Buffer.concat(chunks) }, keys, { now: NOW, tolerance: 300 });
    response.writeHead(problems.length === 0 ? 200 : 401).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

/** The commands that need the files of a project. */
const OF_PROJECTS = ['plan', 'push', 'adopt', 'ids'];

for (const entry of tree) {
  test(`the examples of ${entry.name} work`, async () => {
    const world = await createWorld({ sandbox: { emit: () => 'msg_example' } });
    const receiver = await startExampleReceiver(world.directory);
    try {
      for (const [name, content] of Object.entries(FILES)) await world.write(name, content);
      if (OF_PROJECTS.includes(entry.name)) {
        await world.run(['pull']);
        await world.run(['plan', '--out', 'plan.json']);
      }
      if (entry.name === 'undo') {
        for (const name of ['Coral', 'Forest', 'Changelog']) {
          await world.run(['themes', 'update', name, '--name', `${name} 2`]);
        }
      }
      if (entry.name === 'diff') {
        for (const name of ['staging', 'production']) {
          await world.run(['auth', 'login', '--profile', name], {
            stdin: 'sandbox',
            env: { LOOPS_API_KEY: undefined },
          });
        }
      }
      for (const { verb } of commandsOf([entry]).filter((named) => named.verb.sameAs === undefined)) {
        const { examples } = await verb.load();
        expect(examples.length).toBeGreaterThan(0);
        for (const { line } of examples) {
          // The port that examples name may be in use.
          const there = line
            .replace(':4870', `:${(receiver.address() as AddressInfo).port}`)
            .replace('--port 4870', '');
          const [, typed = '', input, output] = /^(.*?)(?: < (\S+))?(?: > (\S+))?$/.exec(there) ?? [];
          const stop = new AbortController();
          const { code, stdout, stderr } = await world.run(splitWords(typed), {
            ...(input === undefined ? {} : { stdin: await readFile(join(world.directory, input)) }),
            execute: async () => 'sandbox\n',
            resolver: fakeResolver({
              ...healthyZone('mail.example.com'),
              'CNAME abc123._domainkey.mail.example.com': ['abc123.dkim.mail.example'],
            }),
            signal: stop.signal,
            onStdout: () => ENDLESS.test(typed) && stop.abort(),
          });
          expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
          if (output !== undefined) await world.write(output, stdout);
          if (typed.startsWith('webhooks create-secret')) await recordEvents(world);
        }
      }
    } finally {
      await world.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    }
  });
}
