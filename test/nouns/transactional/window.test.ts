/** Windows: which snapshots they begin at, and what is counted from them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBeginnings } from '../../../src/nouns/transactional/metrics/beginnings.ts';
import { COUNTERS, type Counters, eachCounter } from '../../../src/nouns/transactional/metrics/counters.ts';
import type { Scope } from '../../../src/nouns/transactional/metrics/rows.ts';
import { parseSince } from '../../../src/nouns/transactional/metrics/since.ts';
import type { Snapshot } from '../../../src/nouns/transactional/metrics/snapshots.ts';
import { difference, originsOf, windowRows } from '../../../src/nouns/transactional/metrics/window.ts';
import { failureOf } from '../../arbitraries.ts';
import { NOW } from '../../world.ts';

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

const timeOf = ({ time }: Snapshot): number => Date.parse(time);

/** When the snapshot was saved that an email is counted from. */
async function startOf(
  snapshots: readonly Snapshot[],
  since: string,
  { scope = ALL, id = 'c1', createdAt }: { scope?: Scope; id?: string; createdAt?: string } = {},
): Promise<number | undefined> {
  const { of } = await findBeginnings(saved(...snapshots), scope, since, NOW);
  return of({ transactionalId: id, ...(createdAt === undefined ? {} : { createdAt }) })?.time;
}

