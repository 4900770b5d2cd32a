/** Which proxy a request goes through, by the variables that most programs follow. */

import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from '../define/loopback.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Lower case first, as curl has it. */
const setting = (env: Environment, name: string): string | undefined =>
  env[name.toLowerCase()] || env[name] || undefined;

/** What opens connections, and the proxy's address for messages: without user, password and path. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly proxy: string | undefined;
}

/**
 * A loopback address is this machine: no proxy can reach it for us, so none is asked.
 * Plain connections are tunnelled too, so that a proxy never sees the key.
 */
export function routeTo(base: URL, env: Environment, connect: Agent.Options['connect']): Route {
  const proxies = { httpProxy: setting(env, 'HTTP_PROXY'), httpsProxy: setting(env, 'HTTPS_PROXY') };
  const address = base.protocol === 'https:' ? (proxies.httpsProxy ?? proxies.httpProxy) : proxies.httpProxy;
  const options = { ...(connect === undefined ? {} : { connect }) };
  if (address === undefined || isLoopback(base)) return { dispatcher: new Agent(options), proxy: undefined };
  const dispatcher = new EnvHttpProxyAgent({
    ...options,
    ...(proxies.httpProxy === undefined ? {} : { httpProxy: proxies.httpProxy }),
    ...(proxies.httpsProxy === undefined ? {} : { httpsProxy: proxies.httpsProxy }),
    noProxy: setting(env, 'NO_PROXY') ?? '',
    proxyTunnel: true,
  });
  return { dispatcher, proxy: URL.canParse(address) ? new URL(address).host : 'that is set' };
}
