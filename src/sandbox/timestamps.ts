/** The moments written into the account: never earlier than what is already there. */

/**
 * The ISO 8601 time of `now` (in ms), or one millisecond after `previous` where the clock is not past it. Two creations in
 * one millisecond, or a clock set back, would otherwise put a list's dates out of its newest-first order.
 */
export function timestampAfter(now: number, previous: string | undefined): string {
  const earliest = previous === undefined ? now : Date.parse(previous) + 1;
  return new Date(Math.max(now, earliest)).toISOString();
}
