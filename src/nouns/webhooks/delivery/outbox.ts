/** Deliveries of a service to its one endpoint: queued, at most ten a second, and sent again where they were not accepted. */
import { type Deliver, isAccepted } from './delivery.ts';
import type { Payload } from './events.ts';
import { paceOf } from './pace.ts';
import { newMessageId, signedRequest } from './signed-request.ts';

/** Source: the service's limits. */
export const SERVICE_RATE = 10;

/** What may wait: more than a minute and a half at full rate. */
const LIMIT = 1_000;

/** Milliseconds before each further attempt. The service's own are not documented; these can be waited for. */
const RETRY_DELAYS = [1_000, 5_000, 25_000];

export interface OutboxOptions {
  readonly keys: readonly Uint8Array[];
  readonly deliver: Deliver;
  readonly now: () => Date;
  /** Rejects when the run ends. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
  /** Told of every attempt, in a line. */
  readonly tell: (line: string) => void;
}

export interface Outbox {
  /** Queues an event and gives its ID; undefined when too many wait already. */
  emit(payload: Payload): string | undefined;
}

export function openOutbox({ keys, deliver, now, sleep, random, tell }: OutboxOptions): Outbox {
  const pace = paceOf(SERVICE_RATE, () => now().getTime(), sleep);
  let waiting = 0;

  async function send(id: string, payload: Payload): Promise<void> {
    const name = `${String(payload['eventName'])} ${id}`;
    for (const delay of [...RETRY_DELAYS, undefined]) {
      await pace();
      const delivered = await deliver(signedRequest(keys, { id, at: now(), payload }));
      const outcome = delivered.problem ?? `${delivered.status} in ${delivered.milliseconds} ms`;
      if (isAccepted(delivered)) return tell(`--> ${name} ${outcome}`);
      const next = delay === undefined ? 'given up' : `again in ${delay / 1000} s`;
      tell(`--> ${name} not accepted (${outcome}), ${next}`);
      if (delay !== undefined) await sleep(delay);
    }
  }

  return {
    emit(payload) {
      if (waiting >= LIMIT) return undefined;
      waiting++;
      const id = newMessageId(random);
      send(id, payload)
        // The run ended while it waited.
        .catch(() => undefined)
        .finally(() => waiting--);
      return id;
    },
  };
}
