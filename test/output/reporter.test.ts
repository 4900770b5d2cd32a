/** Messages on stderr: their form for people and for programs, and the secrets that they never show. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asFailure, Failure, usage } from '../../src/errors.ts';
import { createReporter, type Reporter } from '../../src/output/reporter.ts';
import { createStyle } from '../../src/output/style.ts';
import { createRedaction } from '../../src/text/redaction.ts';
import { anyText } from '../arbitraries.ts';

const QUIET = { quiet: false, debug: false, json: false };

const PLAIN = await createStyle(false);

async function printed(
  work: (reporter: Reporter) => void,
  settings: Partial<typeof QUIET> = {},
  columns?: number,
  style = PLAIN,
): Promise<string> {
  let text = '';
  const stderr = {
    isTerminal: columns !== undefined,
    columns,
    rows: undefined,
    write: async (part: string) => {
      text += part;
    },
  };
  const reporter = createReporter(stderr, style, { ...QUIET, ...settings });
  work(reporter);
  await reporter.flush();
  return text;
}

test('an error has a label on each part, on one line each in a pipe', async () => {
  const hint = `See ${'a long hint '.repeat(20)}`.trim();
  expect(await printed(({ error }) => error(usage('Wrong.', hint)))).toBe(`error: Wrong.\nhint: ${hint}\n`);
});

test('at a terminal, messages are wrapped between words, and never inside an ID', async () => {
  const id = 'c5361agykn6fatjv6m1yx7nd3';
  const text = await printed(
    ({ error, warn }) => {
      error(usage('This message is too long for the terminal.', `Run \`loopsctl themes show ${id}\` instead of this.`));
      warn('One line.');
    },
    {},
    30,
  );
  expect(text).toBe(
    [
      'error: This message is too',
      '       long for the terminal.',
      'hint: Run `loopsctl themes',
      '      show',
      `      ${id}\``,
      '      instead of this.',
      'warning: One line.',
      '',
    ].join('\n'),
  );
});

test('each line of a hint is dimmed', async () => {
  const text = await printed(
    ({ error }) => error(usage('A.', 'Two lines of text here.')),
    {},
    26,
    await createStyle(true),
  );
  const dim = (part: string) => `\u001b[2m${part}\u001b[22m`;
  expect(text).toBe(
    `\u001b[31merror:\u001b[39m A.\n${dim('hint:')} ${dim('Two lines of text')}\n      ${dim('here.')}\n`,
  );
});

test('with --json, warnings and the error are one line of JSON each', async () => {
  const text = await printed(
    ({ warn, error }) => {
      warn('Careful\u001b[2J');
      error(usage('Wrong.', 'Do this.'));
    },
    { json: true },
  );
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { warning: { message: 'Careful\u001b[2J' } },
    { error: { code: 'usage', message: 'Wrong.', hint: 'Do this.' } },
  ]);
  expect(text).not.toContain('\u001b');
});

test.each([{}, { debug: true }, { json: true }])('an error is printed whatever was thrown: %j', async (settings) => {
  const cycle = new Error('a cycle');
  cycle.cause = new Error('the same', { cause: cycle });
  const strange = Object.assign(new Error('strange'), { stack: 5 });
  for (const thrown of [cycle, strange, 'text', null, { toString: () => 1 }]) {
    expect(await printed(({ error }) => error(asFailure(thrown)), settings)).toMatch(/error/);
  }
  let deep: unknown = 0;
  for (let level = 0; level < 100_000; level++) deep = { deep };
  const nested = new Failure('rejected', 'Nested.', { details: { deep } });
  expect(await printed(({ error }) => error(nested), settings)).toMatch(/Nested/);
  const long = new Failure('unexpected', 'x'.repeat(1_000_000));
  expect((await printed(({ error }) => error(long), settings)).length).toBeGreaterThan(1_000_000);
});

test('a secret is redacted in any spelling, whatever its length and characters', async () => {
  const huge = 'x'.repeat(3_000_000);
  const deep = '{"a":'.repeat(100_000);
  for (const secret of [huge, deep, '(((((((((', 'k3y.*+?^$|\\d', 'with"quote"']) {
    const text = await printed(({ redact, error }) => {
      redact(secret);
      error(usage(`The secret ${secret} and ${secret.toUpperCase()}.`));
    });
    expect(text).toBe('error: The secret **** and ****.\n');
  }
});

test('no text that was redacted contains a secret', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), anyText(), (secret, text) => {
      const redaction = createRedaction();
      redaction.add(secret);
      fc.pre(!secret.includes('*'));
      const shown = redaction.apply(`${text}${secret}${text}`);
      expect(shown).toContain('****');
      expect(redaction.apply(shown)).toBe(shown);
    }),
  );
});
