/** The checks that run before any route: the key, the disabled APIs, the request limits. */
import type { Context, MiddlewareHandler } from 'hono';
import { type Area, areaOf } from '../http/limits.ts';
import type { Allowance, RateLimiter } from './rate-limit.ts';

/** The key of the sandbox's one team. */
export const SANDBOX_API_KEY = 'sandbox';

export const BASE_PATH = '/api';

interface AccessOptions {
  readonly disabled: readonly Area[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly rateLimiter: RateLimiter;
}

/** Passes a request on to its route, or answers 401 or 429. Every response has the rate headers and the sandbox's own time. */
export function checkAccess({ disabled, now, rateLimiter }: AccessOptions): MiddlewareHandler {
  return async (context, next) => {
    const path = servicePath(context);
    const area = areaOf(path);
    const denial = denialOf(context, area, disabled);
    const allowance = denial === undefined ? rateLimiter.take(path) : rateLimiter.check(path);
    setRateHeaders(context, allowance);
    context.header('date', new Date(now()).toUTCString());
    if (rateLimiter.policy !== undefined) context.header('ratelimit-policy', rateLimiter.policy);
    if (denial !== undefined) {
      // The metrics operations answer 401 without a body. Clients must handle both.
      return area === 'metrics' ? context.body(null, 401) : context.json(errorBody(denial), 401);
    }
    if (!allowance.allowed) return context.json(errorBody('Too many requests, please slow down.'), 429);
    return next();
  };
}

export const errorBody = (message: string) => ({ success: false, message });

const servicePath = (context: Context): string =>
  context.req.path.startsWith(`${BASE_PATH}/`) ? context.req.path.slice(BASE_PATH.length) : context.req.path;

function denialOf(context: Context, area: Area | undefined, disabled: readonly Area[]): string | undefined {
  const key = /^Bearer +(.+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
  if (key === undefined) return 'Missing API key.';
  if (key !== SANDBOX_API_KEY) return 'Invalid API key.';
  if (area !== undefined && disabled.includes(area)) return `The ${area} API is not enabled for your team.`;
  return undefined;
}

function setRateHeaders(context: Context, { limit, remaining }: Allowance): void {
  context.header('x-ratelimit-limit', String(limit));
  context.header('x-ratelimit-remaining', String(remaining));
}
