/** The sandbox: the public API over HTTP on loopback, with an account of its own. */
import type { Hono } from 'hono';
import type { Area } from '../http/limits.ts';
import { closeServer } from '../runtime/close-server.ts';
import { BASE_PATH, checkAccess, errorBody, SANDBOX_API_KEY } from './access.ts';
import { type AssetHost, assetHost } from './asset-host.ts';
import { type Emit, type Handlers, Refusal, type SandboxNoun } from './handler.ts';
import { nouns } from './nouns/index.ts';
import { uploadSection } from './nouns/uploads.ts';
import { webhookEvents } from './nouns/webhook-events.ts';
import { announcing } from './outbox.ts';
import { rateLimiter, unlimited } from './rate-limit.ts';
import { mountRoutes } from './routes.ts';
import type { Store } from './store.ts';
import { DEFAULT_VARIANTS, type Variants } from './variants.ts';
import { startWorkflows } from './workflow-starts.ts';

export interface SandboxOptions {
  readonly store: Store;
  /** 0 for a free port (default: 0). */
  readonly port?: number;
  /** The nouns to serve (default: all). */
  readonly nouns?: readonly SandboxNoun[];
  /** APIs that are not enabled for the team; their operations answer 401. */
  readonly disabled?: readonly Area[];
  /** False: creating a transactional email or a draft is refused. */
  readonly sendingDomain?: boolean;
  /** Enforces the rate limits of the service; `scale` shortens their windows (1: a second and a minute), `times` allows more. Default: no limit. */
  readonly rateLimit?: { readonly scale: number; readonly times?: number } | undefined;
  /** Behavior that differs between accounts (default: `DEFAULT_VARIANTS`). */
  readonly variants?: Partial<Variants>;
  /** Queues an event for the webhook endpoint. Without it the sandbox has no route for events. */
  readonly emit?: Emit | undefined;
  readonly now?: () => number;
  readonly random?: () => number;
  /** Called after every response with a line such as `GET /api/v1/themes?perPage=50 200`. */
  readonly onRequest?: (line: string) => void;
}

export interface Sandbox {
  /** `http://127.0.0.1:<port>/api`, to which the paths of the service (`/v1/...`) are added. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly port: number;
  /** Serves a request within this process. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Ends at once and closes the connections of unfinished requests. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the server on 127.0.0.1. Rejects with the error of Node.js (code `EADDRINUSE`) if the port is in use, and with the
 * error of the store if its state cannot be read.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const [{ createAdaptorServer }, { Hono }] = await Promise.all([
    import('@hono/node-server'),
    import('hono/tiny'),
    options.store.read(),
  ]);
  const app = new Hono();
  const assets = assetsOf(options);
  addRoutes(app, options, assets);
  // The adaptor would otherwise replace the global Request and Response of the process.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}${BASE_PATH}`,
    apiKey: SANDBOX_API_KEY,
    port: address.port,
    fetch: app.fetch,
    close: async () => {
      await Promise.all([closeServer(server), assets.close()]);
    },
  };
}

export const handlersOf = (served: readonly SandboxNoun[]): Handlers =>
  Object.fromEntries(served.flatMap(({ handlers }) => Object.entries(handlers)));

/** Keeps only what arrived, not the images. */
const assetsOf = ({ store, now = Date.now }: SandboxOptions): AssetHost =>
  assetHost({
    now,
    expected: async (id) => uploadSection.of(await store.read()).find((upload) => upload.id === id),
    stored: (id) =>
      store.update((account) => {
        for (const upload of uploadSection.of(account)) if (upload.id === id) upload.stored = true;
      }),
  });

function addRoutes(app: Hono, options: SandboxOptions, assets: AssetHost): void {
  const { store, disabled = [], sendingDomain = true, rateLimit, emit, now = Date.now, random = Math.random } = options;
  const limiter = rateLimit === undefined ? unlimited() : rateLimiter(rateLimit.scale, now, rateLimit.times);
  app.use(async (context, next) => {
    await next();
    const { pathname, search } = new URL(context.req.url);
    options.onRequest?.(`${context.req.method} ${pathname}${search} ${context.res.status}`);
  });
  app.use(checkAccess({ disabled, now, rateLimiter: limiter }));
  const { nouns: served = nouns } = options;
  const routes = emit === undefined ? served : [...served, webhookEvents(emit)];
  mountRoutes(app, handlersOf(routes), {
    store: emit === undefined ? store : announcing(store, emit),
    now,
    random,
    sendingDomain,
    variants: { ...DEFAULT_VARIANTS, ...options.variants },
    emit,
    assets,
    onContactChange: (account, change) => startWorkflows(account, { contact: change.contact, change, now: now() }),
  });
  app.notFound((context) => context.json(errorBody('Not found.'), 404));
  app.onError((error, context) =>
    error instanceof Refusal
      ? context.json({ ...errorBody(error.message), ...error.details }, error.status)
      : context.json(errorBody(error.message), 500),
  );
}
