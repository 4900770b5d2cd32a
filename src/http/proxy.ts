/** Chooses the proxy by HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { usage } from '../errors.ts';
import { isLoopback } from '../runtime/loopback.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** `proxy` is the address for messages, without user, password and path. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly proxy: string | undefined;
}

export function routeTo(base: URL, env: Environment, options: Agent.Options): Route {
  const proxy = proxyFor(base, env);
  if (proxy === undefined) return { dispatcher: new Agent(options), proxy: undefined };
  // Plain connections go through a tunnel too, as the secure ones have to.
  return { dispatcher: new ProxyAgent({ ...options, uri: proxy.href, proxyTunnel: true }), proxy: proxy.host };
}

/** No proxy can reach a loopback address, which is this machine. */
export function proxyFor(base: URL, env: Environment): URL | undefined {
  const names = base.protocol === 'https:' ? ['HTTPS_PROXY', 'HTTP_PROXY'] : ['HTTP_PROXY'];
  const name = names.find((candidate) => setting(env, candidate) !== undefined);
  if (name === undefined || isLoopback(base) || isExcepted(base, setting(env, 'NO_PROXY') ?? '')) return undefined;
  const text = setting(env, name) ?? '';
  // Like curl, this accepts `proxy.example:3128` without a scheme.
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw usage(
      `${name} is not the address of an HTTP proxy.`,
      'Give one such as http://proxy.example:3128, or unset it.',
    );
  }
  return url;
}

const setting = (env: Environment, name: string): string | undefined =>
  env[name.toLowerCase()] || env[name] || undefined;

/** NO_PROXY lists names, which include their subdomains, each with or without a port; `*` means all. */
const isExcepted = ({ hostname, port, protocol }: URL, list: string): boolean =>
  list.split(/[\s,]+/).some((entry) => {
    const [, name = '', onlyPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (name === '') return false;
    const own = port || (protocol === 'https:' ? '443' : '80');
    return (
      (onlyPort === undefined || onlyPort === own) &&
      (name === '*' || hostname === name || hostname.endsWith(`.${name}`))
    );
  });
