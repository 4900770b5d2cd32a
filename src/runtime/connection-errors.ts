/** What the error codes of Node and undici mean: why a connection failed, and whether the request can have arrived. */

export interface ConnectionError {
  /** Completes "Could not reach the host: ...". */
  readonly reason: string;
  /** False where the request certainly never arrived, so that sending it again cannot do anything twice. */
  readonly maybeSent: boolean;
}

const unsent = (reason: string): ConnectionError => ({ reason, maybeSent: false });
const lost = (reason: string): ConnectionError => ({ reason, maybeSent: true });

const BY_CODE: Readonly<Record<string, ConnectionError>> = {
  ENOTFOUND: unsent('host name not found'),
  EAI_AGAIN: unsent('host name lookup failed'),
  ECONNREFUSED: unsent('connection refused'),
  EHOSTUNREACH: unsent('no route to host'),
  ENETUNREACH: unsent('no network'),
  UND_ERR_CONNECT_TIMEOUT: unsent('connection timed out'),
  ECONNRESET: lost('connection closed by the server'),
  EPIPE: lost('connection closed by the server'),
  UND_ERR_SOCKET: lost('connection closed by the server'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: lost('connection closed before the response was complete'),
  ETIMEDOUT: lost('the server stopped responding'),
  ABORT_ERR: lost('interrupted'),
  UND_ERR_ABORTED: lost('interrupted'),
  ERR_SSL_WRONG_VERSION_NUMBER: unsent('the server does not use TLS'),
};

const BY_PATTERN: ReadonlyArray<readonly [pattern: RegExp, describe: (code: string) => ConnectionError]> = [
  // A certificate is checked before anything is sent.
  [
    /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/,
    (code) => unsent(`certificate not accepted (${code})`),
  ],
  [/SSL|TLS|EPROTO/, (code) => lost(`TLS error (${code})`)],
  [/^HPE_/, () => lost('the response is not HTTP')],
  [/./, (code) => lost(`connection failed (${code})`)],
];

export function connectionError(error: unknown): ConnectionError {
  const code = errorCode(error);
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  return known ?? BY_PATTERN.find(([pattern]) => pattern.test(code))?.[1](code) ?? lost('connection failed');
}

/** The first code in a chain of causes. A connection to several addresses fails with one error for each. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  return error.name === 'AbortError' ? 'ABORT_ERR' : errorCode(error.cause);
}
