/** Proves through the real `main`, against servers that misbehave on loopback, what every request promises. */
import { spawn } from 'node:child_process';
import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { connect as connectTo, createServer, type LookupFunction, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anyText } from '../arbitraries.ts';
import { type Behaviour, type FaultRequest, json, reply, startFaultServer } from '../faults/server.ts';
import { splitWords } from '../words.ts';
import { createWorld, EXECUTABLE, LAUNCHER, type Outcome, type RunOptions } from '../world.ts';

const KEY = 'k3yM4rk3dF0rTh3S34rch0123456789a';
/** An exchange takes milliseconds; what needs more than this waits for something. */
const AT_ONCE_MS = 25_000;
const ID = 'c5361agykn6fatjv6m1yx7nd3';
const GROUP = {
  id: ID,
  name: 'Welcome',
  description: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  // `groups show` adds it to a response that lacks it.
  type: 'transactional',
};
const PAGE = { totalResults: 1, returnedResults: 1, perPage: 50, totalPages: 1, nextCursor: null, nextPage: null };
const LIST = { pagination: PAGE, data: [GROUP] };
const CREATE = 'groups create --name New';
const SHOW = `groups show ${ID}`;

const asServiceTest: LookupFunction = (_, options, callback) =>
  options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);

interface Place {
  readonly arrived: readonly FaultRequest[];
  readonly port: number;
  readonly directory: string;
  readonly run: (line: string | readonly string[], options?: RunOptions) => Promise<Outcome>;
}

