/** At most so many a second: everyone gets a moment of their own, evenly spaced. */

/** Resolves when it is the caller's turn. Turns come in the order in which they were asked for. */
export type Pace = () => Promise<void>;

/** `now` and `sleep` are in milliseconds; `sleep` may reject, and the turn is lost then. */
export function paceOf(perSecond: number, now: () => number, sleep: (ms: number) => Promise<void>): Pace {
  let free = 0;
  return async () => {
    const turn = Math.max(now(), free);
    free = turn + 1000 / perSecond;
    if (turn > now()) await sleep(turn - now());
  };
}
