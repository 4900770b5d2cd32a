/** The webhook commands of the built program: listen, send, replay, forward, and the endpoint of the sandbox. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { parseRecord } from '../../../src/nouns/webhooks/delivery/record.ts';
import { sign } from '../../../src/nouns/webhooks/delivery/signature.ts';
import { ACTIVE_CHARACTERS } from '../../faults/active-characters.ts';
import { headersOf } from './deliveries.ts';
import { begin, delivery, keys, killAll, listen, loopsctl, SECRET, sender } from './listening.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'loopsctl-webhooks-'));
});
afterEach(async () => {
  killAll();
  await rm(home, { recursive: true, force: true });
});

const run = async (...argv: string[]) => {
  const outcome = await loopsctl(['webhooks', ...argv], home);
  expect(outcome.stdout + outcome.stderr).not.toContain(SECRET.slice(6));
  return outcome;
};

interface Receiving {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  /** Resolves after this many deliveries. */
  came(count: number): Promise<void>;
}

interface Arrived {
  readonly headers: IncomingMessage['headers'];
  readonly raw: readonly string[];
  readonly body: Buffer;
}

/** A receiver of the user's own, with the given responses. It stores all requests. */
async function receive(
  answer: (arrived: Arrived, count: number) => number,
  said = 'thanks\u001b[31m',
): Promise<Receiving> {
  const arrived: Arrived[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = { headers: request.headers, raw: request.rawHeaders, body: Buffer.concat(chunks) };
    arrived.push(one);
    server.emit('came');
    response.writeHead(answer(one, arrived.length)).end(said);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`,
    arrived,
    came: async (count) => {
      while (arrived.length < count) await once(server, 'came');
    },
  };
}

/** A receiver that uses the reference library. */
const byTheBook = ({ headers, body }: Arrived): number => {
  try {
    new Webhook(SECRET).verify(body.toString(), headers as Record<string, string>);
    return 204;
  } catch {
    return 400;
  }
};

const items = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('the reference library accepts what is sent and rejects what is tampered with: exit 0 for both', async () => {
  const { url, arrived } = await receive(byTheBook);
  const sent = await run('send', 'contact.created', '--to', url, '--set', 'contact.firstName=Zoë', '--json');
  expect(sent.code, sent.stderr).toBe(0);
  expect(JSON.parse(sent.stdout)).toMatchObject({ to: url, tampered: null, sent: 1, asExpected: 1 });
  expect(JSON.parse(arrived[0]?.body.toString() ?? '')).toMatchObject({
    eventName: 'contact.created',
    contact: { firstName: 'Zoë' },
  });
  for (const tampering of ['signature', 'body', 'timestamp']) {
    const { code, stdout } = await run('send', 'contact.created', '--to', url, '--tamper', tampering);
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/^400 in \d+ ms {2}msg_\w{27}\n/);
  }
});

test('a receiver that accepts an invalid delivery, or has another error, fails the check: exit 9', async () => {
  for (const status of [200, 500, 404, 302]) {
    const { url } = await receive(() => status);
    const { code, stdout } = await run('send', 'testing.testEvent', '--to', url, '--tamper', 'signature');
    expect({ status, code }).toEqual({ status, code: 9 });
    expect(stdout).toMatch(/ {2}thanks\S+\n/);
    expect(stdout.replaceAll('\n', '')).not.toMatch(ACTIVE_CHARACTERS);
    expect(stdout).toContain(`Sent 1 delivery with invalid signature to ${url}: 0 rejected, 1 not rejected.`);
  }
  const { url } = await receive((_, count) => (count === 2 ? 503 : 200));
  const { code, stdout } = await run('send', 'testing.testEvent', '--to', url, '--count', '3', '--rate', '1000');
  expect({ code, last: stdout.trim().split('\n').at(-1) }).toEqual({
    code: 9,
    last: `Sent 3 deliveries to ${url}: 2 accepted, 1 not accepted.`,
  });
});

test('only the start of a long response is stored', async () => {
  const receiving = await receive(() => 200, 'a'.repeat(50_000));
  const outcome = await run('send', 'testing.testEvent', '--to', receiving.url, '--json');
  const { deliveries } = JSON.parse(outcome.stdout) as { deliveries: { response: string }[] };
  expect(deliveries.map(({ response }) => response)).toEqual(['a'.repeat(1024)]);
});

test('a secret that was passed instead of a file name is not printed', async () => {
  const { code, stderr } = await run('sign', '--body', 'body.json', '--secret-file', SECRET);
  expect(code).toBe(2);
  expect(stderr).toContain('The value of --secret-file is a secret');
});

test('a sourceType in JSON sets its ID field like one in plain text', async () => {
  const json = await run('sample', 'email.opened', '--set', 'sourceType="campaign"', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ sourceType: 'campaign', campaignId: expect.any(String) });
});

test('the default rate is ten per second, and many deliveries are counted', async () => {
  const { url, arrived } = await receive(() => 200);
  const began = performance.now();
  expect((await run('send', 'testing.testEvent', '--to', url, '--count', '6')).code).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(490);
  const { stdout } = await run('send', 'testing.testEvent', '--to', url, '--count', '100', '--rate', '1000');
  expect(stdout).toMatch(
    /^100 × 200\n50% within \d+ ms, 95% within \d+ ms, 100% within \d+ ms\nSent 100 deliveries to /,
  );
  expect(new Set(arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(106);
});

test('listen prints every delivery, ignores repeats, rejects invalid ones, and ends with totals', async () => {
  const receiver = await listen(home, '--record', 'events.ndjson');
  const { send, close } = sender(receiver.port);
  expect(await send(delivery('msg_1'))).toBe(200);
  expect(await send(delivery('msg_1'))).toBe(200);
  expect(await send(delivery('msg_2', new Date(0)))).toBe(401);
  expect(await send({ headers: [], body: Buffer.from('{}') })).toBe(401);
  // A name that is too long is not printed.
  expect(await send({ headers: [], body: Buffer.from(`{"eventName":"${'a'.repeat(100_000)}"}`) })).toBe(401);
  expect(await send(delivery('msg_3', new Date(), { filler: 'a'.repeat(300_000) }))).toBe(413);
  expect((await fetch(`http://127.0.0.1:${receiver.port}/`)).status).toBe(405);
  close();
  const { code, stdout, stderr } = await receiver.stop('SIGINT');
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Received 6: 1 accepted, 1 repeated, 4 rejected.\n' });
  expect(
    items(stdout).map(({ type, outcome, status, id, event, problem }) => [type, outcome, status, id, event, problem]),
  ).toEqual([
    ['listening', undefined, undefined, undefined, undefined, undefined],
    ['received', 'accepted', 200, 'msg_1', 'testing.testEvent', null],
    ['received', 'repeated', 200, 'msg_1', 'testing.testEvent', null],
    ['received', 'rejected', 401, 'msg_2', 'testing.testEvent', expect.stringMatching(/timestamp is .* old/)],
    ['received', 'rejected', 401, null, null, 'The header webhook-id is missing.'],
    ['received', 'rejected', 401, null, null, 'The header webhook-id is missing.'],
    ['received', 'rejected', 413, 'msg_3', null, 'The body is larger than 256 KiB.'],
  ]);
  expect(parseRecord(await readFile(join(home, 'events.ndjson'))).entries).toHaveLength(1);
  expect((await stat(join(home, 'events.ndjson'))).mode & 0o777).toBe(0o600);
});

