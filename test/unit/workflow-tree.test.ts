/** Proves that any graph is drawn: every node once, every connection that leads nowhere named, in little time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Paper } from '../../src/define/view.ts';
import { createStyle } from '../../src/output/style.ts';
import { visibleValue } from '../../src/output/visible.ts';
import { readGraph, rootsOf } from '../../src/resources/workflow/graph.ts';
import { NODE_FIELDS } from '../../src/resources/workflow/operations.ts';
import { drawWorkflow } from '../../src/resources/workflow/tree.ts';
import { json } from './arbitraries.ts';

const paper: Paper = { style: await createStyle(false), width: undefined, time: String };
const draw = (workflow: unknown): string[] => drawWorkflow(workflow, paper).split('\n');

interface Drawing {
  rootNodeId: string | null;
  nodes: Record<string, { typeName: string; nextNodeIds: string[] }>;
}
const node = (typeName: string, ...nextNodeIds: string[]) => ({ typeName, nextNodeIds });

/** Graphs with joins, cycles, self-loops, unreachable parts, connections to nowhere, and a root that may not exist. */
const graph: fc.Arbitrary<Drawing> = fc.integer({ min: 0, max: 12 }).chain((size) => {
  const ids = Array.from({ length: size }, (_, index) => `node${String(index).padStart(2, '0')}`);
  const target = fc.constantFrom(...ids, 'gone01', 'gone02');
  const kind = fc.constantFrom(...Object.keys(NODE_FIELDS), 'FutureNode');
  return fc.record({
    rootNodeId: fc.option(target),
    nodes: fc
      .tuple(...ids.map(() => fc.tuple(kind, fc.array(target, { maxLength: 4 }))))
      .map((drawn) =>
        Object.fromEntries(drawn.map(([typeName, next], index) => [ids[index] ?? '', node(typeName, ...next)])),
      ),
  });
});

const KNOWN_SYMBOLS = /^[│├└─ ]*[●○▽◷✉◇◈◦■?] /u;
const nodeLines = (lines: readonly string[]) =>
  lines.filter((line) => KNOWN_SYMBOLS.test(line)).map((line) => line.split('  ').at(-1));
const reachable = ({ rootNodeId, nodes }: Drawing): Set<string> => {
  const seen = new Set<string>();
  const pending = rootNodeId === null ? [] : [rootNodeId];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const found = nodes[id];
    if (seen.has(id) || found === undefined) continue;
    seen.add(id);
    pending.push(...found.nextNodeIds);
  }
  return seen;
};

