/** Proves that a node of any type is shown with all of its fields and with a sentence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../../../src/nouns/workflow/durations.ts';
import { NODE_TYPES, sentenceOf } from '../../../../src/nouns/workflow/node-types.ts';
import { nodeColumns } from '../../../../src/nouns/workflow/show/node-view.ts';
import { drawDetails } from '../../../../src/output/details.ts';
import { json } from '../../../arbitraries.ts';
import { displayOf } from '../../../display.ts';

const paper = displayOf();
const show = (node: unknown): string => drawDetails(nodeColumns(node), node, paper);
const base = { id: 'node-1', workflowId: 'flow-1', nextNodeIds: ['next-1', 'next-2'] };

/** One node of each type with every field it can have, its sentence, and lines that must be there. */
const NODES: ReadonlyArray<readonly [typeName: string, fields: object, sentence: string, lines: readonly string[]]> = [
  ['SignupTrigger', {}, 'When a contact is created', []],
  ['BlankTrigger', {}, 'No trigger configured yet', []],
  ['ExitAction', {}, 'Exit', []],
  [
    'EventTrigger',
    {
      eventName: 'paid',
      eventProperties: [
        { name: 'amount', type: 'number' },
        { name: 'on', type: 'date' },
      ],
      reEligible: true,
    },
    'When event "paid" is received, every time',
    [
      'eventName paid',
      'eventProperties.0.name amount',
      'eventProperties.0.type number',
      'eventProperties.1.name on',
      'reEligible true',
    ],
  ],
  [
    'ContactPropertyTrigger',
    {
      contactPropertyQuery: {
        key: 'plan',
        is: { operator: 'equal', value: 'pro' },
        was: { operator: 'any', value: '' },
      },
      reEligible: false,
    },
    'When plan is "pro" (before: is anything), the first time only',
    [
      'contactPropertyQuery.key plan',
      'contactPropertyQuery.is.operator equal',
      'contactPropertyQuery.is.value pro',
      'reEligible false',
    ],
  ],
  [
    'AddToListTrigger',
    { reEligible: true, mailingListId: 'l1' },
    'When a contact is added to list l1, every time',
    ['mailingListId l1'],
  ],
  [
    'AudienceFilter',
    {
      audienceFilter: {
        match: 'any',
        conditions: [{ type: 'property', key: 'seats', operator: 'greater_than', value: 3 }],
      },
      appliesDownstream: true,
    },
    'Only if seats is greater than 3',
    ['audienceFilter.match any', 'audienceFilter.conditions.0.value 3', 'appliesDownstream true'],
  ],
  ['TimerAction', { amount: 3, unit: 'd' }, 'Wait 3 days', ['amount 3', 'unit d']],
  ['SendEmailAction', { emailMessageId: 'e1', subject: 'Hi' }, 'Send "Hi"', ['emailMessageId e1', 'subject Hi']],
  ['BranchNode', { evalStrategy: 'first_match' }, 'Branch (first match)', ['evalStrategy first_match']],
  [
    'ExperimentBranchNode',
    { samplingRate: 50, url: 'https://x.test', experimentId: 'x1', experimentType: 'webhook' },
    'Experiment with 50% of contacts, decided by https://x.test',
    ['samplingRate 50', 'url https://x.test', 'experimentId x1', 'experimentType webhook'],
  ],
  ['VariantNode', { variantId: 'v1', isControl: true }, 'Variant v1 (control)', ['variantId v1', 'isControl true']],
  [
    'FutureNode',
    { speed: 9, nested: { a: [1, 2] }, off: false, none: {} },
    'FutureNode',
    ['speed 9', 'nested.a 1, 2', 'off false', 'none {}'],
  ],
];

