/** Proves that all runs with one key stay within the service's limits, use all of them, and survive a damaged log. */
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RateClass } from '../../src/http/limits.ts';
import { openRateLimitLog, type RateLimitLog } from '../../src/http/rate-limit-log.ts';
import { createRateLimiter, type RateLimiter } from '../../src/http/rate-limiter.ts';
import { hostileText } from '../arbitraries.ts';
import { json as answerOf, startFaultServer } from '../faults/server.ts';
import { createWorld } from '../world.ts';

const HOUR_MS = 3_600_000;
/** Half past some hour, so that only the tests that mean to cross into another one do. */
const HALF_PAST = 400_000 * HOUR_MS + HOUR_MS / 2;
const CONTENT = '/v1/themes';
const GENERAL = '/v1/audience-segments';
/** The longest that a caller may have to wait for one ticket: a content window, and a little. */
const LONGEST_WAIT_MS = 65_000;

/** Time that only passes when everybody sleeps. */
function createClock(start = HALF_PAST) {
  let now = start;
  let sleepers: Array<{ readonly at: number; readonly wake: () => void }> = [];
  return {
    now: () => now,
    /** The system's clock is set to another time; nobody wakes of that. */
    set: (to: number) => {
      sleepers = sleepers.map(({ at, wake }) => ({ at: at + to - now, wake }));
      now = to;
    },
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ at: now + ms, wake });
      }),
    /** Lets time pass until the work is done. Rejects when that takes longer than it may, or when nobody sleeps. */
    async run<T>(work: Promise<T>, longestMs = HOUR_MS): Promise<T> {
      const end = now + longestMs;
      let settled = false;
      const settle = () => {
        settled = true;
      };
      work.then(settle, settle);
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        if (settled) return work;
        const next = Math.min(...sleepers.map(({ at }) => at));
        if (!(next <= end)) throw new Error(`It hangs: the next to wake does so in ${(next - now) / 1000} s.`);
        now = next;
        const due = sleepers.filter(({ at }) => at <= next);
        sleepers = sleepers.filter(({ at }) => at > next);
        for (const { wake } of due) wake();
      }
    },
  };
}
type Clock = ReturnType<typeof createClock>;

interface Process extends RateLimiter {
  readonly log: RateLimitLog;
  /** The waits that were announced. */
  readonly waits: ReadonlyArray<{ readonly ms: number; readonly name: RateClass }>;
}

/** What one process has: a limiter and a log of its own, on files that all share. */
function startProcess(
  clock: Clock,
  directory: string,
  { name = 'team', random = () => 0 }: { name?: string; random?: () => number } = {},
): Process {
  const log = openRateLimitLog({ directory, name, now: clock.now });
  const waits: Array<{ ms: number; name: RateClass }> = [];
  const limiter = createRateLimiter({
    log,
    now: clock.now,
    random,
    wait: (ms, { requests }) => {
      waits.push({ ms, name: requests === 10 ? 'general' : 'content' });
      return clock.sleep(ms);
    },
  });
  onTestFinished(() => log.close());
  return { ...limiter, log, waits };
}

/** A folder that is not there yet, in one that goes away with the test. */
async function place(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'loopsctl-limits-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'cache');
}

const hourOf = (clock: Clock): number => Math.floor(clock.now() / HOUR_MS);
const logFile = (directory: string, clock: Clock, name = 'team'): string =>
  join(directory, `${name}-${hourOf(clock)}.requests`);

interface Sent {
  readonly at: number;
  readonly path: string;
}

/** Asks for as many slots at once, and records when each came. */
const acquireMany = (clock: Clock, limiter: RateLimiter, path: string, count: number): Promise<Sent[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      await limiter.acquire(path);
      return { at: clock.now(), path };
    }),
  );

