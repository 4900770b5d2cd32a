/** `--since`: the ways to say when a window begins. */
import * as z from 'zod';

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** A length of time, `90m`, `24h`, `7d` or `2w`, in milliseconds. */
function lengthOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}

/**
 * When a window begins: `last` (the snapshot that was saved last), or milliseconds since the epoch for a time before `now`
 * (`90m`, `24h`, `7d`, `2w`), a day (its beginning in UTC) or a timestamp with its zone. Undefined for any other text.
 */
export function parseSince(text: string, now: Date): number | 'last' | undefined {
  if (text === 'last') return 'last';
  const length = lengthOf(text);
  if (length !== undefined) return now.getTime() - length;
  const isDay = z.iso.date().safeParse(text).success;
  const isMoment = z.iso.datetime({ offset: true }).safeParse(text).success;
  return isDay || isMoment ? Date.parse(text) : undefined;
}

/** The share of a length of time by which a snapshot may be younger: half an hour of a day. */
const TOLERANCE = 0.02;

/**
 * How much later than `parseSince` says a snapshot may be, in milliseconds. No two nightly runs are a day apart to the
 * second: without this, `24h` would pass over the snapshot of yesterday and count two days. Dates are taken as they are.
 */
export const toleranceOf = (text: string): number => (lengthOf(text) ?? 0) * TOLERANCE;

export const sinceInput = {
  since: z
    .string()
    .refine((text) => parseSince(text, new Date(0)) !== undefined, {
      error: 'write last, a time such as 24h or 7d, a day such as 2026-11-01, or a timestamp with its zone',
    })
    .optional()
    .describe('count from an earlier snapshot: 24h, 7d, 2026-11-01 (UTC), or last')
    .meta({ placeholder: 'time' }),
};
