/** A queue of deliveries to one endpoint: at most ten per second, with retries. */
import { type Deliver, isAccepted } from './delivery.ts';
import type { Payload } from './events.ts';
import { paceOf, SERVICE_RATE } from './pace.ts';
import { newMessageId, signedRequest } from './signed-request.ts';

/** More than a minute and a half at full rate. */
const MAX_WAITING = 1_000;

/** Milliseconds before each retry. The delays of the service are not documented. */
const RETRY_DELAYS = [1_000, 5_000, 25_000];

export interface OutboxOptions {
  readonly keys: readonly Uint8Array[];
  readonly deliver: Deliver;
  readonly now: () => Date;
  /** Rejects if the run is interrupted. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
  /** Logs every attempt, in one line. */
  readonly log: (line: string) => void;
}

export interface Outbox {
  /** Queues an event and returns its ID; undefined if the queue is full. */
  emit(payload: Payload): string | undefined;
}

export function openOutbox({ keys, deliver, now, sleep, random, log }: OutboxOptions): Outbox {
  const pace = paceOf(SERVICE_RATE, () => now().getTime(), sleep);
  let waiting = 0;

  async function send(id: string, payload: Payload): Promise<void> {
    const name = `${String(payload['eventName'])} ${id}`;
    for (const delay of [...RETRY_DELAYS, undefined]) {
      await pace();
      const delivered = await deliver(signedRequest(keys, { id, at: now(), payload }));
      const outcome = delivered.problem ?? `${delivered.status} in ${delivered.milliseconds} ms`;
      if (isAccepted(delivered)) return log(`--> ${name} ${outcome}`);
      const next = delay === undefined ? 'giving up' : `retrying in ${delay / 1000} s`;
      log(`--> ${name} not accepted (${outcome}), ${next}`);
      if (delay !== undefined) await sleep(delay);
    }
  }

  return {
    emit(payload) {
      if (waiting >= MAX_WAITING) return undefined;
      waiting++;
      const id = newMessageId(random);
      send(id, payload)
        // The run was interrupted.
        .catch(() => undefined)
        .finally(() => waiting--);
      return id;
    },
  };
}
