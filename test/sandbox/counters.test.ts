/** Counters that grow: they never fall, they add up, and the same clock gives the same numbers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countersAt } from '../../src/sandbox/counters.ts';
import { seedAccount } from './account.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const account = seedAccount();
const since = 1_000_000;

const moments = fc.array(fc.integer({ min: 0, max: YEAR_MS }), { minLength: 2, maxLength: 30 });

/** Sends that split into deliveries and bounces, with a part of the deliveries reported as spam. */
const emails = fc
  .record({
    deliveries: fc.integer({ min: 0, max: 500_000 }),
    hardBounces: fc.integer({ min: 0, max: 50_000 }),
    softBounces: fc.integer({ min: 0, max: 50_000 }),
  })
  .chain((counters) =>
    fc.record({ spamReports: fc.integer({ min: 0, max: counters.deliveries }) }).map((spam) => ({
      sends: counters.deliveries + counters.hardBounces + counters.softBounces,
      ...counters,
      ...spam,
    })),
  );

const nodes = fc.constantFrom(...account.workflows.flatMap(({ nodeMetrics }) => Object.values(nodeMetrics)));

test('no counter ever falls, and all are integers', () => {
  fc.assert(
    fc.property(fc.oneof(emails, nodes), moments, fc.string(), (counters, elapsed, pattern) => {
      let before: Readonly<Record<string, unknown>> = counters;
      for (const ms of [...elapsed].sort((a, b) => a - b)) {
        const now: Readonly<Record<string, unknown>> = countersAt(counters, since, since + ms, pattern);
        expect(Object.keys(now)).toEqual(Object.keys(counters));
        for (const [name, value] of Object.entries(now)) {
          expect(Number.isSafeInteger(value)).toBe(true);
          expect(value, name).toBeGreaterThanOrEqual(Number(before[name]));
        }
        before = now;
      }
    }),
  );
});

test('deliveries and bounces always add up to the sends, and spam reports do not exceed deliveries', () => {
  fc.assert(
    fc.property(emails, fc.integer({ min: 0, max: 10 * YEAR_MS }), fc.string(), (counters, ms, pattern) => {
      const now = countersAt(counters, since, since + ms, pattern);
      expect(now.deliveries + now.hardBounces + now.softBounces).toBe(now.sends);
      expect(now.spamReports).toBeLessThanOrEqual(now.deliveries);
    }),
  );
});

test('clicks do not exceed opens, and opens do not exceed the deliveries', () => {
  fc.assert(
    fc.property(nodes, fc.integer({ min: 0, max: 10 * YEAR_MS }), (counters, ms) => {
      const { sends, opens, clicks, hardBounces, softBounces } = countersAt(counters, since, since + ms, 'x');
      expect(clicks).toBeLessThanOrEqual(opens);
      expect(opens).toBeLessThanOrEqual(sends - hardBounces - softBounces);
    }),
  );
});

test('the same clock gives the same numbers, and at the beginning those that were given', () => {
  fc.assert(
    fc.property(emails, fc.integer({ min: 0, max: YEAR_MS }), fc.string(), (counters, ms, pattern) => {
      expect(countersAt(counters, since, since + ms, pattern)).toEqual(
        countersAt(counters, since, since + ms, pattern),
      );
      expect(countersAt(counters, since, since, pattern)).toEqual(counters);
      expect(countersAt(counters, since, since - ms, pattern)).toEqual(counters);
    }),
  );
});

test('an email of a workflow is never sent more often than the one before it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...account.workflows), fc.integer({ min: 0, max: YEAR_MS }), (workflow, ms) => {
      const seeded = Object.values(workflow.nodeMetrics);
      const sends = seeded.map((counters) => countersAt(counters, since, since + ms, workflow.id).sends);
      expect(sends).toEqual([...sends].sort((a, b) => b - a));
    }),
  );
});

test('a busy email grows within minutes, and an hour is a small part of all its sends', () => {
  const growths = account.transactionalEmails.map(({ metrics, record }) => ({
    sends: metrics.sends,
    tenMinutes: countersAt(metrics, 0, 600_000, record.id).sends - metrics.sends,
    hour: countersAt(metrics, 0, 3_600_000, record.id).sends - metrics.sends,
  }));
  for (const { sends, tenMinutes, hour } of growths) {
    if (sends > 10_000) expect(tenMinutes).toBeGreaterThan(0);
    expect(hour).toBeLessThanOrEqual(sends * 0.004);
  }
});

test('counters that were saved without a time stay as they are', () => {
  const counters = { sends: 10, deliveries: 10, spamReports: 0, hardBounces: 0, softBounces: 0 };
  expect(countersAt(counters, Number.NaN, 5_000_000_000, 'x')).toEqual(counters);
});
