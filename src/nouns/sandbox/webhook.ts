/** The webhook endpoint of a running sandbox: delivers events, and announces the address to `sandbox emit`. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { valueAt } from '../../define/json.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Emit } from '../../sandbox/handler.ts';
import type { ToolContext } from '../tool-context.ts';

import { parseTarget } from '../webhooks/delivery/delivery.ts';
import { samplePayload } from '../webhooks/delivery/events.ts';
import { openOutbox } from '../webhooks/delivery/outbox.ts';
import { openSender } from '../webhooks/delivery/sender.ts';
import { readKeys } from '../webhooks/secrets.ts';

export interface SandboxWebhook {
  readonly emit: Emit;
  /** Sends the event that the service sends for a new endpoint. */
  readonly sendTestEvent: () => void;
  /** Saves the address of the sandbox for `sandbox emit`. */
  readonly announce: (baseUrl: string) => Promise<void>;
  /** Ends deliveries and removes the saved address. */
  readonly close: () => Promise<void>;
}

/** The file with the address of the latest sandbox that has an endpoint. */
const announcementFile = ({ directories }: Pick<Runtime, 'directories'>): string =>
  join(directories.data, 'sandbox-webhook.json');

/** The address of the latest sandbox that has an endpoint. Undefined if none is saved or the file is not readable. */
export async function announcedAddress(runtime: Pick<Runtime, 'directories'>): Promise<string | undefined> {
  try {
    const baseUrl = valueAt(JSON.parse((await contentOf(announcementFile(runtime))) ?? ''), 'baseUrl');
    return typeof baseUrl === 'string' ? baseUrl : undefined;
  } catch {
    return undefined;
  }
}

/** Signed deliveries to `url` from a queue, at most ten per second. Rejects with a `usage` failure. */
export async function openSandboxWebhook(
  context: ToolContext,
  url: string,
  secretFile: string | undefined,
): Promise<SandboxWebhook> {
  const { runtime, sending, signal, now } = context;
  const target = parseTarget(url, '--webhook', sending.insecureHttp);
  const keys = await readKeys(context, secretFile);
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
    sendTestEvent: () => {
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
      // A sandbox that was started later may have saved its own address.
      if (announced !== undefined && (await contentOf(file)) === announced) await rm(file, { force: true });
    },
  };
}

const contentOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);
