/** Joins transport, limits and client into what a session talks through. */
import type { Runtime } from '../runtime/runtime.ts';
import { type Budget, createBudgetKeeper } from './budget.ts';
import { type Client, createClient } from './client.ts';
import { openTickets } from './tickets.ts';
import { createTransport } from './transport.ts';

export interface ConnectOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userAgent: string;
  /** Seconds for a whole answer. */
  readonly timeout: number;
  readonly retries: number;
  readonly insecureHttp: boolean;
  readonly strict: boolean;
  readonly warn: (message: string) => void;
  readonly note: (message: string) => void;
  readonly trace: (line: string) => void;
  readonly onProgress: (done: number, total: number) => void;
  /** Other runs may use the same key at the same time: the limits are shared with them. */
  readonly shareLimits: boolean;
}

export interface OpenClient extends Client {
  /** Ends the connections now. */
  close(): Promise<void>;
}

/**
 * Tells accounts apart (FNV-1a, 32 bits). Too few bits to say anything of the key, which is all that this must never do;
 * two accounts that share them by chance share their limits.
 */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A shorter wait than this is not worth a word, and nobody wants to read of the same wait twice in this time. */
const SAID_WAIT_MS = 1_000;

/** Rejects with a `usage` failure when the address would expose the key. */
export async function connect(options: ConnectOptions, runtime: Runtime): Promise<OpenClient> {
  await runtime.prepareRequests?.();
  const now = () => runtime.now().getTime();
  const transport = createTransport({ ...options, timeout: options.timeout * 1000 }, runtime);
  const tickets = openTickets({
    directory: options.shareLimits ? runtime.directories.cache : undefined,
    name: fingerprint(`${options.baseUrl} ${options.apiKey}`),
    now,
  });
  const budget = createBudgetKeeper({
    tickets,
    now,
    random: runtime.random,
    sleep: (ms) => runtime.sleep(ms, runtime.signal),
    onWait: createWaitNotice(options.note, now),
  });
  const client = createClient({ ...options, transport, budget, runtime });
  return {
    ...client,
    close: async () => {
      tickets.close();
      await transport.close();
    },
  };
}

function createWaitNotice(note: (message: string) => void, now: () => number): (ms: number, budget: Budget) => void {
  let saidUntil = 0;
  return (ms, { limit, windowMs }) => {
    if (ms < SAID_WAIT_MS || now() < saidUntil) return;
    saidUntil = now() + ms;
    note(`Waiting ${Math.ceil(ms / 1000)} s: the service allows ${limit} such requests in ${windowMs / 1000} s.`);
  };
}
