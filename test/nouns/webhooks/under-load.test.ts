/**
 * `webhooks listen` under load, killed, with a target that is slow or dead, and among hostile clients. The suite runs a short
 * form; `npm run bench:webhooks` runs the long one and writes docs/webhook-figures.md, of which it is the only writer.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { parseRecord } from '../../../src/nouns/webhooks/delivery/record.ts';
import { valuesOf } from '../../../src/nouns/webhooks/delivery/request.ts';
import { shareCompiledCode } from '../../world.ts';
import { ATTACKS, attack } from './attacks.ts';
import { delivery, killAll, listen, type Sent, sender, sendSteadily } from './listening.ts';

const FULL = process.env['WEBHOOK_FIGURES'] === 'full';
const LOAD = FULL ? { perSecond: 1_000, seconds: 10 } : { perSecond: 200, seconds: 1.5 };
const KILLS = FULL ? 5 : 1;
const HOSTILE = FULL ? 10_000 : 400;

let home = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'loopsctl-webhooks-'));
  await shareCompiledCode(join(home, '.cache'));
});
afterEach(async () => {
  killAll();
  await rm(home, { recursive: true, force: true });
});

const rows: string[] = [];
const say = (what: string, ...cells: string[]) => rows.push(`| ${[what, ...cells].join(' | ')} |`);
const number = (value: number): string => value.toLocaleString('en-US');

/** How often each ID is in the log file. */
async function recorded(): Promise<ReadonlyMap<string, number>> {
  const { entries } = parseRecord(await readFile(join(home, 'events.ndjson')));
  const counts = new Map<string, number>();
  for (const { headers } of entries) {
    const [id = ''] = valuesOf(headers, 'webhook-id');
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

const accepted = (sent: readonly Sent[]) => sent.filter(({ status }) => status === 200);

function times(sent: readonly Sent[]): string {
  const sorted = sent.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
  return `${at(0.5)} / ${at(0.99)} ms`;
}

async function steadily(words: readonly string[]): Promise<readonly Sent[]> {
  const receiver = await listen(home, '--record', 'events.ndjson', ...words);
  const from = sender(receiver.port);
  const sent = await sendSteadily(from, LOAD);
  from.close();
  const { code, stderr } = await receiver.stop('SIGINT');
  expect(code, stderr).toBe(0);
  const counts = await recorded();
  expect(accepted(sent)).toHaveLength(sent.length);
  expect([...counts.values()].every((count) => count === 1)).toBe(true);
  expect(counts.size).toBe(sent.length);
  return sent;
}

test.each<[name: string, words: readonly string[]]>([
  ['recorded', []],
  ['recorded, with `--sync`', ['--sync']],
])('at a steady rate every delivery is acknowledged and %s once', async (name, words) => {
  const sent = await steadily(words);
  say(name, `${number(sent.length)} of ${number(sent.length)}`, times(sent));
});

/** A target that never responds, or that refuses connections. */
async function target(kind: 'dead' | 'silent'): Promise<{ url: string; server: Server }> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  if (kind === 'dead') await new Promise((resolve) => server.close(resolve));
  return { url, server };
}

test.each(['dead', 'silent'] as const)('a %s target loses nothing and delays no response', async (kind) => {
  const { url, server } = await target(kind);
  try {
    const sent = await steadily(['--forward-to', url]);
    say(`forwarded to a target that is ${kind}`, `${number(sent.length)} of ${number(sent.length)}`, times(sent));
    // No response waits for the target. The limit is for the slowest response on a busy machine.
    expect(Math.max(...sent.map(({ milliseconds }) => milliseconds))).toBeLessThan(5_000);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('after a kill at any moment, every acknowledged event is in the file once, and after a retry every event', async () => {
  let [answered, unanswered, torn] = [0, 0, 0];
  for (let round = 0; round < KILLS; round++) {
    const receiver = await listen(home, '--record', 'events.ndjson');
    const stopped = new AbortController();
    const from = sender(receiver.port);
    const sending = sendSteadily(from, { ...LOAD, signal: stopped.signal });
    await delay(LOAD.seconds * 1000 * (0.2 + 0.6 * Math.random()));
    await receiver.stop('SIGKILL');
    stopped.abort();
    const sent = await sending;
    from.close();
    const counts = await recorded();
    expect(accepted(sent).filter(({ id }) => counts.get(id) !== 1)).toEqual([]);
    expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
    torn += parseRecord(await readFile(join(home, 'events.ndjson'))).torn.length;

    // The service would retry events without a response; here all are sent again.
    const again = await listen(home, '--record', 'events.ndjson');
    const second = sender(again.port);
    for (const { id } of sent) expect(await second.send(delivery(id))).toBe(200);
    second.close();
    await again.stop('SIGINT');
    const after = await recorded();
    expect(after.size).toBe(sent.length);
    expect([...after].filter(([, count]) => count !== 1)).toEqual([]);
    answered += accepted(sent).length;
    unanswered += sent.length - accepted(sent).length;
    await rm(join(home, 'events.ndjson'));
  }
  expect(answered).toBeGreaterThan(0);
  say(
    `killed (SIGKILL) ${KILLS} times at a random moment, then retried`,
    `${number(answered)} answered, all in the file once; ${number(unanswered)} not answered, all in the file once after a retry; ${torn} incomplete lines`,
    '',
  );
});

const memoryOf = (pid: number): number =>
  process.platform === 'linux'
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
    : 0;

test('with hostile clients it keeps running in bounded memory and accepts valid deliveries', async () => {
  const receiver = await listen(home, '--record', 'events.ndjson', '-q');
  const from = sender(receiver.port);
  const good: Promise<number | undefined>[] = [];
  const answers = await attack(receiver.port, HOSTILE, (index) => {
    if (index % 20 === 0) good.push(from.send(delivery(`msg_${index}`)));
  });
  expect(await Promise.all(good)).toEqual(good.map(() => 200));
  expect((await recorded()).size).toBe(good.length);
  for (const { name, expected } of ATTACKS) {
    for (const answer of answers.get(name) ?? []) expect(`${name}: ${answer}`).toMatch(expected);
  }
  const memory = memoryOf(receiver.pid);
  expect(memory).toBeLessThan(400);
  from.close();
  const { code } = await receiver.stop('SIGINT');
  expect(code).toBe(0);
  say(
    `${number(HOSTILE)} hostile clients (${ATTACKS.map(({ name }) => name).join(', ')})`,
    `still running; ${number(good.length)} of ${number(good.length)} valid deliveries accepted; peak memory ${Math.round(memory)} MB`,
    '',
  );
}, 120_000);

afterAll(async () => {
  // What was not measured to its end is not written.
  if (!FULL || rows.length !== 6) return;
  const page = [
    '# Measurements of `webhooks listen`',
    `\`npm run bench:webhooks\` writes this page. It runs the built program in a separate process. The test suite runs a shorter version. Measured on two cores of a shared machine with Node ${process.versions.node.split('.').slice(0, 2).join('.')}, the sender on the same two cores; ${number(LOAD.perSecond)} deliveries per second for ${LOAD.seconds} seconds, a hundred times the rate of Loops.`,
    ['| what | outcome | response time: median / 99th percentile |', '|---|---|---|', ...rows].join('\n'),
    'A 2xx response means that the event is in the file: events are written first (in batches) and answered afterward. Without `--sync` the operating system has the data, which survives the death of the process, including SIGKILL, but not a power failure; with `--sync` the disk has confirmed it (fdatasync, once per batch). An incomplete line of a killed process is recognized when the file is opened again, and was never answered.',
  ];
  await writeFile(new URL('../../../docs/webhook-figures.md', import.meta.url), `${page.join('\n\n')}\n`);
});