/** A server that behaves like this, and a world whose command lines talk to it with the marked key. */
async function meet(behave: Behaviour): Promise<Place> {
  const server = await startFaultServer(behave);
  const world = await createWorld();
  onTestFinished(async () => {
    await server.close();
    await world.close();
  });
  return {
    arrived: server.arrived,
    port: server.port,
    directory: world.directory,
    run: (line, options = {}) =>
      world.run(typeof line === 'string' ? splitWords(line) : line, {
        ...options,
        env: { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api`, LOOPS_API_KEY: KEY, ...options.env },
      }),
  };
}

/** Answers one after the other; the last one from then on. */
function inTurn(...answers: ReadonlyArray<Buffer | 'cut'>): Behaviour {
  let next = 0;
  return (socket) => {
    const answer = answers[Math.min(next++, answers.length - 1)] ?? 'cut';
    if (answer === 'cut') socket.destroy();
    else socket.write(answer);
  };
}
const always = (answer: Buffer): Behaviour => inTurn(answer);

const errorIn = ({ stderr }: Outcome) =>
  (JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as { error: Record<string, unknown> }).error;

/** Every part of the key that is long enough to be of use to somebody. */
const partsOf = (key: string): string[] => Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8));
const keyPartsIn = (text: string): string[] => partsOf(KEY).filter((part) => text.includes(part));

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work;
  expect(performance.now() - began).toBeLessThan(ms);
  return result;
}

describe('an action is never done twice', () => {
  it('a create that a limit refuses twice is sent three times and succeeds', async () => {
    const { run, arrived } = await meet(inTurn(json(429, {}), json(429, {}), json(201, GROUP)));
    const { stdout, code } = await run(`${CREATE} --json`);
    expect(arrived.map(({ method, body }) => `${method} ${body}`)).toEqual(Array(3).fill('POST {"name":"New"}'));
    expect([code, JSON.parse(stdout)]).toEqual([0, GROUP]);
  });

  it('a create whose connection is cut is sent once, and the error states that it may have been processed', async () => {
    const { run, arrived } = await meet(inTurn('cut'));
    const outcome = await run(`${CREATE} --json`);
    expect([arrived.length, outcome.code, outcome.stdout]).toEqual([1, 7, '']);
    expect(errorIn(outcome)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('may have been processed'),
      hint: expect.stringContaining('Check before retrying'),
    });
  });

  it.each([500, 502, 503, 504])('a create that %d answers is sent once, with the same caution', async (status) => {
    const { run, arrived } = await meet(always(json(status, {}, { 'retry-after': '1' })));
    const outcome = await run(`${CREATE} --json`);
    expect([arrived.length, outcome.code]).toEqual([1, 7]);
    expect(errorIn(outcome)['message']).toContain('may have been processed');
  });

  it('a create that was never sent is not called uncertain', async () => {
    const { run } = await meet(always(json(201, GROUP)));
    const gone = await startFaultServer(() => undefined);
    await gone.close();
    const outcome = await run(`${CREATE} --json`, { env: { LOOPS_BASE_URL: `http://127.0.0.1:${gone.port}/api` } });
    expect(outcome.code).toBe(7);
    expect(errorIn(outcome)['message']).not.toContain('may have been');
  });

  it('a create on a kept connection that the server has just closed is sent once', async () => {
    // The second page is asked for on the first one's connection, which is gone by then.
    let requests = 0;
    const { run, arrived } = await meet((socket) => {
      if (++requests > 1) socket.destroy();
      else socket.end(json(201, GROUP));
    });
    expect((await run(CREATE)).code).toBe(0);
    expect((await run(CREATE)).code).toBe(7);
    expect(arrived.length).toBe(2);
  });

  it('a create is interrupted without being sent again', async () => {
    const controller = new AbortController();
    const { run, arrived } = await meet(() => controller.abort());
    expect((await run(CREATE, { signal: controller.signal })).code).toBe(130);
    expect(arrived.length).toBe(1);
  });
});

describe('retries', () => {
  it('print nothing in a pipe: a read that fails twice with 503 and then succeeds ends with 0 and nothing on stderr', async () => {
    const { run, arrived } = await meet(inTurn(json(503, {}), json(503, {}), json(200, GROUP)));
    const outcome = await run(`${SHOW} --json`);
    expect(outcome).toEqual({ code: 0, stderr: '', stdout: `${JSON.stringify(GROUP, null, 2)}\n` });
    expect(arrived.length).toBe(3);
  });

  it('are as many as --retries allows, with a pause before each', async () => {
    for (const retries of [0, 1, 5]) {
      const { run, arrived } = await meet(always(json(503, {})));
      const pauses: number[] = [];
      const { code } = await run(`${SHOW} --retries ${retries}`, { onSleep: (ms) => pauses.push(ms) });
      expect([code, arrived.length, pauses.length]).toEqual([7, retries + 1, retries]);
      for (const [attempt, pause] of pauses.entries()) expect(pause).toBeLessThanOrEqual(500 * 2 ** attempt);
    }
  });

  it('are none after a refusal by a limit either with --retries 0, and the exit code is 6', async () => {
    const { run, arrived } = await meet(always(json(429, {})));
    expect((await run(`${SHOW} --retries 0`)).code).toBe(6);
    expect(arrived.length).toBe(1);
  });

  it.each([
    ['seconds', '7', 7_000],
    ['no seconds', '0', 0],
    ['a minute', '60', 60_000],
    ['a date', 'Fri, 20 Nov 2026 12:00:09 GMT', 9_000],
    ['a date in the past', 'Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ])('wait exactly as long as Retry-After asks for: %s', async (_, value, expected) => {
    for (const [status, line] of [
      [503, SHOW],
      [429, CREATE],
    ] as const) {
      const { run } = await meet(inTurn(json(status, {}, { 'retry-after': value }), json(200, GROUP)));
      const pauses: number[] = [];
      expect((await run(line, { onSleep: (ms) => pauses.push(ms) })).code).toBe(0);
      expect(pauses).toEqual([expected]);
    }
  });

  it('do not wait for a server that asks for more than a minute', async () => {
    const { run, arrived } = await meet(always(json(503, {}, { 'retry-after': '61' })));
    const pauses: number[] = [];
    expect((await run(SHOW, { onSleep: (ms) => pauses.push(ms) })).code).toBe(7);
    expect([arrived.length, pauses]).toEqual([1, []]);
  });
});

describe('Ctrl-C ends the run at once with 130 and nothing on stdout', () => {
  /** The signal is aborted while the run sleeps. */
  function interruptedSleep() {
    const controller = new AbortController();
    return { signal: controller.signal, onSleep: () => controller.abort() };
  }
  const limited = json(
    200,
    { pagination: { ...PAGE, totalPages: 2, nextCursor: 'next' }, data: [GROUP] },
    { 'ratelimit-policy': '"general";q=1;w=40, "content";q=1;w=40' },
  );
  const interruptedOutcome = { code: 130, stdout: '', stderr: 'error: Interrupted.\n' };

  it('during a request', async () => {
    const controller = new AbortController();
    const { run, arrived } = await meet(() => controller.abort());
    const outcome = await within(AT_ONCE_MS, run(`${SHOW} --json`, { signal: controller.signal }));
    expect([outcome.code, outcome.stdout, errorIn(outcome)['code']]).toEqual([130, '', 'interrupted']);
    expect(arrived.length).toBe(1);
  });

  it('in the middle of a response', async () => {
    const controller = new AbortController();
    const { run } = await meet((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"id": "', () => controller.abort());
    });
    expect(await within(AT_ONCE_MS, run(SHOW, { signal: controller.signal }))).toEqual(interruptedOutcome);
  });

  it('before anything was sent', async () => {
    const { run, arrived } = await meet(always(json(200, GROUP)));
    expect(await run(SHOW, { signal: AbortSignal.abort() })).toEqual(interruptedOutcome);
    expect(arrived).toEqual([]);
  });

  it('during the pause before a retry', async () => {
    const { run, arrived } = await meet(always(json(503, {})));
    expect(await within(AT_ONCE_MS, run(SHOW, interruptedSleep()))).toEqual(interruptedOutcome);
    expect(arrived.length).toBe(1);
  });

  it('during a pause that Retry-After asked for', async () => {
    const { run } = await meet(always(json(429, {}, { 'retry-after': '60' })));
    expect(await within(AT_ONCE_MS, run(CREATE, interruptedSleep()))).toEqual({
      ...interruptedOutcome,
      stderr: `Rate limited by the API: retry 1 of 3 in 60 s.\n${interruptedOutcome.stderr}`,
    });
  });

  it('during the wait for a limit', async () => {
    const { run, arrived } = await meet(always(limited));
    const outcome = await within(AT_ONCE_MS, run('groups list', interruptedSleep()));
    expect(outcome).toMatchObject({ code: 130, stdout: '' });
    expect(outcome.stderr).toMatch(/^Rate limit \(.*\): resuming in \d+ s\.\nerror: Interrupted\.\n$/);
    expect(arrived.length).toBe(1);
  });

  it('while the key is being checked after a 401', async () => {
    const controller = new AbortController();
    const { run } = await meet((socket, { path }) => {
      if (path.endsWith('/v1/api-key')) controller.abort();
      else socket.write(json(401, {}));
    });
    expect(await within(AT_ONCE_MS, run(SHOW, { signal: controller.signal }))).toEqual(interruptedOutcome);
  });

  it.each([
    ['a request', () => undefined, />/],
    [
      'a response that streams',
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n["'),
      />/,
    ],
    ['the pause before a retry', always(json(503, {}, { 'retry-after': '60' })), /retry 1/],
    ['the wait for a limit', always(limited), /resuming/],
  ] as const)('in the built program, during %s', async (_, behave, said) => {
    const { port, directory } = await meet(behave as Behaviour);
    const child = spawn(LAUNCHER, [EXECUTABLE, 'groups', 'list', '--debug'], {
      env: {
        PATH: process.env['PATH'],
        HOME: directory,
        LOOPS_BASE_URL: `http://127.0.0.1:${port}/api`,
        LOOPS_API_KEY: KEY,
      },
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    const printed = { stdout: '', stderr: '' };
    child.stdout.on('data', (text) => {
      printed.stdout += text;
    });
    child.stderr.on('data', (text) => {
      // Once: a second one while the process ends would find nobody who listens.
      if (!said.test(printed.stderr) && said.test(printed.stderr + text)) child.kill('SIGINT');
      printed.stderr += text;
    });
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, stdout: printed.stdout, last: printed.stderr.trimEnd().split('\n').at(-1) }).toMatchObject({
      code: 130,
      stdout: '',
    });
    expect(printed.stderr).toContain('error: Interrupted.');
    expect(printed.stderr).not.toContain('This is a bug');
  });
});

describe('--timeout', () => {
  it.each(['2.01', '0.0005', '0.1', '1.005', '3600', '0.29'])(
    '%s is a number of seconds like any other',
    async (seconds) => {
      const { run } = await meet(always(json(200, GROUP)));
      const outcome = await run(`${SHOW} --json --timeout ${seconds}`);
      // Half a millisecond may be too short for an answer; then that is what is said.
      if (outcome.code !== 0) {
        expect(seconds).toBe('0.0005');
        expect(errorIn(outcome)).toMatchObject({ code: 'unavailable', message: 'Request timed out after 0.0005 s.' });
      }
    },
  );

  it.each(['0', '-1', '3601', 'x', '', '1e3', 'NaN', 'Infinity'])(
    '%j is refused before anything is sent',
    async (seconds) => {
      const { run, arrived } = await meet(always(json(200, GROUP)));
      expect((await run([...splitWords(SHOW), `--timeout=${seconds}`])).code).toBe(2);
      expect(arrived).toEqual([]);
    },
  );

  it('holds for the whole response, even when bytes keep arriving', async () => {
    const timers = new Set<NodeJS.Timeout>();
    onTestFinished(() => {
      for (const timer of timers) clearInterval(timer);
    });
    const { run, arrived } = await meet((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
      timers.add(setInterval(() => socket.write(' '), 20));
    });
    const outcome = await within(AT_ONCE_MS, run(`${SHOW} --json --timeout 0.3`));
    expect([outcome.code, arrived.length]).toEqual([7, 1]);
    expect(errorIn(outcome)['message']).toBe('Request timed out after 0.3 s.');
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'of status %d are never followed: the other server sees nothing',
    async (status) => {
      const other = await meet(always(json(200, GROUP)));
      const { run, arrived } = await meet(
        always(reply(status, { location: `http://127.0.0.1:${other.port}/api/v1/x?secret=1` }, '')),
      );
      for (const line of [SHOW, CREATE, `groups update ${ID} --name New`]) {
        const outcome = await run(`${line} --json`);
        expect([outcome.code, outcome.stdout]).toEqual([8, '']);
        expect(errorIn(outcome)['message']).toContain(`http://127.0.0.1:${other.port}`);
        expect(outcome.stderr).not.toContain('secret');
      }
      expect([arrived.length, other.arrived]).toEqual([3, []]);
    },
  );
});

describe('plain http', () => {
  it.each(['service.test', '192.0.2.1', '127.0.0.1.service.test', 'localhost.service.test', '0.0.0.0', '128.0.0.1'])(
    'to %s is refused before anything is sent or looked up',
    async (host) => {
      const { run, arrived, port } = await meet(always(json(200, GROUP)));
      let lookups = 0;
      const outcome = await run(`${SHOW} --json --base-url http://${host}:${port}/api`, {
        lookup: (...words) => {
          lookups++;
          asServiceTest(...words);
        },
      });
      expect([outcome.code, errorIn(outcome)['code'], arrived, lookups]).toEqual([2, 'usage', [], 0]);
      expect(errorIn(outcome)['hint']).toContain('--insecure-http');
    },
  );

  it('to another host is allowed with --insecure-http', async () => {
    const { run, arrived, port } = await meet(always(json(200, GROUP)));
    const outcome = await run(`${SHOW} --json --insecure-http --base-url http://service.test:${port}/api`, {
      lookup: asServiceTest,
    });
    expect([outcome.code, arrived.map(({ headers }) => headers['host'])]).toEqual([0, [`service.test:${port}`]]);
  });

  it('that a profile asks for is refused too, and so is a login', async () => {
    const { run, arrived, port, directory } = await meet(always(json(200, { success: true, teamName: 'T' })));
    const baseUrl = `http://service.test:${port}/api`;
    await mkdir(join(directory, 'config'), { mode: 0o700 });
    const profiles = { current: 'p', profiles: { p: { apiKey: KEY, baseUrl } } };
    await writeFile(join(directory, 'config', 'config.json'), JSON.stringify(profiles), { mode: 0o600 });
    const env = { LOOPS_API_KEY: undefined, LOOPS_BASE_URL: undefined };
    expect((await run(SHOW, { env, lookup: asServiceTest })).code).toBe(2);
    const login = await run(`auth login --base-url ${baseUrl}`, { env, stdin: KEY, lookup: asServiceTest });
    expect([login.code, arrived]).toEqual([2, []]);
  });
});

interface Proxy {
  readonly port: number;
  /** `CONNECT host:port`, and whatever else was asked for. */
  readonly asked: string[];
  /** All that clients have sent, through tunnels too. */
  seen(): string;
}

/** A proxy that knows CONNECT; every name leads to the one port. `meddle` is given both ends of a tunnel. */
async function startProxy(target: number, meddle?: (client: Socket, service: Socket) => void): Promise<Proxy> {
  const asked: string[] = [];
  let seen = '';
  const sockets = new Set<Socket>();
  const watched = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    watched(client);
    let head = '';
    client.on('data', (bytes) => {
      seen += bytes.toString('latin1');
    });
    const onHead = (bytes: Buffer) => {
      head += bytes.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      client.off('data', onHead);
      const [words = ''] = head.split(' HTTP/');
      asked.push(words);
      if (!words.startsWith('CONNECT ')) {
        client.end(reply(405, {}, ''));
        return;
      }
      const service = watched(connectTo(target, '127.0.0.1'));
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(service).pipe(client);
      meddle?.(client, service);
    };
    client.on('data', onHead);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return { port: address.port, asked, seen: () => seen };
}

/** The bytes of one value in DER, the encoding that certificates are written in. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** A key and a certificate that it has signed itself, for service.test and 127.0.0.1, as PEM. */
function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const SEQUENCE = 0x30;
  const ecdsaWithSha256 = der(SEQUENCE, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const name = der(
    SEQUENCE,
    der(0x31, der(SEQUENCE, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('service.test')))),
  );
  const day = (text: string) => der(0x18, Buffer.from(text));
  const alternatives = der(SEQUENCE, der(0x82, Buffer.from('service.test')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extension = (oid: string, value: Buffer) => der(SEQUENCE, der(0x06, Buffer.from(oid, 'hex')), der(0x04, value));
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    der(SEQUENCE, day('20200101000000Z'), day('21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      der(
        SEQUENCE,
        extension('551d11', alternatives),
        extension('551d13', der(SEQUENCE, der(0x01, Buffer.from([0xff])))),
      ),
    ),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const certificate = der(SEQUENCE, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/(.{64})(?=.)/g, '$1\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

interface SecurePlace {
  readonly port: number;
  readonly arrived: string[];
  /** Runs the built program, which trusts the server's certificate. */
  run(line: string, env: Readonly<Record<string, string>>): Promise<Outcome>;
}

async function meetSecurely(answer: unknown): Promise<SecurePlace> {
  const directory = await mkdtemp(join(tmpdir(), 'loopsctl-tls-'));
  const identity = selfSigned();
  await writeFile(join(directory, 'ca.pem'), identity.cert);
  const arrived: string[] = [];
  const server = createHttpsServer(identity, (request, response) => {
    request.resume().on('end', () => {
      arrived.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      // Without an answer to give, the request has arrived, and that is all that ever happens.
      if (answer === undefined) return;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    await rm(directory, { recursive: true, force: true });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    port: address.port,
    arrived,
    run: async (line, env) => {
      const child = spawn(LAUNCHER, [EXECUTABLE, ...splitWords(line)], {
        env: {
          PATH: process.env['PATH'],
          HOME: directory,
          NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem'),
          LOOPS_API_KEY: KEY,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 30_000,
        killSignal: 'SIGKILL',
      });
      const printed = { stdout: '', stderr: '' };
      child.stdout.on('data', (text) => {
        printed.stdout += text;
      });
      child.stderr.on('data', (text) => {
        printed.stderr += text;
      });
      const [code] = (await once(child, 'close')) as [number | null];
      return { ...printed, code: code ?? -1 };
    },
  };
}

describe('a secure connection', () => {
  it('carries a command and its response', async () => {
    const { run, port, arrived } = await meetSecurely(GROUP);
    const outcome = await run(`${SHOW} --json`, { LOOPS_BASE_URL: `https://127.0.0.1:${port}/api` });
    expect({ ...outcome, stdout: JSON.parse(outcome.stdout) }).toEqual({ code: 0, stderr: '', stdout: GROUP });
    expect(arrived).toEqual([`GET /api/v1/transactional-groups/${ID} Bearer ${KEY}`]);
  });

  it('to a server with an untrusted certificate is refused, and the key is not sent', async () => {
    const { run, port, arrived } = await meetSecurely(GROUP);
    const outcome = await run(`${CREATE} --json --retries 1`, {
      LOOPS_BASE_URL: `https://127.0.0.1:${port}/api`,
      NODE_EXTRA_CA_CERTS: '',
    });
    expect([outcome.code, arrived]).toEqual([7, []]);
    expect(errorIn(outcome)['message']).not.toContain('may have been processed');
  });

  it('that breaks after a create was read does not send the create again', async () => {
    const secure = await meetSecurely(undefined);
    // Once the request has arrived, whoever stands between puts a record on the wire that cannot be decrypted.
    const relay = await startProxy(secure.port, (client, service) => {
      const check = setInterval(() => {
        if (secure.arrived.length === 0) return;
        clearInterval(check);
        service.unpipe(client);
        client.write(Buffer.concat([Buffer.from([0x17, 3, 3, 0, 40]), randomBytes(40)]));
      }, 5);
      client.on('close', () => clearInterval(check));
    });
    const outcome = await secure.run(`${CREATE} --json --timeout 3`, {
      LOOPS_BASE_URL: 'https://service.test/api',
      HTTPS_PROXY: `http://127.0.0.1:${relay.port}`,
    });
    expect(secure.arrived.length).toBe(1);
    expect(outcome.code).toBe(7);
    expect(errorIn(outcome)['message']).toContain('may have been processed');
  });
});

describe('a proxy', () => {
  const plain = (port: number) => ({
    line: `${SHOW} --json --insecure-http --base-url http://service.test:${port}/api`,
  });

  it.each(['HTTP_PROXY', 'http_proxy'])('from %s is used for an address with http://', async (name) => {
    const { run, arrived, port } = await meet(always(json(200, GROUP)));
    const proxy = await startProxy(port);
    // Nobody else knows the name: without the proxy it leads nowhere.
    const outcome = await run(plain(port).line, { env: { [name]: `http://127.0.0.1:${proxy.port}` } });
    expect([outcome.code, outcome.stderr, arrived.length]).toEqual([0, '', 1]);
    expect(proxy.asked).toEqual([`CONNECT service.test:${port}`]);
  });

  it.each(['HTTPS_PROXY', 'https_proxy'])(
    'from %s is asked to CONNECT for https://, and never sees the key',
    async (name) => {
      const secure = await meetSecurely(GROUP);
      const proxy = await startProxy(secure.port);
      const outcome = await secure.run(`${SHOW} --json`, {
        LOOPS_BASE_URL: 'https://service.test/api',
        [name]: `http://user:p4ssw0rd@127.0.0.1:${proxy.port}`,
      });
      expect([outcome.code, outcome.stderr, secure.arrived.length]).toEqual([0, '', 1]);
      expect(proxy.asked).toEqual(['CONNECT service.test:443']);
      expect(proxy.seen()).toContain(`Basic ${Buffer.from('user:p4ssw0rd').toString('base64')}`);
      expect(keyPartsIn(proxy.seen())).toEqual([]);
      expect(proxy.seen()).not.toMatch(/authorization: bearer/i);
    },
  );

  it.each(['service.test', '.test', '*', 'other.test, service.test'])(
    'is not used for what NO_PROXY names: %s',
    async (noProxy) => {
      const { run, arrived, port } = await meet(always(json(200, GROUP)));
      const proxy = await startProxy(port);
      const outcome = await run(plain(port).line, {
        env: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: noProxy },
        lookup: asServiceTest,
      });
      expect([outcome.code, arrived.length, proxy.asked]).toEqual([0, 1, []]);
    },
  );

  it('is used for what NO_PROXY does not name', async () => {
    const { run, port } = await meet(always(json(200, GROUP)));
    const proxy = await startProxy(port);
    await run(plain(port).line, {
      env: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'other.test,ice.test' },
    });
    expect(proxy.asked.length).toBe(1);
  });

  it('is never used for loopback', async () => {
    const { run, arrived, port } = await meet(always(json(200, GROUP)));
    const proxy = await startProxy(port);
    const address = `http://127.0.0.1:${proxy.port}`;
    for (const host of ['127.0.0.1', 'localhost', '127.8.9.10']) {
      const outcome = await run(`${SHOW} --json --base-url http://${host}:${port}/api`, {
        env: { HTTP_PROXY: address, HTTPS_PROXY: address, ALL_PROXY: address },
        lookup: asServiceTest,
      });
      expect([host, outcome.code]).toEqual([host, host === '127.8.9.10' ? outcome.code : 0]);
    }
    expect(arrived.length).toBeGreaterThanOrEqual(2);
    expect(proxy.asked).toEqual([]);
  });

  it('that is dead is named in the error without its password, with exit 7', async () => {
    const { run, port, arrived } = await meet(always(json(200, GROUP)));
    const gone = await startFaultServer(() => undefined);
    await gone.close();
    const env = { HTTP_PROXY: `http://user:p4ssw0rd@127.0.0.1:${gone.port}` };
    for (const flags of ['', ' --debug']) {
      const outcome = await run(`${plain(port).line}${flags}`, { env });
      expect([outcome.code, arrived, outcome.stdout]).toEqual([7, [], '']);
      expect(outcome.stderr).toContain(`through the proxy 127.0.0.1:${gone.port}`);
      expect(outcome.stderr).not.toContain('p4ssw0rd');
    }
  });

  it.each(['http', 'https'])(
    'that refuses to connect is named in the error, and nothing was sent: %s',
    async (scheme) => {
      const proxy = await meet(always(reply(407, { 'proxy-authenticate': 'Basic' }, '')));
      const { run } = await meet(always(json(201, GROUP)));
      const env = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
      const outcome = await run(`${CREATE} --json --insecure-http --base-url ${scheme}://service.test/api`, { env });
      expect([outcome.code, outcome.stdout]).toEqual([7, '']);
      expect(errorIn(outcome)['message']).toContain(`through the proxy 127.0.0.1:${proxy.port}`);
      // The service has never heard of it, so there is nothing uncertain about the create.
      expect(errorIn(outcome)['message']).not.toContain('may have been processed');
    },
  );

  it('that was not used is not blamed', async () => {
    const { run } = await meet(always(json(200, GROUP)));
    const gone = await startFaultServer(() => undefined);
    await gone.close();
    const outcome = await run(plain(gone.port).line, {
      env: { HTTP_PROXY: 'http://proxy.test:3128', NO_PROXY: 'service.test' },
      lookup: asServiceTest,
    });
    expect(outcome.code).toBe(7);
    expect(outcome.stderr).not.toContain('proxy.test');
  });

  it.each(['127.0.0.1:3128', 'proxy.test:3128', 'nonsense', 'ftp://127.0.0.1:1', 'http://', 'http://:3128', '://'])(
    'whose address cannot be used is not reported as a bug: %s',
    async (address) => {
      const { run, port } = await meet(always(json(200, GROUP)));
      const outcome = await run(plain(port).line, { env: { HTTP_PROXY: address }, lookup: asServiceTest });
      // A host and a port without a scheme is what curl accepts; whether it is accepted here is a choice.
      expect([0, 2, 7]).toContain(outcome.code);
      expect(outcome.stderr).not.toContain('This is a bug');
    },
  );
});

describe('waiting', () => {
  const SLOW_DOWN = json(429, {});

  it('for a rate limit without headers is announced at once, and no pause is longer than a minute', async () => {
    const { run, arrived } = await meet(always(SLOW_DOWN));
    const pauses: number[] = [];
    const { stderr, code } = await run(SHOW, { onSleep: (ms) => pauses.push(ms) });
    expect([code, arrived.length, pauses.length]).toEqual([6, 4, 3]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000);
    expect(stderr).toMatch(/^Rate limited by the API: retry 1 of 3 in \d+ s\.\n/);
    expect(stderr).toMatch(/\nRate limited by the API: retry 3 of 3 in 60 s\.\n/);
  });

  it.each([100, 0])('is drawn on a terminal of %d columns (0: unknown), and leaves nothing there', async (columns) => {
    const { run } = await meet(inTurn(SLOW_DOWN, json(503, {}), json(200, LIST)));
    const { stderr } = await run('groups list --limit 1 --no-color', { columns });
    expect(stderr).toMatch(/Rate limited by the API: retry 1 of 3 in \d/);
    expect(stderr).toMatch(/Unexpected status 503: retry 2 of 3 in \d/);
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
    expect(stderr).not.toContain('\n');
  });

  it.each(['--quiet', '--json', '-o json'])('is not drawn with %s', async (flags) => {
    const { run } = await meet(inTurn(json(503, {}), json(200, GROUP)));
    expect((await run(`${SHOW} ${flags}`, { columns: 100 })).stderr).toBe('');
  });

  it('never draws the key', async () => {
    const { run } = await meet(inTurn(json(503, { message: `No ${KEY}` }), json(200, GROUP)));
    expect((await run(SHOW, { columns: 200 })).stderr).toContain('No ****: retry 1 of 3');
  });
});

describe('a page that is far too large', () => {
  const page = (data: readonly unknown[]) => json(200, { pagination: PAGE, data });

  it.each([
    ['--json', 0],
    ['-o csv', 0],
    ['-o ndjson', 0],
    ['-o yaml', 0],
    ['', 0],
  ])('of 130,000 items is printed: %s', { timeout: 60_000 }, async (flags, code) => {
    const { run } = await meet(always(page(Array(130_000).fill(GROUP))));
    const outcome = await run(`groups list ${flags}`);
    expect([outcome.code, outcome.stderr]).toEqual([code, '']);
    expect(outcome.stdout.split(ID).length).toBe(130_001);
  });

  it.each(['--json', '-o yaml', '-o ndjson', '-o csv', ''])(
    'with a field nested a hundred thousand deep is printed, or exits with 8: %s',
    async (flags) => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const text = JSON.stringify({ pagination: PAGE, data: [GROUP] }).replace('"description":null', `"extra":${deep}`);
      const { run } = await meet(always(reply(200, {}, text)));
      const { code, stderr } = await run(`groups list ${flags}`);
      expect([0, 8], stderr).toContain(code);
      expect(stderr).not.toContain('This is a bug');
    },
  );

  it.each([
    ['20 MB', () => json(400, { message: 'x'.repeat(20_000_000) }), 'rejected', /^x/],
    ['65 MiB', () => reply(400, {}, Buffer.alloc(65 * 1024 * 1024, ' ')), 'unexpected_response', /larger than 64 MiB/],
    [
      '20 MB, invalid gzip',
      () => reply(400, { 'content-encoding': 'gzip' }, Buffer.alloc(20_000_000)),
      'unexpected_response',
      /invalid gzip data/,
    ],
  ] as const)('as the body of a refusal is reported as it is: %s', async (_, body, code, message) => {
    const { run } = await meet(always(body()));
    const error = errorIn(await run(`${SHOW} --json`));
    expect(error['code']).toBe(code);
    expect(String(error['message']).slice(0, 200)).toMatch(message);
    expect(String(error['message']).length).toBeLessThan(3_000);
  });
});

describe('the error of a refusal', () => {
  it('has everything that the API reported, and names the field', async () => {
    const { run } = await meet(always(json(422, { error: { path: 'name', message: 'm' }, invalidTags: ['Foo'] })));
    expect((await run(SHOW)).stderr).toBe('error: name: m\n');
    expect(errorIn(await run(`${SHOW} --json`))).toEqual({
      code: 'rejected',
      message: 'name: m',
      status: 422,
      request: `GET /v1/transactional-groups/${ID}`,
      details: { path: 'name', invalidTags: ['Foo'] },
    });
  });
});

describe('responses', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['GZIP', gzipSync],
  ] as const)('that are encoded as %s are read', async (encoding, encode) => {
    const body = encode(Buffer.from(JSON.stringify({ ...GROUP, name: 'Grüße 👋' })));
    const { run } = await meet(always(reply(200, { 'content-encoding': encoding }, body)));
    const { stdout, code, stderr } = await run(`${SHOW} --json`);
    expect([code, stderr, JSON.parse(stdout).name]).toEqual([0, '', 'Grüße 👋']);
  });

  it('that come in single bytes are read', async () => {
    const bytes = json(200, { ...GROUP, name: '日本語' });
    const { run } = await meet((socket) => {
      socket.setNoDelay(true);
      for (const byte of bytes) socket.write(Buffer.from([byte]));
    });
    const { stdout, code } = await run(`${SHOW} --json`);
    expect([code, JSON.parse(stdout).name]).toEqual([0, '日本語']);
  });
});

describe('a 401', () => {
  const env = { LOOPS_API_KEY: undefined, LOOPS_BASE_URL: undefined };

  async function loggedIn(behave: Behaviour) {
    const place = await meet(behave);
    const file = join(place.directory, 'config', 'config.json');
    await mkdir(join(place.directory, 'config'), { mode: 0o700 });
    const profile = { apiKey: KEY, baseUrl: `http://127.0.0.1:${place.port}/api`, teamName: 'Old name' };
    // Odd layout on purpose: whoever wrote the file again would write it differently.
    await writeFile(file, `  ${JSON.stringify({ profiles: { p: profile }, current: 'p', more: [1] })}\n\n`, {
      mode: 0o600,
    });
    return { ...place, contents: () => readFile(file, 'utf8') };
  }
  const checks = (arrived: readonly FaultRequest[]) => arrived.filter(({ path }) => path.endsWith('/v1/api-key'));

  it.each([SHOW, CREATE, 'groups list', `workflow show ${ID} --node ${ID}`])(
    'asks once whether the key is good, and changes nothing that is stored: %s',
    async (line) => {
      for (const good of [true, false]) {
        const { run, arrived, contents } = await loggedIn((socket, { path }) =>
          socket.write(
            good && path.endsWith('/v1/api-key')
              ? json(200, { success: true, teamName: 'Brightwater' })
              : json(401, {}),
          ),
        );
        const before = await contents();
        const outcome = await run(`${line} --json`, { env });
        expect([outcome.code, errorIn(outcome)['code']]).toEqual([3, good ? 'area_disabled' : 'unauthorized']);
        if (good)
          expect(errorIn(outcome)['message']).toMatch(/(content|workflow) API is not enabled for team "Brightwater"/);
        expect([checks(arrived).length, arrived.length]).toEqual([1, 2]);
        expect(await contents()).toBe(before);
      }
    },
  );

  it('of the key check itself is not checked again', async () => {
    const { run, arrived, contents } = await loggedIn(always(json(401, {})));
    const before = await contents();
    expect((await run('auth status', { env })).code).toBe(3);
    expect([arrived.length, await contents()]).toEqual([1, before]);
  });

  it('while logging in leaves the profile of that name as it was', async () => {
    const { run, contents } = await loggedIn(always(json(401, {})));
    const before = await contents();
    const outcome = await run('auth login --profile p', {
      stdin: 'another-key-0123456789',
      env: { LOOPS_API_KEY: undefined },
    });
    expect([outcome.code, await contents()]).toEqual([3, before]);
  });

  it('is reported also when the response of the key check cannot be read', async () => {
    const { run } = await loggedIn((socket, { path }) =>
      socket.write(path.endsWith('/v1/api-key') ? reply(200, {}, '<html>') : json(401, { message: 'No.' })),
    );
    const outcome = await run(`${SHOW} --json`, { env });
    expect([outcome.code, errorIn(outcome)['code']]).toEqual([3, 'unauthorized']);
  });
});

describe('--debug', () => {
  it('prints method, URL, status, time and what is retried, on stderr', async () => {
    const { run, port } = await meet(inTurn(json(503, {}), json(200, LIST)));
    const { stdout, stderr, code } = await run('groups list --json --debug --per-page 20');
    expect([code, JSON.parse(stdout)]).toEqual([0, [GROUP]]);
    const lines = stderr.trimEnd().split('\n');
    const sent = new RegExp(`^> GET http://127\\.0\\.0\\.1:${port}/api/v1/transactional-groups\\?perPage=20 \\(.*\\)$`);
    expect(lines[0]).toMatch(sent);
    expect(lines[1]).toMatch(/^< 503 in \d+ ms, 2 bytes \(/);
    expect(lines[2]).toMatch(/^~ retry 1 of 3 in \d+ ms: /);
    expect(lines[3]).toMatch(sent);
    expect(lines[4]).toMatch(/^< 200 in \d+ ms/);
    expect(lines.length).toBe(5);
  });

  it('shows that a key was sent, but not the key', async () => {
    const { run } = await meet(always(json(200, GROUP)));
    const { stderr } = await run(`${SHOW} --debug`);
    expect(stderr).toMatch(/authorization: (Bearer )?\*{4}/);
    expect(keyPartsIn(stderr)).toEqual([]);
  });

  const echoes: ReadonlyArray<readonly [what: string, behave: Behaviour]> = [
    [
      'in a header',
      (socket, { headers }) =>
        socket.write(json(200, GROUP, { 'x-request-headers': `a ${headers['authorization']} b` })),
    ],
    ['in the reason', (socket, { headers }) => socket.write(json(400, { message: `No ${headers['authorization']}` }))],
    [
      'in a cookie',
      (socket, { headers }) => socket.write(json(500, {}, { 'set-cookie': `${headers['authorization']}` })),
    ],
    ['in a redirect', (socket) => socket.write(reply(302, { location: `https://other.test/${KEY}?k=${KEY}` }, ''))],
    ['as text that is not JSON', (socket) => socket.write(reply(200, {}, `Bearer ${KEY}`))],
    [
      'as text that is nearly JSON',
      (socket) => socket.write(reply(200, {}, `{"authorization": ${KEY}, "more": [1, 2]}`)),
    ],
    ['in a content type', (socket) => socket.write(reply(200, { 'content-type': KEY }, 'x'))],
    ['in a content encoding', (socket) => socket.write(reply(200, { 'content-encoding': KEY }, 'x'))],
    ['in the status line', (socket) => socket.end(`HTTP/1.1 400 ${KEY}\r\ncontent-length: 0\r\n\r\n`)],
    ['instead of HTTP', (socket) => socket.end(`${KEY}\r\n\r\n`)],
    ['as a name of a field', (socket) => socket.write(json(200, { [KEY]: KEY }))],
    ['in Retry-After', inTurn(json(429, {}, { 'retry-after': KEY }), json(400, { message: KEY }))],
    ['with escape sequences between', (socket) => socket.write(json(400, { message: `\u001b[31m${KEY}\u001b[0m` }))],
  ];
  it.each(echoes)('never prints the key, also when the server echoes it %s', async (_, behave) => {
    const { run } = await meet(behave);
    for (const line of [`${SHOW} --debug`, `${SHOW} --debug --json`, CREATE, `${CREATE} --json`]) {
      const { stderr } = await run(line);
      expect({ line, parts: keyPartsIn(stderr) }).toEqual({ line, parts: [] });
    }
  });

  it('never prints a key that JSON writes in another way, such as one with quotes', async () => {
    const key = 'k3yM"rk3dF0rTh3\\S34rch0123"56789a';
    const { run } = await meet(always(json(400, { message: `Bad header: Bearer ${key}` }, { 'x-echo': key })));
    for (const flags of ['', ' --json', ' --debug', ' --json --debug']) {
      const { stderr } = await run(`${SHOW}${flags}`, { env: { LOOPS_API_KEY: key } });
      expect({ flags, parts: partsOf(key).filter((part) => stderr.includes(part)) }).toEqual({ flags, parts: [] });
    }
  });
});

describe('contract drift', () => {
  const show = async (value: unknown, flags = '') => {
    const { run } = await meet(always(json(200, value)));
    return run(`${SHOW} --json${flags}`);
  };

  it.each([
    ['an unknown field', { ...GROUP, plan: { tier: 'gold' }, '': null, __proto_: 1 }],
    ['an empty name', { ...GROUP, name: '' }],
    ['a time in another notation', { ...GROUP, createdAt: 'yesterday' }],
  ])('%s passes silently, also under --strict', async (_, value) => {
    for (const flags of ['', ' --strict']) {
      const { stdout, ...rest } = await show(value, flags);
      expect(rest).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual(value);
    }
  });

  it('a new value of an enumeration passes silently, also under --strict', async () => {
    const workflow = { id: ID, emoji: '🎉', name: 'W', status: 'hibernating', createdAt: 'x', updatedAt: 'x' };
    const { run } = await meet(always(json(200, { pagination: PAGE, data: [workflow] })));
    const free = await run('workflow list --json');
    expect([free.code, JSON.parse(free.stdout)]).toEqual([0, [workflow]]);
    expect(free.stderr).not.toContain('status');
    const strict = await run('workflow list --json --strict');
    expect(strict.stderr).not.toContain('status');
  });

  const { updatedAt: _, ...withoutUpdatedAt } = GROUP;
  it.each([
    ['a missing detail', withoutUpdatedAt],
    ['an ill-typed detail', { ...GROUP, description: 7 }],
    ['several of them', { ...withoutUpdatedAt, name: null, description: [] }],
  ])('%s is shown with exactly one warning and exit 0, and is exit 8 under --strict', async (__, value) => {
    const free = await show(value);
    expect([free.code, JSON.parse(free.stdout)]).toEqual([0, value]);
    expect(free.stderr.match(/warning"?:/g)?.length).toBe(1);
    expect(free.stderr.trimEnd().split('\n').length).toBe(1);
    const strict = await show(value, ' --strict');
    expect([strict.code, strict.stdout, errorIn(strict)['code']]).toEqual([8, '', 'unexpected_response']);
  });

  it('is told once for a list, however many pages and items have it', async () => {
    const data = [withoutUpdatedAt, withoutUpdatedAt];
    let page = 0;
    const { run, arrived } = await meet((socket) => {
      page++;
      const nextCursor = page % 3 === 0 ? null : `c${page}`;
      socket.write(json(200, { pagination: { ...PAGE, totalPages: 3, nextCursor }, data }));
    });
    for (const format of ['json', 'ndjson', 'table', 'csv', 'yaml']) {
      const { code, stderr } = await run(`groups list -o ${format}`);
      expect([format, code, stderr.match(/warning"?:/g)?.length]).toEqual([format, 0, 1]);
    }
    expect(arrived.length).toBe(15);
  });

  it.each([
    ['nothing that is expected', { ok: true }],
    ['a list', [GROUP]],
    ['a text', 'group'],
    ['null', null],
    ['the group in an envelope', { data: GROUP }],
  ])('%s is exit 8', async (__, value) => {
    for (const flags of ['', ' --strict']) {
      const outcome = await show(value, flags);
      expect([outcome.code, outcome.stdout, errorIn(outcome)['code']]).toEqual([8, '', 'unexpected_response']);
    }
  });

  it.each([
    ['no data', { pagination: PAGE }],
    ['data that is no list', { pagination: PAGE, data: { 0: GROUP } }],
    ['no pagination', { data: [GROUP] }],
    ['a cursor that is a number', { pagination: { ...PAGE, nextCursor: 5 }, data: [GROUP] }],
    ['an item that is no object', { pagination: PAGE, data: [GROUP, 'x'] }],
  ])('a list with %s is exit 8', async (__, value) => {
    const { run } = await meet(always(json(200, value)));
    const outcome = await run('groups list --json');
    expect([outcome.code, outcome.stdout, errorIn(outcome)['code']]).toEqual([8, '', 'unexpected_response']);
  });
});

describe('IDs', () => {
  const BEFORE = '/api/v1/transactional-groups/';
  const COMMANDS = [
    (id: string) => ['groups', 'show', '--json', '--', `id:${id}`],
    (id: string) => ['groups', 'update', '--name', 'N', '--json', '--', `id:${id}`],
  ];

  async function sentPath(place: Place, words: readonly string[]): Promise<{ outcome: Outcome; paths: string[] }> {
    const before = place.arrived.length;
    const outcome = await place.run(words, { env: { LOOPS_HISTORY: 'off' } });
    return { outcome, paths: place.arrived.slice(before).map(({ path }) => path) };
  }

  const unit = fc.oneof(
    fc.constantFrom(
      '/',
      '..',
      '.',
      '%',
      '%2e',
      '%2F',
      '?',
      '#',
      '&',
      '=',
      ' ',
      '\\',
      ';',
      '@',
      ':',
      '+',
      '-',
      '*',
      '~',
    ),
    fc.constantFrom(
      '\0',
      '\n',
      '\r\n',
      '\t',
      '\u001b[31m',
      '\u007f',
      '\u0085',
      '\u202e',
      '\ufeff',
      '日本語',
      '👩‍👩‍👧',
      'é',
    ),
    anyText({ maxLength: 4 }),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  );
  const id = fc
    .oneof(
      { weight: 9, arbitrary: fc.array(unit, { minLength: 1, maxLength: 8 }).map((units) => units.join('')) },
      { weight: 1, arbitrary: unit.filter((text) => text !== '').map((text) => text.repeat(10_240 / text.length)) },
    )
    .filter((text) => text.isWellFormed() && !['', '.', '..'].includes(text));

  it('of any characters arrive as one path segment that decodes to what was typed', async () => {
    // Plenty of requests are allowed, so that none has to wait.
    const place = await meet(always(json(200, GROUP, { 'x-ratelimit-limit': '1000000' })));
    await fc.assert(
      fc.asyncProperty(id, fc.constantFrom(...COMMANDS), async (typed, words) => {
        const { outcome, paths } = await sentPath(place, ['--quiet', ...words(typed)]);
        expect([outcome.code, outcome.stderr]).toEqual([0, '']);
        expect(paths.length).toBe(1);
        const [path = ''] = paths;
        expect(path.startsWith(BEFORE)).toBe(true);
        const segment = path.slice(BEFORE.length);
        expect(segment).toMatch(/^[\w.~!*'()%-]+$/);
        expect(decodeURIComponent(segment)).toBe(typed);
        // What a server that follows the URL standard makes of it.
        expect(new URL(path, 'http://127.0.0.1').pathname).toBe(path);
      }),
      { numRuns: 300 },
    );
  });

  it('of two in one path stay apart', async () => {
    const place = await meet(always(json(404, {})));
    const { paths } = await sentPath(place, ['workflow', 'show', '--node', 'id:../b/..', 'id:a?#%2e%2e', '--ids']);
    expect(paths).toEqual(['/api/v1/workflows/a%3F%23%252e%252e/nodes/..%2Fb%2F..']);
  });

  it.each(['', '.', '..', '\ud800', 'a\udfffb'])('that cannot be a segment send nothing: %j', async (typed) => {
    const place = await meet(always(json(200, GROUP)));
    for (const words of COMMANDS) {
      const { outcome, paths } = await sentPath(place, words(typed));
      expect([outcome.code, outcome.stdout, paths]).toEqual([2, '', []]);
      expect(errorIn(outcome)['code']).toBe('usage');
    }
    const { outcome, paths } = await sentPath(place, ['workflow', 'show', ID, `--node=id:${typed}`]);
    expect([outcome.code, paths]).toEqual([2, []]);
  });
});
