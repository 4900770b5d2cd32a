/** Changes: what happened since the baseline, and the notes about which baselines were used. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Baselines, findBaselines } from '../../../src/nouns/email-metrics/baselines.ts';
import { baselineNotes, changesOf } from '../../../src/nouns/email-metrics/changes.ts';
import {
  labelFor,
  type MetricName,
  perMetric,
  TRANSACTIONAL_METRICS,
} from '../../../src/nouns/email-metrics/metric.ts';
import { TRANSACTIONAL } from '../../../src/nouns/transactional/metrics.ts';
import { NOW } from '../../world.ts';
import { type Metrics, metricsWith, saved, snapshot } from './snapshot-fixtures.ts';

const ALL = { ids: [] };
const count = fc.nat({ max: 1_000_000 });
const someMetrics: fc.Arbitrary<Metrics> = fc.record({
  sends: count,
  deliveries: count,
  hardBounces: count,
  softBounces: count,
  spamReports: count,
});

const fromMetrics = (metrics: Partial<Record<MetricName, number>>): Baselines => ({
  isEmpty: false,
  isLate: () => false,
  of: () => ({ time: 0, metrics: perMetric((metric) => metrics[metric]) }),
});

describe('a change', () => {
  it('is the difference to the baseline, and null for a metric that fell', () => {
    fc.assert(
      fc.property(someMetrics, someMetrics, (before, now) => {
        const [row] = changesOf([{ id: 'c1', ...now }], [], fromMetrics(before), TRANSACTIONAL);
        for (const metric of TRANSACTIONAL_METRICS) {
          const fell = now[metric] < before[metric];
          expect(row?.[metric]).toBe(fell ? null : now[metric] - before[metric]);
          expect(row?.remark?.includes(`${labelFor(metric).toLowerCase()} fell`) ?? false).toBe(fell);
        }
      }),
    );
  });

  const baseline = snapshot(24, 'all', ['c1']);
  const baselines = () => findBaselines(saved(baseline), ALL, 'last', NOW);
  const rowOf = async (id: string, createdAt?: string) => {
    const target = { id, ...(createdAt === undefined ? {} : { createdAt }) };
    return changesOf([{ id, ...metricsWith(130) }], [target], await baselines(), TRANSACTIONAL)[0];
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
    const [row] = changesOf([{ id: 'c1', ...metricsWith(130) }], [], fromMetrics(before), TRANSACTIONAL);
    expect(row).toMatchObject({ sends: 30, spamReports: null, remark: 'spam reports missing in the baseline' });
  });

  it('is not computed without any snapshot: the metrics stay all-time', async () => {
    const none = await findBaselines(saved(), ALL, 'last', NOW);
    const row = { id: 'c1', ...metricsWith(130) };
    expect(changesOf([row], [], none, TRANSACTIONAL)).toEqual([{ ...row, since: null }]);
  });

  it('is not computed for an email that could not be fetched', async () => {
    const failed = { id: 'c1', error: { code: 'not_found' as const, message: 'Not found.' } };
    expect(changesOf([failed], [], await baselines(), TRANSACTIONAL)).toEqual([failed]);
  });
});

it('the notes name one baseline for all emails, or count several', async () => {
  const messages = async (since: string, ...ids: readonly string[]) => {
    const snapshots = saved(snapshot(25, 'all', ['c1', 'c2']), snapshot(4, 'all', ['c1', 'c3']));
    const baselines = await findBaselines(snapshots, ALL, since, NOW);
    const rows = ids.map((id) => ({ id, ...metricsWith(100) }));
    return baselineNotes(changesOf(rows, [], baselines, TRANSACTIONAL), baselines, since, 'email').map(
      ({ message }) => message,
    );
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
