/** Times are readable on a terminal and unchanged in a pipe. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSurface } from '../../src/output/display.ts';
import { createStyle } from '../../src/output/style.ts';
import { exactTime, formatDuration, relativeTime } from '../../src/text/time.ts';

const plain = await createStyle(false);

const now = new Date('2026-03-01T12:00:00.000Z');
const out = (isTerminal: boolean) => ({
  isTerminal,
  columns: isTerminal ? 80 : undefined,
  rows: undefined,
  write: async () => undefined,
});

describe('relativeTime', () => {
  it.each([
    ['2026-03-01T12:00:00.000Z', 'just now'],
    ['2026-03-01T11:59:01.000Z', 'just now'],
    ['2026-03-01T12:00:59.000Z', 'just now'],
    ['2026-03-01T11:59:00.000Z', '1 minute ago'],
    ['2026-03-01T11:00:01.000Z', '59 minutes ago'],
    ['2026-03-01T11:00:00.000Z', '1 hour ago'],
    ['2026-02-28T12:00:01.000Z', '23 hours ago'],
    ['2026-02-28T12:00:00.000Z', '1 day ago'],
    ['2026-02-22T12:00:01.000Z', '6 days ago'],
    ['2026-02-22T12:00:00.000Z', '1 week ago'],
    ['2026-01-15T12:00:00.000Z', '1 month ago'],
    ['2025-03-02T12:00:00.000Z', '11 months ago'],
    ['2024-02-01T12:00:00.000Z', '2 years ago'],
    ['2026-03-01T14:30:00.000Z', 'in 2 hours'],
    ['2026-03-01T13:30:00.000+01:00', 'in 30 minutes'],
  ])('shows %s as %s', (timestamp, words) => expect(relativeTime(timestamp, now)).toBe(words));

  it.each(['', 'soon', '2026-13-45T00:00:00Z'])('leaves %j unchanged', (text) => {
    expect(relativeTime(text, now)).toBe(text);
    expect(exactTime(text, now)).toBe(text);
  });

  it('uses "ago" for the past, "in" for the future, and never a count of zero', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }), (then) => {
        const words = relativeTime(then.toISOString(), now);
        const past = then.getTime() < now.getTime();
        expect(words).toMatch(words === 'just now' ? /now/ : past ? /^[1-9]\d* \w+ ago$/ : /^in [1-9]\d* \w+$/);
      }),
    );
  });
});

describe('a timestamp', () => {
  const at = '2026-03-01T10:00:00.000Z';
  const surface = (isTerminal: boolean) => createSurface(out(isTerminal), plain, now);

  it('is relative on a terminal only', () => {
    expect(surface(true).time(at)).toBe('2 hours ago');
    expect(surface(false).time(at)).toBe(at);
  });

  it('has date, time and relative time where there is room', () => {
    expect(surface(true).exactTime('2024-02-28T05:16:59.000+01:00')).toBe('2024-02-28 04:16 UTC (2 years ago)');
    expect(surface(false).exactTime(at)).toBe(at);
  });

  it.each<[unknown, string]>([
    [null, ''],
    [undefined, ''],
    [1700000000, '1700000000'],
  ])('that is not text (%j) is shown as %j', (value, words) => {
    expect(surface(true).time(value)).toBe(words);
    expect(surface(true).exactTime(value)).toBe(words);
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [0.25, '0.25 seconds'],
    [3_600, '1 hour'],
    [129_600, '1 day 12 hours'],
    [90_061.5, '1 day 1 hour 1 minute 1.5 seconds'],
    [86_400_000, '1,000 days'],
    [-60, 'minus 1 minute'],
    [59.9999, '1 minute'],
  ])('shows %s as %s', (seconds, words) => expect(formatDuration(seconds)).toBe(words));
});
