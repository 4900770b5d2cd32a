/** The rules for workflows: for each a graph that breaks it and one that does not, and what no rule may claim. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkWorkflow } from '../../../../src/nouns/workflow/lint/check.ts';
import { RULES, severitiesWith } from '../../../../src/nouns/workflow/lint/rules.ts';
import { drawLint } from '../../../../src/nouns/workflow/lint/view.ts';
import { escapeValue } from '../../../../src/text/escape.ts';
import { anyWorkflow, type DrawnWorkflow, drawnWorkflow, failureOf } from '../../../arbitraries.ts';
import { displayOf } from '../../../display.ts';

const paper = displayOf({ width: 80 });

type Nodes = Readonly<Record<string, unknown>>;

/** `a` is the trigger. A node is its type, what follows, and its fields. */
const node = (typeName: string, next: readonly string[] = [], fields: object = {}) => ({
  typeName,
  nextNodeIds: next,
  ...fields,
});
/** The same with all settings. */
const full = (typeName: string, next: readonly string[] = [], fields: object = {}) =>
  node(typeName, next, { workflowId: 'w', ...fields });

const signup = (...next: string[]) => node('SignupTrigger', next);
const email = (...next: string[]) => node('SendEmailAction', next, { emailMessageId: 'm', subject: 'Hello' });
const wait = (...next: string[]) => node('TimerAction', next, { amount: 1, unit: 'd' });
const exit = node('ExitAction');
const everybody = (...next: string[]) =>
  node('AudienceFilter', next, { audienceFilter: { match: 'all', conditions: [] } });

const rulesBroken = (nodes: Nodes, rootNodeId: unknown = 'a'): string[] => [
  ...new Set(checkWorkflow('w', { rootNodeId, nodes }, severitiesWith([])).findings.map(({ rule }) => rule)),
];

test('more findings than a call can have arguments are drawn', () => {
  const paths = Array.from({ length: 150_000 }, (_, path) => `gone${path}`);
  const row = checkWorkflow('w', { rootNodeId: 'a', nodes: { a: node('BranchNode', paths) } }, severitiesWith([]));
  expect(drawLint([row], paper).slice(-50)).toContain('150,001 errors, 2 warnings in 1 workflow.');
});

/** A workflow with nothing wrong: what follows the trigger is put before its email. */
const sound = (between: (...next: string[]) => unknown): Nodes => ({
  a: signup('b'),
  b: between('c'),
  c: email('d'),
  d: exit,
});

const experiment = (rate: unknown, controls: readonly unknown[], make = node): Nodes => ({
  a: make('SignupTrigger', ['b']),
  b: make('ExperimentBranchNode', ['c', 'd'], { samplingRate: rate, experimentType: 'autosplit' }),
  c: make('VariantNode', ['e'], { isControl: controls[0] }),
  d: make('VariantNode', ['e'], { isControl: controls[1] }),
  e: make('SendEmailAction', ['f'], { emailMessageId: 'm', subject: 'Hello' }),
  f: make('ExitAction'),
});

/** Each has exactly this one finding. */
const BREAKING: ReadonlyArray<[rule: string, nodes: Nodes, root?: string | null]> = [
  ['no-trigger', {}, null],
  ['no-trigger', {}, 'a'],
  ['no-trigger', { a: email('b'), b: exit }],
  ['unreachable', { ...sound(wait), x: wait('c') }],
  ['dangling-connection', { a: signup('b'), b: email('c', 'gone'), c: exit }],
  ['duplicate-connection', { a: signup('b', 'b'), b: email('c'), c: exit }],
  ['cycle', { a: signup('b'), b: wait('c'), c: email('b', 'd'), d: exit }],
  ['cycle', { a: signup('b'), b: wait('b', 'c'), c: email('d'), d: exit }],
  ['no-exit', { a: signup('b'), b: email('gone') }],
  ['dead-end', { a: signup('b', 'c'), b: email('d'), c: wait(), d: exit }],
  ['exit-not-last', { ...sound(wait), d: node('ExitAction', ['a']) }],
  ['single-path-branch', { ...sound(() => node('BranchNode', ['x'])), x: everybody('c') }],
  ['too-many-nodes', Object.fromEntries(chainOf(301))],
  ['trigger-not-configured', { ...sound(wait), a: node('BlankTrigger', ['b']) }],
  ['trigger-not-configured', { ...sound(wait), a: node('EventTrigger', ['b'], { eventName: null }) }],
  ['branch-without-filter', { ...sound(() => node('BranchNode', ['x', 'y'])), x: everybody('c'), y: wait('c') }],
  [
    'experiment-without-variant',
    {
      ...experiment(50, [true, false]),
      b: node('ExperimentBranchNode', ['c', 'd', 'x'], { samplingRate: 50 }),
      x: wait('e'),
    },
  ],
  ['experiment-without-control', experiment(50, [false, false])],
  ['experiment-without-control', experiment(50, [undefined, undefined], full)],
  ['sampling-rate', experiment(101, [true, false])],
  ['sampling-rate', experiment(-1, [true, false])],
  ['sampling-rate', experiment('50', [true, false])],
  ['sampling-rate', experiment(undefined, [true, false], full)],
  ['wait-length', sound((...next) => node('TimerAction', next, { amount: 0, unit: 'd' }))],
  ['wait-length', sound((...next) => node('TimerAction', next, { amount: -1, unit: 'd' }))],
  ['wait-length', sound((...next) => node('TimerAction', next, { amount: 367, unit: 'd' }))],
  ['wait-length', sound((...next) => node('TimerAction', next, { amount: 3, unit: 'fortnight' }))],
  ['wait-length', sound((...next) => node('TimerAction', next))],
  ['empty-filter', sound(everybody)],
  ['unknown-type', { ...sound(wait), a: node('FullMoon', ['b']) }],
  ['unknown-type', sound((...next) => node('SendPigeonAction', next))],
  ['empty-email', { ...sound(wait), c: node('SendEmailAction', ['d']) }],
  ['empty-email', { ...sound(wait), c: node('SendEmailAction', ['d'], { emailMessageId: 'm', subject: ' ' }) }],
  ['empty-email', { ...sound(wait), c: node('SendEmailAction', ['d'], { subject: 'Hello' }) }],
  ['emails-without-wait', sound(email)],
  ['sends-nothing', { a: signup('b'), b: wait('c'), c: exit }],
];

