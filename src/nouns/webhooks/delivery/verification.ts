/** Verifies a delivery: the three headers, the timestamp and the signature. */
import { formatCount } from '../../../text/number.ts';
import { type CapturedRequest, valuesOf } from './request.ts';
import { HEADER, isWellFormed, known, matchingKey, parseSignatures } from './signature.ts';

/** Maximum age of a timestamp in seconds. Source: the reference libraries of Standard Webhooks. */
export const DEFAULT_TOLERANCE = 300;

export const PROBLEMS = [
  'secret_prefix',
  'secret_base64',
  'secret_not_decoded',
  'missing_header',
  'repeated_header',
  'timestamp_malformed',
  'timestamp_old',
  'timestamp_future',
  'unknown_version',
  'signature_malformed',
  'body_altered',
  'no_match',
] as const;

export interface Problem {
  readonly reason: (typeof PROBLEMS)[number];
  /** One sentence. */
  readonly message: string;
}

export interface Verification {
  /** Empty if the delivery is valid. The most important come first. */
  readonly problems: readonly Problem[];
  readonly id: string | undefined;
  /** Unix seconds. */
  readonly timestamp: number | undefined;
  /** The index of the matching key. */
  readonly key: number | undefined;
}

export interface VerificationOptions {
  readonly now: Date;
  /** Seconds. */
  readonly tolerance: number;
}

/** Reports all problems at once. */
export function verify(
  request: CapturedRequest,
  keys: readonly Uint8Array[],
  { now, tolerance }: VerificationOptions,
): Verification {
  const problems: Problem[] = [];
  const take = (name: string): string | undefined => {
    const values = valuesOf(request.headers, name).filter((value) => value !== '');
    // Signatures may be in one header or in several.
    if (values.length > 1 && name !== HEADER.signature) {
      problems.push({ reason: 'repeated_header', message: `The header ${name} appears ${values.length} times.` });
      return undefined;
    }
    if (values.length === 0) {
      problems.push({ reason: 'missing_header', message: `The header ${name} is missing.` });
      return undefined;
    }
    return values.join(' ');
  };
  const [id, time, signature] = [take(HEADER.id), take(HEADER.timestamp), take(HEADER.signature)];
  const timestamp = time === undefined ? undefined : secondsOf(time);
  if (time !== undefined && timestamp === undefined) problems.push(malformedTimestamp(time));
  const signatures = signature === undefined ? [] : parseSignatures(signature);
  const usable = known(signatures);
  if (signature !== undefined && usable.length === 0) {
    const versions = [...new Set(signatures.map(({ version }) => version || 'none'))].join(', ');
    problems.push({ reason: 'unknown_version', message: `No signature has version v1 (found: ${versions}).` });
  } else if (signature !== undefined && !usable.some(isWellFormed)) {
    problems.push({
      reason: 'signature_malformed',
      message: 'The signature is not 32 bytes in base64: it was truncated or modified.',
    });
  }
  let key: number | undefined;
  if (problems.length === 0 && id !== undefined && time !== undefined) {
    key = matchingKey(keys, signatures, { id, timestamp: time, body: request.body });
    if (key === undefined) problems.push(NO_MATCH);
  }
  const untimely = timestamp === undefined ? undefined : checkAge(timestamp, now, tolerance);
  if (untimely !== undefined) problems.push(untimely);
  return { problems, id, timestamp, key };
}

const NO_MATCH: Problem = {
  reason: 'no_match',
  message: 'The signature does not match the secret, body, ID and timestamp.',
};

const secondsOf = (text: string): number | undefined => (/^(0|[1-9]\d{0,11})$/.test(text) ? Number(text) : undefined);

const malformedTimestamp = (text: string): Problem => ({
  reason: 'timestamp_malformed',
  message: /^\d{13,}$/.test(text)
    ? `The timestamp ${text} seems to be in milliseconds, not seconds.`
    : `The timestamp ${JSON.stringify(text)} is not a Unix time in seconds.`,
});

function checkAge(timestamp: number, now: Date, tolerance: number): Problem | undefined {
  const age = Math.floor(now.getTime() / 1000) - timestamp;
  if (Math.abs(age) <= tolerance) return undefined;
  const difference = formatBeyond(Math.abs(age), tolerance);
  const limit = formatExactly(tolerance);
  return age > 0
    ? { reason: 'timestamp_old', message: `The timestamp is ${difference} old (maximum: ${limit}).` }
    : { reason: 'timestamp_future', message: `The timestamp is ${difference} in the future (maximum: ${limit}).` };
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const SECOND = ['second', 1] as const;

/** In the largest unit that divides the seconds and gives at least two. */
function formatExactly(seconds: number): string {
  const [name, length] = UNITS.find(([, size]) => seconds >= 2 * size && seconds % size === 0) ?? SECOND;
  return formatCount(seconds / length, name);
}

/** Rounded down, in the largest unit in which it still exceeds the limit. */
function formatBeyond(seconds: number, limit: number): string {
  const exceeds = (size: number) => Math.floor(seconds / size) > limit / size;
  const [name, length] = UNITS.find(([, size]) => seconds >= 2 * size && exceeds(size)) ?? SECOND;
  return formatCount(Math.floor(seconds / length), name);
}
