/** Durations of timers, and ranges of durations. */
import { expect, test } from 'vitest';
import { formatDurationRange, waitOf } from '../../../src/nouns/workflow/durations.ts';

test.each([
  [0, 0, '0 seconds'],
  [86_400, 86_400, '1 day'],
  [86_400, 3 * 86_400, '1 to 3 days'],
  [30 * 86_400, 35 * 86_400, '30 to 35 days'],
  [6 * 3_600, 2 * 86_400, '6 hours to 2 days'],
  [86_400, 129_600, '1 day to 1 day 12 hours'],
  [129_600, 3 * 86_400, '1 day 12 hours to 3 days'],
  [1_000 * 86_400, 2_000 * 86_400, '1,000 to 2,000 days'],
])('%d to %d seconds are %s', (min, max, words) => {
  expect(formatDurationRange(min, max)).toBe(words);
});

const node = (typeName: string, fields: Record<string, unknown>) => ({ typeName, fields });

test('only timers wait, and only those with a valid duration', () => {
  expect(waitOf(node('SendEmailAction', { amount: 3, unit: 'd' }))).toBe(0);
  expect(waitOf(node('TimerAction', { amount: 3, unit: 'd' }))).toBe(259_200);
  expect(waitOf(node('TimerAction', { amount: '3', unit: 'd' }))).toBeUndefined();
  expect(waitOf(node('TimerAction', { amount: 3, unit: 'fortnight' }))).toBeUndefined();
  expect(waitOf(node('TimerAction', {}))).toBeUndefined();
});
