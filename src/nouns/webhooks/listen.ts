/** `webhooks listen`: receives deliveries until it is stopped. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { asUsage } from '../../runtime/files.ts';
import { isLoopback } from '../../runtime/loopback.ts';
import { depthOf, MAX_JSON_DEPTH } from '../../runtime/parse-json.ts';
import type { ToolContext } from '../tool-context.ts';
import { createTotals, drawActivity, ListenItem } from './activity.ts';
import type { Activity } from './delivery/activity.ts';
import { parseTarget } from './delivery/delivery.ts';
import { createForwarder, type Forwarder } from './delivery/forwarder.ts';
import { createQueue } from './delivery/queue.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from './delivery/receiver.ts';
import { openRecord, type RecordWriter } from './delivery/record-writer.ts';
import { rememberRepeats } from './delivery/repeats.ts';
import { valuesOf } from './delivery/request.ts';
import { openSender, type Sender } from './delivery/sender.ts';
import { HEADER } from './delivery/signature.ts';
import { secretFile, tolerance } from './flags.ts';
import { readKeys } from './secrets.ts';

/** Lines that wait for a slow reader of stdout. With bodies of up to 256 KiB, fewer fit into memory. */
const MAX_WAITING_LINES = 10_000;
const MAX_WAITING_BODIES = 200;

const input = z.object({
  port: z.number().int().min(0).max(65_535).default(0).describe('port to listen on; 0 for any free port'),
  host: z.string().min(1).default('127.0.0.1').describe('address to listen on').meta({ placeholder: 'address' }),
  secretFile,
  verify: z.boolean().default(true).describe('accept deliveries without verifying signatures'),
  tolerance,
  printBody: z.boolean().default(false).describe('also print the body of each delivery'),
  record: z.string().min(1).optional().describe('append each event to this file').meta({ placeholder: 'file' }),
  sync: z.boolean().default(false).describe('with --record: fsync each event before responding'),
  forwardTo: z.string().min(1).optional().describe('also deliver to this URL').meta({ placeholder: 'url' }),
});
type Input = z.output<typeof input>;

function checkFlags({ verify, secretFile: file, sync, record }: Input): void {
  if (!verify && file !== undefined) throw usage("--no-verify can't be combined with --secret-file.");
  if (sync && record === undefined) throw usage('--sync requires --record.');
}

async function openUserRecord(context: ToolContext, { record: name, sync }: Input): Promise<RecordWriter | undefined> {
  if (name === undefined) return undefined;
  try {
    return await openRecord(resolve(context.runtime.workingDirectory(), name), { name, durable: sync });
  } catch (error) {
    throw asUsage(error, name, 'write');
  }
}

async function startUserReceiver(options: ReceiverOptions): Promise<Receiver> {
  try {
    return await startReceiver(options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'EADDRINUSE'
      ? usage(`Port ${options.port} is in use.`, 'Choose another port, or 0 for any free port.')
      : usage(`Could not listen on ${options.host}, port ${options.port}: ${message}.`);
  }
}

/** The body as JSON, or as text if it is not JSON or too deep to print. */
function bodyOf(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (depthOf(text) > MAX_JSON_DEPTH) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function* listen(context: ToolContext, flags: Input) {
  const { runtime, sending, signal } = context;
  const release = runtime.catchSignals();
  checkFlags(flags);
  const target =
    flags.forwardTo === undefined ? undefined : parseTarget(flags.forwardTo, '--forward-to', sending.insecureHttp);
  const keys = flags.verify ? await readKeys(context, flags.secretFile) : undefined;
  const totals = createTotals();
  const queue = createQueue<Activity & { readonly body?: unknown }>(
    flags.printBody ? MAX_WAITING_BODIES : MAX_WAITING_LINES,
  );
  const repeats = rememberRepeats();
  const record = await openUserRecord(context, flags);
  for (const { headers } of record?.latest ?? []) {
    for (const id of valuesOf(headers, HEADER.id)) repeats.remember(id, Promise.resolve());
  }
  let sender: Sender | undefined;
  let forwarder: Forwarder | undefined;
  let receiver: Receiver | undefined;
  const stop = () => queue.end();
  try {
    if (target !== undefined) {
      const now = () => context.now().getTime();
      sender = await openSender({ target, ...sending, signal, now, lookup: runtime.lookup });
      forwarder = createForwarder(sender.deliver, (ms) => runtime.sleep(ms, signal));
    }
    receiver = await startUserReceiver({
      host: flags.host,
      port: flags.port,
      keys,
      tolerance: flags.tolerance,
      now: context.now,
      record,
      forwarder,
      repeats,
      report: (activity, body) => {
        totals.count(activity);
        queue.push(flags.printBody && body !== undefined ? { ...activity, body: bodyOf(body) } : activity);
      },
    });
    const url = `http://${flags.host.includes(':') ? `[${flags.host}]` : flags.host}:${receiver.port}/`;
    if (!isLoopback(new URL(url))) context.warn(`Other machines can reach this receiver at ${url}.`);
    yield [
      {
        type: 'listening',
        url,
        verify: flags.verify,
        record: flags.record ?? null,
        forwardTo: target?.href ?? null,
      },
    ];
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    yield* queue.batches();
  } finally {
    signal.removeEventListener('abort', stop);
    await receiver?.close();
    forwarder?.stop();
    await record?.close();
    await sender?.close();
    if (receiver !== undefined) context.note(totals.sentence());
    if (queue.dropped > 0) context.warn(`${queue.dropped} log lines were dropped (slow reader).`);
    release();
  }
}

export const listenCommand = command({
  notes:
    'Responds 200 to a valid delivery once it is in the file of --record, and to a repeat (same webhook-id), which is not recorded again; 401 to an invalid delivery; 413 above 256 KiB. --forward-to forwards each accepted request unchanged, in the background. Missed ones can be replayed with `webhooks replay`. With --json, prints one document per line. Ctrl-C stops it (exit 0).',
  input,
  output: ListenItem,
  examples: [
    { does: 'Print each delivery', line: 'webhooks listen --port 4870 --secret-file secret.txt' },
    {
      does: 'Record deliveries and forward them to your app',
      line: 'webhooks listen --secret-file secret.txt --record events.ndjson --forward-to localhost:3000/webhooks',
    },
  ],
  run: listen,
  view: { kind: 'lines', line: drawActivity },
});
