/** Proves that any graph is drawn so that it can be read back: every node once, every connection, in little time. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { NODE_TYPES } from '../../../../src/nouns/workflow/node-types.ts';
import { drawWorkflow } from '../../../../src/nouns/workflow/show/view.ts';
import { escapeControls, escapeValue } from '../../../../src/text/escape.ts';
import { foreignText, json } from '../../../arbitraries.ts';
import { displayOf } from '../../../display.ts';
import { expectProcessorSeconds } from '../../../processor-time.ts';

const draw = (workflow: unknown, width?: number): string[] => drawWorkflow(workflow, displayOf({ width })).split('\n');
/** Without the title, which ends with an empty line. */
const body = (workflow: unknown, width?: number): string[] => {
  const lines = draw(workflow, width);
  return lines.slice(lines.indexOf('') + 1);
};

interface Drawing {
  rootNodeId: string | null;
  nodes: Record<string, { typeName: string; nextNodeIds: string[] }>;
}
const node = (typeName: string, ...nextNodeIds: string[]) => ({ typeName, nextNodeIds });
/** `{ a: 'b c', b: '' }`: each node and what follows it, all of one type; the first is the trigger. */
const flow = (nodes: Record<string, string>, typeName = 'BranchNode'): Drawing => ({
  rootNodeId: Object.keys(nodes)[0] ?? null,
  nodes: Object.fromEntries(
    Object.entries(nodes).map(([id, next]) => [id, node(typeName, ...next.split(' ').filter(Boolean))]),
  ),
});

/** Graphs with joins, cycles, self-loops, unreachable parts, connections to nowhere, and a root that may not exist. */
const graphOf = (most: number, paths: number): fc.Arbitrary<Drawing> =>
  fc.integer({ min: 0, max: most }).chain((size) => {
    const ids = Array.from({ length: size }, (_, index) => `node${String(index).padStart(2, '0')}`);
    const target = fc.constantFrom(...ids, 'gone01', 'gone02');
    const kind = fc.constantFrom(...Object.keys(NODE_TYPES), 'FutureNode');
    return fc.record({
      rootNodeId: fc.option(target),
      nodes: fc
        .tuple(...ids.map(() => fc.tuple(kind, fc.array(target, { maxLength: paths }))))
        .map((drawn) =>
          Object.fromEntries(drawn.map(([typeName, next], index) => [ids[index] ?? '', node(typeName, ...next)])),
        ),
    });
  });

/** Graphs like those of the Loops editor: nodes lead to later ones, mostly the next few. */
const orderly: fc.Arbitrary<Drawing> = fc
  .array(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 25 })
  .map((steps) =>
    flow(
      Object.fromEntries(
        steps.map((ahead, index) => [
          `node${index}`,
          ahead
            .map((step) => index + step)
            .filter((to) => to < steps.length)
            .map((to) => `node${to}`)
            .join(' '),
        ]),
      ),
    ),
  );

/** Branches nested deeper than what is indented, with paths that lead anywhere. */
const deep: fc.Arbitrary<Drawing> = fc
  .array(fc.option(fc.nat(70), { nil: undefined }), { minLength: 30, maxLength: 70 })
  .map((others) =>
    flow(
      Object.fromEntries(
        others.map((other, index) => [`n${index}`, `n${index + 1} ${other === undefined ? '' : `n${other}`}`]),
      ),
    ),
  );
const comb = flow(
  Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`n${index}`, index % 2 ? '' : `n${index + 2} n${index + 1}`]),
  ),
);

const anyGraph = fc.oneof(graphOf(12, 4), graphOf(30, 2), orderly, deep);

interface Item {
  readonly symbol: string;
  readonly id: string;
  readonly paths: Item[][];
  /** The lines of the last path continue into the next line. */
  open: boolean;
}

/** A block of lines as a chain of nodes and references, each node with the paths indented below it. */
function parse(lines: readonly string[]): Item[] {
  const chains: Item[][] = [[]];
  for (const line of lines) {
    const [, rails = '', connector = '', symbol = '', rest = ''] =
      /^((?:│ {2}| {3})*)([├└]─ )?(\S) (.*)$/u.exec(line) ?? [];
    // Not expected with `expect`, which would take longer than all other work: there are a hundred thousand lines.
    if (symbol === '') throw new Error(`not a line of a drawing: ${line}`);
    const level = (rails.length + connector.length) / 3;
    const item: Item = { symbol, id: / {2}(\S+)$/.exec(rest)?.[1] ?? '', paths: [], open: false };
    if (connector === '') {
      if (chains.length <= level) throw new Error(`nothing is above ${line}`);
      chains.length = level + 1;
      chains[level]?.push(item);
    } else {
      const parent = chains[level - 1]?.at(-1);
      if (parent === undefined) throw new Error(`nothing leads to ${line}`);
      parent.open = connector.startsWith('├');
      parent.paths.push([item]);
      chains.length = level;
      chains.push(parent.paths.at(-1) ?? []);
    }
  }
  return chains[0] ?? [];
}

