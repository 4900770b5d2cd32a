/** What a connection that failed means: a failure in words, and whether the service can have seen the request. */
import { errors } from 'undici';
import { Failure } from '../errors.ts';

/** An exchange that ended without an answer. */
export class ExchangeFailure extends Failure {
  /** False when the request surely never reached the service, so that sending it again cannot do anything twice. */
  readonly maybeSent: boolean;
  /** True when more time was taken than was allowed: another attempt would only take it again. */
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

interface Reason {
  readonly words: string;
  readonly maybeSent: boolean;
}

const unsent = (words: string): Reason => ({ words, maybeSent: false });
const lost = (words: string): Reason => ({ words, maybeSent: true });

/** By the code that Node or undici gave. */
const REASONS: Readonly<Record<string, Reason>> = {
  ENOTFOUND: unsent('its name is not known'),
  EAI_AGAIN: unsent('its name could not be looked up'),
  ECONNREFUSED: unsent('it refused the connection'),
  EHOSTUNREACH: unsent('there is no way to it'),
  ENETUNREACH: unsent('there is no network'),
  UND_ERR_CONNECT_TIMEOUT: unsent('it did not accept the connection in time'),
  ECONNRESET: lost('it closed the connection'),
  EPIPE: lost('it closed the connection'),
  UND_ERR_SOCKET: lost('it closed the connection'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: lost('it broke off its answer'),
  ETIMEDOUT: lost('it stopped answering'),
};

/** A certificate is looked at before anything is sent. */
const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

function reasonOf(error: unknown, code: string, throughProxy: boolean): Reason {
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  if (known !== undefined) return known;
  // The proxy's own answer to CONNECT: the request was still to come.
  if (throughProxy && code === 'UND_ERR_ABORTED') return unsent('the proxy refused to connect');
  if (CERTIFICATE.test(code)) return unsent(`its certificate was not accepted (${code})`);
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return unsent('it does not speak TLS');
  if (/SSL|TLS|EPROTO/.test(code)) return lost(`the secure connection failed (${code})`);
  if (error instanceof errors.HTTPParserError) return lost('its answer is not HTTP');
  return lost(`the connection failed${code === '' ? '' : ` (${code})`}`);
}

/** The first code in a chain of causes. A connection to several addresses fails with one error for each. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : codeOf(error.cause);
}

/** `proxy` is the address of the proxy that was asked, without its password; undefined where none was. */
export function connectionFailure(
  error: unknown,
  at: { readonly host: string; readonly request: string; readonly proxy: string | undefined },
): ExchangeFailure {
  const { words, maybeSent } = reasonOf(error, codeOf(error), at.proxy !== undefined);
  return new ExchangeFailure(
    `Could not talk to ${at.host}${at.proxy === undefined ? '' : ` through the proxy ${at.proxy}`}: ${words}.`,
    {
      hint:
        at.proxy === undefined
          ? 'Check the network and the base URL (`loopsctl auth status` shows which one is used).'
          : 'Check the proxy: HTTPS_PROXY, HTTP_PROXY and NO_PROXY say when one is used.',
      request: at.request,
      cause: error,
      maybeSent,
    },
  );
}
