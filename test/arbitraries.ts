/** Random values for property tests: text, JSON and graphs that a hostile API could send; and a function that catches failures. */
import fc from 'fast-check';
import { Failure } from '../src/errors.ts';

const [FIRST_SURROGATE, SURROGATES, LAST_CHARACTER] = [0xd800, 0x800, 0x10ffff];

/** Any character, as of `unit: 'binary'`, which makes a table of all million characters first: a second and 100 MB for each worker. */
const character = fc.nat(LAST_CHARACTER - SURROGATES).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (text) => {
    if (typeof text !== 'string' || [...text].length !== 1 || !text.isWellFormed()) throw new Error('not a character');
    const code = text.codePointAt(0) ?? 0;
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);

/** Any well-formed text. */
export const anyText = (constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: character });

/** Text with control characters, direction marks, lone surrogates, emoji, and combining marks. */
const oddUnit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  fc.constantFrom(
    ...[
      '\u0000',
      '\u001b[31m',
      '\u001b]0;t\u0007',
      '\u007f',
      '\u0085',
      '\u009b',
      '\u200f',
      '\u202e',
      '\u2028',
      '\u2066',
    ],
    ...['\ufeff', '\u{e0041}', '\ud800', '\udfff', '\n', '\r', '\r\n', '\t', '"', ',', '\\', "'", ': ', '- ', '#', '|'],
    ...[
      '表',
      '👩‍👩‍👧‍👦',
      '🇨🇭',
      'e\u0301',
      'นี้',
      'हिन्दी',
      '…',
      '%',
      '/',
      '?',
      '&',
      ' ',
      '__proto__',
      'null',
      '1e3',
      '<<',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);

/** Any sequence of UTF-16 units, often with a meaning to a terminal, a parser or a shell. */
export const hostileText = fc.string({ unit: oddUnit, maxLength: 12 });

const fieldName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'valueOf', 'toJSON', 'length', '0', 'id', 'name', 'a.b', ''),
  hostileText,
);

/** Any JSON value, with field names that have a meaning in JavaScript. */
export const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    hostileText,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fieldName, tie('value')), { maxLength: 4 }).map((fields) => Object.fromEntries(fields)),
  ),
})).value;

/** Words of several languages, whose width on a terminal differs from their length. */
export const foreignText = fc
  .array(
    fc.constantFrom(
      ...[
        'abc',
        'x',
        ' ',
        '-',
        '日本語',
        'ｶﾞ',
        '한국어',
        '請求書',
        'e\u0301',
        'n\u0303o',
        'สวัสดี',
        'हिन्दी',
        'تَجْرِبَة',
        'தமிழ்',
      ],
      ...['🎉', '👩‍👩‍👧‍👦', '🇨🇭', '👍🏽', '1️⃣', '🫠', '🪿', '❤️', '☎', '⚡', 'ß', '…', '①', 'ﷺ'],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Returns the failure that `run` throws. */
export async function failureOf(run: () => unknown): Promise<Failure> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

/** The graph of a workflow, as in API responses. */
export interface DrawnWorkflow {
  readonly id: string;
  readonly rootNodeId: string | null;
  readonly nodes: Readonly<Record<string, { readonly typeName: string; readonly nextNodeIds: readonly string[] }>>;
}

/** Few node types with few contents, so that many nodes of a graph are equal. */
const nodeContent = fc.constantFrom(
  { typeName: 'SendEmailAction', emailMessageId: 'm', subject: 'Hello' },
  { typeName: 'SendEmailAction', emailMessageId: 'm', subject: 'Bye' },
  { typeName: 'TimerAction', amount: 1, unit: 'd' },
  { typeName: 'TimerAction', amount: 0, unit: 'h' },
  { typeName: 'BranchNode' },
  { typeName: 'AudienceFilter', audienceFilter: null },
  { typeName: 'ExitAction' },
);

/**
 * Workflows with joins, cycles, connections to missing nodes, to themselves and twice to the same node, unreachable parts, and
 * missing roots. Small enough for brute force.
 */
export const drawnWorkflow = ({
  maxSize,
  content = nodeContent,
}: {
  readonly maxSize: number;
  readonly content?: fc.Arbitrary<{ readonly typeName: string }>;
}): fc.Arbitrary<DrawnWorkflow> =>
  fc.integer({ min: 0, max: maxSize }).chain((size) => {
    const ids = Array.from({ length: size }, (_, index) => `n${index}`);
    const target = fc.constantFrom(...ids, ...ids, ...ids, 'gone');
    const node = fc.tuple(content, fc.array(target, { maxLength: 3 }));
    return fc
      .tuple(
        fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...ids, 'gone') }, fc.constant(null)),
        ...ids.map(() => node),
      )
      .map(([rootNodeId, ...drawn]) => ({
        id: 'w',
        rootNodeId,
        nodes: Object.fromEntries(
          drawn.map(([fields, nextNodeIds], index) => [`n${index}`, { ...fields, nextNodeIds }] as const),
        ),
      }));
  });

