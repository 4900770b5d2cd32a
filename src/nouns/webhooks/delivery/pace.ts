/** Limits the rate of deliveries, evenly spaced. */

/** Deliveries per second. Source: the limits of the API reference. */
export const SERVICE_RATE = 10;

/** Resolves when it is the caller's turn. Turns are in the order of the calls. */
export type Pace = () => Promise<void>;

/** `now` and `sleep` are in milliseconds. If `sleep` rejects, the turn is lost. */
export function paceOf(perSecond: number, now: () => number, sleep: (ms: number) => Promise<void>): Pace {
  let free = 0;
  return async () => {
    const turn = Math.max(now(), free);
    free = turn + 1000 / perSecond;
    if (turn > now()) await sleep(turn - now());
  };
}