/** None has a finding. */
const PASSING: ReadonlyArray<[about: string, nodes: Nodes]> = [
  ['a chain', sound(wait)],
  ['300 nodes', Object.fromEntries(chainOf(300))],
  [
    'paths that rejoin',
    {
      ...sound(() => node('BranchNode', ['x', 'y'])),
      x: node('AudienceFilter', ['z'], { audienceSegmentId: 's' }),
      y: everybody('c'),
      z: wait('c'),
    },
  ],
  [
    'paths to the same filter',
    { ...sound(() => node('BranchNode', ['x', 'y'])), x: everybody('c'), y: everybody('c') },
  ],
  ['an experiment', experiment(50, [true, false])],
  ['an experiment on nobody', experiment(0, [false, true])],
  ['an experiment on all', experiment(100, [true, false], full)],
  ['two emails with a wait between', { a: signup('b'), b: email('c'), c: wait('d'), d: email('e'), e: exit }],
  [
    'two emails on different paths',
    { ...sound(() => node('BranchNode', ['x', 'y'])), x: everybody('c'), y: everybody('z'), z: email('d') },
  ],
  ['an event', { ...sound(wait), a: node('EventTrigger', ['b'], { eventName: 'paid' }) }],
  ['a year of waiting', sound((...next) => node('TimerAction', next, { amount: 366, unit: 'd' }))],
];

function chainOf(size: number): Array<readonly [string, unknown]> {
  const nameAt = (index: number) => (index === 0 ? 'a' : `n${index}`);
  return Array.from({ length: size }, (_, index) => {
    const next = nameAt(index + 1);
    const content = index === 0 ? signup(next) : index === size - 1 ? exit : index === 1 ? email(next) : wait(next);
    return [nameAt(index), content] as const;
  });
}

describe('a rule', () => {
  it.each(BREAKING)('%s finds what breaks it, and no other rule finds anything', (rule, nodes, root = 'a') => {
    // A workflow without an exit has another problem too.
    const also: Readonly<Record<string, readonly string[]>> = { 'no-exit': ['dangling-connection'] };
    expect(rulesBroken(nodes, root).sort()).toEqual([rule, ...(also[rule] ?? [])].sort());
  });

  it.each(PASSING)('finds nothing in %s', (_, nodes) => {
    expect(rulesBroken(nodes)).toEqual([]);
  });

  it('has a graph here that breaks it', () => {
    expect(new Set(BREAKING.map(([rule]) => rule))).toEqual(new Set(RULES.map(({ name }) => name)));
  });

  it('is documented', () => {
    const directory = new URL('../../../../docs/', import.meta.url);
    const pages = readdirSync(directory).filter((name) => name.endsWith('.md') && name !== 'commands.md');
    const text = pages.map((name) => readFileSync(new URL(name, directory), 'utf8')).join('\n');
    expect(
      RULES.filter(({ name, severity, why, fix }) => !text.includes(`| \`${name}\` | ${severity} | ${why} | ${fix} |`)),
    ).toEqual([]);
  });
});

test('settings that were not sent are not judged, and reported as skipped', () => {
  const { findings, skipped } = checkWorkflow(
    'w',
    { rootNodeId: 'a', nodes: experiment(undefined, []) },
    severitiesWith([]),
  );
  expect(findings).toEqual([]);
  expect(skipped).toEqual([
    { rule: 'experiment-without-control', nodeIds: ['b'] },
    { rule: 'sampling-rate', nodeIds: ['b'] },
  ]);
});

