/** Random values for property tests: text, JSON and graphs that a hostile API could send; and a function that catches failures. */
import fc from 'fast-check';
import { Failure } from '../src/errors.ts';

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
