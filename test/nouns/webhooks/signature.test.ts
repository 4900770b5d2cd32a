/** Our signatures equal those of the reference library, and no change goes unnoticed. */
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { parseSecrets } from '../../../src/nouns/webhooks/delivery/secret.ts';
import { sign } from '../../../src/nouns/webhooks/delivery/signature.ts';
import { verify } from '../../../src/nouns/webhooks/delivery/verification.ts';
import { anyBody, bodyText, headersOf, keyBytes, messageId, referenceRequest, secretText } from './deliveries.ts';

/** The reference library asks the clock of the process, so what it verifies is signed for this moment. */
const soon = fc.integer({ min: -240, max: 240 }).map((seconds) => new Date(Date.now() + seconds * 1000));
const ever = fc.integer({ min: 0, max: 9_999_999_999 }).map((seconds) => new Date(seconds * 1000));

const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

test('the reference library verifies our signatures', () => {
  fc.assert(
    fc.property(fc.array(keyBytes, { minLength: 1, maxLength: 4 }), messageId, soon, bodyText, (keys, id, at, text) => {
      const body = Buffer.from(text);
      const headers = Object.fromEntries(headersOf(id, seconds(at), sign(keys, { id, timestamp: seconds(at), body })));
      for (const key of keys) {
        expect(new Webhook(secretText(key)).verify(text, headers, { jsonParse: false })).toBeUndefined();
      }
    }),
    { numRuns: 500 },
  );
});

test('signatures of the reference library are valid with any of several secrets', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(keyBytes, { minLength: 1, maxLength: 4, selector: secretText }),
      fc.nat(),
      messageId,
      ever,
      bodyText,
      fc.constantFrom(' ', '\n', '\r\n\r\n'),
      (keys, pick, id, at, text, separator) => {
        const used = pick % keys.length;
        const request = referenceRequest([secretText(keys[used] as Buffer)], id, at, text);
        const parsed = parseSecrets(`${keys.map(secretText).join(separator)}\n`).flatMap(({ key }) => key ?? []);
        const { problems, key } = verify(request, parsed, { now: at, tolerance: 0 });
        expect({ problems, key }).toEqual({ problems: [], key: used });
      },
    ),
    { numRuns: 500 },
  );
});

test('a header with several signatures is valid if any of them matches', () => {
  fc.assert(
    fc.property(
      keyBytes,
      fc.array(keyBytes, { maxLength: 3 }),
      fc.nat(),
      ever,
      anyBody,
      (key, others, place, at, body) => {
        const message = { id: 'msg_1', timestamp: seconds(at), body };
        const signatures = others.map((other) => sign([other], message));
        signatures.splice(place % (signatures.length + 1), 0, sign([key], message));
        const header = `v1a,something ${signatures.join(' ')} v2,${'A'.repeat(43)}=`;
        const request = { headers: headersOf(message.id, message.timestamp, header), body };
        expect(verify(request, [key], { now: at, tolerance: 0 }).problems).toEqual([]);
      },
    ),
  );
});

test('any bytes can be signed, and no other bytes, ID, timestamp or key match', () => {
  fc.assert(
    fc.property(
      fc.tuple(keyBytes, messageId, ever, anyBody),
      fc.tuple(keyBytes, messageId, ever, anyBody),
      ([key, id, at, body], [otherKey, otherId, otherTime, otherBody]) => {
        const timestamp = seconds(at);
        const header = sign([key], { id, timestamp, body });
        const valid = (k: Buffer, i: string, t: string, b: Buffer) =>
          verify({ headers: headersOf(i, t, header), body: b }, [k], {
            now: new Date(Number(t) * 1000),
            tolerance: 0,
          }).problems.length === 0;
        expect(valid(key, id, timestamp, body)).toBe(true);
        // A shorter key is filled up with zeros by the definition of HMAC.
        const sameKey = Buffer.compare(pad(key), pad(otherKey)) === 0;
        if (!sameKey) expect(valid(otherKey, id, timestamp, body)).toBe(false);
        if (id !== otherId) expect(valid(key, otherId, timestamp, body)).toBe(false);
        if (timestamp !== seconds(otherTime)) expect(valid(key, id, seconds(otherTime), body)).toBe(false);
        if (!body.equals(otherBody)) expect(valid(key, id, timestamp, otherBody)).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

const pad = (key: Buffer): Buffer => Buffer.concat([key, Buffer.alloc(64 - key.length)]);

test('the reference library signs the text of a body, not its bytes', () => {
  const [key, id, at, body] = [Buffer.from('key'), 'msg_1', new Date(0), Buffer.from([0xff])];
  const theirs = new Webhook(secretText(key)).sign(id, at, body);
  expect(theirs).toBe(sign([key], { id, timestamp: '0', body: Buffer.from('\ufffd') }));
  expect(theirs).not.toBe(sign([key], { id, timestamp: '0', body }));
});

test('the example of the specification', () => {
  // Source: Standard Webhooks, test vectors of the reference libraries.
  const [secret] = parseSecrets('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    body: Buffer.from('{"test": 2432232314}'),
  };
  expect(sign(secret?.key ? [secret.key] : [], message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('any secret is a key or has a named problem', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), keyBytes.map(secretText)), (text) => {
      for (const { key, problem } of parseSecrets(text)) {
        expect(key === undefined).toBe(problem === 'secret_base64');
        if (key !== undefined) expect(key.length).toBeGreaterThan(0);
      }
    }),
  );
});
