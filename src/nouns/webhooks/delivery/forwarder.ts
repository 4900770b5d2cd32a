/** Forwards deliveries to a target in the background, so that no sender waits for it. */
import type { Deliver, Delivered } from './delivery.ts';
import type { CapturedRequest } from './request.ts';

/** As many as the service sends per second. */
const MAX_RUNNING = 10;

/** Requests beyond this are reported as not forwarded. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** The pause after a failed delivery: retrying without a pause would slow down responses. */
const PAUSE_MS = 100;

export interface Forwarder {
  /** Never rejects. Deliveries start in the order of the calls. */
  forward(request: CapturedRequest): Promise<Delivered>;
  /** Cancels all waiting deliveries. */
  stop(): void;
}

const notSent = (problem: string): Delivered => ({ status: null, milliseconds: 0, response: '', problem });

/** `sleep` is in milliseconds and rejects if the run is interrupted. */
export function createForwarder(
  deliver: Deliver,
  sleep: (ms: number) => Promise<void>,
  maxWaitingBytes = MAX_WAITING_BYTES,
): Forwarder {
  const waiting: { request: CapturedRequest; resolve: (delivered: Delivered) => void }[] = [];
  let [running, bytes] = [0, 0];
  let [paused, stopped] = [false, false];

  async function pause(): Promise<void> {
    if (paused) return;
    paused = true;
    try {
      await sleep(PAUSE_MS);
    } catch {
      // Interrupted: waiting deliveries would only be cut off.
      stop();
    }
    paused = false;
    next();
  }

  function stop(): void {
    stopped = true;
    for (const { resolve } of waiting.splice(0)) resolve(notSent('interrupted'));
  }

  function next(): void {
    while (running < MAX_RUNNING && !paused) {
      const turn = waiting.shift();
      if (turn === undefined) return;
      bytes -= turn.request.body.length;
      running++;
      deliver(turn.request).then((delivered) => {
        running--;
        turn.resolve(delivered);
        if (delivered.status === null) pause();
        else next();
      });
    }
  }

  return {
    forward: (request) =>
      new Promise((resolve) => {
        if (stopped) resolve(notSent('interrupted'));
        else if (bytes + request.body.length > maxWaitingBytes)
          resolve(notSent('too many deliveries are waiting for the target'));
        else {
          bytes += request.body.length;
          waiting.push({ request, resolve });
          next();
        }
      }),
    stop,
  };
}
