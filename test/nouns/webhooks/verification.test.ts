/** Why a delivery is not valid: the time, and what happened to the body. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainMismatch } from '../../../src/nouns/webhooks/delivery/diagnosis.ts';
import { jsonSpellings } from '../../../src/nouns/webhooks/delivery/json-spelling.ts';
import { parseHeaderLines, parseHttpMessage } from '../../../src/nouns/webhooks/delivery/request.ts';
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
  [301, 'The timestamp is too old: it is 301 seconds old, and 5 minutes are tolerated.'],
  [359, 'The timestamp is too old: it is 359 seconds old, and 5 minutes are tolerated.'],
  [360, 'The timestamp is too old: it is 6 minutes old, and 5 minutes are tolerated.'],
  [3_600 * 30, 'The timestamp is too old: it is 30 hours old, and 5 minutes are tolerated.'],

  [-301, 'The timestamp is in the future: it is 301 seconds ahead, and 5 minutes are tolerated.'],
  [-86_400 * 3, 'The timestamp is in the future: it is 3 days ahead, and 5 minutes are tolerated.'],
])('a delivery that is %d seconds old: %s', (age, message) => {
  const { problems } = verify(signedAt(now - age, '{}'), keys, { now: NOW, tolerance: 300 });
  expect(problems.map((problem) => problem.message)).toEqual(message === undefined ? [] : [message]);
});

test.each<[tolerance: number, age: number, message: string]>([
  [0, 1, 'it is 1 second old, and 0 seconds are tolerated.'],
  [1, 2, 'it is 2 seconds old, and 1 second is tolerated.'],
  [3_601, 3_659, 'it is 3,659 seconds old, and 3,601 seconds are tolerated.'],
  [7_200, 7_260, 'it is 121 minutes old, and 2 hours are tolerated.'],
])('where %d seconds are tolerated, one of %d seconds: %s', (tolerance, age, message) => {
  const { problems } = verify(signedAt(now - age, '{}'), keys, { now: NOW, tolerance });
  expect(problems.map((problem) => problem.message)).toEqual([`The timestamp is too old: ${message}`]);
});

test('the command says all that is wrong at once, with exit 9, and a tolerance forgives the time alone', async () => {
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

test('a byte order mark before the headers is no part of a name', () => {
  const text = Buffer.from('\ufeffwebhook-id: msg_1\r\n').toString('latin1');
  expect(parseHeaderLines(text, 'file')).toEqual([['webhook-id', 'msg_1']]);
});

test('a whole HTTP message on standard input is verified byte for byte', async () => {
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

/** As `json.dumps` of Python writes it: spaces, and only ASCII. */
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
  ['indented by 2', pretty, JSON.stringify],
  ['indented by 2', pretty, python],
  ['Python', python, JSON.stringify],
  ['Python', python, pretty],
])('JSON that was signed %s and came otherwise is recognised', (name, signed, received) => {
  fc.assert(
    fc.property(json, fc.boolean(), (value, lineFeed) => {
      const before = `${signed(value)}${lineFeed ? '\n' : ''}`;
      const request = signedAt(now, before, received(value));
      if (before === received(value)) return;
      const found = explainMismatch(request, secrets);
      expect(found?.reason).toBe('body_altered');
      // A value without inner structure is written in the same way by all of them.
      if (signed(value) !== received(value) && jsonSpellings(received(value)).length > 0) {
        expect(found?.message).toMatch(/JSON was written again/);
        if (typeof value === 'object' && value !== null && Object.keys(value).length > 1)
          expect(found?.message).toContain(name);
      }
    }),
    { numRuns: 200 },
  );
});

test.each<[said: string, signed: string, received: string]>([
  ['a line feed was added at its end', '{"a":1}', '{"a":1}\n'],
  ['a line feed at its end was removed', '{"a":1}\n', '{"a":1}'],
  ['a CR LF was added at its end', '{"a":1}', '{"a":1}\r\n'],
  ['a CR LF at its end was removed', '{"a":1}\r\n', '{"a":1}'],
  ['its LF line endings became CR LF', '{\n"a":1\n}', '{\r\n"a":1\r\n}'],
  ['its CR LF line endings became LF', '{\r\n"a":1\r\n}', '{\n"a":1\n}'],
  ['a byte order mark was added', '{"a":1}', '\ufeff{"a":1}'],
  ['a byte order mark was removed', '\ufeff{"a":1}', '{"a":1}'],
])('%s', (said, signed, received) => {
  const { message } = explainMismatch(signedAt(now, signed, received), secrets) ?? {};
  expect(message).toBe(`The body is not the one that was signed: ${said}.`);
});

test('numbers, order and repeated names of a body are no reason not to recognise it', () => {
  const signed = '{"b": 1.0, "a": 12345678901234567890, "b": "\\/"}';
  const { message } = explainMismatch(signedAt(now, signed, signed.replaceAll(' ', '')), secrets) ?? {};
  expect(message).toContain('as Python writes it');
});

test('a body with a text of many megabytes is looked at like any other', () => {
  const long = JSON.stringify({ text: 'a'.repeat(16 * 1024 * 1024) });
  expect(jsonSpellings(long)[0]).toEqual({ name: 'compact JSON', text: long });
});

test('nothing is claimed of a body that is another one', () => {
  fc.assert(
    fc.property(anyBody, fc.string({ minLength: 40, maxLength: 50 }), (body, other) => {
      expect(explainMismatch(signedAt(now, other, body), secrets)).toBeUndefined();
    }),
  );
});
