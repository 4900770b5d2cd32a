/** Proves which value or failure each response means, and what an error keeps of what the API reported. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/define/operation.ts';
import type { Failure } from '../../src/errors.ts';
import { readResponse } from '../../src/http/response.ts';
import { failureOf } from '../arbitraries.ts';

const REQUEST: ApiRequest = {
  method: 'POST',
  path: '/v1/things/t1',
  query: {},
  body: { name: 'New', transactionalGroupId: 'nope' },
  headers: {},
  pathFields: [{ name: 'thingId', value: 't1' }],
};

const respond = (status: number, body: unknown): unknown => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readResponse(REQUEST, { status, headers: {}, text, bytes: text.length });
};
const refuse = (status: number, body: unknown): Promise<Failure> => failureOf(() => respond(status, body));

describe('a success', () => {
  it('is its JSON, and null without a body', () => {
    expect([respond(200, { a: 1 }), respond(201, '7'), respond(204, '')]).toEqual([{ a: 1 }, 7, null]);
  });

  it.each(['', 'OK', '<html>', '{"a":'])('that is not JSON cannot be read: %j', async (text) => {
    expect(await refuse(200, text)).toMatchObject({ code: 'unexpected_response', status: 200 });
  });
});

describe('the error of a refusal', () => {
  it.each<[body: unknown, message: string]>([
    [{ message: 'Too long' }, 'Too long'],
    [{ error: 'Too long' }, 'Too long'],
    [{ error: { message: 'Too long' } }, 'Too long'],
    [{ error: { reason: 'Too long' } }, 'Too long'],
    [{ error: { path: 'name', message: 'Too long' } }, 'name: Too long'],
    [{ path: 'name', message: 'Too long' }, 'name: Too long'],
    [{ path: ['styles', 'bodyColor'], message: 'Not a color' }, 'styles.bodyColor: Not a color'],
    [{ message: ' ', error: 'Too long' }, 'Too long'],
    [{ message: 'Invalid.', error: { path: 'name', reason: 'Too long' } }, 'name: Invalid: Too long'],
    [{ message: 'Too long', error: { path: 'name', message: 'Too long' }, transactionalId: 'c1' }, 'name: Too long'],
    [{ path: 7, message: 'Too long' }, 'Too long'],
    [{ path: [], message: 'Too long' }, 'Too long'],
    [{ path: [[1]], message: 'Too long' }, 'Too long'],
    ['<html>', 'Unexpected status 400.'],
    [[], 'Unexpected status 400.'],
    [{ message: 7 }, 'Unexpected status 400.'],
  ])('%j is read as %j', async (body, message) => {
    expect((await refuse(400, body)).message).toBe(message);
  });

  it('keeps what else the API reported', async () => {
    const body = { success: false, message: 'm', invalidTags: ['Foo', 'Bar'], maxBytes: 5, error: { path: 'lmx' } };
    expect((await refuse(422, body)).details).toEqual({ invalidTags: ['Foo', 'Bar'], maxBytes: 5, path: 'lmx' });
    expect((await refuse(422, { success: false, message: 'm' })).details).toBeUndefined();
  });

  it('keeps nothing that is too deep to print', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const failure = await refuse(400, `{"message": "m", "path": ${deep}, "tags": ${deep}, "ok": [1, null]}`);
    expect(failure).toMatchObject({ message: 'm', details: { ok: [1, null] } });
  });

  it('is a failure whatever the body is', () => {
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (body) => {
        const failure = await refuse(400, body ?? 'null');
        expect(failure.code).toBe('rejected');
        expect(() => JSON.stringify(failure.details)).not.toThrow();
      }),
    );
  });
});

describe('the fields that a refusal concerns', () => {
  const thing = { name: 'thingId', value: 't1' };
  const group = { name: 'transactionalGroupId', value: 'nope' };
  it.each<[status: number, body: unknown, fields: unknown]>([
    [404, {}, [thing]],
    [400, { message: 'Invalid thingId.' }, [thing]],
    [400, { message: 'Invalid id.' }, [thing]],
    [400, { message: 'transactionalGroupId is not a valid ID.' }, [group]],
    [400, { error: { path: 'transactionalGroupId', message: 'm' } }, [group]],
    [400, { error: { path: 'styles', message: 'm' } }, []],
    [400, { message: 'Name is too long.' }, []],
    [500, { message: 'Invalid id.' }, []],
  ])('%d %j', async (status, body, fields) => {
    expect((await refuse(status, body)).fields).toEqual(fields);
  });

  it('have no generic hint: which list command helps is known elsewhere', async () => {
    const failure = await refuse(404, {});
    expect(failure.hint).toBeUndefined();
    expect(failure.withHint('Run it.')).toMatchObject({
      hint: 'Run it.',
      code: 'not_found',
      status: 404,
      fields: [thing],
    });
  });
});
