/** `webhooks listen`: a receiver at work, told line by line. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { isRecord, textOf } from '../../define/json.ts';
import type { Paper } from '../../define/view.ts';
import { usage } from '../../errors.ts';
import { asUsage } from '../../runtime/files.ts';
import { isLoopback } from '../../runtime/loopback.ts';
import type { ToolContext } from '../tool-context.ts';
import { readKeys } from './create-secret.ts';
import { isAccepted, parseTarget } from './delivery/delivery.ts';
import { createFeed } from './delivery/feed.ts';
import { createForwarder, type Forwarder } from './delivery/forwarder.ts';
import type { Happening } from './delivery/happening.ts';
import type { Receiver, ReceiverOptions } from './delivery/receiver.ts';
import type { RecordWriter } from './delivery/record-writer.ts';
import { rememberRepeats } from './delivery/repeats.ts';
import { valuesOf } from './delivery/request.ts';
import type { Sender } from './delivery/sender.ts';
import { HEADER } from './delivery/signature.ts';
import { secretFile } from './flags.ts';
import { tolerance } from './verify.ts';

/** Lines that wait for a slow reader of stdout. */
const WAITING_LINES = 10_000;

const Listening = z.object({
  kind: z.literal('listening'),
  url: z.string(),
  verifies: z.boolean(),
  record: z.string().nullable(),
  forwardTo: z.string().nullable(),
});

const Received = z.object({
  kind: z.literal('received'),
  time: z.string(),
  outcome: z.enum(['accepted', 'repeated', 'refused', 'failed']),
  status: z.number(),
  id: z.string().nullable(),
  event: z.string().nullable(),
  bytes: z.number(),
  problem: z.string().nullable(),
});

const Forwarded = z.object({
  kind: z.literal('forwarded'),
  time: z.string(),
  id: z.string().nullable(),
  event: z.string().nullable(),
  status: z.number().nullable(),
  milliseconds: z.number(),
  problem: z.string().nullable(),
});

async function openUserRecord(context: ToolContext, name: string, durable: boolean): Promise<RecordWriter> {
  const { openRecord } = await import('./delivery/record-writer.ts');
  try {
    return await openRecord(resolve(context.runtime.workingDirectory, name), { name, durable });
  } catch (error) {
    throw asUsage(error, name, 'write');
  }
}

async function openUserSender({ sending, signal, now, runtime }: ToolContext, target: URL): Promise<Sender> {
  const { openSender } = await import('./delivery/sender.ts');
  return openSender({ target, ...sending, signal, now: () => now().getTime(), lookup: runtime.lookup });
}

async function startUserReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { startReceiver } = await import('./delivery/receiver.ts');
  try {
    return await startReceiver(options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'EADDRINUSE'
      ? usage(`Port ${options.port} is in use.`, 'Choose another, or 0 for a free one.')
      : usage(`${options.host} and port ${options.port} cannot be listened on: ${message}.`);
  }
}

/** How often each thing happened. */
function createTotals() {
  const counts = { accepted: 0, repeated: 0, refused: 0, failed: 0, forwarded: 0, unforwarded: 0 };
  return {
    count(happening: Happening): void {
      if (happening.kind === 'received') counts[happening.outcome]++;
      else counts[isAccepted(happening) ? 'forwarded' : 'unforwarded']++;
    },
    sentence(): string {
      const { accepted, repeated, refused, failed, forwarded, unforwarded } = counts;
      const received = accepted + repeated + refused + failed;
      const parts = [
        `${accepted} accepted`,
        `${repeated} repeated`,
        `${refused} refused`,
        ...(failed > 0 ? [`${failed} not recorded`] : []),
        ...(forwarded + unforwarded > 0 ? [`${forwarded} forwarded`, `${unforwarded} not taken by the target`] : []),
      ];
      return `Received ${received}: ${parts.join(', ')}.`;
    },
  };
}

/** One line an item. An arrow says which way it went. */
function drawLine(item: unknown, { style }: Paper): string {
  const { kind, time, outcome, status, id, event, problem, url, verifies, record, milliseconds } = isRecord(item)
    ? item
    : {};
  if (kind === 'listening') {
    const parts = [
      `Listening on ${textOf(url)}`,
      ...(verifies === true ? [] : ['verifying nothing']),
      ...(record === null ? [] : [`recording to ${textOf(record)}`]),
    ];
    return parts.join(', ');
  }
  const clock = style.dim(textOf(time).slice(11, 19));
  const what = [event, id].filter((part) => part !== null).map(textOf);
  if (kind === 'forwarded') {
    const answer =
      problem === null ? `${textOf(status)} in ${textOf(milliseconds)} ms` : `not forwarded: ${textOf(problem)}`;
    const color = isAccepted({ status: typeof status === 'number' ? status : null }) ? style.green : style.red;
    return [clock, '<--', color(answer), ...what].join('  ');
  }
  const color = outcome === 'accepted' ? style.green : outcome === 'repeated' ? style.yellow : style.red;
  const why = problem === null ? [] : [textOf(problem)];
  return [clock, '-->', color(`${textOf(status)} ${textOf(outcome)}`), ...what, ...why].join('  ');
}

