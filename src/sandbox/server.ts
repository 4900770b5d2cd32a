/** The embedded service: the public API over loopback HTTP, on an account of its own. */
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono/tiny';
import type { Area } from '../http/limits.ts';
import { closeServer } from '../runtime/close-server.ts';
import { BASE_PATH, errorBody, gate, SANDBOX_API_KEY } from './gate.ts';
import { type Handlers, Refusal } from './handler.ts';
import { handlers } from './handlers/index.ts';
import type { Emit } from './handlers/webhook-events.ts';
import { rateLimiter, unlimited } from './rate-limit.ts';
import { mountRoutes } from './routes.ts';
import type { Store } from './store.ts';

export interface SandboxOptions {
  store: Store;
  /** 0, the default: a free one. */
  port?: number;
  /** Areas that are not enabled for the team; their operations answer 401. */
  off?: readonly Area[];
  /** False: creating a transactional email or a draft is refused. */
  sendingDomain?: boolean;
  /** Enforces the service's request limits; `scale` shortens their windows (1: a second and a minute). Default: no limit. */
  rateLimit?: { scale: number } | undefined;
  /** Queues an event for the account's webhook endpoint; without it there is no way to have one sent. */
  emit?: Emit | undefined;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Numbers from 0 up to, not including, 1: the source of new IDs. */
  random?: () => number;
  /** Called after every answer with a line such as `GET /api/v1/themes?perPage=50 200`. */
  onRequest?: (line: string) => void;
}

export interface Sandbox {
  /** `http://127.0.0.1:<port>/api`; the service's paths (`/v1/...`) follow it. */
  baseUrl: string;
  apiKey: string;
  port: number;
  /** Ends at once, cutting off requests that are still under way. */
  close: () => Promise<void>;
}

/**
 * Starts the service on 127.0.0.1. Rejects with node's own error (code `EADDRINUSE`) when the port is taken, and with the
 * store's error when its state cannot be read.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  await options.store.read();
  // The adaptor would replace the process's own Request and Response; the sandbox is a guest in it.
  const server = createAdaptorServer({
    fetch: createApp(options, await handlersFor(options)).fetch,
    overrideGlobalObjects: false,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox listens on no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}${BASE_PATH}`,
    apiKey: SANDBOX_API_KEY,
    port: address.port,
    close: () => closeServer(server),
  };
}

/** Only a sandbox with a webhook endpoint has the route that asks for an event. */
async function handlersFor({ emit }: SandboxOptions): Promise<Handlers> {
  if (emit === undefined) return handlers;
  const { webhookHandlers } = await import('./handlers/webhook-events.ts');
  return { ...handlers, ...webhookHandlers(emit) };
}

function createApp(options: SandboxOptions, served: Handlers): Hono {
  const { store, off = [], sendingDomain = true, rateLimit, now = Date.now, random = Math.random } = options;
  const limiter = rateLimit === undefined ? unlimited() : rateLimiter(rateLimit.scale, now);
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    const { pathname, search } = new URL(context.req.url);
    options.onRequest?.(`${context.req.method} ${pathname}${search} ${context.res.status}`);
  });
  app.use(gate({ off, rateLimiter: limiter }));
  mountRoutes(app, served, { store, now, random, sendingDomain });
  app.notFound((context) => context.json(errorBody('Not found.'), 404));
  app.onError((error, context) =>
    context.json(errorBody(error.message), error instanceof Refusal ? error.status : 500),
  );
  return app;
}
