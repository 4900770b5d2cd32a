/** The sandbox's responses and the client's schemas against the reference, which describes the fields of each operation. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { isRecord } from '../src/define/json.ts';
import { type Operation, requestOf } from '../src/define/operation.ts';
import { topFields } from '../src/define/schema.ts';
import { differences } from '../src/http/schema-check.ts';
import { nouns } from '../src/sandbox/nouns/index.ts';
import { handlersOf } from '../src/sandbox/server.ts';
import { OPERATION_LINES } from './faults/operations.ts';
import { allOperations } from './operations.ts';
import {
  fieldsIn,
  problemsOf,
  type ReferenceOperation,
  referenceOperations,
  samplesOf,
  topFieldsOf,
} from './sandbox/reference.ts';
import { createWorld, type World } from './world.ts';

const operations = await allOperations();
const routes = (of: readonly { route: string }[]) => of.map(({ route }) => route).sort();

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the client, the sandbox and the reference have the same operations, and each is put through every fault', () => {
  expect(routes(operations)).toEqual(routes(referenceOperations));
  expect(Object.keys(handlersOf(nouns)).sort()).toEqual(routes(referenceOperations));
  expect(routes(OPERATION_LINES)).toEqual(routes(referenceOperations));
});

const clientOperation = (route: string): Operation => {
  const found = operations.find((operation) => operation.route === route);
  if (found === undefined) throw new Error(`The client has no ${route}`);
  return found;
};

const placeholdersOf = (route: string): readonly string[] =>
  [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

test.each(referenceOperations)('the client sends the fields of $route', ({ route, request = {}, headers = {} }) => {
  expect(clientOperation(route).headers).toEqual(headers);
  const fields = Object.fromEntries(
    Object.entries(clientOperation(route).input.shape).map(([name, schema]) => [
      name,
      (schema as z.ZodType).safeParse(undefined).success,
    ]),
  );
  const isList = referenceOperations.some((one) => one.route === route && one.response.startsWith('page of '));
  expect(fields).toEqual({
    ...Object.fromEntries(placeholdersOf(route).map((name) => [name, false])),
    ...Object.fromEntries(
      fieldsIn({ reference: request }).map(({ name, required }) =>
        // Fields with any name are the entries of one field.
        name === '...' ? [clientOperation(route).spread, true] : [name, !required],
      ),
    ),
    ...Object.fromEntries(Object.keys(headers).map((name) => [name, true])),
    ...(isList ? { perPage: true, cursor: true } : {}),
  });
});

test.each(referenceOperations)('the client accepts every response of $route', ({ route, response }) => {
  for (const sample of samplesOf(response)) {
    expect(problemsOf(sample, response)).toEqual([]);
    expect(differences(clientOperation(route).output, sample)).toEqual([]);
  }
});

/** The value of a condition can have any type. */
const UNCHECKED = /conditions\[\]\.value/;

test.each(referenceOperations)('the client notices a wrong type in every field of $route', ({ route, response }) => {
  const { output } = clientOperation(route);
  const unnoticed = samplesOf(response).flatMap((sample) =>
    changedFields(sample).flatMap(({ path, value }) =>
      UNCHECKED.test(path) || differences(output, value).length > 0 ? [] : [path],
    ),
  );
  expect([...new Set(unnoticed)]).toEqual([]);
});

/** Copies of a value, each with one value inside it that has a type which no field of the reference has. */
function changedFields(value: unknown, path = ''): readonly { path: string; value: unknown }[] {
  const wrong = { path, value: () => 'a function' };
  if (Array.isArray(value)) {
    const inner = value.flatMap((item, index) =>
      changedFields(item, `${path}[]`).map((changed) => ({ ...changed, value: value.with(index, changed.value) })),
    );
    return [wrong, ...inner];
  }
  if (!isRecord(value)) return [wrong];
  const inner = Object.entries(value).flatMap(([name, item]) =>
    changedFields(item, `${path}.${name}`).map((changed) => ({
      ...changed,
      value: { ...value, [name]: changed.value },
    })),
  );
  return [wrong, ...inner];
}

test.each(referenceOperations)('the client knows no other fields of $route', ({ route, response }) => {
  const operation = clientOperation(route);
  const schema = 'item' in operation ? (operation.item as z.ZodType) : operation.output;
  expect([...topFields(schema)].sort()).toEqual([...topFieldsOf(response)].sort());
});