/** Anything that resembles a workflow, and much that does not. */
export const anyWorkflow: fc.Arbitrary<unknown> = fc.oneof(
  json,
  fc.record({ id: json, name: json, rootNodeId: fc.constantFrom('a', '__proto__', null, 7), nodes: json }),
  fc.record({
    rootNodeId: fc.constantFrom('a', 'b', '__proto__'),
    nodes: fc.dictionary(
      fc.constantFrom('a', 'b', '__proto__', 'constructor'),
      fc.record(
        {
          typeName: fc.oneof(
            json,
            fc.constantFrom(
              'TimerAction',
              'SendEmailAction',
              'AudienceFilter',
              'ExperimentBranchNode',
              'VariantNode',
              'EventTrigger',
              'BranchNode',
            ),
          ),
          nextNodeIds: fc.oneof(json, fc.array(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'gone', 3))),
          amount: json,
          unit: json,
          subject: json,
          audienceFilter: json,
          samplingRate: json,
          isControl: json,
          eventName: json,
          workflowId: json,
        },
        { requiredKeys: [] },
      ),
    ),
  }),
);

interface MutableNode {
  typeName: string;
  nextNodeIds: string[];
  readonly [field: string]: unknown;
}

/** A workflow as the API can build it: no cycles, one exit, and branches whose paths begin with filters of their own. */
export interface BuiltWorkflow {
  readonly id: string;
  readonly rootNodeId: string;
  readonly nodes: Readonly<Record<string, MutableNode>>;
}

const singleContent = fc.constantFrom<Readonly<Record<string, unknown>>>(
  { typeName: 'SendEmailAction', emailMessageId: 'm', subject: 'Hello' },
  { typeName: 'SendEmailAction', emailMessageId: 'n', subject: 'Bye' },
  { typeName: 'TimerAction', amount: 1, unit: 'd' },
  { typeName: 'TimerAction', amount: 0, unit: 'h' },
  { typeName: 'AudienceFilter', audienceFilter: null },
);

const trigger = fc.constantFrom<Readonly<Record<string, unknown>>>(
  { typeName: 'SignupTrigger' },
  { typeName: 'EventTrigger', eventName: 'paymentFailed', reEligible: true },
  { typeName: 'AddToListTrigger', reEligible: false },
);

type Step = readonly [kind: number, place: number, other: number, content: Readonly<Record<string, unknown>>];

const buildStep: fc.Arbitrary<Step> = fc.tuple(fc.nat(9), fc.nat(1_000), fc.nat(1_000), singleContent);

const condition = (amount: number) => ({
  match: 'all',
  conditions: [{ type: 'property', key: 'seats', operator: 'greaterThan', value: amount }],
});

