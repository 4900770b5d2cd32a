/** Deliveries for tests: arbitrary parts, and requests signed by the reference library. */
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import type { CapturedRequest, Headers } from '../../../src/nouns/webhooks/delivery/request.ts';

/** A header's value: visible ASCII, no white space. */
export const messageId = fc.string({ unit: fc.constantFrom(...'abcXYZ019._-:~!'), minLength: 1, maxLength: 80 });

export const keyBytes = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes));

export const secretText = (key: Uint8Array): string => `whsec_${Buffer.from(key).toString('base64')}`;

export const bodyText = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  fc.json(),
  fc.constantFrom('', '\ufeff{}', '{"a":1}\r\n', '\0'),
);

export const anyBody = fc.oneof(
  bodyText.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);

/** A request as the reference library signs it; its body is text, as that is all it can sign. */
export function referenceRequest(secrets: readonly string[], id: string, at: Date, body: string): CapturedRequest {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return { headers: headersOf(id, Math.floor(at.getTime() / 1000), signatures.join(' ')), body: Buffer.from(body) };
}

export const headersOf = (id: string, timestamp: number | string, signature: string): Headers => [
  ['Webhook-Id', id],
  ['Webhook-Timestamp', String(timestamp)],
  ['Webhook-Signature', signature],
];
