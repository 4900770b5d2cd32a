/** Commands that combine several responses, when one of them does not match the API schema: it is the API that is wrong. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { respondWith } from '../respond.ts';
import { splitWords } from '../words.ts';
import { createWorld, type World } from '../world.ts';

const COMPONENTS = {
  pagination: { totalResults: 1, returnedResults: 1, perPage: 50, totalPages: 1, nextCursor: null, nextPage: null },
  data: [{ id: 'c1', name: 'Footer', lmx: null }],
};

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test.each([
  ['context', '/v1/event-patterns/', { id: 'c1', eventName: 'e', eventProperties: 'none' }],
  ['where-used theme Brightwater', '/v1/components', COMPONENTS],
])('%s exits with 8, and with --debug says where it happened', async (line, part, body) => {
  const words = [...splitWords(line), '--debug', '--json'];
  const { stdout, stderr, code } = await world.run(words, {
    respond: ({ path }) => (path.includes(part) ? respondWith(200, JSON.stringify(body)) : undefined),
  });
  expect({ stdout, code }).toEqual({ stdout: '', code: 8 });
  expect(stderr).toContain('"code":"unexpected_response"');
  expect(stderr).toContain('does not match the API schema');
  expect(stderr).toContain('TypeError');
});
