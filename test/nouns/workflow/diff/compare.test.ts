/** What changed between two workflows: laws that hold for any two, and sentences for the changes that people make. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compareWorkflows } from '../../../../src/nouns/workflow/diff/compare.ts';
import type { WorkflowDiff } from '../../../../src/nouns/workflow/diff/schema.ts';
import { drawDiff } from '../../../../src/nouns/workflow/diff/view.ts';
import { escapeValue } from '../../../../src/text/escape.ts';
import { anyWorkflow, type DrawnWorkflow, drawnWorkflow } from '../../../arbitraries.ts';
import { displayOf } from '../../../display.ts';

const paper = displayOf();

const diff = (from: unknown, to: unknown): WorkflowDiff =>
  compareWorkflows({ source: 'from', workflow: from }, { source: 'to', workflow: to });

/** Every node under another name, in another order. */
function relabelled(workflow: DrawnWorkflow, order: readonly string[], nameOf: (id: string) => string): DrawnWorkflow {
  const { id, rootNodeId, nodes } = workflow;
  return {
    id,
    rootNodeId: rootNodeId === null ? null : nameOf(rootNodeId),
    nodes: Object.fromEntries(
      order.flatMap((old) => {
        const node = nodes[old];
        return node === undefined
          ? []
          : [[nameOf(old), { ...node, nextNodeIds: node.nextNodeIds.map(nameOf) }] as const];
      }),
    ),
  };
}

const withOrder = (workflows: fc.Arbitrary<DrawnWorkflow>) =>
  workflows.chain((workflow) => {
    const ids = Object.keys(workflow.nodes);
    return fc.tuple(fc.constant(workflow), fc.shuffledSubarray(ids, { minLength: ids.length, maxLength: ids.length }));
  });

const copied = (id: string): string => `copy-of-${id}`;

const drawn = drawnWorkflow({ maxSize: 12 });

const contentOf = (node: DrawnWorkflow['nodes'][string] | undefined): string =>
  JSON.stringify({ ...node, nextNodeIds: undefined });

/** Whether renaming all nodes can make one of the other; every renaming is tried. */
function isSame(a: DrawnWorkflow, b: DrawnWorkflow): boolean {
  const [idsA, idsB] = [Object.keys(a.nodes), Object.keys(b.nodes)];
  if (idsA.length !== idsB.length) return false;
  const rename = (id: string | null, names: ReadonlyMap<string, string>): string | null =>
    id === null ? null : (names.get(id) ?? 'nowhere');
  const own = (id: string | null, workflow: DrawnWorkflow) => (id === null || workflow.nodes[id] ? id : 'nowhere');
  const fits = (names: ReadonlyMap<string, string>): boolean =>
    rename(a.rootNodeId, names) === own(b.rootNodeId, b) &&
    idsA.every((id) => {
      const [here, there] = [a.nodes[id], b.nodes[names.get(id) ?? '']];
      return (
        contentOf(here) === contentOf(there) &&
        JSON.stringify(here?.nextNodeIds.map((next) => rename(next, names))) ===
          JSON.stringify(there?.nextNodeIds.map((next) => own(next, b)))
      );
    });
  const attempt = (names: Map<string, string>): boolean => {
    const id = idsA[names.size];
    if (id === undefined) return fits(names);
    const taken = new Set(names.values());
    return idsB.some((candidate) => !taken.has(candidate) && attempt(new Map([...names, [id, candidate]])));
  };
  return attempt(new Map());
}

