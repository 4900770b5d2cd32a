/** The paths through a workflow, counted and listed; the counts are compared with walking every path. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cyclesIn,
  depthFirst,
  entry,
  isBackEdge,
  isReached,
  readGraph,
  traverse,
} from '../../../../src/nouns/workflow/graph.ts';
import { describePaths } from '../../../../src/nouns/workflow/paths/describe.ts';
import { findPaths } from '../../../../src/nouns/workflow/paths/enumerate.ts';
import { drawPaths, formatDigits } from '../../../../src/nouns/workflow/paths/view.ts';
import { escapeValue } from '../../../../src/text/escape.ts';
import { anyWorkflow, type DrawnWorkflow, drawnWorkflow } from '../../../arbitraries.ts';
import { displayOf } from '../../../display.ts';

const paper = displayOf();
const small = drawnWorkflow({ maxSize: 8 });

const connectionsOf = ({ nodes }: DrawnWorkflow, id: string): readonly string[] =>
  nodes[id] === undefined || nodes[id].typeName === 'ExitAction' ? [] : nodes[id].nextNodeIds;

const nextIn = (workflow: DrawnWorkflow, id: string): readonly string[] => [...new Set(connectionsOf(workflow, id))];

/** The connections with which a depth-first search closes a cycle, found in the simplest form: last paths first. */
function closingConnections(workflow: DrawnWorkflow): ReadonlySet<string> {
  const closing = new Set<string>();
  const done = new Set<string>();
  const visit = (id: string, trail: readonly string[]): void => {
    if (workflow.nodes[id] === undefined || done.has(id)) return;
    for (const to of connectionsOf(workflow, id).toReversed()) {
      if ([...trail, id].includes(to)) closing.add(`${id} ${to}`);
      else visit(to, [...trail, id]);
    }
    done.add(id);
  };
  if (workflow.rootNodeId !== null) visit(workflow.rootNodeId, []);
  return closing;
}

/** Every path with its end, walked one by one. */
function walk(workflow: DrawnWorkflow): readonly string[] {
  const closing = closingConnections(workflow);
  const found: string[] = [];
  const go = (id: string, trail: readonly string[]): void => {
    const here = [...trail, id];
    const next = nextIn(workflow, id);
    if (next.length === 0) found.push(`${here.join(' ')} ends ${id}`);
    for (const to of next) {
      if (workflow.nodes[to] === undefined || closing.has(`${id} ${to}`)) found.push(`${here.join(' ')} ends ${to}`);
      else go(to, here);
    }
  };
  const { rootNodeId } = workflow;
  if (rootNodeId !== null && workflow.nodes[rootNodeId] !== undefined) go(rootNodeId, []);
  return found;
}