describe('the details of a node', () => {
  it('are tested for every type', () => {
    expect(NODES.map(([typeName]) => typeName)).toEqual(expect.arrayContaining(Object.keys(NODE_TYPES)));
    for (const [typeName, fields] of NODES) {
      const known = Object.entries(NODE_TYPES).find(([name]) => name === typeName)?.[1].fields ?? {};
      const left = Object.keys(known).filter((name) => !(name in fields) && name !== 'audienceSegmentId');
      expect(left).toEqual([]);
    }
  });

  it.each(NODES)('of %s show every field, and what it does in words', (typeName, fields, sentence, expected) => {
    const lines = show({ ...base, typeName, ...fields })
      .split('\n')
      .map((line) => line.replace(/ {2,}/, ' '));
    expect(lines).toEqual(
      expect.arrayContaining([
        'ID node-1',
        'Workflow flow-1',
        `Type ${typeName}`,
        `In words ${sentence}`,
        'Next next-1',
        ' next-2',
        ...expected,
      ]),
    );
  });

  it('show a segment that was chosen instead of a filter', () => {
    const text = show({ ...base, typeName: 'AudienceFilter', audienceSegmentId: 'seg-1' });
    expect(text).toContain('Only contacts in segment seg-1');
    expect(text).toMatch(/audienceSegmentId +seg-1/);
  });

  it('show every plain value that any node has', () => {
    const name = fc
      .stringMatching(/^[a-zA-Z]{1,8}$/)
      .filter((text) => !['id', 'workflowId', 'typeName', 'nextNodeIds'].includes(text));
    const plain = fc.oneof(fc.stringMatching(/^[A-Z]{12}$/), fc.integer(), fc.boolean());
    const fields = fc.dictionary(
      name,
      fc.oneof(plain, fc.dictionary(name, plain, { minKeys: 1 }), fc.array(fc.record({ a: plain }), { minLength: 1 })),
    );
    const leaves = (value: unknown): string[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value)];
    fc.assert(
      fc.property(fields, (extra) => {
        const text = show({ ...base, typeName: 'FutureNode', ...extra });
        expect(text.split('\n')).toHaveLength(6 + leaves(extra).length);
        for (const leaf of leaves(extra)) expect(text).toContain(leaf);
      }),
    );
  });

  it('show the previous and next nodes with their sentences', () => {
    const wait = { typeName: 'TimerAction', amount: 2, unit: 'd', nextNodeIds: ['node-1'] };
    const lines = show({
      ...base,
      typeName: 'BranchNode',
      previousNodeIds: ['wait-1', 'wait-2'],
      neighbors: { 'wait-1': wait, 'wait-2': wait, 'next-1': { typeName: 'ExitAction', nextNodeIds: [] } },
    }).split('\n');
    expect(lines.slice(4)).toEqual([
      'Previous  ◷ Wait 2 days  wait-1',
      '          ◷ Wait 2 days  wait-2',
      'Next      ■ Exit  next-1',
      '          ✗ a node that does not exist  next-2',
    ]);
  });

  it('show that a node has no previous or next nodes', () => {
    const text = show({ ...base, typeName: 'ExitAction', nextNodeIds: [], previousNodeIds: [], neighbors: {} });
    expect(text).toMatch(/Previous +none\nNext +none/);
  });

  it('show metrics as percentages of sends, and what could not be fetched', () => {
    const metrics = { sends: 2_000, opens: 900, clicks: 3, unsubscribes: 0, hardBounces: 1, softBounces: 2_000 };
    const errors = [{ nodeId: 'node-1', part: 'graph', code: 'unavailable', message: 'Gone.' }];
    const text = show({ ...base, typeName: 'SendEmailAction', metrics, errors });
    expect(text.split('\n').map((line) => line.replace(/ {2,}/, ' '))).toEqual(
      expect.arrayContaining([
        'Sends 2,000',
        'Opens 900  45.00%',
        'Clicks 3  0.15%',
        'Unsubscribes 0  0.00%',
        'Soft bounces 2,000  100.00%',
        'Missing ⚠ no neighbors: Gone.',
      ]),
    );
    expect(text).not.toContain('Spam reports');
  });

  it('show where a node leads also when that is not a list', () => {
    expect(show({ ...base, typeName: 'ExitAction', nextNodeIds: 'next-1' })).toMatch(/nextNodeIds +next-1/);
  });

  it('show a field whose name has a dot', () => {
    expect(show({ ...base, typeName: 'FutureNode', 'utm.source': 'newsletter' })).toContain('newsletter');
  });

  it('show any value', () => {
    fc.assert(
      fc.property(json, (node) => void show(node)),
      { numRuns: 500 },
    );
  });
});

describe('the sentence of a node', () => {
  it.each<[string, object, string]>([
    ['EventTrigger', { eventName: null }, 'When event (not set) is received'],
    ['EventTrigger', {}, 'When event (not set) is received'],
    [
      'ContactPropertyTrigger',
      { contactPropertyQuery: null, reEligible: true },
      'When a contact property changes, every time',
    ],
    ['AddToListTrigger', {}, 'When a contact is added to a mailing list'],
    ['AudienceFilter', {}, 'Only some contacts'],
    ['AudienceFilter', { audienceFilter: null }, 'Everybody'],
    ['AudienceFilter', { audienceFilter: { match: 'all', conditions: [] } }, 'Everybody'],
    ['TimerAction', {}, 'Wait ?'],
    ['SendEmailAction', { subject: '' }, 'Send an email without a subject'],
    ['SendEmailAction', {}, 'Send an email without a subject'],
    [
      'ExperimentBranchNode',
      { samplingRate: 100, experimentType: 'autosplit' },
      'Experiment with 100% of contacts, split evenly',
    ],
    ['ExperimentBranchNode', { experimentType: 'webhook' }, 'Experiment, decided by a webhook'],
    ['BranchNode', {}, 'Branch'],
    ['VariantNode', {}, 'Variant'],
    ['VariantNode', { isControl: true }, 'Variant (control)'],
    ['constructor', {}, 'constructor'],
    ['__proto__', {}, '__proto__'],
  ])('of %s with %j is "%s"', (typeName, fields, sentence) =>
    expect(sentenceOf({ typeName, fields: { ...fields } })).toBe(sentence),
  );

  it('exists for any fields of any type', () => {
    for (const [typeName, { fields: known }] of Object.entries(NODE_TYPES)) {
      const fields = fc.record(Object.fromEntries(Object.keys(known).map((name) => [name, json])), {
        requiredKeys: [],
      });
      fc.assert(
        fc.property(fields, (given) => {
          expect(sentenceOf({ typeName, fields: given })).not.toBe('');
        }),
      );
    }
  });
});

describe('the duration of a timer', () => {
  it.each<[unknown, unknown, string]>([
    [1, 'h', '1 hour'],
    [0, 's', '0 seconds'],
    [30, 'm', '30 minutes'],
    [1.5, 'd', '1.5 days'],
    [2, 'fortnight', '2 fortnight'],
    [2, 'constructor', '2 constructor'],
    [undefined, 'd', '? days'],
    [undefined, undefined, '?'],
  ])('of %j %j is "%s"', (amount, unit, words) => expect(formatAmount(amount, unit)).toBe(words));
});
