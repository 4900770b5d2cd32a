/** Signed deliveries as the service sends them, and invalid ones to test receivers. */
import type { Payload } from './events.ts';
import type { CapturedRequest, Headers } from './request.ts';
import { HEADER, sign } from './signature.ts';

const ID_LENGTH = 27;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `msg_` and 27 letters and digits. `random` returns numbers from 0 (inclusive) to 1 (exclusive). */
export const newMessageId = (random: () => number): string =>
  `msg_${Array.from({ length: ID_LENGTH }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')}`;

/** The three signature headers for a body. */
export function signedHeaders(keys: readonly Uint8Array[], id: string, at: Date, body: Uint8Array): Headers {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return [
    [HEADER.id, id],
    [HEADER.timestamp, timestamp],
    [HEADER.signature, sign(keys, { id, timestamp, body })],
  ];
}

export function signedRequest(
  keys: readonly Uint8Array[],
  { id, at, payload }: { readonly id: string; readonly at: Date; readonly payload: Payload },
): CapturedRequest {
  const body = Buffer.from(JSON.stringify(payload));
  return { headers: [['content-type', 'application/json'], ...signedHeaders(keys, id, at, body)], body };
}

export const TAMPERINGS = ['signature', 'body', 'timestamp'] as const;
export type Tampering = (typeof TAMPERINGS)[number];

/** Too old for every receiver that checks the timestamp. */
const STALE_SECONDS = 24 * 60 * 60;

/**
 * A delivery that a receiver must reject: signed with another key, modified after signing, or with the timestamp of yesterday, as
 * in a replay attack.
 */
export function forgedRequest(
  keys: readonly Uint8Array[],
  message: { readonly id: string; readonly at: Date; readonly payload: Payload },
  tampering: Tampering,
): CapturedRequest {
  if (tampering === 'timestamp') {
    return signedRequest(keys, { ...message, at: new Date(message.at.getTime() - STALE_SECONDS * 1000) });
  }
  const { headers, body } = signedRequest(keys, message);
  if (tampering === 'body') return { headers, body: Buffer.from(body.toString().replace(/\}$/, ',"forged":true}')) };
  const forged = headers.map(([name, value]): readonly [string, string] =>
    name === HEADER.signature
      ? [name, sign([Buffer.from('not the key')], signedMessage(headers, body))]
      : [name, value],
  );
  return { headers: forged, body };
}

const signedMessage = (headers: Headers, body: Buffer) => {
  const values = Object.fromEntries(headers);
  return { id: values[HEADER.id] ?? '', timestamp: values[HEADER.timestamp] ?? '', body };
};

/** The same ID and body with a current timestamp and signature. */
export function resigned(request: CapturedRequest, keys: readonly Uint8Array[], id: string, at: Date): CapturedRequest {
  const names = new Set<string>(Object.values(HEADER));
  const others = request.headers.filter(([name]) => !names.has(name.toLowerCase()));
  return { headers: [...others, ...signedHeaders(keys, id, at, request.body)], body: request.body };
}
