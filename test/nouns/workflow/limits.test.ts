/** Proves that large workflows are drawn and analyzed in seconds, or refused at once. */
import { describe, expect, it } from 'vitest';
import { compareWorkflows } from '../../../src/nouns/workflow/diff/compare.ts';
import { readGraph } from '../../../src/nouns/workflow/graph.ts';
import { requireAnalyzable, shorten } from '../../../src/nouns/workflow/limits.ts';
import { checkWorkflow } from '../../../src/nouns/workflow/lint/check.ts';
import { severitiesWith } from '../../../src/nouns/workflow/lint/rules.ts';
import { describePaths } from '../../../src/nouns/workflow/paths/describe.ts';
import { toDot } from '../../../src/nouns/workflow/pictures/dot.ts';
import { toHtml } from '../../../src/nouns/workflow/pictures/html.ts';
import { toMermaid } from '../../../src/nouns/workflow/pictures/mermaid.ts';
import { toSvg } from '../../../src/nouns/workflow/pictures/svg.ts';
import { drawWorkflow } from '../../../src/nouns/workflow/show/view.ts';
import { failureOf } from '../../arbitraries.ts';
import { displayOf } from '../../display.ts';
import { pageOf, svgOf } from './pictures/graphs.ts';

const many = (size: number, nextOf: (index: number) => readonly string[], fields: object = {}): unknown => ({
  rootNodeId: 'n0',
  nodes: Object.fromEntries(
    Array.from({ length: size }, (_, index) => [
      `n${index}`,
      { typeName: 'SendEmailAction', nextNodeIds: nextOf(index), ...fields },
    ]),
  ),
});

const chain = (size: number, fields?: object) =>
  many(size, (index) => (index < size - 1 ? [`n${index + 1}`] : []), fields);
const branch = (size: number) =>
  many(size, (index) => (index === 0 ? Array.from({ length: size - 1 }, (_, to) => `n${to + 1}`) : []));
const dangling = (size: number) => many(size, (index) => [`gone${index}`]);

/** 20 kB each; the nodes share one string, so that the test needs little memory. */
const words = chain(1_000, { subject: 'lorem ipsum dolor sit amet '.repeat(740) });

const LARGE: ReadonlyArray<[string, unknown]> = [
  ['20,000 dangling connections', dangling(20_000)],
  ['a branch of 10,000', branch(10_001)],
  ['a chain of 20,000', chain(20_000)],
];

const DRAWINGS: ReadonlyArray<readonly [string, (workflow: unknown) => unknown]> = [
  ['tree', (workflow) => drawWorkflow(workflow, displayOf({ width: 80 }))],
  ['mermaid', toMermaid],
  ['dot', toDot],
];
const LAYOUTS: ReadonlyArray<readonly [string, (workflow: unknown) => Promise<string>]> = [
  ['svg', toSvg],
  ['html', toHtml],
];
const ANALYSES: ReadonlyArray<readonly [string, (workflow: unknown) => unknown]> = [
  ['lint', (workflow) => checkWorkflow('w', workflow, severitiesWith([]))],
  ['paths', (workflow) => describePaths(workflow, 10_000)],
  ['diff', (workflow) => compareWorkflows({ source: 'a', workflow }, { source: 'b', workflow })],
];

const SHARED_LAYOUTS: ReadonlyArray<readonly [string, (workflow: unknown) => Promise<string>]> = [
  ['svg', svgOf],
  ['html', pageOf],
];

describe.each([...DRAWINGS, ...SHARED_LAYOUTS, ...ANALYSES])('%s', (_, make) => {
  it('is made of 1,000 nodes with long texts', { timeout: 20_000 }, async () => {
    expect(await make(words)).toBeTruthy();
  });
});

describe.each([...DRAWINGS, ...ANALYSES])('%s', (_, make) => {
  it.each(LARGE)('is made of %s', { timeout: 20_000 }, async (_name, workflow) => {
    expect(await make(workflow)).toBeTruthy();
  });
});

describe.each(LAYOUTS)('%s', (_, make) => {
  it.each([
    ...LARGE.slice(0, 2),
    ['6,000 connections of one node', many(1, () => Array.from({ length: 6_000 }, () => 'n0'))],
    ['40 MB of text', many(4, () => [], { subject: 'x'.repeat(10_000_000) })],
  ])('is refused for %s', async (_name, workflow) => {
    expect(await failureOf(() => make(workflow))).toMatchObject({ code: 'usage' });
  });
});

it('refuses what is too large for any drawing or analysis', async () => {
  for (const workflow of [chain(25_001), many(1, () => Array.from({ length: 100_001 }, () => 'n0'))]) {
    expect(await failureOf(() => requireAnalyzable(readGraph(workflow)))).toMatchObject({
      code: 'unexpected_response',
    });
    for (const [, draw] of DRAWINGS) expect(await failureOf(() => draw(workflow))).toBeDefined();
  }
});

it.each([
  ['short', 'short'],
  ['x'.repeat(400), 'x'.repeat(400)],
  ['x'.repeat(401), `${'x'.repeat(399)}…`],
  [`${'x'.repeat(398)}👩‍👩‍👧‍👦`, `${'x'.repeat(398)}…`],
])('%# shortens a text without breaking a character', (text, expected) => {
  expect(shorten(text)).toBe(expected);
});