test('forwarded and replayed deliveries have the same bytes and headers, in the same order', async () => {
  const target = await receive((_, count) => (count === 2 ? 500 : 200));
  const receiver = await listen(home, '--record', 'events.ndjson', '--forward-to', target.url);
  const { send, close } = sender(receiver.port);
  const bodies = [Buffer.from('{"eventName": "a"}\r\n'), Buffer.from([0xff, 0x00, 0x0a]), Buffer.alloc(0)];
  for (const [index, body] of bodies.entries()) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const id = `msg_${index}`;
    const headers = [...headersOf(id, timestamp, sign(keys, { id, timestamp, body })), ['X-Custom', 'ä'] as const];
    expect(await send({ headers, body })).toBe(200);
  }
  close();
  await receiver.printed(/"forwarded"/, 3);
  const { stdout, stderr } = await receiver.stop('SIGINT');
  expect(stderr).toBe('Received 3: 3 accepted, 0 repeated, 0 rejected, 2 forwarded, 1 not accepted by the target.\n');
  expect(
    items(stdout)
      .filter(({ type }) => type === 'forwarded')
      .map(({ status }) => status)
      .sort(),
  ).toEqual([200, 200, 500]);

  const check = (arrived: readonly Arrived[]) => {
    const byId = [...arrived].sort((a, b) =>
      String(a.headers['webhook-id']).localeCompare(String(b.headers['webhook-id'])),
    );
    expect(byId.map(({ body }) => body)).toEqual(bodies);
    for (const { raw } of arrived) expect(raw.join('\n')).toMatch(/X-Custom\n\u00e4/);
  };
  check(target.arrived);

  const second = await receive(() => 200);
  expect((await run('replay', 'events.ndjson', '--to', second.url, '--rate', '1000')).code).toBe(0);
  check(second.arrived);
  expect(second.arrived.map(({ headers }) => headers['webhook-id'])).toEqual(['msg_0', 'msg_1', 'msg_2']);
  const signatures = ({ arrived }: { arrived: readonly Arrived[] }) =>
    arrived.map(({ headers }) => headers['webhook-signature']).sort();
  expect(signatures(second)).toEqual(signatures(target));
});

