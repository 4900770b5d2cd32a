/** Workflows for the tests of pictures: random ones, hostile ones, and shapes that are hard to lay out. */
import fc from 'fast-check';
import { NODE_TYPES } from '../../../../src/nouns/workflow/node-types.ts';
import { drawPage } from '../../../../src/nouns/workflow/pictures/html.ts';
import { type Layout, layOutWorkflow } from '../../../../src/nouns/workflow/pictures/layout.ts';
import { drawSvg } from '../../../../src/nouns/workflow/pictures/svg.ts';
import { hostileText } from '../../../arbitraries.ts';

export interface Drawn {
  readonly name?: string;
  readonly description?: string;
  readonly rootNodeId: string | null;
  readonly nodes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const node = (typeName: string, ...nextNodeIds: string[]) => ({ typeName, nextNodeIds });

/** IDs in the API's format, and others with a meaning in a format or in JavaScript. */
const anyId = fc.oneof(
  fc.stringMatching(/^c[a-z0-9]{23}$/),
  fc.constantFrom(
    'end',
    'graph',
    'subgraph',
    'class',
    'n1',
    'n2',
    'node',
    '__proto__',
    'constructor',
    'a"b',
    '1',
    'x-y',
  ),
  hostileText,
);

/** Graphs with joins, cycles, connections to itself and to nowhere, twice to the same, and any texts. */
export const graphs = (most: number): fc.Arbitrary<Drawn> =>
  fc.uniqueArray(anyId, { maxLength: most }).chain((ids) => {
    const target = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...ids, 'gone1') },
      { weight: 1, arbitrary: anyId },
    );
    const drawn = fc.record({
      typeName: fc.oneof(fc.constantFrom(...Object.keys(NODE_TYPES)), hostileText),
      nextNodeIds: fc.array(target, { maxLength: 3 }),
      subject: hostileText,
      eventName: hostileText,
      evalStrategy: fc.constantFrom('first_match', 'other'),
      audienceSegmentId: hostileText,
    });
    return fc.record({
      name: hostileText,
      description: hostileText,
      rootNodeId: fc.option(target),
      nodes: fc.array(drawn, { minLength: ids.length, maxLength: ids.length }).map((nodes) =>
        // Not by assignment: `__proto__` is an ID like any other.
        Object.fromEntries(nodes.map((fields, index) => [ids[index] ?? '', fields])),
      ),
    });
  });

/** All IDs that a picture must show: those of nodes, and those that something leads to. */
export function idsOf({ rootNodeId, nodes }: Drawn): readonly string[] {
  const named = Object.values(nodes).flatMap(({ nextNodeIds }) => nextNodeIds as string[]);
  return [...new Set([...(rootNodeId === null ? [] : [rootNodeId]), ...Object.keys(nodes), ...named])];
}

export const connectionsOf = ({ nodes }: Drawn): number =>
  Object.values(nodes).reduce((sum, { nextNodeIds }) => sum + (nextNodeIds as string[]).length, 0);

const many = (size: number, nextOf: (index: number) => readonly number[], typeName = 'TimerAction'): Drawn => ({
  name: 'Many',
  rootNodeId: 'n0',
  nodes: Object.fromEntries(
    Array.from({ length: size }, (_, index) => [
      `n${index}`,
      {
        ...node(
          typeName,
          ...nextOf(index)
            .filter((next) => next < size)
            .map((next) => `n${next}`),
        ),
        amount: index,
        unit: 'm',
      },
    ]),
  ),
});

export const SHAPES: Readonly<Record<string, Drawn>> = {
  nothing: { rootNodeId: null, nodes: {} },
  'a trigger that does not exist': { rootNodeId: 'gone', nodes: { a: node('ExitAction') } },
  'a connection to itself': { rootNodeId: 'a', nodes: { a: node('TimerAction', 'a', 'a') } },
  'a cycle': {
    rootNodeId: 'a',
    nodes: { a: node('BranchNode', 'b'), b: node('TimerAction', 'c'), c: node('x', 'a', 'b') },
  },
  'a chain of 300': many(300, (index) => [index + 1]),
  'a chain of 1,000': many(1_000, (index) => [index + 1]),
  'a fan of 1,000': many(1_000, (index) => (index === 0 ? Array.from({ length: 999 }, (_, to) => to + 1) : [])),
  'a ring of 1,000': many(1_000, (index) => [(index + 1) % 1_000]),
  'a ladder of 1,000': many(1_000, (index) => [index + 1, index + 2]),
  '1,000 in branches that join': many(1_000, (index) =>
    index % 10 === 0 ? [index + 1, index + 5] : index % 10 === 4 ? [index + 6] : [index + 1],
  ),
  'a chain of 300 with a back edge from each': many(300, (index) => [index + 1, 0]),
  '300 that lead everywhere': many(300, (index) => [(index * 7) % 300, (index * 13 + 5) % 300, (index * 31) % 300]),
  '1,000 that nothing connects': many(1_000, () => []),
};

const HOSTILE_TEXTS = [
  '<script>document.title = "run"</script>',
  '</script><script>document.title = "run"</script>',
  '<img src=x onerror="document.title=\'run\'">',
  '</style></svg><svg onload="document.title=\'run\'">',
  ']]> <!-- <![CDATA[ -->',
  '"; click a href "javascript:alert(1)"',
  'end',
  '#35; &amp; &lt;b&gt; 100% %% %%{init}%% $$x$$ `code` **bold** _it_ fa:fa-x 1. one - two',
  '\\N \\G \\" back\\',
  'مرحبا بالعالم، فاتورتك جاهزة',
  '👩‍👩‍👧‍👦🇨🇭👍🏽 ❤️',
  '請求書をお送りしますので、ご確認ください。請求書をお送りしますので、ご確認ください。',
  'W'.repeat(5_000),
  'many words '.repeat(500),
  'a\nb\tc\u0000\u0007\ufffe\ud800',
  '',
];

/** Every text that could become markup, as the name of an event and as the type and ID of a node. */
export const hostile: Drawn = {
  name: HOSTILE_TEXTS.slice(0, 5).join(' '),
  description: HOSTILE_TEXTS.join(' '),
  rootNodeId: 'n0',
  nodes: Object.fromEntries(
    HOSTILE_TEXTS.flatMap((text, index) => [
      [`n${index * 2}`, { ...node('EventTrigger', text, `n${index * 2 + 2}`), eventName: text, [text]: text }],
      [text, node(text)],
    ]),
  ),
};

const layouts = new WeakMap<object, Promise<Layout>>();

/** A layout takes most of the time of a picture: each workflow of a test file has one for all of its pictures. */
export function layoutOf(workflow: unknown): Promise<Layout> {
  if (typeof workflow !== 'object' || workflow === null) return layOutWorkflow(workflow);
  const layout = layouts.get(workflow) ?? layOutWorkflow(workflow);
  layouts.set(workflow, layout);
  return layout;
}

export const svgOf = async (workflow: unknown): Promise<string> => drawSvg(await layoutOf(workflow));
export const pageOf = async (workflow: unknown): Promise<string> =>
  drawPage(workflow, await layoutOf(workflow), workflow);
