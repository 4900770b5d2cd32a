/** Times and durations for people. */
import { formatCount, formatNumber } from './number.ts';

const DAY = 86_400;

const STEPS: ReadonlyArray<readonly [unit: string, seconds: number]> = [
  ['year', 365.25 * DAY],
  ['month', 30.44 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 3_600],
  ['minute', 60],
];

/** `Date.parse` finds a year in almost any text; the API sends ISO 8601. */
function parseTimestamp(timestamp: string): Date | undefined {
  const time = /^\d{4}-\d\d-\d\dT/.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** `3 days ago`, `in 2 hours`, `just now`. Text that is not a timestamp is returned unchanged. */
export function relativeTime(timestamp: string, now: Date): string {
  const then = parseTimestamp(timestamp);
  if (then === undefined) return timestamp;
  const seconds = (then.getTime() - now.getTime()) / 1000;
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? [];
  if (unit === undefined || size === undefined) return 'just now';
  const amount = formatCount(Math.trunc(Math.abs(seconds) / size), unit);
  return seconds < 0 ? `${amount} ago` : `in ${amount}`;
}

/** `2024-04-28 04:16 UTC (2 years ago)`. Text that is not a timestamp is returned unchanged. */
export function exactTime(timestamp: string, now: Date): string {
  const then = parseTimestamp(timestamp)?.toISOString();
  if (then === undefined) return timestamp;
  return `${then.slice(0, 10)} ${then.slice(11, 16)} UTC (${relativeTime(timestamp, now)})`;
}

const UNITS: ReadonlyArray<readonly [unit: string, seconds: number]> = [
  ['day', DAY],
  ['hour', 3_600],
  ['minute', 60],
];

/** `1 day 12 hours`, `0 seconds`: only units that are not zero, down to milliseconds. */
export function formatDuration(seconds: number): string {
  let rest = Number(Math.abs(seconds).toFixed(3));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(formatCount(count, unit));
  }
  const last = Number(rest.toFixed(3));
  if (last > 0 || parts.length === 0) parts.push(formatCount(last, 'second'));
  return `${seconds < 0 ? 'minus ' : ''}${parts.join(' ')}`;
}

/** A time that is left, rounded: `40 s`, `3 min`, `2 h 50 min`. */
export function formatEstimate(ms: number): string {
  if (ms < 90_000) return `${Math.max(1, Math.ceil(ms / 10_000)) * 10} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 90) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), Math.round((minutes % 60) / 10) * 10];
  return rest === 60 ? `${formatNumber(hours + 1)} h` : `${formatNumber(hours)} h${rest === 0 ? '' : ` ${rest} min`}`;
}
