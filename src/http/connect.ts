/** Joins transport, rate limiter and client. */
import type { Operation } from '../define/operation.ts';
import type { Waits } from '../define/waits.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { fingerprint } from '../text/fingerprint.ts';
import { type Client, createClient } from './client.ts';
import { formatLimit } from './limits.ts';
import { openRateLimitLog } from './rate-limit-log.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createTransport } from './transport.ts';

export interface ConnectOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly keyCheck: Operation | undefined;
  readonly userAgent: string;
  /** Seconds for a whole response. */
  readonly timeout: number;
  readonly retries: number;
  readonly insecureHttp: boolean;
  readonly strict: boolean;
  /** Called where a response differs from the API schema, and is used as it is. */
  readonly onDifference: (message: string) => void;
  readonly trace: (line: string) => void;
  readonly waits: Waits;
  readonly onProgress: (done: number, total: number, remainingMs: number) => void;
  /** With other runs that use the same key. */
  readonly shareLimits: boolean;
}

export interface OpenClient extends Client {
  close(): Promise<void>;
}

/** Rejects with a `usage` failure when the base URL would expose the key. */
export async function connect(options: ConnectOptions, runtime: Runtime): Promise<OpenClient> {
  await runtime.prepareRequests?.();
  const now = () => runtime.now().getTime();
  const transport = createTransport({ ...options, timeout: options.timeout * 1000 }, runtime);
  const log = openRateLimitLog({
    directory: options.shareLimits ? runtime.directories.cache : undefined,
    // Two teams with the same fingerprint share their limits.
    name: fingerprint(`${options.baseUrl} ${options.apiKey}`),
    now,
  });
  const limiter = createRateLimiter({
    log,
    now,
    random: runtime.random,
    wait: async (ms, limit) => {
      const end = options.waits.pause(ms, {
        reason: `Rate limit (${formatLimit(limit)})`,
        next: 'resuming',
        limited: true,
      });
      await runtime.sleep(ms, runtime.signal).finally(end);
    },
  });
  const client = createClient({ ...options, transport, limiter, runtime });
  return {
    ...client,
    close: async () => {
      log.close();
      await transport.close();
    },
  };
}
