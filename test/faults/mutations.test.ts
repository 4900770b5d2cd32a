/**
 * A thousand mutated responses for every operation: any response leads to a result, a result with a warning, or exit 8;
 * never to a bug of ours (exit 1), a hang, or characters that control a terminal.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedAccount } from '../sandbox/account.ts';
import { splitWords } from '../words.ts';
import { createWorld } from '../world.ts';
import { ACTIVE_CHARACTERS } from './active-characters.ts';
import { writeFiles } from './files.ts';
import { MUTATIONS } from './mutation-count.ts';
import { OPERATION_LINES } from './operations.ts';
import { reply, startFaultServer } from './server.ts';

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

/** IDs that exist in the sandbox, whose responses are then mutated. */
const REAL: Readonly<Record<string, string>> = {
  'groups show': 'cwa5407p2kb7ls9gvy7jpp09h',
  'groups update': 'cwa5407p2kb7ls9gvy7jpp09h',
  'workflow show': 'cr3d19ajwtfxqfczuxgmvwzxv',
  'themes show': 'cr95m6j9ue8rct6rkwsul79p2',
  'segments show': 'cb93g6kmulr5q97imyaegwhcj',
  'campaigns show': 'ccmql754z0gra708yopnz9e72',
  'campaigns update': 'ci12ms70e4z156nvq3zsm8b14',
  'campaigns metrics': 'ccmql754z0gra708yopnz9e72',
  'messages show': 'csdw9ddi293zp6wg30bw57dw4',
  'messages update': 'csdw9ddi293zp6wg30bw57dw4',
  'messages preview': 'csdw9ddi293zp6wg30bw57dw4',
  'messages check': 'csdw9ddi293zp6wg30bw57dw4',
  'components show': 'cosobl51qfpiik9niu161ixul',
  'components update': 'cosobl51qfpiik9niu161ixul',
  'themes update': 'cr95m6j9ue8rct6rkwsul79p2',
  'images complete': 'c9opvoxjhnmyjcn4k9qalna9p',
};
const realLine = (line: string): string => {
  const id = REAL[line.split(' ').slice(0, 2).join(' ')];
  if (line.includes('--metrics')) {
    return 'workflow show cxxh0pcq2pvs8yvth7rfghq6e --node cbqj6wt6ufrsm23splljuqkks --metrics';
  }
  if (line.includes('--node')) return 'workflow show cxxh0pcq2pvs8yvth7rfghq6e --node cab438m1mcb9o0pysnybpl0i5';
  if (line.includes('--type campaign')) return line.replace('c5361agykn6fatjv6m1yx7nd3', 'crycsnj1bxnk5xd6z11eo601a');
  return id === undefined ? line : line.replace('c5361agykn6fatjv6m1yx7nd3', id);
};

const FORMATS = [[], ['--json'], ['-o', 'csv'], ['-o', 'yaml'], ['-o', 'ndjson']] as const;

/** A drawing has no rows for CSV. */
const formatsOf = (route: string) => FORMATS.filter(([, name]) => name !== 'csv' || route !== 'GET /v1/workflows/{id}');

test.each(OPERATION_LINES)('$route', async ({ route, line, list }) => {
  const formats = formatsOf(route);
  let body: unknown;
  const world = await createWorld({ account: seedAccount() });
  await writeFiles(world);
  const server = await startFaultServer((socket) =>
    socket.write(
      reply(200, { 'content-type': 'application/json', 'x-ratelimit-limit': '1000000' }, JSON.stringify(body)),
    ),
  );
  try {
    const words = splitWords(realLine(line));
    const answer = await world.run([...words, ...(list ? ['--raw-page', '--per-page', '10'] : ['--json'])]);
    const original: unknown = JSON.parse(answer.stdout);
    const env = { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` };
    // With a file in place of the cache directory, no run has to read the requests of all earlier runs.
    await rm(join(world.directory, 'cache'), { recursive: true });
    await world.write('cache', '');
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(), async (changes, nth) => {
        body = changes.reduce(mutate, original);
        const format = formats[nth % formats.length] ?? [];
        const limit = list ? ['--limit', '10'] : [];
        const { stdout, stderr, code } = await world.run([...words, ...format, ...limit], { env });
        expect([0, 8], stderr).toContain(code);
        // Items that were streamed before the fault are printed, and so is the rest if a part could not be fetched.
        // Any other output is complete or empty.
        const partial = format[1] === 'ndjson' || stderr.includes('Could not fetch');
        if (code === 8 && !partial) expect(stdout).toBe('');
        if (format[1] !== 'csv') expect(stdout + stderr).not.toMatch(ACTIVE_CHARACTERS);
      }),
      { numRuns: MUTATIONS },
    );
  } finally {
    await server.close();
    await world.close();
  }
});
