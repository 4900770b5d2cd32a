/** The line that shows what a run is waiting for: a slow response, a retry, or a rate limit with a countdown. */

/** A response that takes longer than this is worth a line. */
const PATIENCE_MS = 500;
const TICK_MS = 250;

/** Shorter pauses are not worth a note where nothing can be drawn. */
const SHORTEST_NOTED_MS = 1_000;

export interface WaitLineOptions {
  /** Draws the line, or takes it off the screen. */
  readonly draw: (text: string | undefined) => void;
  /** For pauses where nothing can be drawn. */
  readonly note: (message: string) => void;
  /** A person is watching stderr. */
  readonly live: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls `work` repeatedly until the returned function is called. */
  readonly every: (ms: number, work: () => void) => () => void;
}

export interface Pause {
  /** What happens after the pause, `retry 1 of 3`. */
  readonly next: string;
  readonly reason: string;
  /** Rate limits are noted on any stderr, because these pauses are long; retries are drawn only. */
  readonly limited: boolean;
}

export interface WaitLine {
  /** A request was sent; call the result when there is a response. */
  request(): () => void;
  /** Nothing is sent for so many milliseconds; call the result at the end. */
  pause(ms: number, pause: Pause): () => void;
}

/** Gives undefined while there is nothing to show. */
type Wait = (now: number) => string | undefined;

export function createWaitLine({ draw, note, live, now, every }: WaitLineOptions): WaitLine {
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
    if (live || ms < SHORTEST_NOTED_MS || now() < notedUntil) return;
    notedUntil = now() + ms;
    note(`${text}.`);
  }

  return {
    request() {
      const start = now();
      return show(requests, (at) =>
        at - start < PATIENCE_MS ? undefined : `waiting for a response, ${formatSeconds(at - start)}`,
      );
    },
    pause(ms, { next, reason, limited }) {
      const end = now() + ms;
      const describe = (at: number): string => `${reason}: ${next} in ${formatSeconds(Math.max(0, end - at))}`;
      if (limited) noteOnce(ms, describe(now()));
      return show(pauses, describe);
    },
  };
}

/** `17 s`, and `1.2 s` below two seconds. */
const formatSeconds = (ms: number): string =>
  ms < 2_000 ? `${(Math.ceil(ms / 100) / 10).toFixed(1)} s` : `${Math.ceil(ms / 1_000)} s`;
