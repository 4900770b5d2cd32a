/**
 * Every operation with every fault: the exit code and the error code are right, no write is repeated, stdout is empty, and
 * stderr has no stack trace and no key. `docs/reliability.md` is written from the results.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isReading } from '../../src/define/effect.ts';
import { EXIT_CODES } from '../../src/errors.ts';
import type { OutgoingRequest } from '../../src/runtime/runtime.ts';
import { SANDBOX_API_KEY } from '../../src/sandbox/access.ts';
import { splitWords } from '../words.ts';
import { createWorld, NOW, type Outcome, type RunOptions, type World } from '../world.ts';
import { ACTIVE_CHARACTERS } from './active-characters.ts';
import { FAULTS, type Fault } from './faults.ts';
import { writeFiles } from './files.ts';
import { MUTATIONS } from './mutation-count.ts';
import { isRequestOf, OPERATION_LINES, type OperationLine } from './operations.ts';
import { openFault, type Replay, recordFault } from './replay.ts';
import type { FaultRequest } from './server.ts';

/** A key that occurs nowhere else. */
const KEY = 'k3yM4rk3dF0rTh3S34rch';
const ATTEMPTS = 4;
/** The longest that a run may choose to wait, on its own clock. Real time is bounded by the timeout of the test. */
const LONGEST_WAIT_MS = 5 * 60_000;

interface Row {
  readonly outcomes: number;
  readonly attempts: { readonly repeatable: ReadonlySet<number>; readonly once: ReadonlySet<number> };
}
const rows = new Map<Fault, Row>();

const applies = (fault: Fault, operation: OperationLine): boolean =>
  (!fault.onlyLists || operation.list) &&
  !(fault.fitsNoContent && operation.noContent) &&
  !(fault.code === 'area_disabled' && operation.route === 'GET /v1/api-key');

const expectedArrivals = (fault: Fault, repeatable: boolean): number => {
  if (fault.arrivals === 'none') return 0;
  if (fault.arrivals === 'always repeated') return ATTEMPTS;
  return fault.arrivals === 'repeated' && repeatable ? ATTEMPTS : 1;
};

function checkOutcome({ stdout, stderr, code }: Outcome, fault: Fault, line: string): void {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  expect(last, `${line}: ${stderr}`).toMatch(/^\{"error":/);
  const { error } = JSON.parse(last) as { error: { code: string; message: string; hint?: string } };
  expect({ line, error: error.code, code, stdout }).toEqual({
    line,
    error: fault.code,
    code: EXIT_CODES[fault.code],
    stdout: '',
  });
  expect(stdout + stderr).not.toContain(KEY);
  expect(error.message).toMatch(/\.$|[^.]$/);
  expect(stderr).not.toMatch(/\n\s+at |node:internal/);
  expect(stderr).not.toMatch(ACTIVE_CHARACTERS);
}

function expectNoKeyIn(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) expect(readFileSync(join(entry.parentPath, entry.name), 'utf8')).not.toContain(KEY);
  }
}

/** The first operation of each kind: these meet every fault on a real socket. */
const KINDS = new Map(OPERATION_LINES.map((line) => [kindOf(line), line]).reverse() as [string, OperationLine][]);

function kindOf({ route, repeatable, list }: OperationLine): string {
  return `${route.split(' ')[0]} ${repeatable} ${list}`;
}

/** How to put a run through a fault, and how many of its requests arrived. */
interface Encounter {
  readonly options: RunOptions;
  arrivals(): number;
  close(): Promise<void>;
}

async function onSocket(fault: Fault): Promise<Encounter> {
  const { baseUrl, arrived, close } = await openFault(fault);
  // Other requests look for the cause: they check the key after a 401, or the other type of group after a 404.
  const endpointOf = ({ method, path }: FaultRequest) => `${method} ${path.split('?')[0]}`;
  const first = () => (arrived[0] === undefined ? undefined : endpointOf(arrived[0]));
  return {
    options: { env: { LOOPS_BASE_URL: baseUrl, LOOPS_API_KEY: KEY }, lookup: fault.lookup },
    arrivals: () => arrived.filter((request) => endpointOf(request) === first()).length,
    close,
  };
}