/** Asks the sandbox without the code of the client, which could hide a difference. */
async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; value: unknown }> {
  const response = await fetch(`${world.sandbox.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${world.sandbox.apiKey}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, value: text === '' ? null : JSON.parse(text) };
}

/** All items of a list, page by page. */
async function itemsOf(path: string): Promise<readonly unknown[]> {
  const { value } = await ask('GET', path);
  const { data, pagination } = value as { data: unknown[]; pagination: { nextCursor: string | null } };
  const { nextCursor } = pagination;
  return nextCursor === null ? data : [...data, ...(await itemsOf(`${path.split('?')[0]}?cursor=${nextCursor}`))];
}

/** The IDs below a path: those of a list, or the keys of the map of this name in the item before it. */
async function idsBelow(template: string, path: string): Promise<readonly string[]> {
  const isList = referenceOperations.some(({ route }) => route === `GET ${template}`);
  if (isList) return (await itemsOf(path)).map((item) => String(isRecord(item) ? item['id'] : ''));
  const [, parent = '', name = ''] = /^(.*)\/(\w+)$/.exec(path) ?? [];
  const { value } = await ask('GET', parent);
  return Object.keys((value as Record<string, object>)[name] ?? {});
}

/** Every path that a route can have in the account of the sandbox; for a change, one of them. */
async function pathsOf({ route, only, values, ids }: ReferenceOperation): Promise<readonly string[]> {
  const [method, template = ''] = route.split(' ');
  if (values !== undefined) return values.map((value) => template.replace(/\{\w+\}/, encodeURIComponent(value)));
  if (ids !== undefined) {
    return (method === 'GET' ? ids : ids.slice(0, 1)).map((id) => template.replace(/\{\w+\}/, id));
  }
  let paths = [{ path: template, done: '' }];
  for (const name of placeholdersOf(route)) {
    const above = template.slice(0, template.indexOf(`/{${name}}`));
    const next = await Promise.all(
      paths.map(async ({ path }) => {
        const ids = await idsBelow(above, path.slice(0, path.indexOf(`/{${name}}`)));
        const isLast = path.includes(`{${name}}`) && !path.replace(`{${name}}`, '').includes('{');
        return (method === 'GET' || (isLast && only !== undefined) ? ids : ids.slice(0, 1)).map((id) => ({
          path: path.replace(`{${name}}`, id),
          done: id,
        }));
      }),
    );
    paths = next.flat();
  }
  const all = paths.map(({ path }) => path);
  if (only === undefined) return all;
  const items = await Promise.all(
    all.map((path) =>
      ask(
        'GET',
        path
          .split('/')
          .slice(0, template.lastIndexOf('}') < 0 ? 0 : lastIdAt(template))
          .join('/'),
      ),
    ),
  );
  const fitting = all.filter((_, index) => {
    const item = items[index]?.value;
    return Object.entries(only).every(([name, value]) => isRecord(item) && item[name] === value);
  });
  return method === 'GET' ? fitting : fitting.slice(0, 1);
}

/** The number of segments up to the last placeholder. */
const lastIdAt = (template: string): number => template.slice(0, template.lastIndexOf('}')).split('/').length;

/** The sample of a request, with what only the current state of the workflow decides. */
async function currentSample(path: string, sample: ReferenceOperation['sample']): Promise<unknown> {
  if (sample === undefined || !JSON.stringify(sample).includes('"(')) return sample;
  const { value } = await ask('GET', path.split('/').slice(0, 4).join('/'));
  const { workflowRevisionId = null, rootNodeId, nodes } = value as Record<string, unknown>;
  const exit = Object.entries(nodes as Record<string, { typeName: string }>).find(
    ([, { typeName }]) => typeName === 'ExitAction',
  )?.[0];
  const values: Record<string, unknown> = { '(revision)': workflowRevisionId, '(root)': rootNodeId, '(exit)': exit };
  return Object.fromEntries(
    Object.entries(sample).map(([name, given]) => [
      name,
      typeof given === 'string' && given in values ? values[given] : given,
    ]),
  );
}

test.each(referenceOperations)('the sandbox answers $route as the reference describes', async (operation) => {
  const { route, response, status = 200, sample, query } = operation;
  const method = route.split(' ')[0] ?? '';
  const paths = await pathsOf(operation);
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    const asked = query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
    const answer = await ask(method, asked, await currentSample(path, sample));
    expect(answer.status, path).toBe(status);
    expect(problemsOf(answer.value, response), path).toEqual([]);
    expect(differences(clientOperation(route).output, answer.value), path).toEqual([]);
  }
});

test('every page of a list fits, also with the parameters that the client sends', async () => {
  for (const { route, response } of referenceOperations.filter((one) => one.response.startsWith('page of '))) {
    const { method, path, query } = requestOf(clientOperation(route), { perPage: 10 });
    const { value } = await ask(method, `${path}?${new URLSearchParams(query)}`);
    expect(problemsOf(value, response), route).toEqual([]);
  }
});
