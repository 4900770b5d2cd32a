/** DNS queries to the name servers of the system. */
import type { Resolver } from './runtime.ts';

/** For one attempt; there are two, and a name server that is down must not delay a run for long. */
const TIMEOUT_MS = 3_000;
const TRIES = 2;

/** Queries that are running when `signal` is aborted reject with the code ECANCELLED. */
export function systemResolver(signal: AbortSignal): Resolver {
  async function open() {
    const dns = await import('node:dns/promises');
    const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    return resolver;
  }
  return {
    resolveMx: async (name) => (await open()).resolveMx(name),
    resolveTxt: async (name) => (await open()).resolveTxt(name),
    resolveCname: async (name) => (await open()).resolveCname(name),
  };
}
