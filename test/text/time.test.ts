/** Proves that timestamps are told relative to now on a terminal and as they were sent everywhere else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPaper } from '../../src/output/display.ts';
import { createStyle } from '../../src/output/style.ts';
import { relativeTime } from '../../src/text/time.ts';

const uncoloured = await createStyle(false);

const now = new Date('2026-03-01T12:00:00.000Z');
const out = (isTerminal: boolean) => ({
  isTerminal,
  columns: isTerminal ? 80 : undefined,
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
  ])('tells %s as %s', (timestamp, words) => expect(relativeTime(timestamp, now)).toBe(words));

  it.each(['', 'soon', '2026-13-45T00:00:00Z'])('leaves %j as it is', (text) =>
    expect(relativeTime(text, now)).toBe(text),
  );

  it('says "ago" of the past, "in" of the future, and never less than one of anything', () => {
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
  it('is relative on a terminal only', () => {
    expect(createPaper(out(true), uncoloured, now).time(at)).toBe('2 hours ago');
    expect(createPaper(out(false), uncoloured, now).time(at)).toBe(at);
  });

  it.each<[unknown, string]>([
    [null, ''],
    [undefined, ''],
    [1700000000, '1700000000'],
  ])('that is not a text (%j) is told as %j', (value, words) => {
    expect(createPaper(out(true), uncoloured, now).time(value)).toBe(words);
  });
});
