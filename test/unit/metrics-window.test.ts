/** Windows: which snapshot they begin at, and what is counted from it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTERS, type Counters, eachCounter } from '../../src/resources/transactional/metrics/counters.ts';
import type { Snapshot } from '../../src/resources/transactional/metrics/snapshots.ts';
import { difference, findStart, parseSince, windowRows } from '../../src/resources/transactional/metrics/window.ts';
import { NOW } from '../world.ts';
import { failureOf } from './arbitraries.ts';

const HOUR = 3_600_000;

describe('the beginning of a window', () => {
  it.each<[string, number | string]>([
    ['last', 'last'],
    ['90m', NOW.getTime() - 90 * 60_000],
    ['24h', NOW.getTime() - 24 * HOUR],
    ['7d', NOW.getTime() - 168 * HOUR],
    ['2w', NOW.getTime() - 336 * HOUR],
    ['2026-11-01', Date.UTC(2026, 10, 1)],
    ['2026-11-01T08:30:00Z', Date.UTC(2026, 10, 1, 8, 30)],
    ['2026-11-01T08:30:00+02:00', Date.UTC(2026, 10, 1, 6, 30)],
  ])('%s is understood', (text, moment) => {
    expect(parseSince(text, NOW)).toBe(moment);
  });

  it.each([
    ...['', 'first', 'Last', '24', '24 h', 'h', '-1h', '1.5h', '24hours', '1y', '9999999d', '2026-02-30', '2026-13-01'],
    ...['2026-11-1', '01.11.2026', '11/01/2026', '2026-11-01T08:30', '2026-11-01T25:00:00Z', 'yesterday', '2026'],
  ])('%j is not', (text) => {
    expect(parseSince(text, NOW)).toBeUndefined();
  });

  it('is a number or nothing for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9TZ:+hdmw-]{1,12}$/)), (text) => {
        const moment = parseSince(text, NOW);
        expect(moment === undefined || moment === 'last' || Number.isFinite(moment)).toBe(true);
      }),
    );
  });
});

const counters = (sends: number): Counters => ({ ...eachCounter(() => 0), sends, deliveries: sends });

const snapshot = (hoursAgo: number, of: Snapshot['of'] = 'all', ids = ['c1']): Snapshot => ({
  time: new Date(NOW.getTime() - hoursAgo * HOUR).toISOString(),
  of,
  emails: ids.map((transactionalId) => ({ transactionalId, ...counters(100) })),
});

async function* saved(...snapshots: readonly Snapshot[]) {
  yield* snapshots;
}

const ALL = { transactionalIds: [] };

describe('the snapshot that is counted from', () => {
  const [old, middle, recent] = [snapshot(48), snapshot(25), snapshot(3)];

  it.each<[since: string, chosen: Snapshot, isLater: boolean]>([
    ['24h', middle, false],
    ['25h', middle, false],
    ['2h', recent, false],
    ['7d', old, true],
    ['last', recent, false],
    ['2026-11-19', old, false],
  ])('for %s is the latest at or before it, or else the oldest', async (since, chosen, isLater) => {
    expect(await findStart(saved(old, middle, recent), ALL, since, NOW)).toEqual({ snapshot: chosen, isLater });
  });

  it('for a time does not depend on the order of the file; for last it is the one that was saved last', async () => {
    expect((await findStart(saved(recent, middle, old), ALL, '24h', NOW)).snapshot).toBe(middle);
    expect((await findStart(saved(recent, middle, old), ALL, 'last', NOW)).snapshot).toBe(old);
  });

  it('is one that says something of the emails that are asked for', async () => {
    const all = snapshot(9);
    const ofGroup = snapshot(5, { group: 'g' }, ['c1', 'c2']);
    const ofOne = snapshot(1, 'ids', ['c9']);
    const chosen = async (scope: Parameters<typeof findStart>[1]) =>
      (await findStart(saved(all, ofGroup, ofOne), scope, 'last', NOW)).snapshot;
    expect(await chosen(ALL)).toBe(all);
    expect(await chosen({ transactionalIds: [], group: 'g' })).toBe(ofGroup);
    expect(await chosen({ transactionalIds: [], group: 'h' })).toBe(all);
    expect(await chosen({ transactionalIds: ['c2'] })).toBe(ofGroup);
    expect(await chosen({ transactionalIds: ['c9', 'c5'] })).toBe(ofOne);
    expect(await chosen({ transactionalIds: ['c5'] })).toBe(all);
  });

  it('is none where there is none, and a time to come is refused', async () => {
    expect((await findStart(saved(), ALL, '24h', NOW)).snapshot).toBeUndefined();
    const failure = await failureOf(() => findStart(saved(old), ALL, '2026-11-21', NOW));
    expect(failure).toMatchObject({ code: 'usage', message: '--since 2026-11-21 is still to come.' });
  });
});

const count = fc.nat({ max: 1_000_000 });
const someCounters = fc.record({
  sends: count,
  deliveries: count,
  hardBounces: count,
  softBounces: count,
  spamReports: count,
});

describe('what is counted', () => {
  it('is what has to be added to the snapshot; of a counter that went backwards nothing is said but that', () => {
    fc.assert(
      fc.property(someCounters, someCounters, (then, now) => {
        const since = difference(now, then);
        for (const [counter] of COUNTERS) {
          if (now[counter] < then[counter]) expect(since[counter]).toBeNull();
          else expect(then[counter] + (since[counter] ?? Number.NaN)).toBe(now[counter]);
        }
      }),
    );
  });

  const from = snapshot(24, 'all', ['c1']);
  const rowOf = (transactionalId: string, createdAt?: string) => {
    const target = { transactionalId, ...(createdAt === undefined ? {} : { createdAt }) };
    return windowRows([{ transactionalId, ...counters(130) }], [target], from)[0];
  };

  it('is the difference for an email of the snapshot', () => {
    expect(rowOf('c1')).toMatchObject({ since: from.time, sends: 30, deliveries: 30, hardBounces: 0 });
  });

  it('is everything for an email that was made after it, which is certain', () => {
    expect(rowOf('c2', NOW.toISOString())).toMatchObject({ since: from.time, sends: 130 });
  });

  it.each([undefined, from.time, '2020-01-01T00:00:00.000Z', 'nonsense'])(
    'is not known for another email, made at %s',
    (createdAt) => {
      const row = rowOf('c2', createdAt);
      expect(row).toMatchObject({ sends: null, hardBounces: null });
      expect(row?.remark).toBe(`it is not in the snapshot of ${from.time}`);
    },
  );

  it('says which counter went backwards', () => {
    const [row] = windowRows([{ transactionalId: 'c1', ...counters(130), deliveries: 99 }], [], from);
    expect(row).toMatchObject({ sends: 30, deliveries: null });
    expect(row?.remark).toBe('deliveries went backwards, from 100 to 99');
  });

  it('leaves an email that could not be fetched as it is', () => {
    const failed = { transactionalId: 'c1', error: { code: 'not_found' as const, message: 'Not found.' } };
    expect(windowRows([failed], [], from)).toEqual([failed]);
  });
});