test('a rule can be more or less severe, or off', async () => {
  const findingsWith = (...settings: string[]) =>
    checkWorkflow('w', { rootNodeId: 'a', nodes: sound(email) }, severitiesWith(settings)).findings.map(
      ({ severity }) => severity,
    );
  expect(findingsWith()).toEqual(['warning']);
  expect(findingsWith('emails-without-wait=error')).toEqual(['error']);
  expect(findingsWith('emails-without-wait=off')).toEqual([]);
  expect(findingsWith('emails-without-wait=off', 'emails-without-wait=error')).toEqual(['error']);
  for (const setting of [
    'emails-without-wait',
    'cycle=fatal',
    'cycle=',
    '=off',
    'cycel=off',
    'cycle=off=off',
    '__proto__=off',
  ]) {
    expect((await failureOf(() => severitiesWith([setting]))).code).toBe('usage');
  }
});

const small = drawnWorkflow({ maxSize: 7 });

/** Where a contact can be, found by following connections from the trigger until nothing is new. */
function reachedNodes({ rootNodeId, nodes }: DrawnWorkflow): ReadonlySet<string> {
  const reached = new Set(rootNodeId !== null && nodes[rootNodeId] ? [rootNodeId] : []);
  for (const id of reached) {
    const found = nodes[id];
    if (found === undefined || found.typeName === 'ExitAction') continue;
    for (const next of found.nextNodeIds) if (nodes[next]) reached.add(next);
  }
  return reached;
}

/** Emails that can directly follow another email, found by every walk without a wait. */
function emailsRightAfterAnother(workflow: DrawnWorkflow): readonly string[] {
  const { nodes } = workflow;
  const reached = reachedNodes(workflow);
  const isEmail = (id: string) => nodes[id]?.typeName === 'SendEmailAction';
  const isInstant = (id: string) => {
    const found: { readonly typeName: string; readonly amount?: number } | undefined = nodes[id];
    return found !== undefined && (found.typeName !== 'TimerAction' || found.amount === 0);
  };
  const found = new Set<string>();
  const walk = (id: string, trail: readonly string[]): void => {
    const here = nodes[id];
    if (here === undefined || here.typeName === 'ExitAction') return;
    for (const next of here.nextNodeIds) {
      if (isEmail(next)) found.add(next);
      else if (isInstant(next) && !trail.includes(next)) walk(next, [...trail, next]);
    }
  };
  for (const id of reached) if (isEmail(id)) walk(id, []);
  return [...found];
}

const nodesFoundBy = (rule: string, workflow: DrawnWorkflow): readonly (string | null)[] =>
  checkWorkflow('w', workflow, severitiesWith([]))
    .findings.filter((finding) => finding.rule === rule)
    .map(({ nodeId }) => nodeId);

test('two emails without a wait between them are found on every path, and only there', () => {
  fc.assert(
    fc.property(small, (workflow) => {
      expect([...nodesFoundBy('emails-without-wait', workflow)].sort()).toEqual(
        [...emailsRightAfterAnother(workflow)].sort(),
      );
    }),
    { numRuns: 2_000 },
  );
});

test('an email that can follow several names one of them, and how many more there are', () => {
  const nodes = { a: signup('b', 'c', 'd'), b: email('e'), c: email('e'), d: email('e'), e: email('f'), f: exit };
  const { findings } = checkWorkflow('w', { rootNodeId: 'a', nodes }, severitiesWith([]));
  expect(findings.map(({ nodeId, message }) => [nodeId, message])).toEqual([
    ['e', '“Hello” follows “Hello” (or another email) without a wait.'],
  ]);
});

test('exactly the unreachable nodes are found', () => {
  fc.assert(
    fc.property(small, (workflow) => {
      const reached = reachedNodes(workflow);
      expect(nodesFoundBy('unreachable', workflow)).toEqual(
        Object.keys(workflow.nodes).filter((id) => !reached.has(id)),
      );
    }),
    { numRuns: 500 },
  );
});

test('any value is checked, and every finding has a rule and a message', () => {
  fc.assert(
    fc.property(anyWorkflow, (workflow) => {
      const row = checkWorkflow('w', workflow, severitiesWith([]));
      for (const { rule, message } of row.findings) {
        expect(RULES.map(({ name }) => name)).toContain(rule);
        expect(message).toMatch(/\S.*\.$/su);
      }
      expect(drawLint(escapeValue([row]), paper)).not.toBe('');
    }),
    { numRuns: 1_000 },
  );
});

const many = (size: number, typeName: string, nextOf: (index: number) => readonly string[]): unknown => ({
  rootNodeId: 'n0',
  nodes: Object.fromEntries(Array.from({ length: size }, (_, index) => [`n${index}`, node(typeName, nextOf(index))])),
});

test.each<[string, unknown]>([
  ['a chain of 5,000', many(5_000, 'SendEmailAction', (index) => [`n${index + 1}`])],
  ['a ring of 5,000', many(5_000, 'BranchNode', (index) => [`n${(index + 1) % 5_000}`])],
  [
    '300 nodes that all lead to all',
    many(300, 'SendEmailAction', () => Array.from({ length: 300 }, (_, to) => `n${to}`)),
  ],
])('%s is checked in little time', { timeout: 4_000 }, (_, workflow) => {
  expect(checkWorkflow('w', workflow, severitiesWith([])).findings.length).toBeGreaterThan(0);
});
