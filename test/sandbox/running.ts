/** A running sandbox for one test, and functions that send requests to it. */
import { onTestFinished } from 'vitest';
import type { Account } from '../../src/sandbox/account.ts';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import { memoryStore, SEEDED_AT } from './account.ts';

/** A response. The test gives the expected type of the body, and its assertions check it. */
export interface Reply<Body = unknown> {
  status: number;
  headers: Headers;
  /** The raw body. */
  text: string;
  /** The parsed body; undefined if there is none. */
  body: Body;
}

export interface Running {
  baseUrl: string;
  port: number;
  get: <Body = unknown>(path: string, key?: string | null) => Promise<Reply<Body>>;
  /** A string is sent as it is, any other value as JSON, and undefined as no body. */
  post: <Body = unknown>(path: string, body?: unknown) => Promise<Reply<Body>>;
  send: <Body = unknown>(method: string, path: string, init?: RequestInit) => Promise<Reply<Body>>;
}

/** Starts a sandbox with this account, at the time of its seed. It stops at the end of the test. */
export async function run(account: Account, options: Omit<SandboxOptions, 'store'> = {}): Promise<Running> {
  return serve({ store: memoryStore(account), now: () => SEEDED_AT.getTime(), ...options });
}

/** The same with another store. */
export async function serve(options: SandboxOptions): Promise<Running> {
  const sandbox = await startSandbox(options);
  onTestFinished(sandbox.close);
  const authorized = (key: string | null) => (key === null ? {} : { authorization: `Bearer ${key}` });
  const send = async <Body>(method: string, path: string, init: RequestInit = {}) => {
    const headers = { ...authorized(sandbox.apiKey), ...init.headers };
    return replyOf<Body>(await fetch(`${sandbox.baseUrl}${path}`, { ...init, method, headers }));
  };
  return {
    baseUrl: sandbox.baseUrl,
    port: sandbox.port,
    send,
    get: async (path, key = sandbox.apiKey) =>
      replyOf(await fetch(`${sandbox.baseUrl}${path}`, { headers: authorized(key) })),
    post: (path, body) =>
      send('POST', path, body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

async function replyOf<Body>(response: Response): Promise<Reply<Body>> {
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, text, body: text === '' ? undefined : JSON.parse(text) };
}
