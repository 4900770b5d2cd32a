/** Proves what the real resolver gives for records, missing names and silent servers, against a name server on loopback. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { systemResolver } from '../../src/runtime/dns.ts';

const NAME = 'mail.example.com';

const length = (bytes: Buffer): Buffer => Buffer.from([bytes.length >> 8, bytes.length & 0xff]);
const labels = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.of(0),
  ]);

/** An answer record for the name of the question. */
const record = (type: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60]), length(data), data]);

/** No test waits this long, however busy the machine is. */
const PATIENT_MS = 30_000;

/** Answers every query with this response code and these records; with nothing at all where `answers` is undefined. */
async function nameServer(code: number, answers: readonly Buffer[] | undefined, timeout = PATIENT_MS) {
  const controller = new AbortController();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port }) => {
    controller.signal.dispatchEvent(new Event('query'));
    if (answers === undefined) return;
    // The question ends after its name, type and class.
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80 | code, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, question, ...answers]), port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  const servers = [`127.0.0.1:${socket.address().port}`];
  return { controller, resolver: systemResolver(controller.signal, { servers, timeout, tries: 1 }) };
}

it('gives records, with the strings of a long one', async () => {
  const mx = await nameServer(0, [record(15, Buffer.concat([Buffer.from([0, 10]), labels('mx.example')]))]);
  expect(await mx.resolver.resolveMx(NAME)).toMatchObject([{ exchange: 'mx.example', priority: 10 }]);
  const txt = await nameServer(0, [record(16, Buffer.from('\u0003v=s\u0003pf1'))]);
  expect(await txt.resolver.resolveTxt(NAME)).toEqual([['v=s', 'pf1']]);
  const cname = await nameServer(0, [record(5, labels('key.example'))]);
  expect(await cname.resolver.resolveCname(NAME)).toEqual(['key.example']);
});

it.each([
  ['a name without such records', 0, [], 'ENODATA'],
  ['a name that does not exist', 3, [], 'ENOTFOUND'],
  ['a server that fails', 2, [], 'ESERVFAIL'],
  ['a server that refuses', 5, [], 'EREFUSED'],
  ['a silent server', 0, undefined, 'ETIMEOUT'],
] as const)('rejects for %s', async (_, code, answers, expected) => {
  const { resolver } = await nameServer(code, answers, answers === undefined ? 100 : PATIENT_MS);
  const rejected = await failureOfQuery(() => resolver.resolveTxt(NAME));
  expect(rejected).toBe(expected);
});

it('ends a query when the signal is aborted', async () => {
  const { resolver, controller } = await nameServer(0, undefined);
  controller.signal.addEventListener('query', () => controller.abort());
  expect(await failureOfQuery(() => resolver.resolveTxt(NAME))).toBe('ECANCELLED');
});

async function failureOfQuery(query: () => Promise<unknown>): Promise<unknown> {
  return query().then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
}
