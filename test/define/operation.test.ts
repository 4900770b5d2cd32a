/** Proves that an input becomes exactly the request that its operation describes, whatever the ID. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listOperation, operation, requestOf } from '../../src/define/operation.ts';
import { anyText, failureOf, hostileText } from '../arbitraries.ts';

const getNode = operation('GET /v1/workflows/{id}/nodes/{nodeId}', 'Show a node', {
  input: { id: z.string(), nodeId: z.string() },
  output: z.unknown(),
});
const remove = operation('DELETE /v1/themes/{id}', 'Delete', {
  input: { id: z.string(), revision: z.string(), key: z.string() },
  output: z.null(),
  headers: { key: 'Idempotency-Key' },
  effect: 'destroy',
});
const update = operation('POST /v1/themes/{id}', 'Update', {
  effect: 'change',
  input: { id: z.string(), name: z.string().optional(), size: z.number().optional() },
  output: z.unknown(),
});
const list = listOperation('GET /v1/themes', 'List', z.unknown());

const BASE = 'http://127.0.0.1:9';
const isId = (text: string) => text.isWellFormed() && !['', '.', '..'].includes(text);

function arrivesWhole(id: string): void {
  const { path } = requestOf(getNode, { id, nodeId: 'n' });
  // What a server gets: the path after a URL parser has had its way with it.
  const { pathname, search, hash } = new URL(`${BASE}/api${path}`);
  expect(pathname).toBe(`/api${path}`);
  expect(`${search}${hash}`).toBe('');
  const segments = pathname.split('/');
  expect(segments).toHaveLength(7);
  expect(decodeURIComponent(segments[4] ?? '')).toBe(id);
}

describe('an ID in a path', () => {
  it('arrives as exactly one segment that decodes to it, whatever it is', () => {
    fc.assert(fc.property(fc.oneof(hostileText, anyText()).filter(isId), arrivesWhole));
  });

  it.each(['a/b', '../x', './', '%2e', '%2E%2E', 'a%2Fb', 'a?b=c#d', 'a\\b', '\u0000\n\r', 'é日🎉', ' ', '...'])(
    'arrives whole when it is %j',
    arrivesWhole,
  );

  it('arrives whole when it is 10 kB long', () => {
    fc.assert(fc.property(anyText({ minLength: 10_000, maxLength: 10_000 }).filter(isId), arrivesWhole), {
      numRuns: 10,
    });
  });

  it.each(['', '.', '..', '\ud800', 'a\udfffb', undefined, 7, null])(
    'is refused before anything is sent when it is %j',
    async (id) => {
      const failure = await failureOf(() => requestOf(getNode, { id: 'w', nodeId: id }));
      expect(failure).toMatchObject({ code: 'usage', exitCode: 2 });
      expect(failure.message).toContain('nodeId');
    },
  );

  it('does not appear in the query or the body as well', () => {
    expect(requestOf(getNode, { id: 'w', nodeId: 'n' })).toEqual({
      method: 'GET',
      path: '/v1/workflows/w/nodes/n',
      query: {},
      body: undefined,
      headers: {},
      pathFields: [
        { name: 'id', value: 'w' },
        { name: 'nodeId', value: 'n' },
      ],
    });
    expect(requestOf(update, { id: 't', name: 'Dark' }).body).toEqual({ name: 'Dark' });
  });

  it('is not read as a placeholder itself', () => {
    expect(requestOf(getNode, { id: '{nodeId}', nodeId: '$&$1' }).path).toBe(
      '/v1/workflows/%7BnodeId%7D/nodes/%24%26%241',
    );
  });
});

describe('the rest of an input', () => {
  it('is the query of a GET, every value a string and what was not given left out', () => {
    expect(requestOf(list, { perPage: 50, cursor: undefined })).toEqual({
      method: 'GET',
      path: '/v1/themes',
      query: { perPage: '50' },
      body: undefined,
      headers: {},
      pathFields: [],
    });
  });

  it('is the JSON body of a POST with its types kept, empty texts included', () => {
    expect(requestOf(update, { id: 't', name: '', size: 0 })).toEqual({
      method: 'POST',
      path: '/v1/themes/t',
      query: {},
      body: { name: '', size: 0 },
      headers: {},
      pathFields: [{ name: 'id', value: 't' }],
    });
  });

  it('makes no body at all for a POST where nothing is left', () => {
    expect(requestOf(update, { id: 't', name: undefined }).body).toBeUndefined();
  });
});

describe('a header of an operation', () => {
  it('is sent as a header and not in the body; a DELETE may have a body', () => {
    expect(requestOf(remove, { id: 't', revision: 'r', key: 'a b-1' })).toMatchObject({
      method: 'DELETE',
      path: '/v1/themes/t',
      body: { revision: 'r' },
      headers: { 'Idempotency-Key': 'a b-1' },
    });
    expect(requestOf(remove, { id: 't', revision: 'r', key: undefined }).headers).toEqual({});
  });

  it.each(['', ' ', 'a\r\nx: y', 'a\u0000', 'é', ' a', 'a '])('is refused when it is %j', async (key) => {
    const failure = await failureOf(() => requestOf(remove, { id: 't', revision: 'r', key }));
    expect(failure).toMatchObject({ code: 'usage' });
    expect(failure.message).toContain('key');
  });
});

describe('an operation', () => {
  it('may be repeated when it only reads, and otherwise only when it says so', () => {
    const repeatable = operation('POST /v1/themes/{id}', 'Again', {
      effect: 'draft',
      input: { id: z.string() },
      output: z.unknown(),
      repeatable: true,
    });
    expect([getNode, list, update, repeatable].map((each) => each.repeatable)).toEqual([true, true, false, true]);
  });
});

describe('the fields of a write', () => {
  const remove = operation('DELETE /v1/things', 'Delete', {
    input: { name: z.string(), reason: z.string().optional() },
    output: z.null(),
    effect: 'destroy',
    query: ['name'],
  });
  const write = operation('PUT /v1/things', 'Write', {
    input: { name: z.string(), properties: z.record(z.string(), z.unknown()).optional() },
    output: z.null(),
    effect: 'change',
    spread: 'properties',
  });

  it('go into the query where the operation says so', () => {
    expect(requestOf(remove, { name: 'a+b' })).toMatchObject({ query: { name: 'a+b' }, body: undefined });
    expect(requestOf(remove, { name: 'a', reason: 'x' })).toMatchObject({
      query: { name: 'a' },
      body: { reason: 'x' },
    });
  });

  it('are spread into the body, and never replace another field', () => {
    const { body } = requestOf(write, { name: 'a', properties: { plan: 'pro', title: null } });
    expect(body).toEqual({ name: 'a', plan: 'pro', title: null });
    expect(requestOf(write, { name: 'a' }).body).toEqual({ name: 'a' });
    expect(requestOf(write, { name: 'a', properties: { properties: 'x' } }).body).toEqual({
      name: 'a',
      properties: 'x',
    });
    expect(() => requestOf(write, { name: 'a', properties: { name: 'x' } })).toThrow('"name"');
  });
});