describe('the difference between two workflows', () => {
  it('is none between a workflow and itself', () => {
    fc.assert(
      fc.property(drawn, (workflow) => {
        expect(diff(workflow, workflow).same).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is none between a workflow and a copy whose nodes have other names and another order', () => {
    fc.assert(
      fc.property(withOrder(drawn), ([workflow, order]) => {
        expect(diff(workflow, relabelled(workflow, order, copied)).same).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is none where nodes have exchanged their names', () => {
    fc.assert(
      fc.property(withOrder(drawn), ([workflow, order]) => {
        const ids = Object.keys(workflow.nodes);
        const names = new Map(ids.map((id, index) => [id, order[index] ?? id]));
        expect(
          diff(
            workflow,
            relabelled(workflow, ids, (id) => names.get(id) ?? id),
          ).same,
        ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is none exactly where some renaming makes one of the other', () => {
    const tiny = drawnWorkflow({
      maxSize: 4,
      content: fc.constantFrom({ typeName: 'BranchNode' }, { typeName: 'BranchNode' }, { typeName: 'ExitAction' }),
    });
    const pairs = fc.oneof(
      fc.tuple(tiny, tiny),
      // One connection further on: alike, and sometimes the same.
      fc.tuple(tiny, fc.nat(3)).map(([workflow, index]): [DrawnWorkflow, DrawnWorkflow] => {
        const nodes = Object.fromEntries(
          Object.entries(workflow.nodes).map(([id, node], at) => [
            id,
            at === index ? { ...node, nextNodeIds: [...node.nextNodeIds].reverse() } : node,
          ]),
        );
        return [workflow, relabelled({ ...workflow, nodes }, Object.keys(nodes).reverse(), copied)];
      }),
    );
    let same = 0;
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const expected = isSame(a, b);
        same += expected ? 1 : 0;
        expect(diff(a, b).same).toBe(expected);
      }),
      { numRuns: 3_000 },
    );
    expect(same).toBeGreaterThan(300);
  });

  it('is exactly one added node where one was put between two, and that one removed in the other direction', () => {
    const cases = withOrder(drawn).chain(([workflow, order]) => {
      const connections = Object.entries(workflow.nodes).flatMap(([id, node]) =>
        node.nextNodeIds.map((_, at) => ({ id, at })),
      );
      return fc.tuple(
        fc.constant(workflow),
        fc.constant(order),
        connections.length === 0 ? fc.constant(undefined) : fc.constantFrom(...connections),
        fc.constantFrom(
          { typeName: 'TimerAction', amount: 1, unit: 'd' },
          { typeName: 'BranchNode' },
          { typeName: 'NewNode' },
        ),
        fc.boolean(),
      );
    });
    fc.assert(
      fc.property(cases, ([workflow, order, place, content, renamed]) => {
        const before = place === undefined ? undefined : workflow.nodes[place.id];
        fc.pre(place !== undefined && before !== undefined);
        const nextNodeIds = before.nextNodeIds.map((id, at) => (at === place.at ? 'new' : id));
        const nodes = {
          ...workflow.nodes,
          [place.id]: { ...before, nextNodeIds },
          new: { ...content, nextNodeIds: [before.nextNodeIds[place.at] ?? ''] },
        };
        const grown = { ...workflow, nodes };
        const after = renamed ? relabelled(grown, [...order, 'new'], copied) : grown;
        const { nodes: there } = diff(workflow, after);
        const { nodes: back } = diff(after, workflow);
        expect([there.added.length, there.removed.length, there.changed.length]).toEqual([1, 0, 0]);
        expect([back.added.length, back.removed.length, back.changed.length]).toEqual([0, 1, 0]);
        if (!renamed) expect(there.added.map(({ nodeId }) => nodeId)).toEqual(['new']);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the same in both directions: what one adds the other removes', () => {
    const renamed = fc
      .tuple(drawn, drawn, fc.boolean())
      .map(([a, b, rename]): [DrawnWorkflow, DrawnWorkflow] => [
        a,
        rename ? relabelled(b, Object.keys(b.nodes), copied) : b,
      ]);
    fc.assert(
      fc.property(renamed, ([a, b]) => {
        const [there, back] = [diff(a, b), diff(b, a)];
        const text = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).sort();
        const turned = <Item extends { from: unknown; to: unknown }>(items: readonly Item[]) =>
          items.map((item) => ({ ...item, from: item.to, to: item.from }));
        expect(text(there.nodes.added)).toEqual(text(back.nodes.removed));
        expect(text(there.nodes.removed)).toEqual(text(back.nodes.added));
        expect(text(there.connections.added)).toEqual(text(back.connections.removed));
        expect(text(there.connections.removed)).toEqual(text(back.connections.added));
        expect(text(there.connections.reordered)).toEqual(text(turned(back.connections.reordered)));
        expect(text(there.nodes.changed.map(({ from, to }) => ({ from, to })))).toEqual(
          text(turned(back.nodes.changed.map(({ from, to }) => ({ from, to })))),
        );
        expect(there.same).toBe(back.same);
      }),
      { numRuns: 1_000 },
    );
  });

  it('counts up: what is not added or removed has a partner', () => {
    fc.assert(
      fc.property(drawn, drawn, (a, b) => {
        const { nodes } = diff(a, relabelled(b, Object.keys(b.nodes), copied));
        expect(Object.keys(a.nodes).length - nodes.removed.length).toBe(
          Object.keys(b.nodes).length - nodes.added.length,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('is drawn for any value', () => {
    fc.assert(
      fc.property(anyWorkflow, anyWorkflow, (from, to) => {
        expect(drawDiff(escapeValue(diff(from, to)), paper)).not.toBe('');
        expect(diff(from, from).same).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

const nodesOf = (size: number, nextOf: (index: number) => readonly number[], name = 'n'): DrawnWorkflow => ({
  id: 'w',
  rootNodeId: `${name}0`,
  nodes: Object.fromEntries(
    Array.from({ length: size }, (_, index) => [
      `${name}${index}`,
      { typeName: 'TimerAction', amount: 1, unit: 'd', nextNodeIds: nextOf(index).map((to) => `${name}${to}`) },
    ]),
  ),
});

const SHAPES: ReadonlyArray<readonly [shape: string, nextOf: (index: number, size: number) => readonly number[]]> = [
  ['a chain', (index, size) => (index < size - 1 ? [index + 1] : [])],
  ['a ring', (index, size) => [(index + 1) % size]],
  ['nothing connected', () => []],
  ['rings of three', (index) => [index % 3 === 2 ? index - 2 : index + 1]],
  ['a tree', (index, size) => [2 * index + 1, 2 * index + 2].filter((to) => to < size)],
  ['all to all', (_, size) => Array.from({ length: size }, (__, to) => to)],
];

describe('300 equal nodes', () => {
  it.each(SHAPES)('as %s are compared with a renamed copy in little time', { timeout: 5_000 }, (_, nextOf) => {
    const here = nodesOf(300, (index) => nextOf(index, 300));
    const order = Object.keys(here.nodes).reverse();
    expect(diff(here, relabelled(here, order, copied)).same).toBe(true);
  });

  it.each(SHAPES)('as %s are compared with 299 in little time', { timeout: 5_000 }, (_, nextOf) => {
    const { nodes } = diff(
      nodesOf(300, (index) => nextOf(index, 300)),
      nodesOf(299, (index) => nextOf(index, 299).filter((to) => to < 299), 'copy'),
    );
    expect([nodes.added.length, nodes.removed.length]).toEqual([0, 1]);
  });
});

test('two graphs that are hard to distinguish are compared in time', { timeout: 5_000 }, () => {
  // Nodes that nothing leads to, each leading to two others: two rings of 100, and one of 200.
  const rings = (sizes: readonly number[]) => {
    const nodes: Record<string, { typeName: string; nextNodeIds: string[] }> = {};
    sizes.forEach((size, ring) => {
      for (let index = 0; index < size; index++) {
        nodes[`p${ring}-${index}`] = { typeName: 'BranchNode', nextNodeIds: [] };
        nodes[`e${ring}-${index}`] = {
          typeName: 'BranchNode',
          nextNodeIds: [`p${ring}-${index}`, `p${ring}-${(index + 1) % size}`],
        };
      }
    });
    return { id: 'w', rootNodeId: null, nodes };
  };
  expect(diff(rings([100, 100]), rings([200])).same).toBe(false);
});

const node = (typeName: string, nextNodeIds: readonly string[], fields: object = {}) => ({
  typeName,
  nextNodeIds,
  ...fields,
});

const welcome = {
  id: 'w',
  name: 'Welcome',
  status: 'Draft',
  rootNodeId: 'a',
  nodes: {
    a: node('SignupTrigger', ['b']),
    b: node('TimerAction', ['c'], { amount: 1, unit: 'd' }),
    c: node('BranchNode', ['d', 'e']),
    d: node('AudienceFilter', ['f'], { audienceFilter: { match: 'all', conditions: [] } }),
    e: node('AudienceFilter', ['f'], { audienceSegmentId: 's' }),
    f: node('SendEmailAction', ['g'], { emailMessageId: 'm1', subject: 'Hello' }),
    g: node('ExitAction', []),
  },
};

const changedTo = (change: object): typeof welcome => ({ ...welcome, nodes: { ...welcome.nodes, ...change } });

test('a changed field has both values, even if every ID is new', () => {
  const shorter = changedTo({ b: node('TimerAction', ['c'], { amount: 2, unit: 'd' }) });
  const copy = relabelled(shorter, Object.keys(shorter.nodes), copied);
  for (const to of [shorter, { ...copy, name: 'Welcome', status: 'Draft' }]) {
    const { nodes, connections, workflow } = diff(welcome, to);
    expect(nodes.changed.map(({ from, fields }) => [from.nodeId, fields])).toEqual([
      ['b', [{ field: 'amount', from: 1, to: 2 }]],
    ]);
    expect([nodes.added, nodes.removed, workflow, Object.values(connections).flat()]).toEqual([[], [], [], []]);
  }
});

test('connections in another order are reported as reordered', () => {
  const { connections, nodes } = diff(welcome, changedTo({ c: node('BranchNode', ['e', 'd']) }));
  expect(connections.reordered.map(({ from }) => from.nodeId)).toEqual(['c']);
  expect([...connections.added, ...connections.removed, ...Object.values(nodes).flat()]).toEqual([]);
});

test('an email message of another ID is another one, but not in a copy of the workflow', () => {
  const other = changedTo({ f: node('SendEmailAction', ['g'], { emailMessageId: 'm2', subject: 'Hello' }) });
  expect(diff(welcome, other).nodes.changed[0]?.fields).toEqual([{ field: 'emailMessageId', from: 'm1', to: 'm2' }]);
  expect(diff(welcome, { ...other, id: 'copy' }).same).toBe(true);
  const without = changedTo({ f: node('SendEmailAction', ['g'], { subject: 'Hello' }) });
  expect(diff(welcome, { ...without, id: 'copy' }).nodes.changed[0]?.fields).toEqual([
    { field: 'emailMessageId', from: 'm1', to: null },
  ]);
});

test('the workflow itself is compared, but not what every save changes', () => {
  const { same, workflow } = diff(
    { ...welcome, workflowRevisionId: 'r1', description: null },
    { ...welcome, workflowRevisionId: 'r2', url: 'u', name: 'Bonjour', rootNodeId: 'b' },
  );
  expect(same).toBe(false);
  expect(workflow).toEqual([
    { field: 'name', from: 'Welcome', to: 'Bonjour' },
    { field: 'rootNodeId', from: 'a', to: 'b' },
  ]);
});

test('what loopsctl adds to a workflow is not compared', () => {
  const nodes = Object.fromEntries(
    Object.entries(welcome.nodes).map(([id, fields]) => [id, { ...fields, metrics: {}, emailMessage: { lmx: '' } }]),
  );
  expect(diff(welcome, { ...welcome, nodes, emailThemes: {}, errors: [] }).same).toBe(true);
});

test('settings that only one side has are not a change', () => {
  const full = Object.fromEntries(
    Object.entries(welcome.nodes).map(([id, fields]) => [
      id,
      { ...fields, id, workflowId: 'w', appliesDownstream: true },
    ]),
  );
  expect(diff(welcome, { ...welcome, nodes: full }).same).toBe(true);
  expect(diff({ ...welcome, nodes: full }, welcome).same).toBe(true);
  const paused = { ...full, b: { ...full['b'], amount: 3 } };
  expect(diff({ ...welcome, nodes: paused }, welcome).nodes.changed[0]?.fields).toEqual([
    { field: 'amount', from: 3, to: 1 },
  ]);
});
