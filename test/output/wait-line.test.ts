/** Proves when a person sees what a run is waiting for, and that nobody else does. */
import { describe, expect, it } from 'vitest';
import type { Waits } from '../../src/define/waits.ts';
import { createLiveLine } from '../../src/output/live-line.ts';
import { createStyle } from '../../src/output/style.ts';
import { createWaitLine } from '../../src/output/wait-line.ts';

const style = await createStyle(false);
const LIMIT = { next: 'resuming', reason: 'Rate limit (60 requests/min)', limited: true };
const RETRY = { next: 'retry 2 of 3', reason: 'Unexpected status 503', limited: false };

interface Bench extends Waits {
  readonly drawn: (string | undefined)[];
  readonly notes: string[];
  timers(): number;
  pass(ms: number): void;
}

function bench(live = true): Bench {
  let now = 0;
  const works = new Set<() => void>();
  const drawn: (string | undefined)[] = [];
  const notes: string[] = [];
  const line = createWaitLine({
    draw: (text) => drawn.push(text),
    note: (text) => notes.push(text),
    live,
    now: () => now,
    every: (_, work) => {
      works.add(work);
      return () => works.delete(work);
    },
  });
  return {
    ...line,
    drawn,
    notes,
    timers: () => works.size,
    pass: (ms) => {
      for (const end = now + ms; now < end; ) {
        now = Math.min(end, now + 250);
        for (const work of works) work();
      }
    },
  };
}

describe('the wait line', () => {
  it('shows a slow response after half a second, and nothing of a fast one', () => {
    const { request, pass, drawn, timers } = bench();
    const fast = request();
    pass(400);
    fast();
    expect([drawn, timers()]).toEqual([[], 0]);
    const slow = request();
    pass(2_500);
    slow();
    expect(drawn[0]).toBe('waiting for a response, 0.5 s');
    expect(drawn).toContain('waiting for a response, 3 s');
    expect([drawn.at(-1), timers()]).toEqual([undefined, 0]);
  });

  it('counts down to a retry and to the end of a rate limit, at once', () => {
    const { pause, pass, drawn } = bench();
    const endRetry = pause(1_200, RETRY);
    expect(drawn).toEqual(['Unexpected status 503: retry 2 of 3 in 1.2 s']);
    endRetry();
    const endLimit = pause(17_000, LIMIT);
    pass(17_000);
    endLimit();
    expect(drawn).toContain('Rate limit (60 requests/min): resuming in 17 s');
    expect(drawn).toContain('Rate limit (60 requests/min): resuming in 9 s');
    expect(drawn.at(-1)).toBeUndefined();
  });

  it('shows a pause rather than a request, and the oldest of several', () => {
    const { request, pause, pass, drawn } = bench();
    const end = request();
    pass(1_000);
    const endPause = pause(5_000, RETRY);
    pause(60_000, LIMIT);
    expect(drawn.at(-1)).toMatch(/retry 2 of 3 in 5 s/);
    endPause();
    expect(drawn.at(-1)).toMatch(/resuming in 60 s/);
    end();
  });

  it('draws nothing where nobody is watching, and notes each rate limit once', () => {
    const { request, pause, pass, drawn, notes, timers } = bench(false);
    request();
    pause(1_200, RETRY);
    pause(900, LIMIT);
    pause(17_000, LIMIT);
    pause(17_000, LIMIT);
    expect([drawn, timers()]).toEqual([[], 0]);
    expect(notes).toEqual(['Rate limit (60 requests/min): resuming in 17 s.']);
    pass(17_000);
    pause(17_000, LIMIT);
    expect(notes.length).toBe(2);
  });
});

describe('the live line', () => {
  const lineOf = (columns: number) => {
    let written = '';
    const line = createLiveLine(
      (text) => {
        written += text;
      },
      style,
      () => columns,
    );
    return { line, taken: () => written.split('\r\u001b[K') };
  };

  it('has the bar, the figures, the estimate and the wait', () => {
    const { line, taken } = lineOf(120);
    line.progress(60, 161, 118_000);
    line.status('Rate limit (60 requests/min): resuming in 17 s');
    expect(taken().at(-1)).toBe(
      '█████████░░░░░░░░░░░░░░░ 60 of 161, 101 left, about 2 min, Rate limit (60 requests/min): resuming in 17 s',
    );
    line.status(undefined);
    expect(taken().at(-1)).toBe('█████████░░░░░░░░░░░░░░░ 60 of 161, 101 left, about 2 min');
    line.clear();
    expect(taken().at(-1)).toBe('');
  });

  it.each([1, 10, 40, 80])('stays on one row of %d columns, whatever it shows', (columns) => {
    const { line, taken } = lineOf(columns);
    line.status(`日本語 ${'x'.repeat(200)}`);
    line.progress(60, 161, 50_000);
    for (const row of taken()) expect(row.length).toBeLessThan(Math.max(1, columns));
  });

  it('is not drawn again by a wait that ends after it was cleared', () => {
    const { line, taken } = lineOf(80);
    line.progress(1, 2, 0);
    line.status('waiting');
    line.clear();
    line.status(undefined);
    expect(taken().at(-1)).toBe('');
  });
});
