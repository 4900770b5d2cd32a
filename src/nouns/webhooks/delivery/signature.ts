/**
 * Signatures of Standard Webhooks: a version and HMAC-SHA256 over `{id}.{timestamp}.{body}` in base64. The exact bytes are signed;
 * the reference library decodes the body to text first, which changes invalid UTF-8.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of a delivery, in lower case. */
export const HEADER = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

const VERSION = 'v1';

/** The signed data. */
export interface Message {
  readonly id: string;
  /** Unix seconds, exactly as in the header. */
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/** One entry of the signature header. */
export interface Signature {
  readonly version: string;
  readonly value: string;
}

const signatureOf = (key: Uint8Array, { id, timestamp, body }: Message): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');

/** The value of the signature header: one signature per key. */
export const sign = (keys: readonly Uint8Array[], message: Message): string =>
  keys.map((key) => `${VERSION},${signatureOf(key, message)}`).join(' ');

/** The entries of a signature header, in order. */
export const parseSignatures = (header: string): readonly Signature[] =>
  header
    .split(/\s+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const comma = entry.indexOf(',');
      return comma < 0
        ? { version: '', value: entry }
        : { version: entry.slice(0, comma), value: entry.slice(comma + 1) };
    });

/** The signatures of the supported version. */
export const known = (signatures: readonly Signature[]): readonly Signature[] =>
  signatures.filter(({ version }) => version === VERSION);

/** 32 bytes in base64. */
export const isWellFormed = ({ value }: Signature): boolean => /^[A-Za-z0-9+/]{43}=$/.test(value);

/**
 * The index of the first key that matches a signature; undefined for none. The time depends on the number of keys and signatures
 * and on the size of the body, not on their content.
 */
export function matchingKey(
  keys: readonly Uint8Array[],
  signatures: readonly Signature[],
  message: Message,
): number | undefined {
  const given = known(signatures).map(({ value }) => Buffer.from(value));
  const matches = keys.map((key) => {
    const expected = Buffer.from(signatureOf(key, message));
    return given.map((value) => value.length === expected.length && timingSafeEqual(value, expected)).includes(true);
  });
  const index = matches.indexOf(true);
  return index < 0 ? undefined : index;
}