/** The most requests that fall into any window of this length. */
function mostInWindow(times: readonly number[], windowMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [index, at] of sorted.entries()) {
    while (at - (sorted[first] ?? at) >= windowMs) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

function expectWithinLimits(sent: readonly Sent[]): void {
  const content = sent.filter(({ path }) => path === CONTENT);
  expect(mostInWindow(timesOf(sent), 1_000)).toBeLessThanOrEqual(10);
  expect(mostInWindow(timesOf(content), 60_000)).toBeLessThanOrEqual(60);
}

const timesOf = (sent: readonly Sent[]): number[] => sent.map(({ at }) => at);
const lastOf = (sent: readonly Sent[]): number => Math.max(...timesOf(sent));

describe('the public limits', () => {
  const arrivals = fc.array(
    fc.record({
      gap: fc.oneof({ weight: 6, arbitrary: fc.integer({ max: 40, min: 0 }) }, fc.integer({ min: 0, max: 3_000 })),
      path: fc.oneof({ weight: 3, arbitrary: fc.constant(CONTENT) }, fc.constant(GENERAL)),
    }),
    { maxLength: 60, size: 'max' },
  );

  it('are never exceeded, by any number of processes in any pattern', async () => {
    const root = await place();
    let run = 0;
    let total = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(arrivals, { minLength: 1, maxLength: 5, size: 'max' }), async (processes) => {
        const clock = createClock();
        const directory = join(root, String(run++));
        const sent: Sent[] = [];
        const patterns = processes.map(async (pattern) => {
          const limiter = startProcess(clock, directory);
          const requests: Promise<void>[] = [];
          for (const { gap, path } of pattern) {
            await clock.sleep(gap);
            requests.push(limiter.acquire(path).then(() => void sent.push({ at: clock.now(), path })));
          }
          await Promise.all(requests);
        });
        await clock.run(Promise.all(patterns));
        expect(sent.length).toBe(processes.flat().length);
        total += sent.length;
        expectWithinLimits(sent);
      }),
      { numRuns: 60 },
    );
    // Else the patterns were too thin to meet a limit.
    expect(total).toBeGreaterThan(3_000);
  });

  it('are reached: 300 content calls take at most 5 % longer than the limits ask for', async () => {
    const clock = createClock();
    const sent = await clock.run(acquireMany(clock, startProcess(clock, await place()), CONTENT, 300));
    // Sixty at ten a second, and again from the sixtieth second on: the last ten leave 245 seconds after the first.
    const ideal = 245_000;
    expect(lastOf(sent) - HALF_PAST).toBeLessThanOrEqual(ideal * 1.05);
    expectWithinLimits(sent);
  });

  it('are reached by three processes together too', async () => {
    const clock = createClock();
    const directory = await place();
    const processes = [1, 2, 3].map(() => startProcess(clock, directory));
    const sent = (
      await clock.run(Promise.all(processes.map((limiter) => acquireMany(clock, limiter, CONTENT, 100))))
    ).flat();
    expect(lastOf(sent) - HALF_PAST).toBeLessThanOrEqual(245_000 * 1.05);
    expectWithinLimits(sent);
  });

  it('let a hundred general calls through in ten seconds', async () => {
    const clock = createClock();
    const sent = await clock.run(acquireMany(clock, startProcess(clock, await place()), GENERAL, 100));
    expect(lastOf(sent) - HALF_PAST).toBeLessThanOrEqual(9_000 * 1.06);
    expectWithinLimits(sent);
  });

  it('let the first ten go at once, and announce each wait with its limit', async () => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    await clock.run(acquireMany(clock, limiter, CONTENT, 10));
    expect([clock.now(), limiter.waits]).toEqual([HALF_PAST, []]);
    await clock.run(acquireMany(clock, limiter, CONTENT, 51));
    expect(limiter.waits.at(-1)).toMatchObject({ name: 'content' });
    expect(new Set(limiter.waits.slice(0, -1).map(({ name }) => name))).toEqual(new Set(['general']));
    expect(limiter.waits.at(-1)?.ms).toBeGreaterThan(50_000);
  });

  it('keep general calls out of the content limit: they neither use it nor wait for it', async () => {
    const clock = createClock();
    const directory = await place();
    const limiter = startProcess(clock, directory);
    await clock.run(acquireMany(clock, limiter, GENERAL, 100));
    const before = clock.now();
    const content = await clock.run(acquireMany(clock, limiter, CONTENT, 60));
    expect(lastOf(content) - before).toBeLessThan(7_000);
    const after = clock.now();
    const general = await clock.run(acquireMany(clock, limiter, GENERAL, 20));
    expect(lastOf(general) - after).toBeLessThan(3_000);
    const blocked = clock.now();
    const next = await clock.run(acquireMany(clock, limiter, CONTENT, 1));
    expect(lastOf(next) - blocked).toBeGreaterThan(40_000);
  });

  it('are known to a process that starts later, from the file', async () => {
    const clock = createClock();
    const directory = await place();
    const first = await clock.run(acquireMany(clock, startProcess(clock, directory), CONTENT, 60));
    const second = await clock.run(acquireMany(clock, startProcess(clock, directory), CONTENT, 1));
    expect(lastOf(second) - HALF_PAST).toBeGreaterThanOrEqual(60_000);
    expectWithinLimits([...first, ...second]);
  });

  it('are kept when another process takes the last ticket at the same moment: the order in the file decides', async () => {
    const clock = createClock();
    const directory = await place();
    const [mine, other] = [1, 2].map(() => openRateLimitLog({ directory, name: 'team', now: clock.now }));
    if (mine === undefined || other === undefined) throw new Error('There are no logs');
    onTestFinished(() => {
      mine.close();
      other.close();
    });
    let left = 10;
    const limiter = createRateLimiter({
      // The other one always writes between this one's look and its own writing, as long as there is anything left.
      log: {
        ...mine,
        add: (entry) => {
          for (; left > 0; left--) other.add({ at: clock.now(), rateClass: 'general' });
          return mine.add(entry);
        },
      },
      now: clock.now,
      wait: clock.sleep,
      random: () => 0,
    });
    const [sent] = await clock.run(acquireMany(clock, limiter, GENERAL, 1));
    expect((sent?.at ?? 0) - HALF_PAST).toBeGreaterThanOrEqual(1_000);
    other.refresh();
    expect(other.requests().length).toBe(11);
  });

  it('are separate for each key: two names share nothing', async () => {
    const clock = createClock();
    const directory = await place();
    await clock.run(acquireMany(clock, startProcess(clock, directory, { name: 'one' }), CONTENT, 60));
    const before = clock.now();
    const [sent] = await clock.run(acquireMany(clock, startProcess(clock, directory, { name: 'two' }), CONTENT, 1));
    expect(sent?.at).toBe(before);
  });

  it('do not let one request that failed to wait hold up the next', async () => {
    const clock = createClock();
    let interruptions = 1;
    const limiter = createRateLimiter({
      log: openRateLimitLog({ directory: await place(), name: 'team', now: clock.now }),
      now: clock.now,
      wait: async (ms) => {
        if (interruptions-- > 0) throw new Error('Ctrl-C');
        await clock.sleep(ms);
      },
      random: () => 0,
    });
    await clock.run(acquireMany(clock, limiter, GENERAL, 10));
    const [refused, next] = await clock.run(Promise.allSettled([limiter.acquire(GENERAL), limiter.acquire(GENERAL)]));
    expect([refused.status, next.status]).toEqual(['rejected', 'fulfilled']);
  });
});

