/** The webhook endpoint of the sandbox: its deliveries, and `sandbox emit`, which asks a running sandbox for one. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { valueAt } from '../../define/json.ts';
import { operation } from '../../define/operation.ts';
import { Failure } from '../../errors.ts';
import { isLoopback } from '../../runtime/loopback.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Emit } from '../../sandbox/handlers/webhook-events.ts';
import type { ToolContext } from '../tool-context.ts';
import { parseTarget } from '../webhooks/delivery/delivery.ts';
import { samplePayload } from '../webhooks/delivery/events.ts';
import { eventWith } from '../webhooks/delivery/settings.ts';
import { event, set } from '../webhooks/flags.ts';
import { readKeys } from '../webhooks/secrets.ts';

export interface SandboxWebhook {
  readonly emit: Emit;
  /** Sends the event that says that there is an endpoint, as the settings of the service do. */
  greet(): void;
  /** Says where the sandbox is, so that `sandbox emit` finds it. */
  announce(baseUrl: string): Promise<void>;
  /** Ends deliveries and takes the announcement back. */
  close(): Promise<void>;
}

/** Where a running sandbox that has an endpoint says so. */
const announcementFile = ({ directories }: Pick<Runtime, 'directories'>): string =>
  join(directories.data, 'sandbox-webhook.json');

/** Deliveries from the sandbox to `url`: signed, queued, at most ten a second. Rejects with a `usage` failure. */
export async function openSandboxWebhook(
  context: ToolContext,
  url: string,
  secretFile: string | undefined,
): Promise<SandboxWebhook> {
  const { runtime, sending, signal, now } = context;
  const target = parseTarget(url, '--webhook', sending.insecureHttp);
  const keys = await readKeys(context, secretFile);
  const [{ openSender }, { openOutbox }] = await Promise.all([
    import('../webhooks/delivery/sender.ts'),
    import('../webhooks/delivery/outbox.ts'),
  ]);
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const sender = await openSender({
    target,
    ...sending,
    signal: either,
    now: () => now().getTime(),
    lookup: runtime.lookup,
  });
  const { emit } = openOutbox({
    keys,
    deliver: sender.deliver,
    now,
    sleep: (ms) => runtime.sleep(ms, either),
    random: runtime.random,
    log: context.note,
  });
  const file = announcementFile(runtime);
  let announced: string | undefined;
  return {
    emit,
    greet: () => {
      emit(samplePayload('testing.testEvent', now()));
    },
    async announce(baseUrl) {
      const { default: writeFileAtomic } = await import('write-file-atomic');
      announced = `${JSON.stringify({ baseUrl })}\n`;
      await writeFileAtomic(file, announced, { mode: 0o600 });
    },
    async close() {
      ended.abort();
      await sender.close();
      // Another sandbox that was started since has put its own there.
      if (announced !== undefined && (await contentOf(file)) === announced) await rm(file, { force: true });
    },
  };
}

const contentOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

const emitEvent = operation('POST /v1/sandbox/events', 'Make the sandbox send an event', {
  input: { event, set },
  output: z.object({ id: z.string(), payload: z.looseObject({ eventName: z.string() }) }),
});

const notRunning = (where: string, cause?: unknown): Failure =>
  new Failure('usage', `No sandbox with a webhook endpoint is running${where}.`, {
    hint: 'Start one with `loopsctl sandbox start --webhook <url>`, or say where it is with --base-url.',
    cause,
  });

/**
 * The flag, the variable that `sandbox start` prints, or what the latest sandbox announced. Rejects with a `usage` failure
 * where there is none of them.
 */
async function sandboxAddress({ target, runtime }: ToolContext): Promise<string> {
  const variable = runtime.env['LOOPS_BASE_URL'] ?? '';
  if (target.baseUrl !== undefined) return target.baseUrl;
  if (URL.canParse(variable) && isLoopback(new URL(variable))) return variable;
  const announced = await contentOf(announcementFile(runtime));
  const baseUrl = announced === undefined ? undefined : addressIn(announced);
  if (baseUrl === undefined) throw notRunning('');
  return baseUrl;
}

function addressIn(text: string): string | undefined {
  try {
    const baseUrl = valueAt(JSON.parse(text), 'baseUrl');
    return typeof baseUrl === 'string' ? baseUrl : undefined;
  } catch {
    return undefined;
  }
}

export const emitCommand = command({
  notes:
    'For a sandbox that was started with --webhook; its log says what became of the delivery. The sandbox fills in emails and workflows that it has.',
  input: z.object({ event, set }),
  positionals: ['event'],
  output: emitEvent.output,
  examples: [{ does: 'To the endpoint of the sandbox', line: 'sandbox emit email.delivered' }],
  async run(context: ToolContext, input) {
    // What is wrong with a setting is said here, as for every other command.
    eventWith(input.event, context.now(), input.set ?? []);
    const baseUrl = await sandboxAddress(context);
    const { SANDBOX_API_KEY } = await import('../../sandbox/gate.ts');
    const connection = { apiKey: SANDBOX_API_KEY, baseUrl, keySource: 'the sandbox', baseUrlSource: 'the sandbox' };
    try {
      return await context.withConnection(connection).call(emitEvent, input);
    } catch (error) {
      // It was killed before it could say that it ended; or it is another server by now.
      const gone = error instanceof Failure && ['unavailable', 'not_found', 'unauthorized'].includes(error.code);
      throw gone ? notRunning(` at ${baseUrl}`, error) : error;
    }
  },
  view: {
    kind: 'details',
    columns: [
      { heading: 'Queued', path: 'id', kind: 'id' },
      { heading: 'Event', path: 'payload.eventName' },
    ],
  },
});