test('an old log file is rejected without --re-sign and accepted with it', async () => {
  const old = await listen(home, '--record', 'events.ndjson', '--tolerance', '1000000000');
  const { send, close } = sender(old.port);
  for (let n = 0; n < 5; n++) expect(await send(delivery(`msg_${n}`, new Date(1_600_000_000_000 + n)))).toBe(200);
  close();
  await old.stop('SIGINT');
  await writeFile(join(home, 'events.ndjson'), `${await readFile(join(home, 'events.ndjson'), 'utf8')}{"time":"20`);

  const receiver = await listen(home);
  const to = `http://127.0.0.1:${receiver.port}/`;
  const refused = await run('replay', 'events.ndjson', '--to', to, '--rate', '1000');
  expect(refused.code).toBe(9);
  expect(refused.stderr).toBe('warning: Skipped line 6 of events.ndjson: it is incomplete.\n');
  const accepted = await run('replay', 'events.ndjson', '--to', to, '--rate', '1000', '--re-sign', '-q');
  expect(accepted.code, accepted.stdout).toBe(0);
  const { stdout } = await receiver.stop('SIGINT');
  const taken = items(stdout).filter(({ outcome }) => outcome === 'accepted');
  expect(taken.map(({ id }) => id)).toEqual(['msg_0', 'msg_1', 'msg_2', 'msg_3', 'msg_4']);
});