describe('limits that an answer corrects', () => {
  /** How many of these calls go out without waiting, for a process that starts now. */
  async function burst(clock: Clock, limiter: RateLimiter, path: string): Promise<number> {
    const began = clock.now();
    const sent = await clock.run(acquireMany(clock, limiter, path, 100), 24 * HOUR_MS);
    return sent.filter(({ at }) => at === began).length;
  }

  it('are all that apply to the path when x-ratelimit-limit is a number that nobody knows', async () => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    limiter.learn(CONTENT, { 'x-ratelimit-limit': '7' });
    expect(await burst(clock, limiter, CONTENT)).toBe(7);
    await clock.run(clock.sleep(120_000));
    expect(await burst(clock, limiter, GENERAL)).toBe(7);
  });

  it('are the general one alone when a general path says so', async () => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    limiter.learn(GENERAL, { 'x-ratelimit-limit': '80' });
    expect(await burst(clock, limiter, GENERAL)).toBe(80);
    await clock.run(clock.sleep(120_000));
    expect(await burst(clock, limiter, CONTENT)).toBe(60);
  });

  it.each(['10', '60'])('stay as they are when x-ratelimit-limit is a number that is known: %s', async (limit) => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    limiter.learn(CONTENT, { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': '3' });
    expect(await burst(clock, limiter, CONTENT)).toBe(10);
    expect([...limiter.log.limits()]).toEqual([]);
  });

  it('are read from ratelimit-policy, each with its window', async () => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    limiter.learn(CONTENT, {
      'x-ratelimit-limit': '10',
      'ratelimit-policy': '"general";q=10;w=0.1, "content";q=60;w=6',
    });
    const sent = await clock.run(acquireMany(clock, limiter, CONTENT, 300));
    expect(mostInWindow(timesOf(sent), 100)).toBeLessThanOrEqual(10);
    expect(mostInWindow(timesOf(sent), 6_000)).toBeLessThanOrEqual(60);
    expect(lastOf(sent) - HALF_PAST).toBeLessThanOrEqual(24_500 * 1.05);
  });

  it('are shared with processes that run and with those that start later', async () => {
    const clock = createClock();
    const directory = await place();
    const running = startProcess(clock, directory);
    await clock.run(running.acquire(GENERAL));
    startProcess(clock, directory).learn(GENERAL, { 'ratelimit-policy': '"general";q=3;w=1' });
    await clock.run(clock.sleep(2_000));
    expect(await burst(clock, running, GENERAL)).toBe(3);
    await clock.run(clock.sleep(2_000));
    expect(await burst(clock, startProcess(clock, directory), GENERAL)).toBe(3);
  });

  it('need no slots where the API reports a limit that nothing reaches', async () => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    limiter.learn(CONTENT, { 'x-ratelimit-limit': '1000000' });
    expect(await burst(clock, limiter, CONTENT)).toBe(100);
  });

  it('need no slots either where a general path was the first to report it', async () => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    limiter.learn(GENERAL, { 'x-ratelimit-limit': '1000000' });
    limiter.learn(CONTENT, { 'x-ratelimit-limit': '1000000' });
    expect(await burst(clock, limiter, CONTENT)).toBe(100);
  });

  it.each([
    ...['', 'abc', '0', '-5', '1.5', 'NaN', 'Infinity', '10, 60', '1e400', ' '].map((text) => ({
      'x-ratelimit-limit': text,
    })),
    ...[
      '',
      '"general"',
      '"general";q=x;w=1',
      '"other";q=1;w=1',
      'general;q=1;w=9',
      '"general";w=1;q=1',
      '"'.repeat(30),
    ].map((text) => ({ 'ratelimit-policy': text })),
    {},
  ])('stay as they are after a header without a usable number: %j', async (headers) => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    limiter.learn(CONTENT, headers as Record<string, string>);
    expect(await burst(clock, limiter, CONTENT)).toBe(10);
  });

  it.each([
    '"general";q=0;w=1, "content";q=0;w=60',
    '"general";q=1;w=0',
    '"general";q=1;w=99999999999',
    `"content";q=1;w=${'9'.repeat(400)}`,
    `"general";q=${'9'.repeat(400)};w=1`,
  ])('never make a request wait forever: %s', async (policy) => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    limiter.learn(CONTENT, { 'ratelimit-policy': policy });
    const sent = await clock.run(acquireMany(clock, limiter, CONTENT, 3), HOUR_MS);
    expect(sent.length).toBe(3);
  });
});