describe('the paths through a workflow', () => {
  it('are counted and listed as if each was walked', () => {
    fc.assert(
      fc.property(small, (workflow) => {
        const walked = walk(workflow);
        const found = findPaths(readGraph(workflow), traverse(readGraph(workflow)));
        expect(found.count).toBe(BigInt(walked.length));
        const listed = found
          .first(walked.length + 1)
          .map(({ nodeIds, end }) => `${nodeIds.join(' ')} ends ${end.nodeId}`);
        expect(listed).toEqual(walked);
      }),
      { numRuns: 2_000 },
    );
  });

  it('have the minimum and maximum of emails and waits of any path', () => {
    fc.assert(
      fc.property(small, (workflow) => {
        const { paths, emails, waitSeconds } = describePaths(workflow, 10_000);
        const range = (values: readonly number[]) =>
          values.length === 0 ? null : { min: Math.min(...values), max: Math.max(...values) };
        expect(emails).toEqual(range(paths.map((path) => path.emails.length)));
        expect(waitSeconds).toEqual(range(paths.map((path) => path.waitSeconds ?? Number.NaN)));
      }),
      { numRuns: 500 },
    );
  });

  it('do not follow back edges: without them there are no cycles', () => {
    fc.assert(
      fc.property(small, (workflow) => {
        const graph = readGraph(workflow);
        const { reached, unreached } = traverse(graph);
        for (const part of [reached, ...unreached]) {
          for (const node of part.order) {
            for (const to of nextIn(workflow, node)) {
              if (isBackEdge(part, node, to) || !part.position.has(to)) continue;
              expect(part.position.get(to)).toBeGreaterThan(part.position.get(node) ?? 0);
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('end at the same connections in any order of the search, if every cycle has one entry', () => {
    let cut = 0;
    fc.assert(
      fc.property(small, (workflow) => {
        const closingOf = ({ nodes, rootNodeId }: DrawnWorkflow) =>
          describePaths({ nodes, rootNodeId }, 0).cycles.flatMap(({ notFollowed }) => notFollowed);
        const without = (id: string): DrawnWorkflow => ({
          ...workflow,
          nodes: Object.fromEntries(Object.entries(workflow.nodes).filter(([other]) => other !== id)),
        });
        const closing = closingOf(workflow);
        // Nobody comes to where the connection begins but through the node to which it leads back.
        const isEntrance = ({ from, to }: { from: string; to: string }) =>
          from === to || to === workflow.rootNodeId || !isReached(traverse(readGraph(without(to))), from);
        fc.pre(closing.every(isEntrance));
        cut += closing.length;
        const turned = Object.entries(workflow.nodes).map(
          ([id, node]) => [id, { ...node, nextNodeIds: [...node.nextNodeIds].reverse() }] as const,
        );
        const text = (connections: readonly { from: string; to: string }[]) =>
          new Set(connections.map((each) => JSON.stringify(each)));
        expect(text(closingOf({ ...workflow, nodes: Object.fromEntries(turned) }))).toEqual(text(closing));
      }),
      { numRuns: 1_000 },
    );
    expect(cut).toBeGreaterThan(100);
  });

  it('list the cycles: the sets of nodes that all lead to each other', () => {
    fc.assert(
      fc.property(small, (workflow) => {
        const graph = readGraph(workflow);
        const ids = [...graph.nodes.keys()];
        const { reached, unreached } = traverse(graph);
        // Reached by at least one connection.
        const nextOf = (id: string) => (graph.nodes.has(id) ? nextIn(workflow, id) : undefined);
        const reachedFrom = (id: string) => new Set(nextIn(workflow, id).flatMap((next) => depthFirst(next, nextOf)));
        const together = (a: string, b: string) => reachedFrom(a).has(b) && reachedFrom(b).has(a);
        const expected = new Set(
          ids
            .filter((id) => together(id, id))
            .map((id) =>
              ids
                .filter((other) => together(id, other))
                .sort()
                .join(' '),
            ),
        );
        expect(new Set(cyclesIn(graph, [reached, ...unreached]).map((cycle) => [...cycle].sort().join(' ')))).toEqual(
          expected,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('start at the trigger', () => {
    fc.assert(
      fc.property(small, (workflow) => {
        const start = entry(readGraph(workflow));
        expect(
          findPaths(readGraph(workflow), traverse(readGraph(workflow)))
            .first(5)
            .every(({ nodeIds }) => nodeIds[0] === start?.id),
        ).toBe(true);
      }),
    );
  });

  it('are drawn for any value', () => {
    fc.assert(
      fc.property(anyWorkflow, (workflow) => {
        expect(drawPaths(escapeValue(describePaths(workflow, 5)), paper)).not.toBe('');
      }),
      { numRuns: 1_000 },
    );
  });
});

const many = (size: number, nextOf: (index: number) => readonly string[]): DrawnWorkflow => ({
  id: 'w',
  rootNodeId: 'n0',
  nodes: Object.fromEntries(
    Array.from({ length: size }, (_, index) => [`n${index}`, { typeName: 'BranchNode', nextNodeIds: nextOf(index) }]),
  ),
});

it.each<[string, bigint, DrawnWorkflow]>([
  ['a ladder of 300 rungs', 2n ** 150n, many(301, (index) => rung(index, 300))],
  ['a chain of 5,000', 1n, many(5_000, (index) => (index < 4_999 ? [`n${index + 1}`] : []))],
  ['a ring of 5,000', 1n, many(5_000, (index) => [`n${(index + 1) % 5_000}`])],
  [
    'a fan of 5,000',
    5_000n,
    many(5_001, (index) => (index === 0 ? Array.from({ length: 5_000 }, (_, index) => `n${index + 1}`) : [])),
  ],
  ['nodes that all lead to all others', 385n, many(7, () => Array.from({ length: 7 }, (_, to) => `n${to}`))],
])('of %s are %s, in little time', { timeout: 4_000 }, (_, count, workflow) => {
  const { count: found, shown } = describePaths(workflow, 20);
  expect(found).toBe(count.toString());
  expect(BigInt(shown)).toBe(count < 20n ? count : 20n);
});

/** Pairs of paths that rejoin: each doubles the count. */
function rung(index: number, last: number): readonly string[] {
  if (index === last) return [];
  return index % 2 === 0 ? [`n${index + 1}`, `n${index + 2}`] : [`n${index + 1}`];
}

it('times after a timer without a valid duration are unknown', () => {
  const workflow = {
    rootNodeId: 'a',
    nodes: {
      a: { typeName: 'SendEmailAction', nextNodeIds: ['b'], subject: 'One' },
      b: { typeName: 'TimerAction', nextNodeIds: ['c'] },
      c: { typeName: 'SendEmailAction', nextNodeIds: [], subject: 'Two' },
    },
  };
  const { paths, waitSeconds } = describePaths(workflow, 1);
  expect(paths[0]?.emails.map(({ subject, afterSeconds }) => [subject, afterSeconds])).toEqual([
    ['One', 0],
    ['Two', null],
  ]);
  expect([paths[0]?.waitSeconds, waitSeconds]).toEqual([null, null]);
});

it.each([
  ['1', '1'],
  ['8192', '8,192'],
  ['999999999999999', '999,999,999,999,999'],
  ['1427247692705959881058285969449495136382746624', '1.42 × 10^45'],
])('%s is formatted as %s', (digits, words) => {
  expect(formatDigits(digits)).toBe(words);
});