const REFERENCES = '↪↺✗↓⊘';
const ENDS = '■╴';

/** The connections that a chain shows; what has no end of its own goes on to `after`. */
function connections(chain: readonly Item[], after: string | undefined): string[] {
  return chain.flatMap((item, index) => {
    const next = chain[index + 1];
    const arrow = (to: string | undefined) => (to === undefined ? [] : [`${item.id} ${to}`]);
    const target = ({ symbol, id }: Item) => (symbol === '╴' ? undefined : id);
    if (REFERENCES.includes(item.symbol) || item.symbol === '╴') return [];
    if (item.paths.length === 0) {
      if (next !== undefined) return arrow(target(next));
      return ENDS.includes(item.symbol) ? [] : arrow(after);
    }
    const meeting = item.open ? next?.id : after;
    if (item.open) expect(next).toBeDefined();
    else expect(next).toBeUndefined();
    return item.paths.flatMap((path) => [
      ...(path[0] === undefined ? [] : arrow(target(path[0]))),
      ...connections(path, meeting),
    ]);
  });
}

const HEADING = 'Not reached from the trigger:';
const isRemark = (line: string) => line === HEADING || /^(There is no|The) trigger/.test(line);

/** The drawing read back: the nodes that have a line of their own, and all connections. */
function readBack(lines: readonly string[]): { nodes: string[]; arrows: string[] } {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (line === '') blocks.push([]);
    else if (!isRemark(line)) blocks.at(-1)?.push(line);
  }
  const parsed = blocks.map(parse);
  const all = (chain: readonly Item[]): Item[] => chain.flatMap((item) => [item, ...item.paths.flatMap(all)]);
  return {
    nodes: parsed
      .flatMap(all)
      .filter(({ symbol }) => !REFERENCES.includes(symbol) && symbol !== '╴')
      .map(({ id }) => id)
      .sort(),
    arrows: parsed.flatMap((chain) => connections(chain, undefined)).sort(),
  };
}

const reachable = ({ rootNodeId, nodes }: Drawing): Set<string> => {
  const seen = new Set<string>();
  const pending = rootNodeId === null ? [] : [rootNodeId];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const found = nodes[id];
    if (seen.has(id) || found === undefined) continue;
    seen.add(id);
    if (found.typeName !== 'ExitAction') pending.push(...found.nextNodeIds);
  }
  return seen;
};
const arrowsOf = ({ nodes }: Drawing): string[] =>
  Object.entries(nodes)
    .flatMap(([id, { nextNodeIds }]) => nextNodeIds.map((next) => `${id} ${next}`))
    .sort();