describe('the wait after a refusal', () => {
  it.each([
    ['a content path', CONTENT, 60_000],
    ['a general path', GENERAL, 1_000],
  ] as const)('grows to a full window for %s, and is never longer than a minute', async (_, path, windowMs) => {
    const clock = createClock();
    for (const random of [0, 0.5, 0.999_999]) {
      const limiter = startProcess(clock, await place(), { random: () => random });
      const waits = [0, 1, 2, 3, 10, 1_000].map((attempt) => limiter.cooldown(path, attempt));
      expect(waits).toEqual([...waits].sort((a, b) => a - b));
      expect(waits[0]).toBeGreaterThan(0);
      expect(waits[0]).toBeLessThan(windowMs / 10);
      expect(waits[2]).toBeGreaterThanOrEqual(windowMs);
      expect(Math.max(...waits)).toBeLessThanOrEqual(Math.min(60_000, windowMs * 1.5));
    }
  });

  it('follows the window that the service has named', async () => {
    const limiter = startProcess(createClock(), await place());
    limiter.learn(CONTENT, { 'ratelimit-policy': '"general";q=10;w=0.1, "content";q=60;w=6' });
    limiter.log.refresh();
    expect(limiter.cooldown(CONTENT, 2)).toBeGreaterThanOrEqual(6_000);
    expect(limiter.cooldown(CONTENT, 2)).toBeLessThan(9_000);
  });
});

