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

  it('is drawn for each email', () => {
    const [one, other] = ['c1', 'c2'].map((id) => ({
      time: '2026-01-01T00:00:00.000Z',
      id,
      sends: 4,
    }));
    if (one === undefined || other === undefined) return;
    expect(drawSparklines([one, other], TRANSACTIONAL.metrics, paper(80))).toBe(
      [
        drawSparklines([one], TRANSACTIONAL.metrics, paper(80)),
        drawSparklines([other], TRANSACTIONAL.metrics, paper(80)),
      ].join('\n\n'),
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

/** The histories of several emails. */
const several = fc
  .array(points, { minLength: 1, maxLength: 3 })
  .map((histories) => histories.flatMap((own, index) => own.map((point) => ({ ...point, id: `c${index}` }))));

describe('a chart', () => {
  it('is well-formed XML without NaN or undefined', async () => {
    await fc.assert(
      fc.asyncProperty(several, async (history) => {
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

  const email = (name: string, ...sends: readonly number[]): readonly Point[] =>
    sends.map((count, day) => ({
      time: new Date(Date.UTC(2026, 0, day + 1)).toISOString(),
      id: name,
      name,
      sends: count,
      hardBounces: 3,
    }));
  /** The heights of the zero lines, and what the highest number of each axis is. */
  const axesOf = (svg: string) =>
    [...svg.matchAll(/<text x="62" y="([\d.]+)"[^>]*>([\d,.M]+)</g)].map(([, y, tick]) => [Number(y), tick] as const);

  it('of several emails has a panel for each, from zero, with one scale', async () => {
    const svg = await drawChart(
      [...email('Reset <b>', 5_000, 5_400), ...email('Receipt', 1_200, 3_900)],
      TRANSACTIONAL.panels,
    );
    expect(svg).toContain('Metrics of 2 emails');
    expect(svg).toContain('>Reset &lt;b&gt;<');
    expect(svg).toContain('All axes start at zero and have the same scale.');
    const axes = axesOf(svg);
    expect(axes.filter(([, tick]) => tick === '0').map(([y]) => y)).toEqual([276.5, 454.5]);
    const [first, second] = [axes.filter(([y]) => y < 277), axes.filter(([y]) => y > 277)];
    expect(second.map(([, tick]) => tick)).toEqual(first.map(([, tick]) => tick));
  });

  it('of several emails with very different numbers states that their scales differ', async () => {
    const svg = await drawChart(
      [...email('Reset', 5_000, 5_400), ...email('Receipt', 12, 19), ...email('None', 0)],
      TRANSACTIONAL.panels,
    );
    expect(svg).toContain('All axes start at zero and have different scales, because the numbers differ widely.');
    expect(axesOf(svg).filter(([, tick]) => tick === '0')).toHaveLength(3);
  });

  it('of one email states where an axis starts', async () => {
    expect(await drawChart(email('Reset', 5_000, 5_400), TRANSACTIONAL.panels)).toContain(
      'Sends and deliveries (the axis starts at 5,000)',
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
