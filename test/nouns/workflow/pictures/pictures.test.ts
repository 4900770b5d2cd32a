/** Proves that any workflow becomes a document in every format: all nodes, all connections, nothing on top of another. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DARK, LIGHT, LOOKS } from '../../../../src/nouns/workflow/looks.ts';
import { toDot } from '../../../../src/nouns/workflow/pictures/dot.ts';
import { type Placed, place } from '../../../../src/nouns/workflow/pictures/layout.ts';
import { toMermaid } from '../../../../src/nouns/workflow/pictures/mermaid.ts';
import { readPicture } from '../../../../src/nouns/workflow/pictures/picture.ts';
import { textWidthFor, wrap } from '../../../../src/nouns/workflow/pictures/text.ts';
import { hostileText, json } from '../../../arbitraries.ts';
import { connectionsOf, type Drawn, graphs, hostile, idsOf, layoutOf, node, pageOf, SHAPES, svgOf } from './graphs.ts';

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** What a document has of each: nodes, connections. */
const COUNTED: ReadonlyArray<readonly [string, (workflow: unknown) => string | Promise<string>, RegExp, RegExp]> = [
  ['mermaid', toMermaid, /:::\w+$/gm, /^ {2}\w+ -->/gm],
  ['dot', toDot, /^ {2}(?!graph )\w+ \[label="/gm, /^ {2}\w+ -> \w+/gm],
  ['svg', svgOf, /<g class="node /g, /<path class="edge/g],
  ['html', pageOf, /<g class="node /g, /<path class="edge/g],
];

describe.each(COUNTED)('%s', (_, draw, nodePattern) => {
  it('is the same for the same workflow', async () => {
    expect(await draw(hostile)).toBe(await draw(structuredClone(hostile)));
  });

  it('has the nodes of a workflow full of hostile texts', async () => {
    expect(count(await draw(hostile), nodePattern)).toBe(idsOf(hostile).length);
  });

  // On an idle machine each takes about a second at most.
  it.each(Object.entries(SHAPES))('draws %s in little time', { timeout: 20_000 }, async (_name, workflow) => {
    expect(count(await draw(workflow), nodePattern)).toBe(idsOf(workflow).length);
  });
});

describe('every format', () => {
  it('has every node and every connection once', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(graphs(20), async (workflow) => {
        for (const [format, draw, nodePattern, edgePattern] of COUNTED) {
          const text = await draw(workflow);
          expect(count(text, nodePattern), format).toBe(idsOf(workflow).length);
          expect(count(text, edgePattern), format).toBe(connectionsOf(workflow));
        }
        const { placed } = await layoutOf(workflow);
        expectNothingOnTop(placed);
        expectTriggerAbove(workflow, placed);
        expectConnectedBorders(placed);
      }),
      { numRuns: 150 },
    );
  });

  it('is made of any value', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (workflow) => {
        for (const [format, draw] of COUNTED) expect(await draw(workflow), format).not.toBe('');
      }),
      { numRuns: 100 },
    );
  });
});