describe('the log files', () => {
  it('are readable by their owner only, and hold no more than requests', async () => {
    const clock = createClock();
    const directory = await place();
    await clock.run(acquireMany(clock, startProcess(clock, directory), CONTENT, 3));
    const file = logFile(directory, clock);
    expect([statSync(directory).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readFileSync(file, 'utf8')).toMatch(/^(\+ [\w-]{8,40} \d+ content\n){3}$/);
  });

  it('are removed when they are older than the hour before, and nothing else is', async () => {
    const clock = createClock();
    const directory = await place();
    mkdirSync(directory);
    const hour = hourOf(clock);
    const [old, before, ...others] = [
      `team-${hour - 2}.requests`,
      `team-${hour - 1}.requests`,
      'team.requests',
      'notes.txt',
      `team-${hour - 9}.txt`,
    ];
    for (const name of [old, before, ...others]) await writeFile(join(directory, name ?? ''), '');
    await clock.run(startProcess(clock, directory).acquire(GENERAL));
    expect(readdirSync(directory).sort()).toEqual([before, ...others, `team-${hour}.requests`].sort());
  });

  it('are removed for other keys and addresses too, because those may never be used again', async () => {
    const clock = createClock();
    const directory = await place();
    mkdirSync(directory);
    await writeFile(join(directory, `other-${hourOf(clock) - 100}.requests`), '');
    await clock.run(startProcess(clock, directory).acquire(GENERAL));
    expect(readdirSync(directory)).toEqual([`team-${hourOf(clock)}.requests`]);
  });

  it('do not pile up when the sandbox is used again and again, each time on another port', async () => {
    const world = await createWorld();
    onTestFinished(world.close);
    for (let run = 0; run < 4; run++) {
      expect((await world.run(['--sandbox', 'ips', 'list'], { env: { LOOPS_BASE_URL: undefined } })).code).toBe(0);
    }
    const left = readdirSync(world.directory, { recursive: true }).filter((name) => String(name).endsWith('.requests'));
    expect(left.length).toBeLessThanOrEqual(1);
  });

  it('do not have the key in their names or contents, in whole or in part', async () => {
    const key = 'k3yM4rk3dF0rTh3S34rch0123456789a';
    const server = await startFaultServer((socket) => socket.write(answerOf(200, { success: true, teamName: 'T' })));
    const world = await createWorld();
    onTestFinished(async () => {
      await server.close();
      await world.close();
    });
    const env = { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api`, LOOPS_API_KEY: key };
    expect((await world.run(['auth', 'status'], { env })).code).toBe(0);
    const names = readdirSync(join(world.directory, 'cache'));
    expect(names.length).toBe(1);
    const shown = names
      .map((name) => `${name}\n${readFileSync(join(world.directory, 'cache', name), 'utf8')}`)
      .join('');
    for (let at = 0; at + 8 <= key.length; at++) expect(shown).not.toContain(key.slice(at, at + 8));
  });

  it('let every limit hold over the end of the hour for a process that runs on, and for one that starts then', async () => {
    const clock = createClock(HALF_PAST + HOUR_MS / 2 - 10_000);
    const directory = await place();
    const limiter = startProcess(clock, directory);
    const before = await clock.run(acquireMany(clock, limiter, CONTENT, 40));
    await clock.run(clock.sleep(10_000));
    const after = await clock.run(acquireMany(clock, limiter, CONTENT, 10));
    const other = await clock.run(acquireMany(clock, startProcess(clock, directory), CONTENT, 20));
    expect(hourOf(clock)).toBe(Math.floor(HALF_PAST / HOUR_MS) + 1);
    expectWithinLimits([...before, ...after, ...other]);
  });

  it('let every limit hold over the end of the hour for a process that did nothing while another used it up', async () => {
    const clock = createClock(HALF_PAST + HOUR_MS / 2 - 10_000);
    const directory = await place();
    const [idle, busy] = [startProcess(clock, directory), startProcess(clock, directory)];
    const first = await clock.run(acquireMany(clock, idle, CONTENT, 1));
    const used = await clock.run(acquireMany(clock, busy, CONTENT, 59));
    clock.set(HALF_PAST + HOUR_MS / 2 + 10);
    const then = await clock.run(acquireMany(clock, idle, CONTENT, 59));
    expectWithinLimits([...first, ...used, ...then]);
  });
});

describe('a log file that was damaged', () => {
  const line = fc.oneof(
    hostileText.map((text) => text.replaceAll('\n', ' ')),
    fc
      .tuple(
        fc.constantFrom('+', '-', '++', '', '\u0000'),
        fc.array(fc.oneof(hostileText, fc.constantFrom('content', 'general', 'x', '-1', 'NaN', '__proto__')), {
          maxLength: 4,
        }),
      )
      .map(([sign, words]) => [sign, ...words.map((word) => word.replaceAll(/[\n\d]/g, ''))].join(' ')),
  );

  it('is ignored where it is garbage, and costs one slot at most', async () => {
    const root = await place();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 20 }), fc.boolean(), async (lines, torn) => {
        const clock = createClock();
        const directory = join(root, String(run++));
        mkdirSync(directory, { recursive: true });
        for (const hour of [hourOf(clock), hourOf(clock) - 1]) {
          await writeFile(join(directory, `team-${hour}.requests`), lines.join('\n') + (torn ? '' : '\n'));
        }
        const sent = await clock.run(acquireMany(clock, startProcess(clock, directory), GENERAL, 12), 120_000);
        expect(lastOf(sent) - HALF_PAST).toBeGreaterThanOrEqual(1_000);
      }),
      { numRuns: 150 },
    );
  });

  it('is ignored where it is binary, also during a run', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        const clock = createClock();
        const directory = await mkdtemp(join(tmpdir(), 'loopsctl-limits-'));
        try {
          const limiter = startProcess(clock, directory);
          await clock.run(limiter.acquire(GENERAL));
          appendFileSync(logFile(directory, clock), bytes);
          appendFileSync(logFile(directory, clock), '\n');
          const sent = await clock.run(acquireMany(clock, limiter, GENERAL, 20), 120_000);
          expect(lastOf(sent) - HALF_PAST).toBeGreaterThanOrEqual(1_000);
        } finally {
          await rm(directory, { recursive: true, force: true });
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['tomorrow', HALF_PAST + 86_400_000],
    ['the end of time', 8.64e15],
    ['a number beyond all dates', 1e300],
  ])('delays nothing with requests from the future: %s', async (_, at) => {
    const clock = createClock();
    const directory = await place();
    mkdirSync(directory);
    const lines = Array.from({ length: 100 }, (__, index) => `+ forged-${index} ${at} content\n`);
    await writeFile(logFile(directory, clock), lines.join(''));
    const sent = await clock.run(acquireMany(clock, startProcess(clock, directory), CONTENT, 2), 2 * LONGEST_WAIT_MS);
    expect(lastOf(sent) - HALF_PAST).toBeLessThanOrEqual(LONGEST_WAIT_MS);
  });

  it.each(['0 1000', '-5 60000', 'NaN NaN', '1 1e15', '1e400 1e400', '1 -1', '1.5 1000', ' ', 'Infinity 1'])(
    'sets no absurd limit: %s',
    async (numbers) => {
      const clock = createClock();
      const directory = await place();
      mkdirSync(directory);
      await writeFile(logFile(directory, clock), `= general ${numbers}\n= content ${numbers}\n`);
      const sent = await clock.run(acquireMany(clock, startProcess(clock, directory), GENERAL, 21), HOUR_MS);
      expect(mostInWindow(timesOf(sent), 1_000)).toBeLessThanOrEqual(10);
    },
  );

  it('is no reason to stop when it vanishes, or its folder does: the requests of this run still count', async () => {
    const clock = createClock();
    const directory = await place();
    const limiter = startProcess(clock, directory);
    const sent = await clock.run(acquireMany(clock, limiter, GENERAL, 5));
    rmSync(logFile(directory, clock));
    sent.push(...(await clock.run(acquireMany(clock, limiter, GENERAL, 10))));
    rmSync(directory, { recursive: true });
    sent.push(...(await clock.run(acquireMany(clock, limiter, GENERAL, 10))));
    clock.set(clock.now() + HOUR_MS);
    sent.push(...(await clock.run(acquireMany(clock, limiter, GENERAL, 10))));
    expectWithinLimits(sent);
    expect(sent.length).toBe(35);
  });

  it('does not lift the limits when it is emptied', async () => {
    const clock = createClock();
    const directory = await place();
    const limiter = startProcess(clock, directory);
    await clock.run(acquireMany(clock, limiter, GENERAL, 30));
    await clock.run(clock.sleep(5_000));
    truncateSync(logFile(directory, clock));
    const sent = await clock.run(acquireMany(clock, limiter, GENERAL, 25));
    expectWithinLimits(sent);
  });

  it.each([
    'a folder below a regular file',
    'a regular file',
    'a folder where the ticket file should be',
    'a folder that may not be written to',
  ])('is optional: requests go on when the place is %s', async (what) => {
    const clock = createClock();
    const parent = await place();
    mkdirSync(parent);
    const directory = join(parent, 'cache');
    if (what === 'a folder below a regular file' || what === 'a regular file') await writeFile(directory, 'a file');
    if (what === 'a folder where the ticket file should be') mkdirSync(logFile(directory, clock), { recursive: true });
    if (what === 'a folder that may not be written to') {
      mkdirSync(directory);
      chmodSync(directory, 0o500);
    }
    const target = what === 'a folder below a regular file' ? join(directory, 'below') : directory;
    const limiter = startProcess(clock, target);
    limiter.learn(CONTENT, { 'ratelimit-policy': '"content";q=20;w=60' });
    const sent = await clock.run(acquireMany(clock, limiter, CONTENT, 40));
    expect(mostInWindow(timesOf(sent), 1_000)).toBe(10);
    expect(mostInWindow(timesOf(sent), 60_000)).toBe(20);
  });
});

describe('a log of another version of loopsctl', () => {
  it('counts requests of a class that this version lacks against the general limit only', async () => {
    const clock = createClock();
    const directory = await place();
    mkdirSync(directory);
    const lines = ['bulk', '', 'toString'].map((name, index) => `+ other-${index} ${HALF_PAST} ${name}\n`);
    await writeFile(logFile(directory, clock), `${lines.join('')}= bulk 5 1000\n? what\n`);
    const sent = await clock.run(acquireMany(clock, startProcess(clock, directory), CONTENT, 60));
    expect(sent.filter(({ at }) => at === HALF_PAST).length).toBe(7);
    expect(lastOf(sent) - HALF_PAST).toBeLessThan(10_000);
  });
});

describe('estimate', () => {
  it('is the least time that so many further requests have to wait', async () => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    expect(limiter.estimate(CONTENT, 10)).toBe(0);
    expect(limiter.estimate(GENERAL, 100)).toBeGreaterThanOrEqual(9_000);
    await clock.run(acquireMany(clock, limiter, CONTENT, 1));
    expect(limiter.estimate(CONTENT, 59)).toBeLessThan(10_000);
    expect(limiter.estimate(CONTENT, 160)).toBeGreaterThan(119_000);
    expect(limiter.estimate(CONTENT, 160)).toBeLessThan(125_000);
    expect(limiter.estimate(GENERAL, 0)).toBe(0);
  });

  it('is nothing where the API has no limits', async () => {
    const limiter = startProcess(createClock(), await place());
    limiter.learn(CONTENT, { 'x-ratelimit-limit': '1000000' });
    limiter.log.refresh();
    expect(limiter.estimate(CONTENT, 5_000)).toBe(0);
  });
});

describe('a clock that is set', () => {
  it.each([
    ['back by a second', -1_000],
    ['back by ten minutes', -600_000],
    ['back by two hours', -2 * HOUR_MS],
    ['back by a year', -8_760 * HOUR_MS],
    ['on by a minute', 60_000],
    ['on by a year', 8_760 * HOUR_MS],
  ])('%s delays no request longer than a window', async (_, by) => {
    const clock = createClock();
    const directory = await place();
    const limiter = startProcess(clock, directory);
    await clock.run(acquireMany(clock, limiter, CONTENT, 60));
    clock.set(clock.now() + by);
    const processes = [limiter, startProcess(clock, directory)];
    for (const each of processes) {
      const began = clock.now();
      const [sent] = await clock.run(acquireMany(clock, each, CONTENT, 1), 2 * LONGEST_WAIT_MS);
      expect((sent?.at ?? 0) - began).toBeLessThanOrEqual(LONGEST_WAIT_MS);
    }
  });
});

describe('a response that has no request left', () => {
  const used = { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' };

  it('does not delay a run that has used them all itself', async () => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    const started = clock.now();
    for (let request = 0; request < 10; request++) {
      await limiter.acquire(GENERAL);
      await clock.run(clock.sleep(100));
    }
    limiter.learn(GENERAL, used);
    await clock.run(limiter.acquire(GENERAL));
    expect(clock.now() - started).toBe(1_030);
  });

  it('holds requests back where another machine uses the key too', async () => {
    const clock = createClock();
    const limiter = startProcess(clock, await place());
    limiter.learn(GENERAL, used);
    const started = clock.now();
    await clock.run(limiter.acquire(GENERAL));
    expect(clock.now() - started).toBe(100);
  });
});
