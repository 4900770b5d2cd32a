/** The end of an exchange by time or by a stop, and that thousands of exchanges leave nothing with the signal of the run. */
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { deadlineAfter } from '../../src/runtime/deadline.ts';

const LONG = 60_000;

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

test('it ends when its time is over', async () => {
  const run = new AbortController();
  const deadline = deadlineAfter(0.5, run.signal);
  await aborted(deadline.signal);
  expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' });
  expect(run.signal.aborted).toBe(false);
  deadline.release();
});

test('it ends when the run is stopped, with the reason of that', () => {
  const run = new AbortController();
  const deadline = deadlineAfter(LONG, run.signal);
  run.abort('stopped');
  expect(deadline.signal.reason).toBe('stopped');
  deadline.release();
  const late = deadlineAfter(LONG, run.signal);
  expect(late.signal.aborted).toBe(true);
  late.release();
});

test('after its release it never ends, and nothing is left', () => {
  const run = new AbortController();
  const deadlines = Array.from({ length: 1_000 }, () => deadlineAfter(LONG, run.signal));
  expect(getEventListeners(run.signal, 'abort')).toHaveLength(1_000);
  for (const { release } of deadlines) release();
  expect(getEventListeners(run.signal, 'abort')).toEqual([]);
  run.abort();
  expect(deadlines.some(({ signal }) => signal.aborted)).toBe(false);
});
