/** The timestamps that the sandbox writes: always later than the previous one. */

/**
 * `now` (in milliseconds) as ISO 8601, or one millisecond after `previous` if that is later. Otherwise two creations in the
 * same millisecond, or a clock that was set back, would break the newest-first order of a list.
 */
export function timestampAfter(now: number, previous: string | undefined): string {
  const earliest = previous === undefined ? now : Date.parse(previous) + 1;
  return new Date(Math.max(now, earliest)).toISOString();
}
