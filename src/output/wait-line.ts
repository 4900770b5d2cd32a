/** The line that shows what a run is waiting for: a slow response, a retry, or a rate limit with a countdown. */
import type { Waits } from '../define/waits.ts';

const SHOWN_AFTER_MS = 500;
const TICK_MS = 250;

/** A run at the rate limit per second waits once in every second. */
const SHORTEST_LIMITED_MS = 2_000;

export interface WaitLineOptions {
  readonly draw: (text: string | undefined) => void;
  readonly note: (message: string) => void;
  readonly live: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly every: (ms: number, work: () => void) => () => void;
}

type Wait = (now: number) => string | undefined;

export function createWaitLine({ draw, note, live, now, every }: WaitLineOptions): Waits {
  const pauses = new Set<Wait>();
  const requests = new Set<Wait>();
  let stopTicking: (() => void) | undefined;
  let shown: string | undefined;
  let notedUntil = 0;

  const update = (): void => {
    // A pause explains more than a request that was sent before it; of several, the oldest is shown.
    const [oldest] = [...pauses, ...requests];
    const text = oldest?.(now());
    if (text !== shown) draw(text);
    shown = text;
  };

  function show(waits: Set<Wait>, wait: Wait): () => void {
    if (!live) return () => undefined;
    waits.add(wait);
    stopTicking ??= every(TICK_MS, update);
    update();
    return () => {
      waits.delete(wait);
      if (pauses.size + requests.size === 0) {
        stopTicking?.();
        stopTicking = undefined;
      }
      update();
    };
  }

  function noteOnce(ms: number, text: string): void {
    // Requests that run at the same time wait for the same limit.
    if (live || now() < notedUntil) return;
    notedUntil = now() + ms;
    note(`${text}.`);
  }

  return {
    request() {
      const start = now();
      return show(requests, (at) =>
        at - start < SHOWN_AFTER_MS ? undefined : `waiting for a response, ${formatSeconds(at - start)}`,
      );
    },
    pause(ms, { next, reason, limited }) {
      if (limited && ms < SHORTEST_LIMITED_MS) return () => undefined;
      const end = now() + ms;
      const describe = (at: number): string => `${reason}: ${next} in ${formatSeconds(Math.max(0, end - at))}`;
      if (limited) noteOnce(ms, describe(now()));
      return show(pauses, describe);
    },
  };
}

const formatSeconds = (ms: number): string =>
  ms < 2_000 ? `${(Math.ceil(ms / 100) / 10).toFixed(1)} s` : `${Math.ceil(ms / 1_000)} s`;