describe('the snapshot that an email is counted from', () => {
  const [old, middle, recent] = [snapshot(48), snapshot(25), snapshot(3)];

  it.each<[since: string, chosen: Snapshot, isLate: boolean]>([
    ['24h', middle, false],
    ['25h', middle, false],
    ['2h', recent, false],
    ['7d', old, true],
    ['last', recent, false],
    ['2026-11-19', old, false],
  ])('for %s is the latest at or before it, or else the oldest', async (since, chosen, isLate) => {
    const beginnings = await findBeginnings(saved(old, middle, recent), ALL, since, NOW);
    const time = beginnings.of({ transactionalId: 'c1' })?.time ?? Number.NaN;
    expect(time).toBe(timeOf(chosen));
    expect(beginnings.isLate(time)).toBe(isLate);
  });

  it('for a time does not depend on the order of the file; for last it is the one that was saved last', async () => {
    expect(await startOf([recent, middle, old], '24h')).toBe(timeOf(middle));
    expect(await startOf([recent, middle, old], '7d')).toBe(timeOf(old));
    expect(await startOf([recent, middle, old], 'last')).toBe(timeOf(old));
  });

  it('may be 2 % younger than a length of time, so that last night is not the night before', async () => {
    const nights = [snapshot(48), snapshot(24 - 20 / 3_600)];
    expect(await startOf(nights, '24h')).toBe(NOW.getTime() - 24 * HOUR + 20_000);
    expect(await startOf([snapshot(48), snapshot(24 * 0.98)], '24h')).toBe(NOW.getTime() - 24 * 0.98 * HOUR);
    expect(await startOf([snapshot(48), snapshot(23.5)], '24h')).toBe(NOW.getTime() - 48 * HOUR);
    const day = new Date(NOW.getTime() - 24 * HOUR).toISOString();
    expect(await startOf(nights, day)).toBe(NOW.getTime() - 48 * HOUR);
  });

  it('is one that says something of the emails that are asked for', async () => {
    const all = snapshot(9, 'all', ['c1', 'c2', 'c5']);
    const ofGroup = snapshot(5, { group: 'g' }, ['c1', 'c2']);
    const ofOne = snapshot(1, 'ids', ['c1', 'c9']);
    const chosen = (id: string, scope: Scope) => startOf([all, ofGroup, ofOne], 'last', { scope, id });
    expect(await chosen('c1', ALL)).toBe(timeOf(all));
    expect(await chosen('c1', { transactionalIds: [], group: 'g' })).toBe(timeOf(ofGroup));
    expect(await chosen('c1', { transactionalIds: [], group: 'h' })).toBe(timeOf(all));
    const ids = { transactionalIds: ['c1', 'c2', 'c5', 'c7', 'c9'] };
    expect(await chosen('c1', ids)).toBe(timeOf(ofOne));
    expect(await chosen('c2', ids)).toBe(timeOf(ofGroup));
    expect(await chosen('c5', ids)).toBe(timeOf(all));
    expect(await chosen('c9', ids)).toBe(timeOf(ofOne));
    expect(await chosen('c7', ids)).toBeUndefined();
  });

  it('is an older one for an email that the latest lacks, or else the oldest after the time', async () => {
    const partial = [snapshot(50, 'all', ['c1', 'c2']), snapshot(25), snapshot(4, 'all', ['c3']), snapshot(3)];
    expect(await startOf(partial, 'last', { id: 'c2' })).toBe(NOW.getTime() - 50 * HOUR);
    expect(await startOf(partial, '24h', { id: 'c2' })).toBe(NOW.getTime() - 50 * HOUR);
    expect(await startOf(partial, '24h', { id: 'c3' })).toBe(NOW.getTime() - 4 * HOUR);
  });

  it('is the latest before its creation for an email that is in none by then', async () => {
    const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR).toISOString();
    const start = (since: string, createdAt: string) => startOf([old, middle, recent], since, { id: 'c2', createdAt });
    expect(await start('last', hoursAgo(1))).toBe(timeOf(recent));
    expect(await start('last', hoursAgo(10))).toBe(timeOf(middle));
    expect(await start('24h', hoursAgo(1))).toBe(timeOf(middle));
    expect(await start('7d', hoursAgo(1))).toBe(timeOf(old));
    expect(await start('last', hoursAgo(60))).toBeUndefined();
  });

  it('is none where there is none, and a time to come is refused', async () => {
    expect((await findBeginnings(saved(), ALL, '24h', NOW)).isEmpty).toBe(true);
    const failure = await failureOf(() => findBeginnings(saved(old), ALL, '2026-11-21', NOW));
    expect(failure).toMatchObject({ code: 'usage', message: '--since 2026-11-21 is still to come.' });
  });

  it('is named once where it is the same for all, and else there is a count', async () => {
    const messages = async (since: string, ...ids: readonly string[]) => {
      const snapshots = saved(snapshot(25, 'all', ['c1', 'c2']), snapshot(4, 'all', ['c1', 'c3']));
      const beginnings = await findBeginnings(snapshots, ALL, since, NOW);
      const rows = ids.map((transactionalId) => ({ transactionalId, ...counters(100) }));
      return originsOf(windowRows(rows, [], beginnings), beginnings, since).map(({ message }) => message);
    };
    const [first, second] = [snapshot(25).time, snapshot(4).time];
    expect(await messages('24h')).toEqual([]);
    expect(await messages('24h', 'c1', 'c2')).toEqual([`Counted from the snapshot of ${first}.`]);
    expect(await messages('last', 'c1', 'c2', 'c9')).toEqual([
      `Counted from 2 snapshots, ${first} to ${second}: the latest of each email.`,
      'No snapshot has 1 of 3 emails: not counted.',
    ]);
    expect(await messages('7d', 'c1')).toEqual([
      `No snapshot is as old as --since 7d: counted from the oldest, of ${first}.`,
    ]);
    expect(await messages('24h', 'c1', 'c3')).toEqual([
      `Counted from 2 snapshots, ${first} to ${second}: the latest of each email.`,
      'No snapshot is as old as --since 24h: counted from the oldest of each, 1 of 2 emails.',
    ]);
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
  const fromIt = () => findBeginnings(saved(from), ALL, 'last', NOW);
  const rowOf = async (transactionalId: string, createdAt?: string) => {
    const target = { transactionalId, ...(createdAt === undefined ? {} : { createdAt }) };
    return windowRows([{ transactionalId, ...counters(130) }], [target], await fromIt())[0];
  };

  it('is the difference for an email of the snapshot', async () => {
    expect(await rowOf('c1')).toMatchObject({ since: from.time, sends: 30, deliveries: 30, hardBounces: 0 });
  });

  it('is everything for an email that was made after it, which is certain', async () => {
    expect(await rowOf('c2', NOW.toISOString())).toMatchObject({ since: from.time, sends: 130 });
  });

  it.each([undefined, from.time, '2020-01-01T00:00:00.000Z', 'nonsense'])(
    'is not known for another email, made at %s',
    async (createdAt) => {
      const row = await rowOf('c2', createdAt);
      expect(row).toMatchObject({ sends: null, hardBounces: null });
      expect(row?.remark).toBe('it is in no snapshot');
    },
  );

  it('says which counter went backwards', async () => {
    const [row] = windowRows([{ transactionalId: 'c1', ...counters(130), deliveries: 99 }], [], await fromIt());
    expect(row).toMatchObject({ sends: 30, deliveries: null });
    expect(row?.remark).toBe('deliveries went backwards, from 100 to 99');
  });

  it('leaves an email that could not be fetched as it is', async () => {
    const failed = { transactionalId: 'c1', error: { code: 'not_found' as const, message: 'Not found.' } };
    expect(windowRows([failed], [], await fromIt())).toEqual([failed]);
  });
});