describe('a workflow', () => {
  it('is drawn with every node on exactly one line of its own', () => {
    fc.assert(
      fc.property(graph, (workflow) => {
        expect(nodeLines(draw(workflow)).sort()).toEqual(Object.keys(workflow.nodes).sort());
      }),
      { numRuns: 1_000 },
    );
  });

  it('names every connection that leads nowhere, once for each way to it', () => {
    fc.assert(
      fc.property(graph, (workflow) => {
        const lines = draw(workflow).filter((line) => line.includes('✗'));
        const dangling = Object.values(workflow.nodes)
          .flatMap(({ nextNodeIds }) => nextNodeIds)
          .filter((id) => workflow.nodes[id] === undefined);
        expect(lines.map((line) => /leads to (\w+), which does not exist$/.exec(line)?.[1]).sort()).toEqual(
          dangling.sort(),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('draws every connection once: as the next node, as a way back or on, or as one that leads nowhere', () => {
    fc.assert(
      fc.property(graph, (workflow) => {
        const { start, unreachable } = rootsOf(readGraph(workflow));
        const connections = Object.values(workflow.nodes).flatMap(({ nextNodeIds }) => nextNodeIds).length;
        const drawn = draw(workflow).filter((line) => KNOWN_SYMBOLS.test(line) || /[↪↺✗]/.test(line)).length;
        expect(drawn).toBe(start.length + unreachable.length + connections);
      }),
      { numRuns: 500 },
    );
  });

  it('draws under the heading for lost nodes exactly those that the trigger does not reach', () => {
    fc.assert(
      fc.property(graph, (workflow) => {
        const lines = draw(workflow);
        const heading = lines.indexOf('Not reached from the trigger:');
        const reached = reachable(workflow);
        const lost = Object.keys(workflow.nodes).filter((id) => !reached.has(id));
        expect(nodeLines(heading === -1 ? [] : lines.slice(heading)).sort()).toEqual(lost.sort());
      }),
      { numRuns: 500 },
    );
  });

  it('begins a way back with ↺ only where it goes round, with ↪ where it joins', () => {
    const diamond = {
      rootNodeId: 'a',
      nodes: {
        a: node('BranchNode', 'b', 'c'),
        b: node('ExitAction', 'd'),
        c: node('ExitAction', 'd'),
        d: node('ExitAction'),
      },
    };
    const loop = { rootNodeId: 'a', nodes: { a: node('BranchNode', 'b'), b: node('TimerAction', 'a') } };
    const self = { rootNodeId: 'a', nodes: { a: node('BranchNode', 'a') } };
    expect(draw(diamond).slice(2)).toEqual([
      '◇ Branch  a',
      '├─ ■ Exit  b',
      '│  ■ Exit  d',
      '└─ ■ Exit  c',
      '   ↪ on to Exit  d',
    ]);
    expect(draw(loop).at(-1)).toBe('↺ back to Branch  a');
    expect(draw(self).slice(2)).toEqual(['◇ Branch  a', '↺ back to Branch  a']);
  });

  it('says when it has no trigger, or one that does not exist', () => {
    expect(draw({ rootNodeId: null, nodes: {} })).toContain('This workflow has no trigger.');
    expect(draw({ rootNodeId: 'gone', nodes: {} })).toContain('The trigger gone does not exist.');
  });

  it('is headed by its name, state and description', () => {
    const [first, second] = draw({
      emoji: '🎉',
      name: 'Welcome',
      status: 'Sending',
      description: 'For all',
      rootNodeId: null,
      nodes: {},
    });
    expect([first, second]).toEqual(['🎉 Welcome Sending', 'For all']);
    expect(draw({ rootNodeId: null, nodes: {} })[0]).toBe('Workflow');
  });

  it('is drawn in some way whatever the service sends', () => {
    const anyNodes = fc
      .dictionary(fc.string(), json)
      .map((nodes) => ({ nodes, rootNodeId: Object.keys(nodes)[0] ?? null }));
    const oddNode = fc.record({ typeName: json, nextNodeIds: fc.oneof(json, fc.array(json)) });
    const oddNodes = fc
      .dictionary(fc.constantFrom('a', 'b', '__proto__'), oddNode)
      .map((nodes) => ({ rootNodeId: 'a', nodes }));
    fc.assert(
      fc.property(fc.oneof(json, anyNodes, oddNodes), (workflow) => {
        expect(drawWorkflow(visibleValue(workflow), paper)).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('is drawn in some way when the kind of a node is an object that JavaScript cannot turn into text', () => {
    expect(
      drawWorkflow({ rootNodeId: 'a', nodes: { a: { typeName: { toString: 1 }, nextNodeIds: [] } } }, paper),
    ).toContain('a');
  });

  const many = (size: number, nextOf: (index: number) => string[]): Drawing => ({
    rootNodeId: 'n0',
    nodes: Object.fromEntries(
      Array.from({ length: size }, (_, index) => [`n${index}`, node('BranchNode', ...nextOf(index))]),
    ),
  });

  it.each<[string, Drawing]>([
    ['a chain of 5,000', many(5_000, (index) => (index < 4_999 ? [`n${index + 1}`] : []))],
    ['a ring of 5,000', many(5_000, (index) => [`n${(index + 1) % 5_000}`])],
    [
      'a fan of 5,000',
      many(5_001, (index) => (index === 0 ? Array.from({ length: 5_000 }, (_, way) => `n${way + 1}`) : [])),
    ],
    ['a ladder of 1,000 that always joins', many(1_000, (index) => [`n${index + 1}`, `n${index + 2}`])],
    [
      'a chain of 5,000 with a way back from each',
      many(5_000, (index) => [...(index < 4_999 ? [`n${index + 1}`] : []), 'n0'].reverse()),
    ],
    ['5,000 that nothing connects', many(5_000, () => [])],
  ])('of %s is drawn in little time', { timeout: 4_000 }, (_, workflow) => {
    expect(nodeLines(draw(workflow))).toHaveLength(Object.keys(workflow.nodes).length);
  });
});
