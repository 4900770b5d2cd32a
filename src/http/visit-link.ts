/** Opens a link to see whether it exists: HEAD, then GET, without the API key. This file has no access to the key. */
import type { LinkOutcome } from '../define/link.ts';
import { interrupted } from '../errors.ts';
import { deadlineAfter } from '../runtime/deadline.ts';
import { isLoopback } from '../runtime/loopback.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { isPrivateAddress, PrivateAddressError, publicLookup } from './private-addresses.ts';
import { routeTo } from './proxy.ts';

export interface VisitOptions {
  /** For the link with its redirects, in milliseconds. */
  readonly timeout: number;
  readonly userAgent: string;
  /** Whether links to this machine are opened: the sandbox is there too. */
  readonly mayVisitLoopback: () => Promise<boolean>;
  readonly trace: (line: string) => void;
}

type VisitRuntime = Pick<Runtime, 'signal' | 'catchSignals' | 'lookup' | 'env' | 'prepareRequests'>;

const MAX_REDIRECTS = 5;
/** Servers that see no browser or no person respond with these, whether or not the page exists. */
const REFUSALS = [401, 403, 405, 406, 407, 408, 425, 429, 451, 999];

const unknown = (why: string): LinkOutcome => ({ state: 'unknown', why });

function judge(status: number): LinkOutcome {
  if (status >= 200 && status < 300) return { state: 'good', why: '' };
  const isMissing = status >= 400 && status < 500 && !REFUSALS.includes(status);
  return { state: isMissing ? 'broken' : 'unknown', why: `the server responds with status ${status}` };
}

/** Rejects only when it is interrupted. */
export async function visitLink(address: string, options: VisitOptions, runtime: VisitRuntime): Promise<LinkOutcome> {
  await runtime.prepareRequests?.();
  const deadline = deadlineAfter(options.timeout, runtime.signal);
  const release = runtime.catchSignals();
  try {
    return await follow(address, deadline.signal, options, runtime);
  } catch (error) {
    if (runtime.signal.aborted) throw interrupted();
    if (deadline.signal.aborted) return unknown(`there is no response within ${options.timeout / 1000} s`);
    if (error instanceof PrivateAddressError) return unknown('it leads to a private network');
    return unknown(`the connection failed (${codeOf(error)})`);
  } finally {
    deadline.release();
    release();
  }
}

async function follow(
  address: string,
  signal: AbortSignal,
  options: VisitOptions,
  runtime: VisitRuntime,
): Promise<LinkOutcome> {
  let next = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const url = URL.canParse(next) ? new URL(next) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) return unknown('it leads to no web address');
    if (url.username !== '' || url.password !== '') return unknown('it contains a user name or password');
    const isLocal = isLoopback(url);
    if (isLocal ? !(await options.mayVisitLoopback()) : isPrivateAddress(url.hostname)) throw new PrivateAddressError();
    const { status, location } = await request(url, isLocal, signal, options, runtime);
    const isRedirect = status >= 300 && status < 400 && location !== undefined;
    if (!isRedirect) return judge(status);
    next = URL.canParse(location, url.href) ? new URL(location, url).href : location;
  }
  return unknown(`there are more than ${MAX_REDIRECTS} redirects`);
}

interface Arrival {
  readonly status: number;
  readonly location: string | undefined;
}

/** Many servers do not support HEAD, so its response counts only if it is a success or a redirect. */
async function request(
  url: URL,
  isLocal: boolean,
  signal: AbortSignal,
  options: VisitOptions,
  runtime: VisitRuntime,
): Promise<Arrival> {
  const lookup = isLocal ? runtime.lookup : publicLookup(runtime.lookup);
  const { dispatcher } = routeTo(url, runtime.env, { connect: lookup === undefined ? {} : { lookup } });
  const send = async (method: 'HEAD' | 'GET'): Promise<Arrival> => {
    options.trace(`> ${method} ${url.origin}${url.pathname}`);
    const { statusCode, headers, body } = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { accept: '*/*', 'user-agent': options.userAgent },
      signal,
    });
    // Its content does not matter, and may have no end.
    body.on('error', () => {}).destroy();
    options.trace(`< ${statusCode}`);
    const location = headers['location'];
    return { status: statusCode, location: Array.isArray(location) ? location[0] : location };
  };
  try {
    const first = await send('HEAD').catch((error: unknown) => {
      if (signal.aborted || error instanceof PrivateAddressError) throw error;
      return undefined;
    });
    return first !== undefined && first.status < 400 ? first : await send('GET');
  } finally {
    await dispatcher.destroy();
  }
}

const codeOf = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code;
  return typeof code === 'string' ? code : 'unknown reason';
};
