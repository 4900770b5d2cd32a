/** Why a signature does not match: the usual ways in which a body or a secret is changed on its way, each tried. */
import { jsonSpellings } from './json-spelling.ts';
import { type CapturedRequest, valuesOf } from './request.ts';
import { PREFIX, type Secret } from './secret.ts';
import { HEADER, matchingKey, parseSignatures } from './signature.ts';
import type { Problem } from './verification.ts';

/** A body that may have been what was signed. */
interface Candidate {
  /** What happened to it since, the end of "The body was altered: ". */
  readonly change: string;
  readonly body: Buffer;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const text = (change: string, body: string): Candidate => ({ change, body: Buffer.from(body, 'latin1') });

/** What the body may have been before it was changed, those that are really different. */
export function candidates(body: Buffer): readonly Candidate[] {
  // One character a byte: no line break or end of a text can be mistaken in it.
  const bytes = body.toString('latin1');
  const without = body.subarray(0, 3).equals(BOM) ? body.subarray(3) : body;
  const spelled = jsonSpellings(without.toString('utf8'));
  const all = [
    text('a line feed at its end was removed', `${bytes}\n`),
    text('a CR LF at its end was removed', `${bytes}\r\n`),
    text('a line feed was added at its end', bytes.replace(/\n$/, '')),
    text('a CR LF was added at its end', bytes.replace(/\r\n$/, '')),
    text('its LF line endings became CR LF', bytes.replaceAll('\r\n', '\n')),
    text('its CR LF line endings became LF', bytes.replace(/\r?\n/g, '\r\n')),
    { change: 'a byte order mark was added', body: without },
    { change: 'a byte order mark was removed', body: Buffer.concat([BOM, body]) },
    ...spelled.flatMap(({ name, text: json }) => [
      { change: `its JSON was written again; what was signed is ${name}`, body: Buffer.from(json) },
      {
        change: `its JSON was written again; what was signed is ${name}, with a final line feed`,
        body: Buffer.from(`${json}\n`),
      },
    ]),
    {
      change: 'none, but what was signed is the text of it, in which bytes that are not UTF-8 were replaced',
      body: Buffer.from(body.toString('utf8')),
    },
  ];
  return all.filter((candidate) => !candidate.body.equals(body));
}

/**
 * The problem behind a signature that does not match; undefined where nothing that was tried would have matched.
 * Costs some thirty signatures of the body: only for a person who asks.
 */
export function explainMismatch(request: CapturedRequest, secrets: readonly Secret[]): Problem | undefined {
  const [id = '', timestamp = '', header = ''] = [HEADER.id, HEADER.timestamp, HEADER.signature].map((name) =>
    valuesOf(request.headers, name).join(' '),
  );
  const signatures = parseSignatures(header);
  const matches = (keys: readonly Uint8Array[], body: Buffer) =>
    matchingKey(keys, signatures, { id, timestamp, body }) !== undefined;

  const keys = secrets.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const altered = candidates(request.body).find(({ body }) => matches(keys, body));
  if (altered !== undefined) {
    return { reason: 'body_altered', message: `The body is not the one that was signed: ${altered.change}.` };
  }
  const texts = secrets.flatMap(({ text: secret }) => [
    Buffer.from(secret),
    Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret),
  ]);
  if (matches(texts, request.body)) {
    return {
      reason: 'secret_not_decoded',
      message: 'It was signed with the text of the secret; the key is what follows whsec_, decoded from base64.',
    };
  }
  return undefined;
}
