/** Timestamps for people: how long ago. */

const STEPS: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number]> = [
  ['year', 365.25 * 86_400],
  ['month', 30.44 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 days ago`, `in 2 hours`, `just now`; what is not a timestamp stays as it is. */
export function relativeTime(timestamp: string, now: Date): string {
  // `Date.parse` finds a year in almost anything; the service sends ISO 8601.
  const then = /^\d{4}-\d\d-\d\dT/.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(then)) return timestamp;
  const seconds = (then - now.getTime()) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  if (step === undefined) return 'just now';
  return new Intl.RelativeTimeFormat('en', { numeric: 'always' }).format(Math.trunc(seconds / step[1]), step[0]);
}
