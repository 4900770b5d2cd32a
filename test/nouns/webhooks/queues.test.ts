/** What stands between an event and its delivery: pace, retries, bounded memory. The clock is the test's. */
import { expect, test } from 'vitest';
import type { Deliver, Delivered } from '../../../src/nouns/webhooks/delivery/delivery.ts';
import { createFeed } from '../../../src/nouns/webhooks/delivery/feed.ts';
import { createForwarder } from '../../../src/nouns/webhooks/delivery/forwarder.ts';
import { openOutbox } from '../../../src/nouns/webhooks/delivery/outbox.ts';
import { paceOf } from '../../../src/nouns/webhooks/delivery/pace.ts';
import { rememberRepeats } from '../../../src/nouns/webhooks/delivery/repeats.ts';
import { fixedRandom } from '../../world.ts';
import { keys } from './listening.ts';

const answered = (status: number | null): Delivered => ({
  status,
  milliseconds: 1,
  answer: '',
  problem: status === null ? 'it refused the connection' : null,
});

/** A clock that moves to the moment of whoever sleeps least. */
function clock() {
  let now = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((wake) => sleepers.push({ at: now + ms, wake })),
    /** Lets everything happen that is due, until nobody sleeps any more. */
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

test('turns come in order, evenly, and never more than the rate in any second', async () => {
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

test('the outbox sends ten a second, and again after 1, 5 and 25 seconds, with the same ID and a new timestamp', async () => {
  const time = clock();
  const sent: { id: string; signedAt: number; at: number }[] = [];
  const deliver: Deliver = async ({ headers }) => {
    const { 'webhook-id': id = '', 'webhook-timestamp': signedAt } = Object.fromEntries(headers);
    sent.push({ id, signedAt: Number(signedAt), at: time.now() });
    return answered(sent.length === 1 ? 200 : null);
  };
  const told: string[] = [];
  const now = () => new Date(time.now());
  const { emit } = openOutbox({
    keys,
    deliver,
    now,
    sleep: time.sleep,
    random: fixedRandom(),
    tell: (line) => told.push(line),
  });
  const first = emit({ eventName: 'a' });
  const second = emit({ eventName: 'b' });
  await time.run();
  expect(sent.map(({ id }) => id)).toEqual([first, second, second, second, second]);
  expect(sent.map(({ at }) => at)).toEqual([0, 100, 1_100, 6_100, 31_100]);
  expect(sent.map(({ signedAt }) => signedAt)).toEqual([0, 0, 1, 6, 31]);
  expect(told[0]).toBe(`--> a ${first} 200 in 1 ms`);
  expect(told.at(-1)).toBe(`--> b ${second} not accepted (it refused the connection), given up`);
});

test('the outbox takes a thousand that wait, and says of more that it does not', () => {
  const never = () => new Promise<never>(() => undefined);
  const now = () => new Date(0);
  const { emit } = openOutbox({
    keys,
    deliver: never,
    now,
    sleep: never,
    random: fixedRandom(),
    tell: () => undefined,
  });
  const ids = Array.from({ length: 1_001 }, () => emit({ eventName: 'a' }));
  expect(ids.indexOf(undefined)).toBe(1_000);
});

const request = (size: number) => ({ headers: [], body: Buffer.alloc(size) });

test('the forwarder has ten under way, begins in order, and lets only so many bytes wait', async () => {
  const begun: number[] = [];
  const deliver: Deliver = ({ body }) => {
    begun.push(body.length);
    return new Promise(() => undefined);
  };
  const { forward, stop } = createForwarder(deliver, async () => undefined, 100);
  const all = Array.from({ length: 14 }, (_, n) => forward(request(20 + n)));
  expect(begun).toEqual(Array.from({ length: 10 }, (_, n) => 20 + n));
  // 30, 31 and 32 wait; 33 would be more than 100 bytes with them.
  expect((await all[13])?.problem).toBe('too many are waiting for the target');
  stop();
  expect((await all[10])?.problem).toBe('the run was ended');
  expect((await forward(request(1))).problem).toBe('the run was ended');
});

test('after a delivery that nobody answered the forwarder waits before the next, and loses none', async () => {
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

test('when the run ends the forwarder begins nothing more, and says so of all that waits', async () => {
  const ending: (() => void)[] = [];
  const deliver: Deliver = () => new Promise((resolve) => ending.push(() => resolve(answered(null))));
  const { forward } = createForwarder(deliver, () => Promise.reject(new Error('ended')));
  const all = Promise.all(Array.from({ length: 40 }, () => forward(request(1))));
  for (const end of ending) end();
  const waited = (await all).filter(({ problem }) => problem === 'the run was ended');
  expect([ending.length, waited.length]).toEqual([10, 30]);
});

test('repeats are remembered up to a limit, whatever is sent as an ID, and forgotten when they were not kept', async () => {
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

test('a feed gives batches in order, leaves out what nobody reads in time, and ends', async () => {
  const feed = createFeed<number>(3);
  for (let n = 0; n < 5; n++) feed.push(n);
  const read: number[][] = [];
  const reading = (async () => {
    for await (const batch of feed.batches()) {
      read.push([...batch]);
      if (read.length === 1) feed.push(10);
    }
  })();
  await Promise.resolve();
  await Promise.resolve();
  feed.end();
  feed.push(11);
  await reading;
  expect(read.flat()).toEqual([0, 1, 2, 10]);
  expect(feed.leftOut).toBe(2);
});
