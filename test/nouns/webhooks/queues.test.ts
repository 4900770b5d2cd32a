/** Pace, retries and bounded memory between an event and its delivery. The tests control the clock. */
import { expect, test } from 'vitest';
import type { Deliver, Delivered } from '../../../src/nouns/webhooks/delivery/delivery.ts';
import { createForwarder } from '../../../src/nouns/webhooks/delivery/forwarder.ts';
import { openOutbox } from '../../../src/nouns/webhooks/delivery/outbox.ts';
import { paceOf } from '../../../src/nouns/webhooks/delivery/pace.ts';
import { createQueue } from '../../../src/nouns/webhooks/delivery/queue.ts';
import { rememberRepeats } from '../../../src/nouns/webhooks/delivery/repeats.ts';
import { fixedRandom } from '../../world.ts';
import { keys } from './listening.ts';

const answered = (status: number | null): Delivered => ({
  status,
  milliseconds: 1,
  response: '',
  problem: status === null ? 'connection refused' : null,
});

/** A clock that jumps to the end of the shortest sleep. */
function clock() {
  let now = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((wake) => sleepers.push({ at: now + ms, wake })),
    /** Runs until nothing sleeps. */
    async run() {
      for (;;) {
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
        sleepers.sort((a, b) => a.at - b.at);
        const next = sleepers.shift();
        if (next === undefined) return;
        now = Math.max(now, next.at);
        next.wake();
      }
    },
  };
}

test('turns are in order, evenly spaced, and never exceed the rate in any second', async () => {
  const time = clock();
  const pace = paceOf(10, time.now, time.sleep);
  const turns: [number, number][] = [];
  for (let n = 0; n < 35; n++) pace().then(() => turns.push([n, time.now()]));
  await time.run();
  expect(turns.map(([n]) => n)).toEqual(Array.from({ length: 35 }, (_, n) => n));
  for (const [, from] of turns) {
    expect(turns.filter(([, at]) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(10);
  }
});

test('the outbox sends ten per second, and retries after 1, 5 and 25 seconds with the same ID and a new timestamp', async () => {
  const time = clock();
  const sent: { id: string; signedAt: number; at: number }[] = [];
  const deliver: Deliver = async ({ headers }) => {
    const { 'webhook-id': id = '', 'webhook-timestamp': signedAt } = Object.fromEntries(headers);
    sent.push({ id, signedAt: Number(signedAt), at: time.now() });
    return answered(sent.length === 1 ? 200 : null);
  };
  const logged: string[] = [];
  const now = () => new Date(time.now());
  const { emit } = openOutbox({
    keys,
    deliver,
    now,
    sleep: time.sleep,
    random: fixedRandom(),
    log: (line) => logged.push(line),
  });
  const first = emit({ eventName: 'a' });
  const second = emit({ eventName: 'b' });
  await time.run();
  expect(sent.map(({ id }) => id)).toEqual([first, second, second, second, second]);
  expect(sent.map(({ at }) => at)).toEqual([0, 100, 1_100, 6_100, 31_100]);
  expect(sent.map(({ signedAt }) => signedAt)).toEqual([0, 0, 1, 6, 31]);
  expect(logged[0]).toBe(`--> a ${first} 200 in 1 ms`);
  expect(logged.at(-1)).toBe(`--> b ${second} not accepted (connection refused), giving up`);
});

test('the outbox queues a thousand events and rejects more', () => {
  const never = () => new Promise<never>(() => undefined);
  const now = () => new Date(0);
  const { emit } = openOutbox({
    keys,
    deliver: never,
    now,
    sleep: never,
    random: fixedRandom(),
    log: () => undefined,
  });
  const ids = Array.from({ length: 1_001 }, () => emit({ eventName: 'a' }));
  expect(ids.indexOf(undefined)).toBe(1_000);
});

const request = (size: number) => ({ headers: [], body: Buffer.alloc(size) });

test('the forwarder runs ten deliveries at once, in order, and limits the waiting bytes', async () => {
  const begun: number[] = [];
  const deliver: Deliver = ({ body }) => {
    begun.push(body.length);
    return new Promise(() => undefined);
  };
  const { forward, stop } = createForwarder(deliver, async () => undefined, 100);
  const all = Array.from({ length: 14 }, (_, n) => forward(request(20 + n)));
  expect(begun).toEqual(Array.from({ length: 10 }, (_, n) => 20 + n));
  // 30, 31 and 32 wait; 33 would be more than 100 bytes with them.
  expect((await all[13])?.problem).toBe('too many deliveries are waiting for the target');
  stop();
  expect((await all[10])?.problem).toBe('interrupted');
  expect((await forward(request(1))).problem).toBe('interrupted');
});

test('after a failed delivery the forwarder pauses and loses none', async () => {
  const time = clock();
  const tried: number[] = [];
  const deliver: Deliver = async () => {
    tried.push(time.now());
    return answered(tried.length <= 30 ? null : 200);
  };
  const { forward } = createForwarder(deliver, time.sleep);
  const all = Promise.all(Array.from({ length: 60 }, () => forward(request(1))));
  await time.run();
  const results = await all;
  expect(results.map(({ status }) => status)).toEqual([...Array(30).fill(null), ...Array(30).fill(200)]);
  expect(new Set(tried)).toEqual(new Set([0, 100, 200, 300]));
});

test('an interruption cancels all waiting deliveries of the forwarder', async () => {
  const ending: (() => void)[] = [];
  const deliver: Deliver = () => new Promise((resolve) => ending.push(() => resolve(answered(null))));
  const { forward } = createForwarder(deliver, () => Promise.reject(new Error('ended')));
  const all = Promise.all(Array.from({ length: 40 }, () => forward(request(1))));
  for (const end of ending) end();
  const waited = (await all).filter(({ problem }) => problem === 'interrupted');
  expect([ending.length, waited.length]).toEqual([10, 30]);
});

test('repeats are remembered up to a limit, for IDs of any length, and removed if recording fails', async () => {
  const repeats = rememberRepeats(3);
  const kept = Promise.resolve();
  for (const id of ['a', 'b', 'c', 'd']) repeats.remember(id, kept);
  expect(repeats.find('a')).toBeUndefined();
  expect(repeats.find('b')).toBe(kept);
  const long = 'x'.repeat(10_000);
  repeats.remember(long, kept);
  expect(repeats.find(long)).toBe(kept);
  expect(repeats.find(`${long}y`)).toBeUndefined();
  const failing = Promise.reject(new Error('disk full'));
  repeats.remember('e', failing);
  expect(repeats.find('e')).toBe(failing);
  await expect(failing).rejects.toThrow();
  await Promise.resolve();
  expect(repeats.find('e')).toBeUndefined();
});

test('a queue returns batches in order, drops items beyond its limit, and ends', async () => {
  const queue = createQueue<number>(3);
  for (let n = 0; n < 5; n++) queue.push(n);
  const read: number[][] = [];
  const reading = (async () => {
    for await (const batch of queue.batches()) {
      read.push([...batch]);
      if (read.length === 1) queue.push(10);
    }
  })();
  await Promise.resolve();
  await Promise.resolve();
  queue.end();
  queue.push(11);
  await reading;
  expect(read.flat()).toEqual([0, 1, 2, 10]);
  expect(queue.dropped).toBe(2);
});
