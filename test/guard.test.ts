/** Proves that a command sends only requests of the operations that it declares, and mails only whom a profile allows. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Context } from '../src/define/command.ts';
import { type ApiRequest, operation, requestOf } from '../src/define/operation.ts';
import { guarded } from '../src/guard.ts';
import { checkApiKey } from '../src/nouns/api-key.ts';
import { unknownOperation } from '../src/nouns/operations.ts';
import { getTheme, listThemes } from '../src/nouns/themes/operations.ts';

const sendEmail = operation('POST /v1/emails', 'Send an email', {
  effect: 'send',
  input: { email: z.unknown().optional(), name: z.string().optional() },
  output: z.null(),
  recipients: ({ email }) => email,
});
const schedule = operation('POST /v1/campaigns', 'Schedule', { effect: 'send', input: {}, output: z.null() });
const createNote = operation('POST /v1/notes', 'Create', { effect: 'draft', input: {}, output: z.null() });

/** The function to test, and the requests that it passed on. */
function guard(patterns?: readonly string[], record?: 'changes') {
  const sent: ApiRequest[] = [];
  const context = {
    call: async (called: typeof sendEmail, input: object) => sent.push(requestOf(called, { ...input })),
    request: async (_: unknown, request: ApiRequest) => {
      sent.push(request);
      return { status: 200, headers: {}, body: null };
    },
  } as unknown as Context;
  const calls = [getTheme, unknownOperation('GET', '/v1/a%20b'), unknownOperation('POST', '/v1/x')];
  const recipients = patterns && { source: 'Profile "ci"', patterns };
  const options = {
    calls: [...calls, sendEmail, schedule, createNote],
    rules: async () => ({ allowed: [], recipients }),
    checkTeam: async () => undefined,
    record,
  };
  return { sent, context: guarded(context, options, []) };
}

const request = (method: ApiRequest['method'], path: string): ApiRequest => ({
  ...requestOf(checkApiKey, {}),
  method,
  path,
});

it('a request of a declared operation is sent', async () => {
  const { sent, context } = guard();
  await context.request(getTheme, requestOf(getTheme, { themeId: 'c1', id: 'c1' }));
  await context.request(unknownOperation('GET', '/v1/a%20b'), request('GET', '/v1/a%20b'));
  expect(sent.map(({ path }) => path)).toEqual(['/v1/themes/c1', '/v1/a%20b']);
});

it('an operation that is not declared is a bug, and not sent', async () => {
  const { sent, context } = guard();
  await expect(context.call(checkApiKey, {})).rejects.toThrow('does not declare that it calls GET /v1/api-key');
  await expect(context.request(listThemes, requestOf(listThemes, {}))).rejects.toThrow('does not declare');
  expect(sent).toEqual([]);
});

it.each([
  ['DELETE', '/v1/themes/c1'],
  ['GET', '/v1/themes'],
  ['GET', '/v1/themes/'],
  ['GET', '/v1/themes/c1/styles'],
  ['GET', '/v1/segments/c1'],
] as const)('%s %s does not pass as another operation', async (method, path) => {
  const { sent, context } = guard();
  await expect(context.request(getTheme, request(method, path))).rejects.toThrow('is not a request of GET /v1/themes/');
  expect(sent).toEqual([]);
});

describe('the recipients of a profile', () => {
  const ACME = ['*@acme.test', 'qa@example.com'];

  it.each(['ana@acme.test', 'ANA@Acme.Test', 'qa@example.com', ['ana@acme.test', 'qa@example.com']])(
    'allow email to %j',
    async (email) => {
      const { sent, context } = guard(ACME);
      await context.requireAllowed(sendEmail, { email });
      await context.call(sendEmail, { email });
      expect(sent).toHaveLength(1);
    },
  );

  it.each([
    'ana@example.com',
    'ana@acme.test.example.com',
    'ana@notacme.test@example.com',
    'eve@example.com,ana@acme.test',
    'eve@example.com\nana@acme.test',
    '"eve@example.com"@acme.test',
    'Ana <ana@acme.test>',
    ' ana@acme.test',
    'acme.test',
    '@acme.test',
    '',
    ['ana@acme.test', 'eve@example.com'],
    ['ana@acme.test', 3],
    [['ana@acme.test']],
    [],
    {},
    null,
    undefined,
    7,
  ])('refuse email to %j, also in a dry run', async (email) => {
    for (const { sent, context } of [guard(ACME), guard(ACME, 'changes')]) {
      const refused = { code: 'recipient_not_allowed', exitCode: 2 };
      await expect(context.requireAllowed(sendEmail, { email })).rejects.toMatchObject(refused);
      await expect(context.call(sendEmail, { email })).rejects.toMatchObject(refused);
      await expect(context.request(sendEmail, requestOf(sendEmail, { email }))).rejects.toMatchObject(refused);
      expect(sent).toEqual([]);
    }
  });

  it('name the refused addresses', async () => {
    const email = ['ana@acme.test', 'eve@example.com'];
    await expect(guard(ACME).context.call(sendEmail, { email })).rejects.toThrow(
      'Profile "ci" does not allow email to "eve@example.com".',
    );
  });

  it('refuse what sends email to people that the request does not name, and an unknown write', async () => {
    const { sent, context } = guard(ACME);
    await expect(context.call(schedule, {})).rejects.toThrow('the recipients of POST /v1/campaigns are not known');
    const write = request('POST', '/v1/x');
    await expect(context.request(unknownOperation('POST', '/v1/x'), write)).rejects.toThrow('are not known');
    expect(sent).toEqual([]);
  });

  it('do not matter for an operation that mails nobody', async () => {
    const { sent, context } = guard(ACME);
    await context.call(createNote, {});
    expect(sent).toHaveLength(1);
  });

  it('are everybody without a list, and nobody with an empty one', async () => {
    const { sent, context } = guard();
    await context.call(sendEmail, { email: 'eve@example.com' });
    await context.call(sendEmail, {});
    expect(sent).toHaveLength(2);
    await expect(guard([]).context.call(sendEmail, { email: 'ana@acme.test' })).rejects.toThrow('does not allow');
  });
});

const showMessage = operation('GET /v1/messages/{id}', 'Show', {
  input: { id: z.string() },
  output: z.object({ revision: z.string() }),
});
const updateMessage = operation('POST /v1/messages/{id}', 'Update', {
  effect: 'draft',
  undo: { read: showMessage, revision: 'revision' },
  input: { id: z.string(), expectedRevisionId: z.string().optional() },
  output: z.null(),
});

it.each([
  ['one', 0],
  ['two', 1],
  [undefined, 1],
])('the value before a change of revision %s is read again %i times', async (expectedRevisionId, times) => {
  const [sent, before]: [string[], unknown[]] = [[], []];
  const context = {
    call: async ({ route }: typeof showMessage) => {
      sent.push(route);
      return { revision: 'one' };
    },
  } as unknown as Context;
  const guardedContext = guarded(
    context,
    {
      calls: [showMessage, updateMessage],
      rules: async () => ({ allowed: [], recipients: undefined }),
      checkTeam: async () => undefined,
      record: undefined,
      history: {
        begin: async ({ read }) => {
          before.push(await read());
          return { end: async () => undefined, fail: async () => undefined };
        },
      },
    },
    [],
  );
  await guardedContext.call(showMessage, { id: 'c1' });
  await guardedContext.call(updateMessage, { id: 'c1', expectedRevisionId });
  const reads = sent.filter((route) => route === showMessage.route);
  expect([reads.length - 1, before]).toEqual([times, [{ revision: 'one' }]]);
});
