/** Whether a delivery is what the service sent: the three headers, the time, the signature. */
import { type CapturedRequest, valuesOf } from './request.ts';
import { HEADER, isWellFormed, known, matchingKey, parseSignatures } from './signature.ts';

/** Seconds that a timestamp may differ from now. Source: the reference libraries of Standard Webhooks. */
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
  /** None: it is valid. The ones that come first matter most. */
  readonly problems: readonly Problem[];
  readonly id: string | undefined;
  /** Unix seconds. */
  readonly timestamp: number | undefined;
  /** Which key made the signature, from 0. */
  readonly key: number | undefined;
}

export interface VerificationOptions {
  readonly now: Date;
  /** Seconds. */
  readonly tolerance: number;
}

/** Looks at everything, so that a person is told all that is wrong at once. */
export function verify(
  request: CapturedRequest,
  keys: readonly Uint8Array[],
  { now, tolerance }: VerificationOptions,
): Verification {
  const problems: Problem[] = [];
  const take = (name: string): string | undefined => {
    const values = valuesOf(request.headers, name).filter((value) => value !== '');
    // Signatures may be spread over several headers as well as stand in one.
    if (values.length > 1 && name !== HEADER.signature) {
      problems.push({ reason: 'repeated_header', message: `The header ${name} is there ${values.length} times.` });
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
    problems.push({ reason: 'unknown_version', message: `No signature has the version v1 (versions: ${versions}).` });
  } else if (signature !== undefined && !usable.some(isWellFormed)) {
    problems.push({
      reason: 'signature_malformed',
      message: 'The signature is not 32 bytes in base64: it was cut or changed.',
    });
  }
  let key: number | undefined;
  if (problems.length === 0 && id !== undefined && time !== undefined) {
    key = matchingKey(keys, signatures, { id, timestamp: time, body: request.body });
    if (key === undefined) problems.push(NO_MATCH);
  }
  if (timestamp !== undefined) {
    for (const problem of untimely(timestamp, now, tolerance)) problems.push(problem);
  }
  return { problems, id, timestamp, key };
}

const NO_MATCH: Problem = {
  reason: 'no_match',
  message: 'The signature does not match: another secret, body, ID or timestamp was signed.',
};

const secondsOf = (text: string): number | undefined => (/^(0|[1-9]\d{0,11})$/.test(text) ? Number(text) : undefined);

const malformedTimestamp = (text: string): Problem => ({
  reason: 'timestamp_malformed',
  message: /^\d{13,}$/.test(text)
    ? `The timestamp ${text} is not in seconds: it looks like milliseconds.`
    : `The timestamp ${JSON.stringify(text)} is not a number of seconds since 1970.`,
});

function untimely(timestamp: number, now: Date, tolerance: number): Problem[] {
  const age = Math.floor(now.getTime() / 1000) - timestamp;
  if (Math.abs(age) <= tolerance) return [];
  const difference = beyond(Math.abs(age), tolerance);
  const tolerated = `${exact(tolerance)} ${tolerance === 1 ? 'is' : 'are'} tolerated`;
  return [
    age > 0
      ? { reason: 'timestamp_old', message: `The timestamp is too old: it is ${difference} old, and ${tolerated}.` }
      : {
          reason: 'timestamp_future',
          message: `The timestamp is in the future: it is ${difference} ahead, and ${tolerated}.`,
        },
  ];
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const SECOND = ['second', 1] as const;

/** Seconds in the largest unit of which there are two, without a rest. */
function exact(seconds: number): string {
  const [name, length] = UNITS.find(([, size]) => seconds >= 2 * size && seconds % size === 0) ?? SECOND;
  return inWords(seconds / length, name);
}

/** Seconds in the largest unit of which there are two, and in which they are still more than the limit. */
function beyond(seconds: number, limit: number): string {
  const isMore = (size: number) => Math.floor(seconds / size) > limit / size;
  const [name, length] = UNITS.find(([, size]) => seconds >= 2 * size && isMore(size)) ?? SECOND;
  return inWords(Math.floor(seconds / length), name);
}

const inWords = (count: number, unit: string): string =>
  `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