describe('a workflow', () => {
  it('is drawn so that every node and every connection can be read back', () => {
    fc.assert(
      fc.property(anyGraph, (workflow) => {
        expect(readBack(body(workflow))).toEqual({
          nodes: Object.keys(workflow.nodes).sort(),
          arrows: arrowsOf(workflow),
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it('draws deeply nested branches in blocks of their own', () => {
    const blocks = body(comb).filter((line) => line === '').length;
    expect(blocks).toBeGreaterThan(0);
    expect(Math.max(...body(comb).map((line) => line.length))).toBeLessThan(100);
  });

  it('has no more lines than nodes and connections', () => {
    fc.assert(
      fc.property(anyGraph, (workflow) => {
        const size = Object.keys(workflow.nodes).length + arrowsOf(workflow).length;
        expect(body(workflow).length).toBeLessThanOrEqual(2 * size + 3);
      }),
      { numRuns: 500 },
    );
  });

  it('draws exactly the unreachable nodes under the heading for them', () => {
    fc.assert(
      fc.property(anyGraph, (workflow) => {
        const lines = body(workflow);
        const heading = lines.indexOf(HEADING);
        const reached = reachable(workflow);
        const lost = Object.keys(workflow.nodes).filter((id) => !reached.has(id));
        expect(readBack(heading === -1 ? [] : lines.slice(heading)).nodes).toEqual(lost.sort());
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, Drawing, string[]]>([
    [
      'paths that rejoin, below the branch',
      flow({ a: 'b c', b: 'd', c: 'd', d: 'e', e: '' }),
      ['◇ Branch     a', '├─ ◇ Branch  b', '├─ ◇ Branch  c', '◇ Branch     d', '◇ Branch     e'],
    ],
    [
      'where the others rejoin if one path ends',
      flow({ a: 'b c d', b: 'e', c: 'x', d: 'e', e: '', x: '' }),
      [
        '◇ Branch     a',
        '├─ ◇ Branch  b',
        '├─ ◇ Branch  c',
        '│  ◇ Branch  x',
        '│  ╴ ends here',
        '├─ ◇ Branch  d',
        '◇ Branch     e',
      ],
    ],
    [
      'an empty path',
      flow({ a: 'b c', b: 'c', c: '' }),
      [
        '◇ Branch                     a',
        '├─ ◇ Branch                  b',
        '├─ ↓ straight to Branch   c',
        '◇ Branch                     c',
      ],
    ],
    [
      'a branch inside of a branch, both ending at the same node',
      flow({ a: 'b c', b: 'd e', d: 'f', e: 'f', c: 'f', f: '' }),
      [
        '◇ Branch        a',
        '├─ ◇ Branch     b',
        '│  ├─ ◇ Branch  d',
        '│  └─ ◇ Branch  e',
        '├─ ◇ Branch     c',
        '◇ Branch        f',
      ],
    ],
    [
      'a branch inside of a branch, each with a join of its own',
      flow({ a: 'b c', b: 'd e', d: 'g', e: 'g', g: 'f', c: 'f', f: '' }),
      [
        '◇ Branch        a',
        '├─ ◇ Branch     b',
        '│  ├─ ◇ Branch  d',
        '│  ├─ ◇ Branch  e',
        '│  ◇ Branch     g',
        '├─ ◇ Branch     c',
        '◇ Branch        f',
      ],
    ],
    [
      'a path that joins another before all do, by reference',
      flow({ a: 'b c d', b: 'f', c: 'e', d: 'e', e: 'f', f: '' }),
      [
        '◇ Branch               a',
        '├─ ◇ Branch            b',
        '├─ ◇ Branch            c',
        '│  ◇ Branch            e',
        '├─ ◇ Branch            d',
        '│  ↪ continues at Branch      e',
        '◇ Branch               f',
      ],
    ],
    [
      'paths that never rejoin',
      flow({ a: 'b c', b: '', c: '' }),
      ['◇ Branch     a', '├─ ◇ Branch  b', '└─ ◇ Branch  c'],
    ],
    ['a node that is its own next', flow({ a: 'a' }), ['◇ Branch          a', '↺ back to Branch  a']],
    [
      'a cycle inside of a branch that rejoins',
      flow({ a: 'b', b: 'c d', c: 'b e', d: 'e', e: '' }),
      [
        '◇ Branch                   a',
        '◇ Branch                   b',
        '├─ ◇ Branch                c',
        '│  ├─ ↺ back to Branch     b',
        '│  └─ ↓ straight to Branch  e',
        '├─ ◇ Branch                d',
        '◇ Branch                   e',
      ],
    ],
    [
      'the same connection twice',
      flow({ a: 'b b', b: '' }),
      [
        '◇ Branch                    a',
        '├─ ↓ straight to Branch  b',
        '├─ ↓ straight to Branch  b',
        '◇ Branch                    b',
      ],
    ],
    [
      'an exit that goes on',
      { rootNodeId: 'a', nodes: { a: node('ExitAction', 'b'), b: node('ExitAction') } },
      ['■ Exit  a', '⊘ not followed: Exit  b', '', 'Not reached from the trigger:', '■ Exit  b'],
    ],
    [
      'a connection to a missing node',
      flow({ a: 'gone' }),
      ['◇ Branch                              a', '✗ leads to a node that does not exist  gone'],
    ],
  ])('shows %s', (_, workflow, expected) => {
    const squeezed = (lines: readonly string[]) => lines.map((line) => line.replace(/ {2,}(?=\S+$)/, '  '));
    expect(squeezed(body(workflow))).toEqual(squeezed(expected));
  });

  it('reports a missing trigger', () => {
    expect(draw({ rootNodeId: null, nodes: {} })).toContain('There is no trigger.');
    expect(draw({ rootNodeId: 'gone', nodes: {} })).toContain('The trigger gone does not exist.');
    expect(draw({})).toContain('There is no trigger.');
  });

  it('has its name, description, status and size in the head', () => {
    const workflow = { emoji: '🎉', name: 'Welcome', status: 'Sending', description: 'For all' };
    const wait = (amount: number, ...next: string[]) => ({ ...node('TimerAction', ...next), amount, unit: 'd' });
    const nodes = { a: node('BranchNode', 'b', 'c'), b: wait(2), c: wait(5, 'd'), d: node('SendEmailAction') };
    expect(draw({ ...workflow, rootNodeId: 'a', nodes }).slice(0, 4)).toEqual([
      '🎉 Welcome',
      'For all',
      'Sending · 4 nodes · 1 email · takes 2 to 5 days',
      '',
    ]);
    expect(draw({ rootNodeId: null, nodes: {} }).slice(0, 2)).toEqual(['Workflow', '0 nodes']);
  });

  it('is drawn for any value', () => {
    const anyNodes = fc
      .dictionary(fc.string(), json)
      .map((nodes) => ({ nodes, rootNodeId: Object.keys(nodes)[0] ?? null }));
    const oddNode = fc.record({
      typeName: fc.oneof(json, fc.constantFrom(...Object.keys(NODE_TYPES))),
      nextNodeIds: fc.oneof(json, fc.array(json)),
      amount: json,
      metrics: fc.oneof(json, fc.record({ sends: json, opens: json })),
    });
    const oddNodes = fc
      .dictionary(fc.constantFrom('a', 'b', '__proto__'), oddNode)
      .chain((nodes) => fc.record({ rootNodeId: fc.constant('a'), nodes: fc.constant(nodes), errors: json }));
    fc.assert(
      fc.property(
        fc.oneof(json, anyNodes, oddNodes),
        fc.option(fc.integer({ min: 1, max: 200 })),
        (workflow, width) => {
          expect(draw(escapeValue(workflow), width ?? undefined).join('')).not.toBe('');
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('fits the terminal, whatever its sentences are, and never breaks an ID', () => {
    fc.assert(
      fc.property(anyGraph, foreignText, fc.integer({ min: 60, max: 130 }), (graph, subject, width) => {
        const named = (id: string) => id.padEnd(25, 'x');
        const nodes = Object.entries(graph.nodes).map(([id, { typeName, nextNodeIds }]) => [
          named(id),
          {
            typeName,
            nextNodeIds: nextNodeIds.map(named),
            subject: escapeControls(subject).repeat(5),
            amount: 3,
            unit: 'd',
          },
        ]);
        const lines = body({ rootNodeId: 'node00'.padEnd(25, 'x'), nodes: Object.fromEntries(nodes) }, width);
        expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
        for (const [id] of nodes) expect(lines.some((line) => line.endsWith(`  ${id}`))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('names its own emails in conditions by their subjects', () => {
    const conditions = [{ type: 'activity', action: 'opened', negate: false, target: 'workflowEmail', id: 'b' }];
    const nodes = {
      a: { ...node('AudienceFilter', 'b'), audienceFilter: { match: 'all', conditions } },
      b: { ...node('SendEmailAction'), subject: 'Welcome' },
    };
    expect(body({ rootNodeId: 'a', nodes })[0]).toContain('workflow email "Welcome"');
  });

  it('has metrics that fit 60 columns, below their headings', () => {
    const metrics = {
      sends: 23_418,
      opens: 9_000,
      clicks: 2_000,
      unsubscribes: 96,
      spamReports: 7,
      hardBounces: 40,
      softBounces: 90,
    };
    const nodes = {
      a: node('BranchNode', 'b', 'c'),
      b: { ...node('SendEmailAction'), metrics },
      c: node('ExitAction'),
    };
    const lines = draw({ rootNodeId: 'a', nodes }, 60);
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    const heading = lines.find((line) => line.includes('SENDS')) ?? '';
    const figures = lines.find((line) => line.includes('23,418')) ?? '';
    expect(figures.indexOf('38.43%') + 6).toBe(heading.indexOf('OPENS') + 5);
  });

  const many = (size: number, nextOf: (index: number) => string[]): Drawing => ({
    rootNodeId: 'n0',
    nodes: Object.fromEntries(
      Array.from({ length: size }, (_, index) => [`n${index}`, node('BranchNode', ...nextOf(index))]),
    ),
  });
  const all = (size: number) => Array.from({ length: size }, (_, index) => `n${index}`);

  it.each<[string, Drawing]>([
    ['a chain of 5,000', many(5_000, (index) => (index < 4_999 ? [`n${index + 1}`] : []))],
    ['a ring of 5,000', many(5_000, (index) => [`n${(index + 1) % 5_000}`])],
    ['a fan of 5,000', many(5_001, (index) => (index === 0 ? all(5_001).slice(1) : []))],
    [
      'a fan of 5,000 that joins',
      many(5_002, (index) => (index === 0 ? all(5_001).slice(1) : index < 5_001 ? ['n5001'] : [])),
    ],
    ['a ladder of 5,000 that always joins', many(5_000, (index) => [`n${index + 1}`, `n${index + 2}`])],
    [
      '5,000 branches inside of each other',
      many(10_000, (index) => (index % 2 === 0 ? [`n${index + 1}`, `n${index + 2}`] : [])),
    ],
    [
      '5,000 diamonds',
      many(20_000, (index) =>
        index % 4 === 0 ? [`n${index + 1}`, `n${index + 2}`] : [`n${index - (index % 4) + (index % 4 === 3 ? 4 : 3)}`],
      ),
    ],
    [
      'a chain of 5,000 with a back edge from each',
      many(5_000, (index) => [...(index < 4_999 ? [`n${index + 1}`] : []), 'n0'].reverse()),
    ],
    ['300 that all lead to all', many(300, () => all(300))],
    ['5,000 that nothing connects', many(5_000, () => [])],
  ])('of %s is drawn in little time', async (_, workflow) => {
    const lines = await expectProcessorSeconds(6, () => body(workflow));
    expect(lines.filter((line) => line.includes('◇'))).toHaveLength(Object.keys(workflow.nodes).length);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
  });
});

describe('the time at a timer', () => {
  const wait = (amount: unknown, unit: string, ...next: string[]) => ({
    ...node('TimerAction', ...next),
    amount,
    unit,
  });
  const times = (nodes: Record<string, object>): string[] =>
    body({ rootNodeId: Object.keys(nodes)[0], nodes }).flatMap((line) => {
      const [, time] = /◷ Wait .*? {2,}(.*?) {2}\S+$/.exec(line) ?? [];
      return time === undefined ? [] : [time];
    });

  it.each<[string, Record<string, object>, string[]]>([
    ['less than a day is exact', { a: wait(6, 'h') }, ['after 6 hours']],
    ['waits add up to whole days', { a: wait(6, 'h', 'b'), b: wait(3, 'd') }, ['after 6 hours', 'day 3']],
    [
      'paths of different lengths give a range',
      { a: node('BranchNode', 'b', 'c'), b: wait(2, 'd', 'd'), c: wait(4, 'd', 'd'), d: wait(1, 'd') },
      ['day 2', 'day 4', 'day 3 to 5'],
    ],
    [
      'a short and a long path',
      { a: node('BranchNode', 'b', 'c'), b: wait(2, 'd', 'c'), c: wait(90, 'm') },
      ['day 2', 'after 1 hour 30 minutes to day 2'],
    ],
    ['nothing is shown after a timer without a valid duration', { a: wait('x', 'd', 'b'), b: wait(1, 'd') }, []],
    [
      'a cycle has no end',
      { a: wait(1, 'd', 'b'), b: node('BranchNode', 'a', 'c'), c: wait(1, 'd') },
      ['day 1 or later', 'day 2 or later'],
    ],
    [
      'a cycle without a wait takes no time',
      { a: wait(1, 'd', 'b'), b: node('BranchNode', 'b', 'c'), c: wait(1, 'd') },
      ['day 1', 'day 2'],
    ],
    ['no wait, no time', { a: wait(0, 'd') }, []],
    ['a negative wait is no wait', { a: wait(-1, 'd') }, []],
  ])('%s', (_, nodes, expected) => expect(times(nodes)).toEqual(expected));

  it('is not shown for unreachable nodes', () => {
    expect(times({ a: node('ExitAction'), b: wait(1, 'd') })).toEqual([]);
  });

  it('ends at an exit', () => {
    const nodes = { a: wait(1, 'd', 'b'), b: node('ExitAction', 'c'), c: wait(9, 'd') };
    expect(times(nodes).filter(Boolean)).toEqual(['day 1']);
    expect(draw({ rootNodeId: 'a', nodes })[1]).toContain('takes 1 day');
  });
});

describe('the words for settings that are empty', () => {
  it.each<[string, object, string]>([
    [
      'ExperimentBranchNode',
      { samplingRate: null, experimentType: 'webhook', url: '' },
      '◈ Experiment, decided by a webhook',
    ],
    ['AudienceFilter', { audienceSegmentId: '' }, '▽ Only some contacts'],
  ])('%s', (typeName, fields, words) => {
    const [line] = body({ rootNodeId: 'a', nodes: { a: { ...node(typeName), ...fields } } });
    expect(line).toBe(`${words}  a`);
  });
});
