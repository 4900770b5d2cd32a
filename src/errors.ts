/** The one error class, and the table of exit codes by error code. */

/** Scripts rely on this table. 0 (success) and 9 (a check failed) are results, not errors. */
export const EXIT_CODES = {
  unexpected: 1,
  usage: 2,
  effect_not_allowed: 2,
  recipient_not_allowed: 2,
  unauthorized: 3,
  area_disabled: 3,
  not_found: 4,
  rejected: 5,
  conflict: 5,
  rate_limited: 6,
  unavailable: 7,
  unexpected_response: 8,
  check_failed: 9,
  interrupted: 130,
} as const;

export type ErrorCode = keyof typeof EXIT_CODES;

/** A check ran and failed (drift, threshold, lint). */
export const EXIT_CHECK_FAILED = 9;

/** A field of an API request, under the name that the operation gives it. */
export interface RequestField {
  readonly name: string;
  readonly value: string;
}

export interface FailureDetails {
  readonly hint?: string | undefined;
  readonly status?: number | undefined;
  /** The failed request, `GET /v1/themes`, without query, headers and key. */
  readonly request?: string | undefined;
  /** What else the API reported, `{"invalidTags": ["Foo"]}`; part of the JSON error. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The fields that the API could not find or rejected. A hint can name their flags and the commands that list their IDs. */
  readonly fields?: readonly RequestField[] | undefined;
  /** The API may have processed the request, or an earlier attempt of it. */
  readonly mayBeDone?: boolean | undefined;
  readonly cause?: unknown;
}

/** A failure whose class is known where it is thrown. No code reads a message to decide anything: it reads `code`. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly request: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly fields: readonly RequestField[];
  readonly mayBeDone: boolean;

  constructor(code: ErrorCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.status = details.status;
    this.request = details.request;
    this.details = details.details;
    this.fields = details.fields ?? [];
    this.mayBeDone = details.mayBeDone ?? false;
  }

  /** The same failure with another hint. */
  withHint(hint: string): Failure {
    const { code, message, status, request, details, fields, mayBeDone, cause } = this;
    return new Failure(code, message, { hint, status, request, details, fields, mayBeDone, cause });
  }

  get exitCode(): number {
    return EXIT_CODES[this.code];
  }
}

/** The exit code of several errors: the highest of theirs, 0 without any. A code that is not ours counts as unreadable. */
export function worstExitCode(errors: Iterable<{ readonly code: unknown }>): number {
  let worst = 0;
  for (const { code } of errors) {
    const known = typeof code === 'string' && Object.hasOwn(EXIT_CODES, code);
    worst = Math.max(worst, known ? EXIT_CODES[code as ErrorCode] : EXIT_CODES.unexpected_response);
  }
  return worst;
}

/** A wrong flag, argument, file or setting; nothing was sent. */
export const usage = (message: string, hint?: string): Failure => new Failure('usage', message, { hint });

export const interrupted = (): Failure => new Failure('interrupted', 'Interrupted.');

/** Anything thrown, as a `Failure`. An unforeseen error is `unexpected`, a bug in loopsctl. Rethrows what only ends the run. */
export function asFailure(thrown: unknown): Failure {
  if (thrown instanceof RunEnded) throw thrown;
  if (thrown instanceof Failure) return thrown;
  // The stack or a string has overflowed. Only data of a size or depth that no real account has does that.
  if (thrown instanceof RangeError) {
    return new Failure('unexpected_response', 'The data is too large or too deeply nested to process.', {
      hint: 'Run it again with --debug to see where that happened.',
      cause: thrown,
    });
  }
  const message =
    thrown instanceof Error
      ? thrown.message
      : typeof thrown === 'string'
        ? thrown
        : 'A value that is not an error was thrown.';
  return new Failure('unexpected', message, {
    hint: 'This is a bug in loopsctl. Run it again with --debug and report the output.',
    cause: thrown,
  });
}

/** An unforeseen error of a run in which a response did not match the API schema: then that is the cause, and not a bug. */
export function becauseOfResponse(error: unknown): unknown {
  if (error instanceof RunEnded || asFailure(error).code !== 'unexpected') return error;
  return new Failure('unexpected_response', 'A response that does not match the API schema cannot be processed.', {
    hint: 'Check that loopsctl is up to date. To see where it happened, run it again with --debug.',
    cause: error,
  });
}

/** Ends a run early without being a failure: nothing may turn it into one. */
export class RunEnded extends Error {
  override readonly name: string = 'RunEnded';
}

/** The reader of an output has closed it (`| head -1`): not a failure, only a reason to stop. */
export class OutputClosed extends RunEnded {
  override readonly name = 'OutputClosed';
}
