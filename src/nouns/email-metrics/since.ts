/** The `--since` flag: the time of the baseline. */
import * as z from 'zod';
import { parseDuration } from '../../text/duration.ts';

/** `last`, or milliseconds since the epoch for a duration before `now`, a UTC date or a timestamp. Undefined for other text. */
export function parseSince(text: string, now: Date): number | 'last' | undefined {
  if (text === 'last') return 'last';
  const duration = parseDuration(text);
  if (duration !== undefined) return now.getTime() - duration;
  const isDate = z.iso.date().safeParse(text).success;
  const isTimestamp = z.iso.datetime({ offset: true }).safeParse(text).success;
  return isDate || isTimestamp ? Date.parse(text) : undefined;
}

const TOLERANCE = 0.02;

/**
 * How much later than `parseSince` a snapshot may be, in milliseconds: 2% of a duration. Nightly runs are never exactly a day
 * apart: without the tolerance, `24h` would skip last night's snapshot. Dates and timestamps are exact.
 */
export const toleranceOf = (text: string): number => (parseDuration(text) ?? 0) * TOLERANCE;

export const sinceInput = {
  since: z
    .string()
    .refine((text) => parseSince(text, new Date(0)) !== undefined, {
      error: 'expected last, a duration (24h, 7d), a date (2026-11-01) or a timestamp with a time zone',
    })
    .optional()
    .describe('show the change since a snapshot: 24h, 7d, 2026-11-01 (UTC), or last')
    .meta({ placeholder: 'time' }),
};