const withSandboxKey = (request: OutgoingRequest): OutgoingRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${SANDBOX_API_KEY}` },
});

/**
 * The requests of a run before the first of the operation get the response of the sandbox, unless it can do without. It starts so late
 * that it does not have to wait for the rate limits because of the runs before it.
 */
function replayed(replay: Replay, { route, optional }: OperationLine, world: World, earlierRuns: number): Encounter {
  let first: OutgoingRequest | undefined;
  return {
    options: {
      at: new Date(NOW.getTime() + 2 * LONGEST_WAIT_MS * earlierRuns),
      env: { LOOPS_API_KEY: KEY },
      respond: (request) => {
        if (optional || isRequestOf(route, request)) first ??= request;
        return first === undefined ? world.respond(withSandboxKey(request)) : replay.respond(request);
      },
    },
    arrivals: () => (first === undefined ? 0 : replay.arrivals(first)),
    close: async () => undefined,
  };
}

/** Puts one operation through the fault and returns how many of its requests arrived. */
async function meetFault(fault: Fault, { line }: OperationLine, world: World, encounter: Encounter): Promise<number> {
  let waitedMs = 0;
  const outcome = await world.run([...splitWords(line), '--json', ...(fault.flags ?? [])], {
    ...encounter.options,
    onSleep: (ms) => {
      waitedMs += ms;
    },
  });
  await encounter.close();
  expect(waitedMs, line).toBeLessThan(LONGEST_WAIT_MS);
  checkOutcome(outcome, fault, line);
  return encounter.arrivals();
}

async function meetAll(fault: Fault, operations: readonly OperationLine[], world: World): Promise<Row> {
  const attempts = { repeatable: new Set<number>(), once: new Set<number>() };
  const meet = async (operation: OperationLine, encounter: Encounter): Promise<void> => {
    const arrived = await meetFault(fault, operation, world, encounter);
    if (fault.onlyLists) return;
    expect(arrived, operation.line).toBe(expectedArrivals(fault, operation.repeatable));
    attempts[operation.repeatable ? 'repeatable' : 'once'].add(arrived);
  };
  // Each page depends on the one before, so pages are not replayed.
  const real = operations.filter((operation) => fault.onlyLists || KINDS.get(kindOf(operation)) === operation);
  const [replay] = await Promise.all([
    recordFault(
      fault,
      KEY,
      OPERATION_LINES.map(({ route }) => route),
    ),
    ...real.map(async (operation) => meet(operation, await onSocket(fault))),
  ]);
  expectNoKeyIn(world.directory);
  for (const [index, operation] of fault.onlyLists ? [] : operations.entries()) {
    await meet(operation, replayed(replay(), operation, world, index + 1));
    expectNoKeyIn(world.directory);
  }
  return { outcomes: operations.length, attempts };
}

test.concurrent.each(FAULTS)('$name', async (fault) => {
  const world = await createWorld();
  await writeFiles(world);
  try {
    rows.set(
      fault,
      await meetAll(
        fault,
        OPERATION_LINES.filter((candidate) => applies(fault, candidate)),
        world,
      ),
    );
  } finally {
    await world.close();
  }
});

const WRITES = OPERATION_LINES.filter(({ effect }) => !isReading(effect));

/** Commands that read the record again, and recognize that the change was made. */
const RECOGNIZED: ReadonlySet<string> = new Set(['POST /v1/email-messages/{emailMessageId}']);

test.each(WRITES)('$route, with a response that is lost after the sandbox has carried it out', async (operation) => {
  const { route, line, repeatable } = operation;
  const world = await createWorld();
  onTestFinished(world.close);
  await writeFiles(world);
  const statuses: (number | undefined)[] = [];
  const respond: RunOptions['respond'] = (request) => {
    if (!isRequestOf(route, request)) return undefined;
    return (async () => {
      const response = await world.respond(request);
      statuses.push(response?.statusCode);
      if (statuses.length > 1 && response !== undefined) return response;
      throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
    })();
  };
  const { code, stdout, stderr } = await world.run([...splitWords(line), '--json'], { respond });
  expect(statuses[0], stderr).toBeLessThan(300);
  if (repeatable || RECOGNIZED.has(route)) {
    expect({ code, requests: statuses.length }, stderr).toEqual({ code: 0, requests: repeatable ? 2 : 1 });
    return;
  }
  expect({ code, stdout, requests: statuses.length }, stderr).toEqual({ code: 7, stdout: '', requests: 1 });
  const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
  expect(`${error.message} ${error.hint ?? ''}`).toContain('may have been processed');
});

test('docs/reliability.md has these results', async () => {
  expect(rows.size).toBe(FAULTS.length);
  const results = FAULTS.flatMap((fault): [Fault, Row][] => [[fault, rows.get(fault) ?? expect.unreachable()]]);
  const counted = results.reduce((sum, [, { outcomes }]) => sum + outcomes, 0);
  const arrivals = (counts: ReadonlySet<number>) => [...counts].join(', ') || 'pages';
  const page = [
    '# Reliability',
    'Exit codes are reliable, secrets are never printed, and writes are never repeated.',
    `The test suite checks this with ${FAULTS.length} faults for each of ${OPERATION_LINES.length} operations: ${counted} command lines run by the real \`main\` (\`test/faults/\`). A misbehaving server on a loopback socket produces each fault. ${KINDS.size} operations of different kinds meet it there, and each other operation gets the outcome that the transport had for the same kind of request. Each test checks the exit code, the error code, that stdout is empty, that output and files contain no stack trace, no control character and no API key, how many requests arrived, and that the run ended in bounded time.`,
    'That test writes this page.',
    [
      '| fault | operations | `error.code` | exit | requests sent: reads, repeatable writes and sends with a key | other writes |',
      '|---|---|---|---|---|---|',
      ...results.map(
        ([fault, { outcomes, attempts }]) =>
          `| ${fault.name} | ${outcomes} | \`${fault.code}\` | ${EXIT_CODES[fault.code]} | ${arrivals(attempts.repeatable)} | ${fault.onlyLists ? '' : arrivals(attempts.once)} |`,
      ),
    ].join('\n'),
    `In addition, ${MUTATIONS.toLocaleString('en-US')} mutated responses for every operation (\`test/faults/mutations.ts\`) end with a result, a result with a warning, or exit 8.`,
    '## Checks',
    'A check that could not read its input never passes. For each command with a verdict, `test/faults/judging.test.ts` removes, replaces or negates the value that it judges. If the value could not be read, the command exits with 8, or with 9 if another value fails the check.',
    '## No duplicate writes',
    `Writes are sent at most once, except after a 429: the API rejected the request, so it is sent again. Events and transactional emails have an idempotency key, so their requests may be repeated, and the API accepts them once: \`test/nouns/sends/once.test.ts\` loses requests and responses at every point and finds exactly one email. Creating a draft is safe to repeat because the API keeps an existing draft. If the response to a write is lost, the error explains that the request may have been processed: the same test loses the response of each of the ${WRITES.length} writes after the sandbox has carried it out.`,
    '## Rate limits',
    'Concurrent runs with the same key share its rate limits through a file to which each run only appends; a run that has to wait prints a note. `npm run bench:limits` makes 300 content calls, six runs at a time, against the sandbox with rate limits whose windows are scaled to a tenth. On two cores of a shared machine with Node 20.20, 300 of 300 succeed in 25.2 s. The limits require at least 24.5 s, so 97% of the allowed rate is used.',
    '## Received deliveries',
    'Every delivery that `webhooks listen` answers with 2xx is in its log file exactly once, even if the process is killed. [webhook-figures.md](webhook-figures.md) lists the load, the kills and the hostile clients in the test.',
    '## Files of killed runs',
    'A file is replaced in one step: its new content is written to a temporary file next to it, which is then renamed. After Ctrl-C, the replacement is finished. A kill (SIGKILL, a second Ctrl-C, a power failure) in this moment leaves the temporary file, as `<file>.<number>`. The next run that replaces the history, the journal of sends or the profiles removes such files of theirs. Next to your own files they stay, because you may have files with such names: delete them. `pull`, `plan` and `push` ignore them.',
  ];
  await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot('../../docs/reliability.md');
});
