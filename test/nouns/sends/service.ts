/** A sandbox whose responses fail at chosen points, and the emails in its outbox. */
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { IncomingResponse, OutgoingRequest } from '../../../src/runtime/runtime.ts';
import { SANDBOX_API_KEY } from '../../../src/sandbox/access.ts';
import type { Account } from '../../../src/sandbox/account.ts';
import { type Mail, outboxSection } from '../../../src/sandbox/outbox.ts';
import { type SandboxOptions, startSandbox } from '../../../src/sandbox/server.ts';
import { type WorkflowStart, workflowStarts } from '../../../src/sandbox/workflow-starts.ts';
import { recordFault } from '../../faults/replay.ts';
import { reply } from '../../faults/server.ts';
import { type Respond, respondAs } from '../../respond.ts';
import { memoryStore, seedAccount } from '../../sandbox/account.ts';
import { NOW } from '../../world.ts';

/** What happens to a request: whether the sandbox gets it, and what becomes of its response. */
export interface Fault {
  readonly name: string;
  readonly processed: boolean;
  /** Not called for a fault that only delays nothing. */
  readonly respond: (socket: Socket, response: Buffer) => void;
}

export interface FaultyService {
  readonly respond: Respond;
  readonly env: Readonly<Record<string, string>>;
  readonly account: () => Promise<Account>;
  readonly mails: () => Promise<readonly Mail[]>;
  readonly starts: () => Promise<readonly WorkflowStart[]>;
  /** The requests that change something, with the fault of each. */
  readonly writes: readonly string[];
}

/** Without what no test here reads: the store copies the account for each write. */
function smallAccount(): Account {
  const account = seedAccount();
  return {
    ...account,
    themes: [],
    audienceSegments: [],
    transactionalGroups: [],
    campaignGroups: [],
    transactionalEmails: account.transactionalEmails.filter(({ record }) =>
      ['Password reset', 'Push notifications off'].includes(record.name),
    ),
    workflows: account.workflows.filter(({ name }) => name === 'Failed payment recovery'),
  };
}

const CONFIRMED = reply(200, { 'content-type': 'application/json' }, '{"success": true}');

/** Each fault is met once on a real socket. */
const met = new Map<Fault, ReturnType<typeof recordFault>>();

async function meet(fault: Fault, request: OutgoingRequest) {
  const behave = (socket: Socket) => fault.respond(socket, CONFIRMED);
  const recorded =
    met.get(fault) ?? recordFault({ behave, flags: ['--timeout', '0.3'] }, SANDBOX_API_KEY, ['POST /v1/transactional']);
  met.set(fault, recorded);
  return (await recorded)().respond(request);
}

/** Each write meets the next of `faults`, and none after the last. Pass it to a run. */
export async function startFaultyService(
  faults: readonly Fault[] = [],
  { account = smallAccount(), ...options }: { account?: Account } & Omit<Partial<SandboxOptions>, 'store'> = {},
): Promise<FaultyService> {
  const store = memoryStore(account);
  const sandbox = await startSandbox({ store, now: () => NOW.getTime(), ...options });
  onTestFinished(sandbox.close);
  const process = respondAs(sandbox);
  const left = [...faults];
  const writes: string[] = [];

  async function respond(request: OutgoingRequest): Promise<IncomingResponse> {
    const fault = request.method === 'GET' ? undefined : left.shift();
    if (request.method !== 'GET') writes.push(`${request.path} ${fault?.name ?? 'ok'}`);
    if (fault?.processed === false) return meet(fault, request);
    const response = await process(request);
    if (response === undefined) throw new Error(`${request.origin} is not the sandbox`);
    return fault === undefined ? response : meet(fault, request);
  }
  return {
    env: { LOOPS_BASE_URL: sandbox.baseUrl, LOOPS_API_KEY: sandbox.apiKey },
    respond,
    account: () => store.read(),
    mails: async () => outboxSection.of(await store.read()).mails,
    starts: async () => workflowStarts.of(await store.read()),
    writes,
  };
}

const status = (code: number) => (socket: Socket) => {
  socket.write(reply(code, {}, '{"success": false, "message": "Later."}'));
};

/** Before and after the request was processed. */
export const FAULTS: readonly Fault[] = [
  ...[false, true].flatMap((processed): readonly Fault[] => {
    const point = processed ? 'after it was processed' : 'before it was processed';
    return [
      { name: `connection lost ${point}`, processed, respond: (socket) => socket.destroy() },
      { name: `no response ${point}`, processed, respond: () => undefined },
      { name: `500 ${point}`, processed, respond: status(500) },
      { name: `503 ${point}`, processed, respond: status(503) },
    ];
  }),
  { name: '429', processed: false, respond: status(429) },
  { name: 'response cut in its body', processed: true, respond: (socket, bytes) => socket.end(bytes.subarray(0, -5)) },
  {
    name: 'response cut in its headers',
    processed: true,
    respond: (socket, bytes) => socket.end(bytes.subarray(0, 20)),
  },
  { name: 'a success that is not JSON', processed: true, respond: (socket) => socket.write(reply(200, {}, '<html>')) },
  {
    name: 'a success without a confirmation',
    processed: true,
    respond: (socket) => socket.write(reply(200, {}, '{"success": false}')),
  },
];
