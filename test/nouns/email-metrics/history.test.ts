/** Histories: sparklines that fit the terminal, and charts that are well-formed XML, for any name and any metrics. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawChart } from '../../../src/nouns/email-metrics/chart.ts';
import type { Point } from '../../../src/nouns/email-metrics/point.ts';
import { drawSparklines, sparkline } from '../../../src/nouns/email-metrics/sparklines.ts';
import { TRANSACTIONAL } from '../../../src/nouns/transactional/metrics.ts';
import { escapeControls } from '../../../src/text/escape.ts';
import { hostileText } from '../../arbitraries.ts';
import { displayOf } from '../../display.ts';

const paper = (width: number) => displayOf({ width });

const count = fc.oneof(fc.nat({ max: 9 }), fc.nat({ max: 2_000_000_000 }));
/** Snapshots of older versions may lack a metric. */
const maybe = fc.option(count, { nil: undefined });
const points: fc.Arbitrary<readonly Point[]> = fc
  .tuple(
    hostileText,
    fc.array(
      fc.record({
        at: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) }),
        sends: count,
        deliveries: count,
        hardBounces: maybe,
        softBounces: maybe,
        spamReports: maybe,
      }),
      { minLength: 1, maxLength: 80 },
    ),
  )
  .map(([name, snapshots]) =>
    snapshots
      .sort((a, b) => a.at - b.at)
      .map(({ at, ...metrics }) => ({
        time: new Date(at).toISOString(),
        id: 'c1',
        name: escapeControls(name),
        ...metrics,
      })),
  );

describe('a sparkline', () => {
  it('rises from the lowest bar to the highest', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7], 8)).toBe('▁▂▃▄▅▆▇█');
    expect(sparkline([5, 5, 5], 8)).toBe('▁▁▁');
    expect(sparkline([9], 8)).toBe('▁');
  });

  it('is never wider than its room, and always has the first value and the last', () => {
    fc.assert(
      fc.property(
        fc.array(count, { minLength: 2, maxLength: 300 }),
        fc.integer({ min: 2, max: 80 }),
        (values, width) => {
          const bars = [...sparkline(values, width)];
          expect(bars).toHaveLength(Math.min(values.length, width));
          expect(bars.join('')).toMatch(/^[▁-█]+$/);
          const [first = 0, last = 0] = [values[0], values.at(-1)];
          if (first < last) expect((bars[0] ?? '') <= (bars.at(-1) ?? '')).toBe(true);
        },
      ),
    );
  });

  it('leaves no line of the drawing wider than the terminal, where that has room for the figures', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 80, max: 200 }), (history, width) => {
        const lines = drawSparklines(history, TRANSACTIONAL.metrics, paper(width)).split('\n').slice(3);
        expect(lines).toHaveLength(5);
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('a chart', () => {
  it('is well-formed XML without NaN or undefined', async () => {
    await fc.assert(
      fc.asyncProperty(points, async (history) => {
        const svg = await drawChart(history, TRANSACTIONAL.panels);
        const open: string[] = [];
        // What is left when every tag and entity is taken out must not begin another.
        const rest = svg.replace(/<(\/?)([a-z]+)((?: [a-zA-Z0-9:-]+="[^"<]*")*)(\/?)>/g, (_, end, name, __, empty) => {
          if (end) expect(open.pop()).toBe(name);
          else if (!empty) open.push(name);
          return '';
        });
        expect(open).toEqual([]);
        expect(rest.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toMatch(/[<&]/);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 has no way to write
        expect(svg).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      }),
      { numRuns: 200 },
    );
  });

  it('has labels that do not overlap and stay inside', async () => {
    await fc.assert(
      fc.asyncProperty(points, async (history) => {
        const labels = [
          ...(await drawChart(history, TRANSACTIONAL.panels)).matchAll(/<text x="704" y="([\d.]+)"/g),
        ].map(([, y]) => Number(y));
        expect(labels).toHaveLength(5);
        const sorted = [...labels].sort((a, b) => a - b);
        for (const [index, y] of sorted.entries()) {
          if (index > 0) expect(y - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(16.9);
          expect(y).toBeGreaterThan(80);
          expect(y).toBeLessThan(530);
        }
      }),
    );
  });
});
