/** The failure of an exchange that ended without a response. */
import { Failure } from '../errors.ts';
import { connectionError, errorCode } from '../runtime/connection-errors.ts';

export class ExchangeFailure extends Failure {
  readonly maybeSent: boolean;
  /** True where the timeout has passed: another attempt would only take as long again. */
  readonly timedOut: boolean;

  constructor(
    message: string,
    details: { hint: string; request: string; cause: unknown; maybeSent: boolean; timedOut?: boolean },
  ) {
    super('unavailable', message, details);
    this.maybeSent = details.maybeSent;
    this.timedOut = details.timedOut ?? false;
  }
}

export interface ExchangeTarget {
  readonly host: string;
  readonly request: string;
  /** The address of the proxy in use, without its password; undefined without one. */
  readonly proxy: string | undefined;
}

export function connectionFailure(error: unknown, { host, request, proxy }: ExchangeTarget): ExchangeFailure {
  // The proxy has refused CONNECT, so the request was never sent.
  const refused = proxy !== undefined && errorCode(error) === 'UND_ERR_ABORTED';
  const { reason, maybeSent } = refused
    ? { reason: 'the proxy refused to connect', maybeSent: false }
    : connectionError(error);
  return new ExchangeFailure(
    `Could not reach ${host}${proxy === undefined ? '' : ` through the proxy ${proxy}`}: ${reason}.`,
    {
      hint:
        proxy === undefined
          ? 'Check the network and the base URL (run `loopsctl auth status` to see it).'
          : 'Check your proxy settings (HTTPS_PROXY, HTTP_PROXY, NO_PROXY).',
      request,
      cause: error,
      maybeSent,
    },
  );
}
