/** A delivery to a receiver: where it may go, and its result. `sender.ts` sends it. */
import { Failure, usage } from '../../../errors.ts';
import { isLoopback } from '../../../runtime/loopback.ts';
import type { CapturedRequest } from './request.ts';

export interface Delivered {
  /** Of the response; null without one. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** The start of the response body. */
  readonly response: string;
  /** Why there was no response; null with one. */
  readonly problem: string | null;
}

/** Never rejects: errors are part of the result. */
export type Deliver = (request: CapturedRequest) => Promise<Delivered>;

/** `localhost:3000/webhooks` is short for `http://localhost:3000/webhooks`, on this machine only. */
function parseUrl(text: string): URL | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const url = hasScheme ? text : `http://${text}`;
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  return hasScheme || isLoopback(parsed) ? parsed : undefined;
}

/** Parses the URL of a receiver: this machine, or a host over TLS. Throws a `usage` failure that names the flag. */
export function parseTarget(text: string, flag: string, insecureHttp: boolean): URL {
  const target = parseUrl(text);
  if (target === undefined || !/^https?:$/.test(target.protocol)) {
    throw usage(`Invalid value for ${flag}: expected a URL, for example http://localhost:3000/webhooks.`);
  }
  if (target.username !== '' || target.password !== '') {
    throw usage(`The URL of ${flag} has a password.`, 'Remove it: other users can see command-line arguments.');
  }
  if (target.protocol === 'http:' && !isLoopback(target) && !insecureHttp) {
    throw usage(
      `Refusing to send events to ${target.host} over plain HTTP.`,
      'Use an https:// URL, or pass --insecure-http.',
    );
  }
  return target;
}

/** A receiver that does not respond at all: `unavailable`. */
export const unreachable = (target: URL, problem: string): Failure =>
  new Failure('unavailable', `The receiver at ${target.host} did not respond: ${problem}.`, {
    hint: 'Check that it is running and that the URL is correct.',
    request: `POST ${target.pathname}`,
  });

export const isAccepted = ({ status }: Pick<Delivered, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;
