/** Proves what the client makes of operations that no command has yet: other methods, headers of their own, empty responses. */
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { type Operation, operation } from '../../src/define/operation.ts';
import { connect, type OpenClient } from '../../src/http/connect.ts';
import { failureOf } from '../arbitraries.ts';
import { fakeResolver } from '../dns.ts';
import { type Behaviour, type FaultRequest, json, reply, startFaultServer } from '../faults/server.ts';

const remove = operation('DELETE /v1/things/{id}', 'Delete', {
  input: { id: z.string(), revision: z.string().optional(), key: z.string().optional() },
  output: z.null(),
  headers: { key: 'Idempotency-Key' },
  effect: 'destroy',
});
const replace = operation('PUT /v1/things/{id}', 'Replace', {
  input: { id: z.string(), name: z.string() },
  output: z.object({ name: z.string() }),
  repeatable: true,
  effect: 'change',
});
const keyCheck = operation('GET /v1/who-am-i', 'Check the key', { input: {}, output: z.looseObject({}) });

const done = () => undefined;

async function openClient(
  behave: Behaviour,
  options: { keyCheck?: Operation } = {},
): Promise<{ client: OpenClient; arrived: readonly FaultRequest[] }> {
  const server = await startFaultServer(behave);
  const unused = () => Promise.reject(new Error('The client does not use this.'));
  const client = await connect(
    {
      baseUrl: `http://127.0.0.1:${server.port}/api`,
      apiKey: 'key',
      keyCheck,
      userAgent: 'test',
      timeout: 10,
      retries: 2,
      insecureHttp: false,
      strict: false,
      onDifference: done,
      trace: done,
      waits: { request: () => done, pause: () => done },
      onProgress: done,
      shareLimits: false,
      ...options,
    },
    {
      platform: 'linux',
      nodeVersion: '20.18.1',
      argv: [],
      env: {},
      directories: { config: '', data: '', cache: '' },
      workingDirectory: () => '',
      temporaryDirectory: '',
      stdout: { isTerminal: false, columns: undefined, rows: undefined, write: unused },
      stderr: { isTerminal: false, columns: undefined, rows: undefined, write: unused },
      stdin: { isTerminal: false, read: unused, async *stream() {} },
      ask: { secret: unused, confirm: unused, text: unused, choose: unused },
      startInBackground: async () => undefined,
      execute: unused,
      open: unused,
      page: unused,
      signal: new AbortController().signal,
      now: () => new Date(0),
      sleep: async () => undefined,
      every: () => done,
      catchSignals: () => done,
      random: () => 0,
      resolver: fakeResolver({}),
    },
  );
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { client, arrived: server.arrived };
}

describe('the client', () => {
  it('sends a DELETE with a body and a header, and gives null for 204', async () => {
    const { client, arrived } = await openClient((socket) => socket.write(reply(204, {}, '')));
    expect(await client.call(remove, { id: 't', revision: 'r', key: 'k-1' })).toBeNull();
    expect(arrived[0]).toMatchObject({
      method: 'DELETE',
      path: '/api/v1/things/t',
      body: '{"revision":"r"}',
      headers: { 'idempotency-key': 'k-1', authorization: 'Bearer key', 'content-type': 'application/json' },
    });
    await client.call(remove, { id: 't' });
    expect(arrived[1]?.body).toBe('');
    expect(arrived[1]?.headers['content-type']).toBeUndefined();
  });

  it('sends a PUT again only because the operation is repeatable', async () => {
    const fail: Behaviour = (socket) => socket.write(json(503, {}));
    const repeatable = await openClient(fail);
    await failureOf(() => repeatable.client.call(replace, { id: 't', name: 'N' }));
    expect(repeatable.arrived.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT']);
    const once = await openClient(fail);
    const failure = await failureOf(() => once.client.call(remove, { id: 't' }));
    expect([once.arrived.length, failure.message]).toEqual([
      1,
      'Unexpected status 503. The request may have been processed.',
    ]);
  });

  it('does not take 204 for the value that an operation promises', async () => {
    const { client } = await openClient((socket) => socket.write(reply(204, {}, '')));
    expect(await failureOf(() => client.call(replace, { id: 't', name: 'N' }))).toMatchObject({
      code: 'unexpected_response',
    });
  });

  it.each([{}, { teamName: 7 }, { teamName: null }, { teamName: 'Brightwater' }])(
    'explains a 401 by the key check that it is given, whatever team that names: %j',
    async (team) => {
      const { client, arrived } = await openClient((socket, { path }) =>
        socket.write(path === '/api/v1/who-am-i' ? json(200, team) : json(401, {})),
      );
      const failure = await failureOf(() => client.call(remove, { id: 't' }));
      expect([failure.code, arrived.length]).toEqual(['area_disabled', 2]);
      expect(failure.message).not.toContain('undefined');
    },
  );
});

describe('an idempotency key', () => {
  const send = operation('POST /v1/things', 'Send', {
    input: { name: z.string(), key: z.string().optional() },
    output: z.object({ success: z.boolean() }),
    headers: { key: 'Idempotency-Key' },
    effect: 'send',
  });
  /** Each attempt gets the next answer; undefined loses the response. */
  const answering = (answers: readonly (number | undefined)[]): Behaviour => {
    const left = [...answers];
    return (socket) => {
      const status = left.shift();
      if (status === undefined) socket.destroy();
      else socket.write(json(status, status === 200 ? { success: true } : { success: false, message: 'No.' }));
    };
  };

  it('makes a request that may be sent again after its response was lost', async () => {
    const { client, arrived } = await openClient(answering([undefined, 503, 200]));
    expect(await client.call(send, { name: 'x', key: 'k1' })).toEqual({ success: true });
    expect(arrived).toHaveLength(3);
  });

  it('is needed for that', async () => {
    const { client, arrived } = await openClient(answering([undefined, 200]));
    expect(await failureOf(() => client.call(send, { name: 'x' }))).toMatchObject({
      code: 'unavailable',
      mayBeDone: true,
    });
    expect(arrived).toHaveLength(1);
  });

  it.each([
    ['a conflict at once', [409], { code: 'conflict', mayBeDone: false }, 1],
    ['a conflict after a lost response', [undefined, 409], { code: 'conflict', mayBeDone: true }, 2],
    ['a refusal after a lost response', [undefined, 400], { code: 'rejected', mayBeDone: true }, 2],
    ['a refusal', [400], { code: 'rejected', mayBeDone: false }, 1],
    ['500, which is not sent again', [500], { code: 'unavailable', mayBeDone: true }, 1],
  ])('%s', async (_, answers, expected, attempts) => {
    const { client, arrived } = await openClient(answering(answers));
    expect(await failureOf(() => client.call(send, { name: 'x', key: 'k1' }))).toMatchObject(expected);
    expect(arrived).toHaveLength(attempts);
  });
});
