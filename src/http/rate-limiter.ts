/** Keeps the requests of all runs with one key within the API's rate limits, so that the API does not have to refuse any. */
import { appliedClasses, RATE_LIMITS, type RateClass, type RateLimit, rateClassOf } from './limits.ts';
import type { LoggedRequest, RateLimitLog } from './rate-limit-log.ts';
import { LONGEST_WAIT_MS } from './retry.ts';

export interface AppliedLimit extends RateLimit {
  readonly rateClass: RateClass;
}

/** The API counts a request when it arrives, loopsctl when it leaves: a slot becomes free a little later than it might. */
const heldFor = ({ windowMs }: RateLimit): number => windowMs * 1.01 + 20;

/** Entries from further in the future were logged before the clock was set back, and would never expire. */
const CLOCK_TOLERANCE_MS = 1_000;

/** How much later than its time an entry may be logged, by a process that was suspended. */
const DISORDER_MS = 10_000;

const UNLIMITED = 10_000;

/** The part of the window to wait after the first, second, ... refusal in a row; the last one applies from then on. */
const COOLDOWNS = [1 / 30, 1 / 3, 1];

export interface RateLimiter {
  /** Resolves with a slot when a request to this path may be sent; undefined where none is needed. */
  acquire(path: string): Promise<string | undefined>;
  /** Frees the slot of a request that the API refused with 429: the API did not count it either. */
  release(slot: string | undefined): void;
  /** Reads limits from the headers of a response. */
  learn(path: string, headers: Readonly<Record<string, string>>): void;
  /** Milliseconds to wait after a 429; `attempt` is 0 for the first. */
  cooldown(path: string, attempt: number): number;
  /** Milliseconds that so many further requests to this path have to wait for the limits, at least. */
  estimate(path: string, requests: number): number;
}

export interface RateLimiterOptions {
  readonly log: RateLimitLog;
  readonly now: () => number;
  readonly wait: (ms: number, limit: RateLimit) => Promise<void>;
  readonly random: () => number;
}

export function createRateLimiter({ log, now, wait, random }: RateLimiterOptions): RateLimiter {
  const limitOf = (rateClass: RateClass): AppliedLimit => ({
    ...RATE_LIMITS[rateClass],
    ...log.limits().get(rateClass),
    rateClass,
  });
  const limitsFor = (path: string): readonly AppliedLimit[] => appliedClasses(rateClassOf(path)).map(limitOf);

  /** Until when this process holds back requests of a class that the API reports as used up. */
  const paused = new Map<RateClass, number>();

  /** Of the first `end` entries. They are nearly in the order of their times, so the search ends early. */
  const heldSlots = (limit: AppliedLimit, end: number): readonly LoggedRequest[] => {
    const [oldest, newest] = [now() - heldFor(limit), now() + CLOCK_TOLERANCE_MS];
    const logged = log.requests();
    const held: LoggedRequest[] = [];
    for (let index = end - 1; index >= 0; index--) {
      const entry = logged[index];
      if (entry === undefined || entry.at <= oldest - DISORDER_MS) break;
      if (counts(entry, limit) && entry.at > oldest && entry.at <= newest) held.push(entry);
    }
    return held.reverse();
  };

  const freeAt = (limit: AppliedLimit, end: number): number => {
    const held = heldSlots(limit, end);
    const blocking = held[held.length - limit.requests];
    return Math.max(paused.get(limit.rateClass) ?? 0, blocking === undefined ? 0 : blocking.at + heldFor(limit));
  };

  async function take(path: string): Promise<string | undefined> {
    for (;;) {
      if (limitsFor(path).every(({ requests }) => requests >= UNLIMITED)) return undefined;
      log.refresh();
      const limits = limitsFor(path);
      const [last] = limits
        .map((limit) => ({ limit, at: freeAt(limit, log.requests().length) }))
        .sort((a, b) => b.at - a.at);
      const ms = last === undefined ? 0 : last.at - now();
      if (last !== undefined && ms > 0) {
        await wait(ms, last.limit);
        continue;
      }
      // Another process may have taken the last slot at the same moment: the order in the file decides.
      const mine = log.add({ at: now(), rateClass: rateClassOf(path) });
      log.refresh();
      const before = log.countBefore(mine);
      if (limits.every((limit) => freeAt(limit, before) <= now())) return mine;
      log.remove(mine);
    }
  }

  // One at a time, so that the requests of one run do not race each other for the same slot.
  let queue: Promise<unknown> = Promise.resolve();

  function correct(rateClass: RateClass, requests: number, windowMs: number): void {
    const known = limitOf(rateClass);
    if (known.requests !== requests || known.windowMs !== windowMs) log.setLimit(rateClass, { requests, windowMs });
  }

  return {
    acquire(path) {
      const turn = queue.then(() => take(path));
      queue = turn.catch(() => undefined);
      return turn;
    },

    release(slot) {
      if (slot !== undefined) log.remove(slot);
    },

    learn(path, headers) {
      for (const [, name = '', requests, seconds] of (headers['ratelimit-policy'] ?? '').matchAll(POLICY)) {
        if (isRateClass(name)) correct(name, Number(requests), Number(seconds) * 1000);
      }
      const requests = Number(headers['x-ratelimit-limit']);
      if (!Number.isInteger(requests) || requests < 1) return;
      const limits = limitsFor(path);
      // The header does not name its class: a known number means the class that has it, any other number all classes.
      const known = requests < UNLIMITED ? limits.find((limit) => limit.requests === requests) : undefined;
      if (known !== undefined) {
        // Used up, although not by this log: the key is in use on another machine too.
        if (headers['x-ratelimit-remaining'] === '0') {
          paused.set(known.rateClass, now() + known.windowMs / known.requests);
        }
        return;
      }
      for (const { rateClass, windowMs } of limits) correct(rateClass, requests, windowMs);
    },

    cooldown(path, attempt) {
      const slowest = limitsFor(path).reduce((a, b) => (b.windowMs > a.windowMs ? b : a));
      const part = COOLDOWNS[Math.min(attempt, COOLDOWNS.length - 1)] ?? 1;
      return Math.min(LONGEST_WAIT_MS, Math.ceil(heldFor(slowest) * part * (1 + random() / 4)));
    },

    estimate(path, requests) {
      const waits = limitsFor(path).map((limit) => {
        const held = heldSlots(limit, log.requests().length);
        const beyond = requests - Math.max(0, limit.requests - held.length);
        if (beyond <= 0 || limit.requests >= UNLIMITED) return 0;
        const firstFree = (held[0]?.at ?? now()) + heldFor(limit) - now();
        return Math.max(0, firstFree) + (Math.ceil(beyond / limit.requests) - 1) * limit.windowMs;
      });
      return waits.reduce((a, b) => Math.max(a, b), 0);
    },
  };
}

/** `"content";q=60;w=60`: a limit as in the IETF draft of the RateLimit header fields, which a server may add. */
const POLICY = /"(\w+)"\s*;\s*q=(\d+)\s*;\s*w=(\d+(?:\.\d+)?)/g;

const isRateClass = (name: string): name is RateClass => Object.hasOwn(RATE_LIMITS, name);

const counts = (entry: LoggedRequest, { rateClass }: AppliedLimit): boolean =>
  rateClass === 'general' || entry.rateClass === rateClass;