export const listenCommand = command({
  notes:
    'Answers 200 to a delivery that is valid and, with --record, in the file; to a repeat of one (same webhook-id) too, which is neither recorded nor forwarded again; 401 to one that is not valid, 413 to one that is larger than 256 KiB. --forward-to hands on the same bytes and headers beside the answers, which never wait for it: what the target missed can be sent again with `webhooks replay`. With --json it prints one document a line. Ctrl-C ends it (exit 0).',
  input: z.object({
    port: z.number().int().min(0).max(65_535).default(0).describe('port to listen on; 0 for a free one'),
    host: z.string().min(1).default('127.0.0.1').describe('address to listen on').meta({ placeholder: 'address' }),
    secretFile,
    unverified: z.boolean().default(false).describe('take everything, without a secret'),
    tolerance,
    record: z.string().min(1).optional().describe('append every event to this file').meta({ placeholder: 'file' }),
    sync: z.boolean().default(false).describe('answer only when the disk has the event: it survives a power failure'),
    forwardTo: z.string().min(1).optional().describe('deliver to this address too').meta({ placeholder: 'url' }),
  }),
  output: z.union([Listening, Received, Forwarded]),
  examples: [
    { does: 'See what comes', line: 'webhooks listen --port 4870 --secret-file webhook-secret.txt' },
    {
      does: 'Keep it, and hand it to the program that you work on',
      line: 'webhooks listen --secret-file webhook-secret.txt --record events.ndjson --forward-to http://127.0.0.1:3000/webhooks',
    },
  ],
  async *run(context: ToolContext, input) {
    const { runtime, sending, signal } = context;
    const release = runtime.catchSignals();
    if (input.unverified && input.secretFile !== undefined) {
      throw usage('--unverified and --secret-file contradict each other.', 'Give one of them.');
    }
    if (input.sync && input.record === undefined) throw usage('--sync is about a record.', 'Add --record <file>.');
    const target =
      input.forwardTo === undefined ? undefined : parseTarget(input.forwardTo, '--forward-to', sending.insecureHttp);
    const keys = input.unverified ? undefined : await readKeys(context, input.secretFile);
    const totals = createTotals();
    const feed = createFeed<Happening>(WAITING_LINES);
    const repeats = rememberRepeats();
    const record = input.record === undefined ? undefined : await openUserRecord(context, input.record, input.sync);
    for (const { headers } of record?.latest ?? []) {
      for (const id of valuesOf(headers, HEADER.id)) repeats.remember(id, Promise.resolve());
    }
    let sender: Sender | undefined;
    let forwarder: Forwarder | undefined;
    let receiver: Receiver | undefined;
    const stop = () => feed.end();
    try {
      if (target !== undefined) sender = await openUserSender(context, target);
      forwarder = sender && createForwarder(sender.deliver, (ms) => runtime.sleep(ms, signal));
      receiver = await startUserReceiver({
        host: input.host,
        port: input.port,
        keys,
        tolerance: input.tolerance,
        now: context.now,
        record,
        forwarder,
        repeats,
        tell: (happening) => {
          totals.count(happening);
          feed.push(happening);
        },
      });
      const url = `http://${input.host.includes(':') ? `[${input.host}]` : input.host}:${receiver.port}/`;
      if (!isLoopback(new URL(url))) context.warn(`Other machines can reach this receiver at ${url}.`);
      yield [
        {
          kind: 'listening',
          url,
          verifies: keys !== undefined,
          record: input.record ?? null,
          forwardTo: target?.href ?? null,
        },
      ];
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      yield* feed.batches();
    } finally {
      signal.removeEventListener('abort', stop);
      await receiver?.close();
      forwarder?.stop();
      await record?.close();
      await sender?.close();
      if (receiver !== undefined) context.note(totals.sentence());
      if (feed.leftOut > 0) context.warn(`${feed.leftOut} lines were not printed, as nobody read them in time.`);
      release();
    }
  },
  view: { kind: 'lines', line: drawLine },
});
