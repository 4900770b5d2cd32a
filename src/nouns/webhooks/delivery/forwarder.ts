/** Hands what was received on to a target, beside the answers: however slow or dead it is, no sender waits for it. */
import type { Deliver, Delivered } from './delivery.ts';
import type { CapturedRequest } from './request.ts';

/** As many at a time as the service would send in a second. */
const AT_ONCE = 10;

/** What may wait in memory; beyond that a request is not forwarded, which is told. */
const WAITING_BYTES = 64 * 1024 * 1024;

/** After a delivery that nobody answered no other is begun for this long: failing again and again would cost the answers. */
const PAUSE_MS = 100;

export interface Forwarder {
  /** Resolves with what became of it; never rejects. Begun in the order of the calls. */
  forward(request: CapturedRequest): Promise<Delivered>;
  /** Nothing that still waits is begun. */
  stop(): void;
}

const undone = (problem: string): Delivered => ({ status: null, milliseconds: 0, answer: '', problem });

/** `sleep` is in milliseconds and rejects when the run ends. */
export function createForwarder(
  deliver: Deliver,
  sleep: (ms: number) => Promise<void>,
  waitingBytes = WAITING_BYTES,
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
      // The run ends: what waits would be begun only to be cut off, after the totals have been told.
      stop();
    }
    paused = false;
    next();
  }

  function stop(): void {
    stopped = true;
    for (const { resolve } of waiting.splice(0)) resolve(undone('the run was ended'));
  }

  function next(): void {
    while (running < AT_ONCE && !paused) {
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
        if (stopped) resolve(undone('the run was ended'));
        else if (bytes + request.body.length > waitingBytes) resolve(undone('too many are waiting for the target'));
        else {
          bytes += request.body.length;
          waiting.push({ request, resolve });
          next();
        }
      }),
    stop,
  };
}