test('--no-verify accepts everything, and no delivery can act on a terminal', async () => {
  const child = begin(['webhooks', 'listen', '--no-verify'], home);
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(/:(\d+)\//.exec(first.toString())?.[1]);
  expect(first.toString()).toBe(
    `Listening on http://127.0.0.1:${port}/, signatures are not verified. Press Ctrl-C to stop.\n`,
  );
  const next = once(child.stdout, 'data');
  const { send, close } = sender(port);
  expect(await send({ headers: [], body: Buffer.from('{"eventName":"\\u001b]0;owned\\u0007\\n"}') })).toBe(200);
  close();
  const [line] = (await next) as [Buffer];
  expect(line.toString()).toMatch(/^\d\d:\d\d:\d\d {2}--> {2}200 accepted {2}\S+owned\S+\n$/);
  expect(line.toString().trimEnd()).not.toMatch(ACTIVE_CHARACTERS);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('--print-body prints JSON bodies as JSON and others as text, however deep', async () => {
  const receiver = await listen(home, '--no-verify', '--print-body');
  const { send, close } = sender(receiver.port);
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  for (const body of ['{"eventName":"a","n":1.0}', 'text', deep]) {
    expect(await send({ headers: [], body: Buffer.from(body) })).toBe(200);
  }
  close();
  const { code, stdout } = await receiver.stop('SIGINT');
  expect(code).toBe(0);
  expect(
    items(stdout)
      .slice(1)
      .map(({ body }) => body),
  ).toEqual([{ eventName: 'a', n: 1 }, 'text', deep]);
});

test.runIf(process.platform === 'linux')(
  'on a full disk (/dev/full, Linux) listen responds 500, and a retry counts as a new event',
  async () => {
    const receiver = await listen(home, '--record', '/dev/full');
    const { send, close } = sender(receiver.port);
    expect(await send(delivery('msg_1'))).toBe(500);
    expect(await send(delivery('msg_1'))).toBe(500);
    close();
    const { stdout, stderr, code } = await receiver.stop('SIGINT');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Received 2: 0 accepted, 0 repeated, 0 rejected, 2 not recorded.\n',
    });
    expect(items(stdout)[1]).toMatchObject({
      outcome: 'failed',
      problem: 'The delivery could not be recorded (ENOSPC).',
    });
  },
);

test('a port in use, and a log file that cannot be written, are usage errors', async () => {
  const receiver = await listen(home);
  const taken = await run('listen', '--port', String(receiver.port));
  expect(taken).toMatchObject({
    code: 2,
    stderr: `error: Port ${receiver.port} is in use.\nhint: Choose another port, or 0 for any free port.\n`,
  });
  const nowhere = await run('listen', '--record', 'no/such/events.ndjson');
  expect(nowhere.code).toBe(2);
  expect(nowhere.stderr).toContain('Could not write no/such/events.ndjson: the parent directory does not exist');
  await receiver.stop('SIGINT');
});

test('a log file has one listener at a time, and a killed one releases it', async () => {
  const first = await listen(home, '--record', 'events.ndjson');
  const second = await loopsctl(['webhooks', 'listen', '--record', 'events.ndjson'], home);
  expect(second).toMatchObject({ code: 2, stdout: '' });
  expect(second.stderr).toContain('error: Another process is recording to events.ndjson.\n');
  await first.stop('SIGKILL');
  const next = await listen(home, '--record', 'events.ndjson');
  expect((await next.stop('SIGINT')).code).toBe(0);
}, 40_000);

test('the sandbox sends a test event and requested events until they are accepted', async () => {
  const { url, arrived, came } = await receive((one, count) => (count === 2 ? 500 : byTheBook(one)));
  const server = begin(['sandbox', 'start', '--webhook', url], home);
  await once(server.stdout, 'data');
  const emitted = await loopsctl(
    ['sandbox', 'emit', 'email.delivered', '--set', 'contactIdentity.userId=null', '--json'],
    home,
  );
  expect(emitted.code, emitted.stderr).toBe(0);
  const { id, payload } = JSON.parse(emitted.stdout) as { id: string; payload: { transactionalId: string } };
  await came(3);
  const events = arrived.map(({ headers, body }) => [
    headers['webhook-id'],
    (JSON.parse(body.toString()) as { eventName: string }).eventName,
  ]);
  expect(events).toEqual([
    [expect.stringMatching(/^msg_\w{27}$/), 'testing.testEvent'],
    [id, 'email.delivered'],
    [id, 'email.delivered'],
  ]);
  const known = await loopsctl(['--sandbox', 'transactional', 'show', payload.transactionalId, '--json'], home);
  expect(known.code).toBe(0);
  expect((await loopsctl(['sandbox', 'emit', 'email.delivered', '--set', 'nonsense'], home)).code).toBe(2);
  const nameless = await loopsctl(['sandbox', 'emit', 'email.delivered', '--set', 'eventName=5'], home);
  expect(nameless).toMatchObject({ code: 2, stdout: '' });
  expect(nameless.stderr).toContain('error: Invalid value for --set eventName: the sandbox expects a string.');
  server.kill('SIGINT');
  expect(await once(server, 'close')).toEqual([0, null]);
  const gone = await loopsctl(['sandbox', 'emit', 'email.delivered'], home);
  expect(gone).toMatchObject({ code: 2, stdout: '' });
  expect(gone.stderr).toContain('No sandbox with a webhook endpoint is running');
});
