/** Proves that a command sends only requests of the operations that it declares. */
import { expect, it } from 'vitest';
import type { Context } from '../src/define/command.ts';
import { type ApiRequest, requestOf } from '../src/define/operation.ts';
import { guarded } from '../src/guard.ts';
import { checkApiKey } from '../src/nouns/api-key.ts';
import { unknownOperation } from '../src/nouns/operations.ts';
import { getTheme, listThemes } from '../src/nouns/themes.ts';

/** The function to test, and the requests that it passed on. */
function guard() {
  const sent: ApiRequest[] = [];
  const context = {
    call: async () => sent.push(requestOf(checkApiKey, {})),
    request: async (_: unknown, request: ApiRequest) => {
      sent.push(request);
      return { status: 200, headers: {}, body: null };
    },
  } as unknown as Context;
  const calls = [getTheme, unknownOperation('GET', '/v1/a%20b')];
  const options = { calls, allowed: async () => [], checkTeam: async () => undefined, record: undefined };
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
