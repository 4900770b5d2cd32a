/** Changes: what happened since the baseline, and the notes about which baselines were used. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Baselines, findBaselines } from '../../../../src/nouns/transactional/metrics/baselines.ts';
import { baselineNotes, changesOf } from '../../../../src/nouns/transactional/metrics/changes.ts';
import { METRICS, type Metrics, perMetric } from '../../../../src/nouns/transactional/operations.ts';
import { NOW } from '../../../world.ts';
import { metricsWith, saved, snapshot } from './snapshot-fixtures.ts';

const ALL = { transactionalIds: [] };

const someMetrics: fc.Arbitrary<Metrics> = fc.record(perMetric(() => fc.nat({ max: 1_000_000 })));

const fromMetrics = (metrics: Partial<Metrics>): Baselines => ({
  isEmpty: false,
  isLate: () => false,
  of: () => ({ time: 0, metrics: perMetric((metric) => metrics[metric]) }),
});

describe('a change', () => {
  it('is the difference to the baseline, and null for a metric that fell', () => {
    fc.assert(
      fc.property(someMetrics, someMetrics, (before, now) => {
        const [row] = changesOf([{ transactionalId: 'c1', ...now }], [], fromMetrics(before));
        for (const [metric, label] of METRICS) {
          const fell = now[metric] < before[metric];
          expect(row?.[metric]).toBe(fell ? null : now[metric] - before[metric]);
          expect(row?.remark?.includes(`${label.toLowerCase()} fell`) ?? false).toBe(fell);
        }
      }),
    );
  });

  const baseline = snapshot(24, 'all', ['c1']);
  const baselines = () => findBaselines(saved(baseline), ALL, 'last', NOW);
  const rowOf = async (transactionalId: string, createdAt?: string) => {
    const target = { transactionalId, ...(createdAt === undefined ? {} : { createdAt }) };
    return changesOf([{ transactionalId, ...metricsWith(130) }], [target], await baselines())[0];
  };

  it('is the difference for an email of the snapshot', async () => {
    expect(await rowOf('c1')).toMatchObject({ since: baseline.time, sends: 30, deliveries: 30, hardBounces: 0 });
  });

  it('is the total of an email that was created after the snapshot', async () => {
    expect(await rowOf('c2', NOW.toISOString())).toMatchObject({ since: baseline.time, sends: 130 });
  });

  it.each([undefined, baseline.time, '2020-01-01T00:00:00.000Z', 'nonsense'])(
    'is null for another email, created at %s',
    async (createdAt) => {
      const row = await rowOf('c2', createdAt);
      expect(row).toMatchObject({ since: null, sends: null, hardBounces: null, remark: 'not in any snapshot' });
    },
  );

  it('is null for a metric that the baseline lacks', () => {
    const { spamReports: _, ...before } = metricsWith(100);
    const [row] = changesOf([{ transactionalId: 'c1', ...metricsWith(130) }], [], fromMetrics(before));
    expect(row).toMatchObject({ sends: 30, spamReports: null, remark: 'spam reports missing in the baseline' });
  });

  it('is not computed without any snapshot: the metrics stay all-time', async () => {
    const none = await findBaselines(saved(), ALL, 'last', NOW);
    const row = { transactionalId: 'c1', ...metricsWith(130) };
    expect(changesOf([row], [], none)).toEqual([{ ...row, since: null }]);
  });

  it('is not computed for an email that could not be fetched', async () => {
    const failed = { transactionalId: 'c1', error: { code: 'not_found' as const, message: 'Not found.' } };
    expect(changesOf([failed], [], await baselines())).toEqual([failed]);
  });
});

it('the notes name one baseline for all emails, or count several', async () => {
  const messages = async (since: string, ...ids: readonly string[]) => {
    const snapshots = saved(snapshot(25, 'all', ['c1', 'c2']), snapshot(4, 'all', ['c1', 'c3']));
    const baselines = await findBaselines(snapshots, ALL, since, NOW);
    const rows = ids.map((transactionalId) => ({ transactionalId, ...metricsWith(100) }));
    return baselineNotes(changesOf(rows, [], baselines), baselines, since).map(({ message }) => message);
  };
  const [first, second] = [snapshot(25).time, snapshot(4).time];
  expect(await messages('24h')).toEqual([]);
  expect(await messages('24h', 'c1', 'c2')).toEqual([`Baseline: the snapshot of ${first}.`]);
  expect(await messages('last', 'c1', 'c2', 'c9')).toEqual([
    `Baseline: the latest snapshot of each email (2 snapshots, ${first} to ${second}).`,
    'Not in any snapshot: 1 of 3 emails.',
  ]);
  expect(await messages('7d', 'c1')).toEqual([`No snapshot is as old as --since 7d; using the oldest (${first}).`]);
  expect(await messages('24h', 'c1', 'c3')).toEqual([
    `Baseline: the latest snapshot of each email (2 snapshots, ${first} to ${second}).`,
    'No snapshot is as old as --since 24h; using the oldest for 1 of 2 emails.',
  ]);
});
