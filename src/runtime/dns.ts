/** DNS queries to the name servers of the system. */
import type { Resolver } from './runtime.ts';

export interface DnsOptions {
  /** `127.0.0.1:53`; the name servers of the system when undefined. */
  readonly servers?: readonly string[];
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  readonly tries: number;
}

const PATIENCE: DnsOptions = { timeout: 3_000, tries: 2 };

/** Queries that are running when `signal` is aborted reject with the code ECANCELLED. */
export function systemResolver(signal: AbortSignal, { servers, ...limits }: DnsOptions = PATIENCE): Resolver {
  async function open() {
    const dns = await import('node:dns/promises');
    const resolver = new dns.Resolver(limits);
    if (servers !== undefined) resolver.setServers(servers);
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    return resolver;
  }
  return {
    resolveMx: async (name) => (await open()).resolveMx(name),
    resolveTxt: async (name) => (await open()).resolveTxt(name),
    resolveCname: async (name) => (await open()).resolveCname(name),
  };
}