function stepOn(nodes: Record<string, MutableNode>, [kind, place, other, content]: Step, newId: () => string): void {
  const ids = Object.keys(nodes);
  const paths = (id: string) => (nodes[id]?.nextNodeIds ?? []) as string[];
  const single = ids.filter(
    (id) => paths(id).length === 1 && !['BranchNode', 'ExperimentBranchNode'].includes(nodes[id]?.typeName ?? ''),
  );
  const from = single[place % single.length] ?? '';
  const [to = ''] = paths(from);
  const add = (fields: Readonly<Record<string, unknown>>, nextNodeIds: string[]): string => {
    const id = newId();
    nodes[id] = { ...(fields as { typeName: string }), nextNodeIds };
    return id;
  };
  const pathOf = (typeName: string | undefined, index: number, target: string): string =>
    typeName === 'BranchNode'
      ? add({ typeName: 'AudienceFilter', audienceFilter: condition(other + index) }, [target])
      : add({ typeName: 'VariantNode', isControl: index === 0 }, [target]);
  if (kind < 4) nodes[from]?.nextNodeIds.splice(0, 1, add(content, [to]));
  else if (kind < 6) {
    const typeName = kind === 4 ? 'BranchNode' : 'ExperimentBranchNode';
    const next = Array.from({ length: 2 + (other % 3) }, (_, index) => pathOf(typeName, index, to));
    const settings = kind === 4 ? {} : { samplingRate: other % 100 };
    nodes[from]?.nextNodeIds.splice(0, 1, add({ typeName, ...settings }, next));
  } else if (kind < 9) {
    const reached = (start: string): Set<string> => {
      const found = new Set([start]);
      for (const id of found) for (const next of paths(id)) found.add(next);
      return found;
    };
    const isPath = (id: string) =>
      ids.some(
        (parent) =>
          ['BranchNode', 'ExperimentBranchNode'].includes(nodes[parent]?.typeName ?? '') && paths(parent).includes(id),
      );
    const targets = ids.filter((id) => id !== ids[0] && !isPath(id) && !reached(id).has(from));
    const target = targets[other % Math.max(1, targets.length)];
    const isNeeded = ids.filter((id) => paths(id).includes(to)).length === 1;
    if (target !== undefined && !isNeeded) nodes[from]?.nextNodeIds.splice(0, 1, target);
  } else {
    const removable = single.filter(
      (id) => id !== ids[0] && ids.every((parent) => !paths(parent).includes(id) || single.includes(parent)),
    );
    const gone = removable[other % Math.max(1, removable.length)];
    if (gone === undefined) return;
    const [after = ''] = paths(gone);
    for (const node of Object.values(nodes))
      node.nextNodeIds = node.nextNodeIds.map((id) => (id === gone ? after : id));
    delete nodes[gone];
  }
}

/** A workflow and another one: an edited copy, or one with nothing in common. IDs come from `idOf`. */
export const builtWorkflows = (
  idOf: (key: string) => string,
  maxSteps = 12,
): fc.Arbitrary<readonly [BuiltWorkflow, BuiltWorkflow]> => {
  const steps = fc.array(buildStep, { maxLength: maxSteps });
  return fc.tuple(fc.tuple(trigger, steps), fc.tuple(trigger, steps), fc.boolean()).map(([first, second, isCopy]) => {
    let count = 0;
    const newId = () => idOf(`n${++count}`);
    const blank = (): Record<string, MutableNode> => {
      const [root, exit] = [newId(), newId()];
      return {
        [root]: { typeName: 'BlankTrigger', nextNodeIds: [exit] },
        [exit]: { typeName: 'ExitAction', nextNodeIds: [] },
      };
    };
    const build = (nodes: Record<string, MutableNode>, [fields, list]: typeof first): BuiltWorkflow => {
      const [rootNodeId = ''] = Object.keys(nodes);
      nodes[rootNodeId] = { ...(fields as { typeName: string }), nextNodeIds: nodes[rootNodeId]?.nextNodeIds ?? [] };
      for (const step of list) stepOn(nodes, step, newId);
      return { id: idOf('workflow'), rootNodeId, nodes };
    };
    const a = build(blank(), first);
    return [structuredClone(a), build(isCopy ? structuredClone(a.nodes) : blank(), second)];
  });
};
