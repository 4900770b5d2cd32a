/** Baselines: the times that `--since` accepts, and the snapshot that is chosen for each email. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBaselines } from '../../../src/nouns/email-metrics/baselines.ts';
import type { Scope } from '../../../src/nouns/email-metrics/rows.ts';
import { parseSince } from '../../../src/nouns/email-metrics/since.ts';
import type { Snapshot } from '../../../src/nouns/email-metrics/snapshots.ts';
import { failureOf } from '../../arbitraries.ts';
import { NOW } from '../../world.ts';
import { HOUR, saved, snapshot } from './snapshot-fixtures.ts';

describe('the time of --since', () => {
  it.each<[string, number | string]>([
    ['last', 'last'],
    ['90m', NOW.getTime() - 90 * 60_000],
    ['24h', NOW.getTime() - 24 * HOUR],
    ['7d', NOW.getTime() - 168 * HOUR],
    ['2w', NOW.getTime() - 336 * HOUR],
    ['2026-11-01', Date.UTC(2026, 10, 1)],
    ['2026-11-01T08:30:00Z', Date.UTC(2026, 10, 1, 8, 30)],
    ['2026-11-01T08:30:00+02:00', Date.UTC(2026, 10, 1, 6, 30)],
  ])('%s is accepted', (text, moment) => {
    expect(parseSince(text, NOW)).toBe(moment);
  });

  it.each([
    ...['', 'first', 'Last', '24', '24 h', 'h', '-1h', '1.5h', '24hours', '1y', '9999999d', '2026-02-30', '2026-13-01'],
    ...['2026-11-1', '01.11.2026', '11/01/2026', '2026-11-01T08:30', '2026-11-01T25:00:00Z', 'yesterday', '2026'],
  ])('%j is not', (text) => {
    expect(parseSince(text, NOW)).toBeUndefined();
  });

  it('is a number, last or undefined for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9TZ:+hdmw-]{1,12}$/)), (text) => {
        const moment = parseSince(text, NOW);
        expect(moment === undefined || moment === 'last' || Number.isFinite(moment)).toBe(true);
      }),
    );
  });
});

const ALL = { ids: [] };

const timeOf = ({ time }: Snapshot): number => Date.parse(time);

/** The time of an email's baseline. */
async function baselineTime(
  snapshots: readonly Snapshot[],
  since: string,
  { scope = ALL, id = 'c1', createdAt }: { scope?: Scope; id?: string; createdAt?: string } = {},
): Promise<number | undefined> {
  const { of } = await findBaselines(saved(...snapshots), scope, since, NOW);
  return of({ id: id, ...(createdAt === undefined ? {} : { createdAt }) })?.time;
}

describe('the baseline of an email', () => {
  const [old, middle, recent] = [snapshot(48), snapshot(25), snapshot(3)];

  it.each<[since: string, chosen: Snapshot, isLate: boolean]>([
    ['24h', middle, false],
    ['25h', middle, false],
    ['2h', recent, false],
    ['7d', old, true],
    ['last', recent, false],
    ['2026-11-19', old, false],
  ])('for %s is the latest snapshot at or before it, or else the oldest', async (since, chosen, isLate) => {
    const baselines = await findBaselines(saved(old, middle, recent), ALL, since, NOW);
    const time = baselines.of({ id: 'c1' })?.time ?? Number.NaN;
    expect(time).toBe(timeOf(chosen));
    expect(baselines.isLate(time)).toBe(isLate);
  });

  it('does not depend on the order of the file, except for last: the one that was saved last', async () => {
    expect(await baselineTime([recent, middle, old], '24h')).toBe(timeOf(middle));
    expect(await baselineTime([recent, middle, old], '7d')).toBe(timeOf(old));
    expect(await baselineTime([recent, middle, old], 'last')).toBe(timeOf(old));
  });

  it('may be 2% more recent than a duration, so that 24h finds the snapshot of last night', async () => {
    const nights = [snapshot(48), snapshot(24 - 20 / 3_600)];
    expect(await baselineTime(nights, '24h')).toBe(NOW.getTime() - 24 * HOUR + 20_000);
    expect(await baselineTime([snapshot(48), snapshot(24 * 0.98)], '24h')).toBe(NOW.getTime() - 24 * 0.98 * HOUR);
    expect(await baselineTime([snapshot(48), snapshot(23.5)], '24h')).toBe(NOW.getTime() - 48 * HOUR);
    const day = new Date(NOW.getTime() - 24 * HOUR).toISOString();
    expect(await baselineTime(nights, day)).toBe(NOW.getTime() - 48 * HOUR);
  });

  it('is in a snapshot that is relevant to the emails of the run', async () => {
    const all = snapshot(9, 'all', ['c1', 'c2', 'c5']);
    const ofGroup = snapshot(5, { group: 'g' }, ['c1', 'c2']);
    const ofOne = snapshot(1, 'ids', ['c1', 'c9']);
    const chosen = (id: string, scope: Scope) => baselineTime([all, ofGroup, ofOne], 'last', { scope, id });
    expect(await chosen('c1', ALL)).toBe(timeOf(all));
    expect(await chosen('c1', { ids: [], group: 'g' })).toBe(timeOf(ofGroup));
    expect(await chosen('c1', { ids: [], group: 'h' })).toBe(timeOf(all));
    const ids = { ids: ['c1', 'c2', 'c5', 'c7', 'c9'] };
    expect(await chosen('c1', ids)).toBe(timeOf(ofOne));
    expect(await chosen('c2', ids)).toBe(timeOf(ofGroup));
    expect(await chosen('c5', ids)).toBe(timeOf(all));
    expect(await chosen('c9', ids)).toBe(timeOf(ofOne));
    expect(await chosen('c7', ids)).toBeUndefined();
  });

  it('is older for an email that the latest snapshot lacks, or else the oldest after the time', async () => {
    const partial = [snapshot(50, 'all', ['c1', 'c2']), snapshot(25), snapshot(4, 'all', ['c3']), snapshot(3)];
    expect(await baselineTime(partial, 'last', { id: 'c2' })).toBe(NOW.getTime() - 50 * HOUR);
    expect(await baselineTime(partial, '24h', { id: 'c2' })).toBe(NOW.getTime() - 50 * HOUR);
    expect(await baselineTime(partial, '24h', { id: 'c3' })).toBe(NOW.getTime() - 4 * HOUR);
  });

  it('is the latest snapshot before the creation of an email that was in none by then', async () => {
    const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR).toISOString();
    const start = (since: string, createdAt: string) =>
      baselineTime([old, middle, recent], since, { id: 'c2', createdAt });
    expect(await start('last', hoursAgo(1))).toBe(timeOf(recent));
    expect(await start('last', hoursAgo(10))).toBe(timeOf(middle));
    expect(await start('24h', hoursAgo(1))).toBe(timeOf(middle));
    expect(await start('7d', hoursAgo(1))).toBe(timeOf(old));
    expect(await start('last', hoursAgo(60))).toBeUndefined();
  });

  it('is empty without snapshots, and a time in the future is rejected', async () => {
    expect((await findBaselines(saved(), ALL, '24h', NOW)).isEmpty).toBe(true);
    const failure = await failureOf(() => findBaselines(saved(old), ALL, '2026-11-21', NOW));
    expect(failure).toMatchObject({ code: 'usage', message: '--since must be in the past.' });
  });
});
