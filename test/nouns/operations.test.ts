/** Proves that the list of operations is complete, and that a request finds its operation however it is spelled. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Method, requestOf } from '../../src/define/operation.ts';
import {
  API_VERSION,
  effectOfUnknown,
  findOperation,
  nearestRoute,
  operations,
  unknownOperation,
} from '../../src/nouns/operations.ts';
import { allOperations } from '../operations.ts';
import { PUBLIC_ROUTES } from '../public-operations.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

it('the list has every operation that the nouns define, once', async () => {
  const routes = operations.map(({ route }) => route);
  expect([...routes].sort()).toEqual((await allOperations()).map(({ route }) => route).sort());
  expect(new Set(operations).size).toBe(operations.length);
});

it('the list has the 68 public operations, and no others', () => {
  expect(PUBLIC_ROUTES).toHaveLength(68);
  const routes = operations.map(({ route }) => route.replaceAll(/\{\w+\}/g, '{}'));
  expect(routes.sort()).toEqual([...PUBLIC_ROUTES].sort());
});

it('the version of the API is that of the reference', () => {
  expect(API_VERSION).toBe('1.22.1');
});

describe('findOperation', () => {
  it.each(operations.map((operation) => [operation.route, operation] as const))('finds %s', (_, operation) => {
    const input = Object.fromEntries(
      [...operation.route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'c5361agykn6fatjv6m1yx7nd3']),
    );
    const { method, path } = requestOf(operation, input);
    expect(findOperation(method, path)).toBe(operation);
    // Servers decode a path before they match it.
    const encoded = path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    expect(findOperation(method, encoded)).toBe(operation);
  });

  it.each([
    ['GET', '/v1/nothing'],
    ['GET', '/v1/themes/'],
    ['GET', '/v1/themes//'],
    ['GET', '/v1/Themes'],
    ['GET', '/themes'],
    ['PUT', '/v1/themes'],
    ['GET', '/v1/themes/a/b'],
    ['GET', '/v1/%zz'],
  ] as const)('finds nothing for %s %s', (method, path) => {
    expect(findOperation(method, path)).toBeUndefined();
  });

  it('never throws, and finds only operations with the method', () => {
    fc.assert(
      fc.property(fc.constantFrom(...METHODS), fc.string(), (method, rest) => {
        const found = findOperation(method, `/v1/${rest}`);
        if (found !== undefined) expect(found.route.startsWith(`${method} `)).toBe(true);
        const routes: readonly (string | undefined)[] = [undefined, ...operations.map(({ route }) => route)];
        expect(routes).toContain(nearestRoute(method, `/v1/${rest}`));
      }),
    );
  });
});

describe('an unknown request', () => {
  it('counts as reading if it is a GET, and as the gravest effect otherwise', () => {
    expect(METHODS.map(effectOfUnknown)).toEqual(['read', 'destroy', 'destroy', 'destroy']);
  });

  it('may be retried only if it is a GET', () => {
    expect(METHODS.map((method) => unknownOperation(method, '/v1/x').repeatable)).toEqual([true, false, false, false]);
  });

  it.each([
    ['GET', '/v1/theme', 'GET /v1/themes'],
    ['GET', '/v1/themes/c1/styles', 'GET /v1/themes/{id}'],
    ['POST', '/v1/transactional-email', 'POST /v1/transactional-emails'],
    ['GET', '/v1/workflow/c1/node/c2', 'GET /v1/workflows/{id}/nodes/{nodeId}'],
    ['DELETE', '/v1/workflows', 'GET /v1/workflows'],
    ['DELETE', '/v1/contacts', undefined],
    ['GET', '/v1/x', undefined],
  ] as const)('%s %s is nearest to %s', (method, path, nearest) => {
    expect(nearestRoute(method, path)).toBe(nearest);
  });
});
