/** Every way a command can fail: one class, and the table that gives each error code its exit code. */

/**
 * Exit codes by error code. 0 (done) and 9 (a check's answer is no) are results, not errors, and do not stand here.
 * This table is the promise that scripts rely on; `docs/commands.md` prints it.
 */
export const EXIT_CODES = {
  unexpected: 1,
  usage: 2,
  unauthorized: 3,
  area_disabled: 3,
  not_found: 4,
  rejected: 5,
  conflict: 5,
  rate_limited: 6,
  unavailable: 7,
  unexpected_response: 8,
  interrupted: 130,
} as const;

export type ErrorCode = keyof typeof EXIT_CODES;

/** A check ran and its answer is no (drift, threshold, lint). */
export const EXIT_CHECK_FAILED = 9;

export interface FailureDetails {
  /** What to do next, one sentence. */
  readonly hint?: string | undefined;
  /** HTTP status of the answer that caused it. */
  readonly status?: number | undefined;
  /** The request that failed, as `GET /v1/themes`: never with a query, a header or a key. */
  readonly request?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A failure whose class is known where it is thrown. Nobody reads a message to decide anything:
 * `code` says which kind it is, and `EXIT_CODES[code]` what the process answers.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly request: string | undefined;

  constructor(code: ErrorCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.status = details.status;
    this.request = details.request;
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

/** A wrong flag, argument, file or setting: nothing was sent. */
export const usage = (message: string, hint?: string): Failure => new Failure('usage', message, { hint });

/** Ctrl-C, or "no" at a question. */
export const interrupted = (): Failure => new Failure('interrupted', 'Interrupted.');

/** Whatever was thrown, as a `Failure`; what nobody foresaw is `unexpected`, our bug. */
export function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  const message =
    thrown instanceof Error
      ? thrown.message
      : typeof thrown === 'string'
        ? thrown
        : 'Something that is not an error was thrown.';
  return new Failure('unexpected', message, {
    hint: 'This is a bug in loopsctl. Run it again with --debug and report what it prints.',
    cause: thrown,
  });
}

/** The reader of an output went away (`| head -1`): not a failure, only a reason to stop. There is nobody to tell. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}
