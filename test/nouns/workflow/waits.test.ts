/** Waits: what timers say, and durations in words. */
import { expect, test } from 'vitest';
import { tellDuration, waitOf } from '../../../src/nouns/workflow/waits.ts';

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59.5, '59.5 seconds'],
  [3_600, '1 hour'],
  [129_600, '1 day 12 hours'],
  [-60, 'minus 1 minute'],
  [86_400 * 1_000 + 61, '1,000 days 1 minute 1 second'],
])('%d seconds are told as %s', (seconds, words) => {
  expect(tellDuration(seconds)).toBe(words);
});

const node = (typeName: string, fields: Record<string, unknown>) => ({ id: 'a', typeName, next: [], fields });

test('only timers wait, and only those that say how long', () => {
  expect(waitOf(node('SendEmailAction', { amount: 3, unit: 'd' }))).toBe(0);
  expect(waitOf(node('TimerAction', { amount: 3, unit: 'd' }))).toBe(259_200);
  expect(waitOf(node('TimerAction', { amount: '3', unit: 'd' }))).toBeUndefined();
  expect(waitOf(node('TimerAction', { amount: 3, unit: 'fortnight' }))).toBeUndefined();
  expect(waitOf(node('TimerAction', {}))).toBeUndefined();
});
