/** Explains why a signature does not match, by trying common changes of the body and the secret. */
import { jsonSpellings } from './json-spelling.ts';
import { type CapturedRequest, valuesOf } from './request.ts';
import { PREFIX, type Secret } from './secret.ts';
import { HEADER, matchingKey, parseSignatures } from './signature.ts';
import type { Problem } from './verification.ts';

/** A body that may have been signed. */
interface Candidate {
  /** What happened to it after signing, as sentences. */
  readonly change: string;
  readonly body: Buffer;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const text = (change: string, body: string): Candidate => ({ change, body: Buffer.from(body, 'latin1') });

/** What the body may have been before it was changed. */
function candidates(body: Buffer): readonly Candidate[] {
  // One character per byte, so that any encoding is preserved.
  const bytes = body.toString('latin1');
  const without = body.subarray(0, 3).equals(BOM) ? body.subarray(3) : body;
  const spelled = jsonSpellings(without.toString('utf8'));
  const all = [
    text('A trailing LF was removed from the body.', `${bytes}\n`),
    text('A trailing CRLF was removed from the body.', `${bytes}\r\n`),
    text('A trailing LF was added to the body.', bytes.replace(/\n$/, '')),
    text('A trailing CRLF was added to the body.', bytes.replace(/\r\n$/, '')),
    text('The line endings of the body were changed from LF to CRLF.', bytes.replaceAll('\r\n', '\n')),
    text('The line endings of the body were changed from CRLF to LF.', bytes.replace(/\r?\n/g, '\r\n')),
    { change: 'A byte order mark was added to the body.', body: without },
    { change: 'A byte order mark was removed from the body.', body: Buffer.concat([BOM, body]) },
    ...spelled.flatMap(({ name, text: json }) => [
      { change: `The body was re-serialized. The signature matches ${name}.`, body: Buffer.from(json) },
      {
        change: `The body was re-serialized. The signature matches ${name} with a trailing newline.`,
        body: Buffer.from(`${json}\n`),
      },
    ]),
    {
      change: 'The sender replaced invalid UTF-8 in the body before signing it.',
      body: Buffer.from(body.toString('utf8')),
    },
  ];
  return all.filter((candidate) => !candidate.body.equals(body));
}

/** Some thirty copies of the body are made and signed. Payloads have a few kilobytes. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The cause of a signature that does not match; undefined if none of the common changes explains it. */
export function explainMismatch(request: CapturedRequest, secrets: readonly Secret[]): Problem | undefined {
  if (request.body.length > MAX_BODY_BYTES) return undefined;
  const [id = '', timestamp = '', header = ''] = [HEADER.id, HEADER.timestamp, HEADER.signature].map((name) =>
    valuesOf(request.headers, name).join(' '),
  );
  const signatures = parseSignatures(header);
  const matches = (keys: readonly Uint8Array[], body: Buffer) =>
    matchingKey(keys, signatures, { id, timestamp, body }) !== undefined;

  const keys = secrets.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const altered = candidates(request.body).find(({ body }) => matches(keys, body));
  if (altered !== undefined) {
    return { reason: 'body_altered', message: altered.change };
  }
  const texts = secrets.flatMap(({ text: secret }) => [
    Buffer.from(secret),
    Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret),
  ]);
  if (matches(texts, request.body)) {
    return {
      reason: 'secret_not_decoded',
      message: 'The sender signed with the text of the secret. The key is the part after whsec_, decoded from base64.',
    };
  }
  return undefined;
}
