/** Counts requests against the service's two limits, in sliding windows. */
import { rateClassOf } from '../http/limits.ts';

/** What is left for a path: of the limits that apply, the one with the fewest requests remaining. */
export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
}

export interface RateLimiter {
  /** What is left, without using any of it. */
  look: (path: string) => Allowance;
  /** The limits in force as a `RateLimit-Policy` header has them; undefined when they are those that everybody knows. */
  policy: string | undefined;
  /** Counts one request, unless it must be refused; the answer is what is left after it. */
  take: (path: string) => Allowance;
}

const LIMITS = [
  { name: 'general', requests: 10, windowMs: 1_000, appliesTo: () => true },
  { name: 'content', requests: 60, windowMs: 60_000, appliesTo: (path: string) => rateClassOf(path) === 'content' },
];

/** `scale` shortens the windows (0.1: a tenth of a second, and six seconds); `now` is in milliseconds. */
export function rateLimiter(scale: number, now: () => number): RateLimiter {
  const windows = LIMITS.map((limit) => ({ ...limit, lengthMs: limit.windowMs * scale, taken: [] as number[] }));

  const applicable = (path: string) => {
    const applying = windows.filter((window) => window.appliesTo(path));
    const moment = now();
    for (const window of applying) window.taken = window.taken.filter((at) => at > moment - window.lengthMs);
    return applying;
  };

  const look = (path: string): Allowance =>
    applicable(path)
      .map(({ requests, taken }) => ({
        allowed: taken.length < requests,
        limit: requests,
        remaining: requests - taken.length,
      }))
      .reduce((tightest, allowance) => (allowance.remaining < tightest.remaining ? allowance : tightest));

  const take = (path: string): Allowance => {
    const before = look(path);
    if (!before.allowed) return before;
    for (const window of applicable(path)) window.taken.push(now());
    return { ...look(path), allowed: true };
  };

  // Shortened windows are nothing that a client could know. The header is that of the IETF's draft on rate limit fields,
  // but for the fractions of a second.
  const policy = windows
    .map(({ name, requests, lengthMs }) => `"${name}";q=${requests};w=${lengthMs / 1000}`)
    .join(', ');
  return { look, take, policy: scale === 1 ? undefined : policy };
}

/** A limit so high that nothing here reaches it: what is in force when no limit was asked for. */
export function unlimited(): RateLimiter {
  const plenty = (): Allowance => ({ allowed: true, limit: 1_000_000, remaining: 1_000_000 });
  return { look: plenty, take: plenty, policy: undefined };
}
