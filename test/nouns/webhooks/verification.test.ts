/** Explanations of invalid deliveries: the timestamp, and changes of the body. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainMismatch } from '../../../src/nouns/webhooks/delivery/diagnosis.ts';
import { jsonSpellings } from '../../../src/nouns/webhooks/delivery/json-spelling.ts';
import { parseHeaders, parseHttpMessage } from '../../../src/nouns/webhooks/delivery/request.ts';
import { parseSecrets } from '../../../src/nouns/webhooks/delivery/secret.ts';
import { sign } from '../../../src/nouns/webhooks/delivery/signature.ts';
import { verify } from '../../../src/nouns/webhooks/delivery/verification.ts';
import { createWorld, NOW } from '../../world.ts';
import { anyBody, headersOf } from './deliveries.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const secrets = parseSecrets(SECRET);
const keys = secrets.flatMap(({ key }) => key ?? []);
const now = Math.floor(NOW.getTime() / 1000);

const signedAt = (timestamp: number, body: string | Buffer, received: string | Buffer = body) => {
  const message = { id: 'msg_1', timestamp: String(timestamp), body: Buffer.from(body) };
  return { headers: headersOf(message.id, timestamp, sign(keys, message)), body: Buffer.from(received) };
};

test.each<[age: number, message: string | undefined]>([
  [0, undefined],
  [300, undefined],
  [-300, undefined],
  [301, 'The timestamp is 301 seconds old (maximum: 5 minutes).'],
  [359, 'The timestamp is 359 seconds old (maximum: 5 minutes).'],
  [360, 'The timestamp is 6 minutes old (maximum: 5 minutes).'],
  [3_600 * 30, 'The timestamp is 30 hours old (maximum: 5 minutes).'],

  [-301, 'The timestamp is 301 seconds in the future (maximum: 5 minutes).'],
  [-86_400 * 3, 'The timestamp is 3 days in the future (maximum: 5 minutes).'],
])('a delivery that is %d seconds old: %s', (age, message) => {
  const { problems } = verify(signedAt(now - age, '{}'), keys, { now: NOW, tolerance: 300 });
  expect(problems.map((problem) => problem.message)).toEqual(message === undefined ? [] : [message]);
});

test.each<[tolerance: number, age: number, message: string]>([
  [0, 1, '1 second old (maximum: 0 seconds).'],
  [1, 2, '2 seconds old (maximum: 1 second).'],
  [3_601, 3_659, '3,659 seconds old (maximum: 3,601 seconds).'],
  [7_200, 7_260, '121 minutes old (maximum: 2 hours).'],
])('with a tolerance of %d seconds, a delivery that is %d seconds old: %s', (tolerance, age, message) => {
  const { problems } = verify(signedAt(now - age, '{}'), keys, { now: NOW, tolerance });
  expect(problems.map((problem) => problem.message)).toEqual([`The timestamp is ${message}`]);
});

test('all problems are reported at once with exit code 9, and a tolerance only affects the timestamp', async () => {
  const world = await createWorld();
  try {
    const { headers, body } = signedAt(now - 86_400 * 3, '{"eventName":"x"}\n', '{"eventName":"x"}');
    await world.write('headers.txt', headers.map(([name, value]) => `${name}: ${value}\n`).join(''));
    await world.write('body.json', body);
    const line = ['webhooks', 'verify', '--headers', 'headers.txt', '--body', 'body.json', '--json'];
    const run = async (...more: string[]) => {
      const { stdout, code } = await world.run([...line, ...more], { env: { LOOPS_WEBHOOK_SECRET: SECRET } });
      expect(stdout).not.toContain(SECRET.slice(6));
      return { code, ...(JSON.parse(stdout) as { age: number; problems: { reason: string }[] }) };
    };
    const strict = await run();
    expect(strict).toMatchObject({ code: 9, age: 86_400 * 3, id: 'msg_1', event: 'x' });
    expect(strict.problems.map(({ reason }) => reason)).toEqual(['body_altered', 'timestamp_old']);
    expect((await run('--tolerance', '1000000000')).problems).toHaveLength(1);
  } finally {
    await world.close();
  }
});

test('a byte order mark before the headers is not part of a name', () => {
  const bytes = Buffer.from('\ufeffwebhook-id: msg_1\r\n');
  expect(parseHeaders(bytes, 'file')).toEqual([['webhook-id', 'msg_1']]);
});

test('the exact bytes of an HTTP message on stdin are verified', async () => {
  const world = await createWorld();
  try {
    await fc.assert(
      fc.asyncProperty(anyBody, fc.constantFrom('\r\n', '\n'), async (body, lineBreak) => {
        const { headers } = signedAt(now, body);
        const head = ['POST /hook HTTP/1.1', ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
        const stdin = Buffer.concat([Buffer.from(head.join(lineBreak)), body]);
        expect(parseHttpMessage(stdin, 'it').body).toEqual(body);
        const outcome = await world.run(['webhooks', 'verify', '-q'], { stdin, env: { LOOPS_WEBHOOK_SECRET: SECRET } });
        expect(outcome.code, outcome.stdout + outcome.stderr).toBe(0);
      }),
      { numRuns: 50 },
    );
  } finally {
    await world.close();
  }
});

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** Like `json.dumps` of Python: with spaces, and only ASCII. */
const python = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, inner]) => `${python(name)}: ${python(inner)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
};

const json = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 3 });

test.each<[name: string, signed: (value: unknown) => string, received: (value: unknown) => string]>([
  ['compact', JSON.stringify, pretty],
  ['compact', JSON.stringify, python],
  ['indented by two spaces', pretty, JSON.stringify],
  ['indented by two spaces', pretty, python],
  ['Python', python, JSON.stringify],
  ['Python', python, pretty],
])('a re-serialization of JSON that was signed as %s is detected', (name, signed, received) => {
  fc.assert(
    fc.property(json, fc.boolean(), (value, lineFeed) => {
      const before = `${signed(value)}${lineFeed ? '\n' : ''}`;
      const request = signedAt(now, before, received(value));
      if (before === received(value)) return;
      const found = explainMismatch(request, secrets);
      expect(found?.reason).toBe('body_altered');
      // A value without structure has only one spelling.
      if (signed(value) !== received(value) && jsonSpellings(received(value)).length > 0) {
        expect(found?.message).toMatch(/The body was re-serialized/);
        if (typeof value === 'object' && value !== null && Object.keys(value).length > 1)
          expect(found?.message).toContain(name);
      }
    }),
    { numRuns: 200 },
  );
});

test.each<[message: string, signed: string, received: string]>([
  ['A trailing LF was added to the body.', '{"a":1}', '{"a":1}\n'],
  ['A trailing LF was removed from the body.', '{"a":1}\n', '{"a":1}'],
  ['A trailing CRLF was added to the body.', '{"a":1}', '{"a":1}\r\n'],
  ['A trailing CRLF was removed from the body.', '{"a":1}\r\n', '{"a":1}'],
  ['The line endings of the body were changed from LF to CRLF.', '{\n"a":1\n}', '{\r\n"a":1\r\n}'],
  ['The line endings of the body were changed from CRLF to LF.', '{\r\n"a":1\r\n}', '{\n"a":1\n}'],
  ['A byte order mark was added to the body.', '{"a":1}', '\ufeff{"a":1}'],
  ['A byte order mark was removed from the body.', '\ufeff{"a":1}', '{"a":1}'],
])('%s', (message, signed, received) => {
  expect(explainMismatch(signedAt(now, signed, received), secrets)?.message).toBe(message);
});

test('numbers, order and repeated names in a body do not prevent an explanation', () => {
  const signed = '{"b": 1.0, "a": 12345678901234567890, "b": "\\/"}';
  const { message } = explainMismatch(signedAt(now, signed, signed.replaceAll(' ', '')), secrets) ?? {};
  expect(message).toContain('Python style');
});

test('a string of many megabytes is re-serialized like any other', () => {
  const long = JSON.stringify({ text: 'a'.repeat(16 * 1024 * 1024) });
  expect(jsonSpellings(long)[0]).toEqual({ name: 'compact JSON', text: long });
});

test('a different body has no explanation', () => {
  fc.assert(
    fc.property(anyBody, fc.string({ minLength: 40, maxLength: 50 }), (body, other) => {
      expect(explainMismatch(signedAt(now, other, body), secrets)).toBeUndefined();
    }),
  );
});
