/**
 * A thousand mutated responses for every operation: any response leads to a result, a result with a warning, or exit 8;
 * never to a bug of ours (exit 1), a hang, or characters that control a terminal.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Route } from '../../src/define/operation.ts';
import { respondWith } from '../respond.ts';
import { removeCache } from '../without-cache.ts';
import { splitWords } from '../words.ts';
import { createWorld, type World } from '../world.ts';
import { ACTIVE_CHARACTERS } from './active-characters.ts';
import { writeFiles } from './files.ts';
import { MUTATIONS } from './mutation-count.ts';
import { isRequestOf, OPERATION_LINES, type OperationLine } from './operations.ts';

/** One change of a JSON value. Each number of the path chooses one of the entries at its level. */
interface Change {
  readonly path: readonly number[];
  readonly action: 'replace' | 'remove' | 'add';
  readonly name: string;
  readonly value: unknown;
}

const hostileText = fc.constantFrom(
  '',
  '__proto__',
  'constructor',
  '\u001b[31m',
  'a\nb',
  '\u202e',
  '日本',
  '🫠',
  '-1',
  'null',
  'x'.repeat(300),
);
const json = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(hostileText, fc.string()) },
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, {}, [], 0, -1, 1e308, true, [[[]]], { toString: 1 }, { length: 3 }),
);

const change: fc.Arbitrary<Change> = fc.record({
  path: fc.array(fc.nat(50), { maxLength: 6 }),
  action: fc.constantFrom('replace', 'remove', 'add'),
  name: fc.oneof(hostileText, fc.constantFrom('id', 'name', 'typeName', 'nextNodeIds', 'styles', 'nextCursor')),
  value: json,
});

/** Returns the value with one change. */
function mutate(value: unknown, { path, action, name, value: put }: Change): unknown {
  const [step, ...rest] = path;
  if (typeof value !== 'object' || value === null || step === undefined) return action === 'remove' ? null : put;
  const entries = Object.entries(value);
  if (action === 'add' && rest.length === 0) entries.push([name, put]);
  else if (entries.length > 0) {
    const index = step % entries.length;
    const [key = '', inner] = entries[index] ?? [];
    if (action === 'remove' && rest.length === 0) entries.splice(index, 1);
    else entries[index] = [key, mutate(inner, { path: rest, action, name, value: put })];
  }
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** Lines in place of those that combine several responses into a result of their own. */
const ALONE: Readonly<Partial<Record<Route, string>>> = {
  'POST /v1/uploads': 'api POST /v1/uploads -f contentType=image/png -f contentLength=100 --strict --yes',
  'GET /v1/contacts/find': 'api GET /v1/contacts/find?email=clara@acme.test --strict',
};

/** Thousands of runs would wait for the disk. */
const WITHOUT_HISTORY = { LOOPS_HISTORY: 'off' };

const UNLIMITED = { 'x-ratelimit-limit': '1000000' };

const FORMATS = [[], ['--json'], ['-o', 'csv'], ['-o', 'yaml'], ['-o', 'ndjson']] as const;

/** A graph has no rows for CSV, nor has the response that `api` prints. */
const NO_ROWS = 'GET /v1/workflows/{id}';
const formatsOf = (route: string, line: string) =>
  FORMATS.filter(([, name]) => name !== 'csv' || !(route === NO_ROWS || line.startsWith('api ')));

async function openWorld(): Promise<World> {
  const world = await createWorld();
  await writeFiles(world);
  return world;
}

/** The response of the sandbox to the operation, from an account of its own, because a change cannot be made twice. */
async function originalResponse(words: readonly string[], { route }: OperationLine): Promise<unknown> {
  const bodies: unknown[] = [];
  const world = await openWorld();
  await world.run(words, {
    respond: (request) => {
      if (!isRequestOf(route, request)) return undefined;
      return world.respond(request)?.then(async (response) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of response.body) chunks.push(chunk);
        bodies.push(JSON.parse(Buffer.concat(chunks).toString() || 'null'));
        return { ...response, body: chunks };
      });
    },
  });
  await world.close();
  expect(bodies).not.toEqual([]);
  return bodies[0];
}

/** Tests a part of the operations: two files take half as long as one, because each has a worker of its own. */
export function testMutations(isInPart: (operation: OperationLine) => boolean): void {
  test.each(OPERATION_LINES.filter(isInPart))('$route', mutateResponses);
}

async function mutateResponses(operation: OperationLine): Promise<void> {
  const { route, list } = operation;
  const line = ALONE[route] ?? operation.line;
  const formats = formatsOf(route, line);
  const words = [...splitWords(line), ...(list && !line.startsWith('api ') ? ['--limit', '10'] : [])];
  const original = await originalResponse(words, operation);
  const world = await openWorld();
  try {
    await removeCache(world);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(), async (changes, nth) => {
        const body = JSON.stringify(changes.reduce(mutate, original));
        const format = formats[nth % formats.length] ?? [];
        const { stdout, stderr, code } = await world.run([...words, ...format], {
          env: WITHOUT_HISTORY,
          respond: (request) => (isRequestOf(route, request) ? respondWith(200, body, UNLIMITED) : undefined),
        });
        if ((code !== 0 && code !== 8) || stderr.includes('cannot be processed'))
          throw new Error(`exit ${code}: ${stderr}`);
        // Items that were streamed before the fault are printed, and so is the rest if a part could not be fetched.
        // Any other output is complete or empty.
        const partial = format[1] === 'ndjson' || stderr.includes('Could not fetch');
        if (code === 8 && !partial && stdout !== '') throw new Error(`exit 8 with output: ${stdout}`);
        if (format[1] !== 'csv' && ACTIVE_CHARACTERS.test(stdout + stderr)) throw new Error('active characters');
      }),
      { numRuns: MUTATIONS },
    );
  } finally {
    await world.close();
  }
}