describe('a picture', () => {
  it('names a node by its ID if that is safe, and every node differently', () => {
    fc.assert(
      fc.property(graphs(30), (workflow) => {
        const { nodes, edges } = readPicture(workflow);
        const keys = new Set(nodes.map(({ key }) => key));
        expect(keys.size).toBe(nodes.length);
        for (const { key, id } of nodes) {
          expect(key).toMatch(/^(n\d+|c[a-z0-9]{15,39})$/);
          if (/^c[a-z0-9]{23}$/.test(id)) expect(key).toBe(id);
        }
        for (const { from, to } of edges) expect(keys.has(from) && keys.has(to)).toBe(true);
      }),
    );
  });

  it('numbers the paths of a branch only if their order matters', () => {
    const labels = (evalStrategy: string) =>
      readPicture({ nodes: { a: { ...node('BranchNode', 'b', 'c'), evalStrategy } } }).edges.map(({ label }) => label);
    expect(labels('first_match')).toEqual(['1st', '2nd']);
    expect(labels('other')).toEqual(['', '']);
  });

  it.each(COUNTED)('has the counters of an email with their rates: %s', async (_, draw) => {
    const metrics = { sends: 2_000, opens: 880, clicks: 30, unsubscribes: 0, spamReports: 0, hardBounces: 2 };
    const withCounters = (counters: unknown) =>
      draw({ rootNodeId: 'a', nodes: { a: { ...node('SendEmailAction'), metrics: counters } } });
    const text = await withCounters(metrics);
    for (const figure of ['Sends 2,000', 'Opens 44.00%, clicks 1.50%', 'Hard bounces 0.10%, soft bounces –']) {
      expect(text).toContain(figure);
    }
    expect(await withCounters({ ...metrics, sends: 0 })).toContain('Never sent');
    expect(await withCounters(undefined)).not.toMatch(/Sends|Never sent/);
  });

  it('of a node with very many connections is drawn', () => {
    const next = Array.from({ length: 100_000 }, () => 'b');
    const { nodes } = readPicture({ rootNodeId: 'a', nodes: { a: { typeName: 'BranchNode', nextNodeIds: next } } });
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('lists what is wrong with the workflow', () => {
    expect(readPicture({}).remarks).toEqual(['This workflow has no trigger.']);
    const lost = readPicture({ rootNodeId: 'a', nodes: { a: node('ExitAction'), b: node('ExitAction') } });
    expect(lost.remarks).toEqual(['1 node not reached from the trigger (dashed).']);
    const [only] = readPicture({ rootNodeId: 'gone', nodes: {} }).nodes;
    expect(only).toMatchObject({ look: 'missing', sentence: 'The trigger gone does not exist' });
  });
});

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlap = (one: Rectangle, other: Rectangle): boolean =>
  Math.abs(one.x - other.x) * 2 < one.width + other.width - 0.5 &&
  Math.abs(one.y - other.y) * 2 < one.height + other.height - 0.5;

function expectNothingOnTop({ nodes, edges, width, height }: Placed): void {
  const clashing = nodes.flatMap((one, index) => nodes.slice(index + 1).filter((other) => overlap(one, other)));
  expect(clashing.map(({ id }) => id)).toEqual([]);
  const outside = nodes.filter(
    (one) =>
      one.x - one.width / 2 < -0.5 ||
      one.x + one.width / 2 > width + 0.5 ||
      one.y - one.height / 2 < -0.5 ||
      one.y + one.height / 2 > height + 0.5,
  );
  expect(outside.map(({ id }) => id)).toEqual([]);
  for (const { labelBox } of edges) {
    if (labelBox !== undefined) expect(nodes.some((other) => overlap(other, labelBox))).toBe(false);
  }
}

function expectTriggerAbove({ rootNodeId }: Drawn, { nodes }: Placed): void {
  const [first, ...others] = nodes.filter(({ reached }) => reached);
  if (rootNodeId === null || first === undefined) return;
  expect(first.id).toBe(rootNodeId);
  expect(others.filter(({ y }) => y <= first.y)).toEqual([]);
}

function expectConnectedBorders({ nodes, edges }: Placed): void {
  const at = new Map(nodes.map((placed) => [placed.key, placed]));
  for (const { from, to, points } of edges) {
    for (const [key, point] of [
      [from, points[0]],
      [to, points.at(-1)],
    ] as const) {
      const box = at.get(key);
      expect(box && point && overlap({ ...point, width: 2, height: 2 }, box)).toBe(true);
    }
  }
}

describe('a layout', () => {
  it.each(['a chain of 300', 'a cycle', '1,000 in branches that join', 'a ladder of 1,000'])(
    'puts no box on another, no label on a box, and nothing outside: %s',
    async (name) => {
      expectNothingOnTop((await layoutOf(SHAPES[name])).placed);
    },
  );

  it('lays out graphs of up to 60 nodes that lead anywhere', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(graphs(60), async (workflow) => {
        expect((await place(readPicture(workflow))).nodes).toHaveLength(idsOf(workflow).length);
      }),
      { numRuns: 25 },
    );
  });

  it('puts the paths of a branch in order from left to right', async () => {
    const workflow = {
      rootNodeId: 'a',
      nodes: {
        a: node('BranchNode', 'b', 'c', 'd'),
        b: node('x', 'e'),
        c: node('x', 'e'),
        d: node('x', 'e'),
        e: node('x'),
      },
    };
    const placed = (await place(readPicture(workflow))).nodes;
    const across = ['b', 'c', 'd'].map((id) => placed.find((other) => other.id === id)?.x ?? 0);
    expect(across).toEqual([...across].sort((one, other) => one - other));
  });
});

describe('a text in lines', () => {
  const limits = { width: 120, size: 13, lines: 3 };

  it('is no wider and no longer than allowed, and loses nothing but what is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostileText, fc.lorem({ maxCount: 30 })), async (text) => {
        const textWidth = await textWidthFor(text);
        const lines = wrap(text, limits, textWidth);
        expect(lines.length).toBeGreaterThan(0);
        expect(lines.length).toBeLessThanOrEqual(limits.lines);
        for (const line of lines) {
          const isOneCharacter = [...new Intl.Segmenter().segment(line)].length === 1;
          if (!isOneCharacter) expect(textWidth(line, limits.size)).toBeLessThanOrEqual(limits.width);
        }
        const shown = lines.join('').replace(/\s/g, '');
        const whole = text.replace(/\s/g, '');
        if (shown !== whole) {
          expect(shown.endsWith('…')).toBe(true);
          expect(whole.startsWith(shown.slice(0, -1))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('breaks between words, and inside one that is too long', async () => {
    const textWidth = await textWidthFor('');
    const inLines = (text: string) => wrap(text, limits, textWidth);
    expect(inLines('Send an email about the new prices')).toEqual(['Send an email', 'about the new', 'prices']);
    expect(inLines('x'.repeat(40)).join('')).toBe('x'.repeat(40));
    expect(inLines('')).toEqual(['']);
  });
});

/** Source: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([LIGHT, DARK])('the $name colors', ({ name, background, ink, dim, edge }) => {
  it.each(Object.entries(LOOKS))('are readable: %s', (_look, { [name]: [fill, stroke] }) => {
    expect(contrast(fill, ink)).toBeGreaterThanOrEqual(7);
    expect(contrast(fill, stroke)).toBeGreaterThanOrEqual(3);
    expect(contrast(background, stroke)).toBeGreaterThanOrEqual(3);
  });

  it('are readable: text and connections', () => {
    expect(contrast(background, ink)).toBeGreaterThanOrEqual(7);
    expect(contrast(background, dim)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(background, edge)).toBeGreaterThanOrEqual(2.9);
  });
});
