/** Counts requests against the service's two rate limits, in sliding windows. */
import { rateClassOf } from '../http/limits.ts';

/** The remaining requests for a path, by the limit that has the fewest left. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
}

export interface RateLimiter {
  /** Does not count a request. */
  readonly check: (path: string) => Allowance;
  /** The value of the `RateLimit-Policy` header. Undefined if the limits are the published ones. */
  readonly policy: string | undefined;
  /** Counts one request, unless it must be refused. `remaining` does not include it. */
  readonly take: (path: string) => Allowance;
}

const LIMITS = [
  { name: 'general', requests: 10, windowMs: 1_000, appliesTo: () => true },
  { name: 'content', requests: 60, windowMs: 60_000, appliesTo: (path: string) => rateClassOf(path) === 'content' },
];

/**
 * `scale` shortens the windows (0.1: a tenth of a second and six seconds), and `times` allows more requests in each. `now` is in
 * milliseconds.
 */
export function rateLimiter(scale: number, now: () => number, times = 1): RateLimiter {
  const windows = LIMITS.map((limit) => ({
    ...limit,
    requests: limit.requests * times,
    lengthMs: limit.windowMs * scale,
    taken: [] as number[],
  }));

  const applicable = (path: string) => {
    const applying = windows.filter((window) => window.appliesTo(path));
    const moment = now();
    for (const window of applying) window.taken = window.taken.filter((at) => at > moment - window.lengthMs);
    return applying;
  };

  const check = (path: string): Allowance =>
    applicable(path)
      .map(({ requests, taken }) => ({
        allowed: taken.length < requests,
        limit: requests,
        remaining: requests - taken.length,
      }))
      .reduce((tightest, allowance) => (allowance.remaining < tightest.remaining ? allowance : tightest));

  const take = (path: string): Allowance => {
    const before = check(path);
    if (!before.allowed) return before;
    for (const window of applicable(path)) window.taken.push(now());
    return { ...check(path), allowed: true };
  };

  // Clients cannot know shortened windows. The header follows the IETF draft on rate limit fields, but with fractions of a second.
  const policy = windows
    .map(({ name, requests, lengthMs }) => `"${name}";q=${requests};w=${lengthMs / 1000}`)
    .join(', ');
  return { check, take, policy: scale === 1 && times === 1 ? undefined : policy };
}

/** A limit that is too high to be reached, for a sandbox without rate limits. */
export function unlimited(): RateLimiter {
  const allowance = (): Allowance => ({ allowed: true, limit: 1_000_000, remaining: 1_000_000 });
  return { check: allowance, take: allowance, policy: undefined };
}
