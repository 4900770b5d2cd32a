/** Plans and pushes through the whole program: rebuilding, resuming, lost responses, limits and refusals. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seedId } from '../../../../src/sandbox/identifiers.ts';
import { segmentId } from '../../../../src/sandbox/nouns/segments.seed.ts';
import type { SavedWorkflow } from '../../../../src/sandbox/nouns/workflows/graph.ts';
import { type BuiltWorkflow, builtWorkflows } from '../../../arbitraries.ts';
import { type Loss, lossyService } from '../../../lossy-service.ts';
import { seedAccount } from '../../../sandbox/account.ts';
import { splitWords } from '../../../words.ts';
import { createWorld, type RunOptions, type World } from '../../../world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const run = (line: string, options?: RunOptions) => world.run(splitWords(line), options);

async function ok(line: string, options?: RunOptions): Promise<string> {
  const { stdout, stderr, code } = await run(line, options);
  expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
  return stdout;
}

const json = async (line: string, options?: RunOptions) => JSON.parse(await ok(`${line} --json`, options));

/** Creates a draft through the commands, with every type of node that the API can create. */
async function buildEverything(name: string): Promise<string> {
  const { id } = await json(`workflow create --name "${name}"`);
  const add = async (flags: string): Promise<string> => (await json(`workflow node add ${id} ${flags}`)).nodeIds[0];
  await ok(
    `workflow node set ${id} BlankTrigger --trigger property --property plan --is equal:pro --was any --re-eligible true`,
  );
  await add('--type wait --wait 30m --before Exit');
  const filter = await add(`--type filter --segment ${segmentId('Paying customers')} --before Exit`);
  const branch = await add(`--type branch --after ${filter}`);
  const third = await add(`--path-of ${branch}`);
  await world.write(
    'filter.json',
    JSON.stringify({
      match: 'any',
      conditions: [{ type: 'property', key: 'seats', operator: 'greaterThan', value: 5 }],
    }),
  );
  await ok(`workflow node set ${id} ${third} --filter filter.json --applies-downstream true`);
  const email = await add(`--type email --after ${third}`);
  const experiment = await add(`--type experiment --after ${email}`);
  await ok(`workflow node set ${id} ${experiment} --sampling-rate 25`);
  const { nodes } = await json(`workflow show ${id}`);
  await ok(`workflow node set ${id} ${nodes[experiment].nextNodeIds[0]} --control`);
  await add(`--type wait --wait 2d --after ${nodes[experiment].nextNodeIds[1]}`);
  return id;
}

const isSame = async (file: string, id: string) => (await json(`workflow diff ${file} ${id} --details`)).same;

test('a workflow with every type of node is taken apart and built again', async () => {
  const id = await buildEverything('Everything');
  await world.write('full.json', await ok(`workflow show ${id} --details --json`));
  const types = Object.values((await json(`workflow show ${id}`)).nodes as Record<string, { typeName: string }>);
  expect([...new Set(types.map(({ typeName }) => typeName))].sort()).toEqual([
    'AudienceFilter',
    'BranchNode',
    'ContactPropertyTrigger',
    'ExitAction',
    'ExperimentBranchNode',
    'SendEmailAction',
    'TimerAction',
    'VariantNode',
  ]);
  await world.write(
    'empty.json',
    JSON.stringify({
      rootNodeId: 'a',
      nodes: { a: { typeName: 'SignupTrigger', nextNodeIds: ['b'] }, b: { typeName: 'ExitAction', nextNodeIds: [] } },
    }),
  );
  expect((await json(`workflow push empty.json ${id} --yes`)).stopped).toBeNull();
  expect(Object.keys((await json(`workflow show ${id}`)).nodes)).toHaveLength(2);
  expect(await isSame('full.json', id)).toBe(false);
  const { stopped, emails, done } = await json(`workflow push full.json ${id} --yes`);
  expect({ stopped, emails: emails.length, enough: done.length > 10 }).toEqual({
    stopped: null,
    emails: 1,
    enough: true,
  });
  // Only the email has a new message.
  const { nodes, connections } = await json(`workflow diff full.json ${id} --details`);
  const fields = nodes.changed.flatMap((node: { fields: { field: string }[] }) =>
    node.fields.map(({ field }) => field),
  );
  expect({ added: nodes.added, removed: nodes.removed, connections }).toEqual({
    added: [],
    removed: [],
    connections: { added: [], removed: [], reordered: [] },
  });
  expect([...new Set(fields)].sort()).toEqual(['emailMessageId', 'variantId']);
  const copy = (await json('workflow create --name Everything')).id;
  await ok(`workflow push full.json ${copy} --yes`);
  expect(await isSame('full.json', copy)).toBe(true);
  await ok(`workflow plan full.json ${copy} --exit-code`);
});

test.each([
  ['SignupTrigger', '--trigger signup'],
  ['EventTrigger', '--trigger event --event paymentFailed --re-eligible true'],
  ['ContactPropertyTrigger', '--trigger property --property plan --is equal:pro --was any'],
  ['AddToListTrigger', '--trigger list --re-eligible true'],
])('a workflow with %s is saved, and built again in a new one', async (typeName, flags) => {
  const [{ id }, { id: copy }] = [await json('workflow create --name One'), await json('workflow create --name Copy')];
  await ok(`workflow node set ${id} BlankTrigger ${flags}`);
  await world.write('saved.json', await ok(`workflow show ${id} --details --json`));
  const { rootNodeId, nodes } = await json(`workflow show ${id}`);
  expect(nodes[rootNodeId].typeName).toBe(typeName);
  expect(await isSame('saved.json', copy)).toBe(false);
  await ok(`workflow push saved.json ${copy} --yes`);
  expect(await isSame('saved.json', copy)).toBe(true);
});

/** A generated workflow as one of the account, in the simplest form of its graph. */
function withWorkflow({ id, rootNodeId, nodes }: BuiltWorkflow) {
  const account = seedAccount();
  const [template] = account.workflows;
  const saved = Object.fromEntries(Object.entries(nodes).map(([nodeId, node]) => [nodeId, { id: nodeId, ...node }]));
  const workflow = {
    ...template,
    id,
    rootNodeId,
    name: 'Generated',
    nodes: saved,
    nodeMetrics: {},
    simplifiedForm: 'brief',
  };
  account.workflows.unshift(workflow as unknown as SavedWorkflow);
  return account;
}

test('a push leads from any workflow to any other, also if it is interrupted', async () => {
  await fc.assert(
    fc.asyncProperty(
      builtWorkflows((key) => seedId('generated', key), 8),
      fc.nat(20),
      async ([from, to], stopAt) => {
        const own = await createWorld({ account: withWorkflow(from) });
        try {
          await own.write('goal.json', JSON.stringify(to));
          const proxy = await lossyService(own.sandbox.baseUrl, (_, count) =>
            count === stopAt ? 'request' : undefined,
          );
          const push = (env?: Readonly<Record<string, string>>) =>
            own.run(['workflow', 'push', 'goal.json', from.id, '--yes', '--json'], env === undefined ? {} : { env });
          const first = await push(proxy.env);
          await proxy.close();
          if (proxy.writes.length >= stopAt && stopAt > 0) expect(first.code).toBe(7);
          expect(JSON.parse((await push()).stdout).stopped).toBeNull();
          const plan = await own.run(['workflow', 'plan', 'goal.json', from.id, '--json']);
          expect(JSON.parse(plan.stdout).edits).toEqual([]);
        } finally {
          await own.close();
        }
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);

test('equal nodes between changed ones keep their order', async () => {
  const [start, exit] = [seedId('chain', 'start'), seedId('chain', 'exit')];
  const workflow = (nodes: object): BuiltWorkflow =>
    ({ id: seedId('workflow', 'Chain'), rootNodeId: start, nodes }) as BuiltWorkflow;
  const end = { typeName: 'ExitAction', nextNodeIds: [] };
  const over = (value: number) => ({
    match: 'all',
    conditions: [{ type: 'property', key: 'seats', operator: 'greaterThan', value }],
  });
  const wait = (next: string) => ({ typeName: 'TimerAction', amount: 1, unit: 'd', nextNodeIds: [next] });
  const from = workflow({ [start]: { typeName: 'SignupTrigger', nextNodeIds: [exit] }, [exit]: end });
  const to = workflow({
    [start]: { typeName: 'SignupTrigger', nextNodeIds: ['branch'] },
    // The second wait comes first in the file.
    second: wait('mail'),
    first: wait('second'),
    branch: { typeName: 'BranchNode', nextNodeIds: ['long', 'short'] },
    long: { typeName: 'AudienceFilter', audienceFilter: over(0), nextNodeIds: ['first'] },
    short: { typeName: 'AudienceFilter', audienceFilter: over(1), nextNodeIds: ['mail'] },
    mail: { typeName: 'SendEmailAction', emailMessageId: 'm', subject: 'Hello', nextNodeIds: [exit] },
    [exit]: end,
  });
  const own = await createWorld({ account: withWorkflow(from) });
  try {
    await own.write('goal.json', JSON.stringify(to));
    expect((await own.run(['workflow', 'push', 'goal.json', from.id, '--yes'])).code).toBe(0);
    const { stdout } = await own.run(['workflow', 'plan', 'goal.json', from.id, '--json']);
    expect(JSON.parse(stdout).edits).toEqual([]);
  } finally {
    await own.close();
  }
});

const GOAL = {
  rootNodeId: 'start',
  nodes: {
    start: { typeName: 'SignupTrigger', nextNodeIds: ['wait'] },
    wait: { typeName: 'TimerAction', amount: 3, unit: 'd', nextNodeIds: ['branch'] },
    branch: { typeName: 'BranchNode', nextNodeIds: ['big', 'rest', 'new'] },
    big: { typeName: 'AudienceFilter', audienceSegmentId: segmentId('Paying customers'), nextNodeIds: ['mail'] },
    mail: { typeName: 'SendEmailAction', subject: 'Hello', nextNodeIds: ['end'] },
    rest: { typeName: 'AudienceFilter', audienceFilter: null, nextNodeIds: ['end'] },
    new: { typeName: 'AudienceFilter', audienceFilter: null, nextNodeIds: ['mail'] },
    end: { typeName: 'ExitAction', nextNodeIds: [] },
  },
};
const SURVEY = seedId('workflow', 'NPS survey 2027');

describe('a push', () => {
  beforeEach(() => world.write('goal.json', JSON.stringify(GOAL)));
  const push = `workflow push goal.json ${SURVEY} --yes`;

  async function pushWith(lossOf: (write: string, count: number) => Loss | Promise<Loss>) {
    const proxy = await lossyService(world.sandbox.baseUrl, lossOf);
    try {
      const outcome = await run(`${push} --json`, { env: proxy.env });
      return { ...outcome, writes: proxy.writes };
    } finally {
      await proxy.close();
    }
  }

  test('stops when somebody else edits, says how to go on, and continues', async () => {
    const { stdout, stderr, code } = await pushWith(async (_, count) => {
      if (count === 4) await ok(`workflow update ${SURVEY} --description "Somebody else"`);
      return undefined;
    });
    expect(code).toBe(5);
    const { done, left, stopped } = JSON.parse(stdout);
    expect({ done: done.length, left: left > 0, code: stopped.code }).toEqual({
      done: 3,
      left: true,
      code: 'conflict',
    });
    expect(stopped.hint).toContain('workflow push` again to continue');
    expect(stderr).toContain('changed since this revision');
    expect(JSON.parse((await run(`${push} --json`)).stdout).stopped).toBeNull();
    expect((await json(`workflow plan goal.json ${SURVEY}`)).same).toBe(true);
  });

  test('recognizes every edit whose response was lost', async () => {
    const { code, stderr, writes, stdout } = await pushWith((write) =>
      write.startsWith('DELETE') ? undefined : 'response',
    );
    expect({ code, stopped: JSON.parse(stdout).stopped }).toEqual({ code: 0, stopped: null });
    const lost = writes.filter((write) => !write.startsWith('DELETE'));
    expect(stderr.match(/The response was lost, but the workflow shows/g)).toHaveLength(lost.length);
    expect((await json(`workflow plan goal.json ${SURVEY}`)).same).toBe(true);
  });

  test('recognizes a removal whose response was lost', async () => {
    const { code, stderr } = await pushWith((write, count) =>
      write.startsWith('DELETE') && count % 2 === 0 ? 'response' : undefined,
    );
    const { code: again } = await run(push);
    expect([code, again]).toContain(0);
    expect(stderr).toMatch(/The response was lost|not known|not made/);
    expect((await json(`workflow plan goal.json ${SURVEY}`)).same).toBe(true);
  });

  test('says that an edit was not made when its request was lost', async () => {
    const { code, stdout } = await pushWith((_, count) => (count === 3 ? 'request' : undefined));
    expect(code).toBe(7);
    expect(JSON.parse(stdout).stopped.message).toContain('The change was not made.');
  });

  test('of a workflow that sends changes nothing', async () => {
    const id = seedId('workflow', 'Trial onboarding');
    const { code, stderr, stdout } = await run(`workflow push goal.json ${id} --yes`);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toContain('Pause it in the dashboard');
    expect((await run(`workflow plan goal.json ${id}`)).stderr).toContain('pause it in the dashboard first');
  });

  test('stops at queued contacts with exit 9, unless they are to be lost', async () => {
    const id = seedId('workflow', 'Win-back');
    const stopped = await run(`workflow push goal.json ${id} --yes --json`);
    expect(stopped.code).toBe(9);
    expect(JSON.parse(stopped.stdout).stopped).toMatchObject({
      code: 'queued_contacts',
      hint: expect.stringContaining('--discard-queued'),
    });
    await ok(`workflow push goal.json ${id} --yes --discard-queued`);
    expect((await json(`workflow plan goal.json ${id}`)).same).toBe(true);
  });

  test('that the API does not implement stops, and the plan is still right', async () => {
    const own = await createWorld({ sandbox: { variants: { nodeUpdates: false } } });
    await own.write('goal.json', JSON.stringify(GOAL));
    const { code, stdout } = await own.run(splitWords(`${push} --json`));
    expect(code).toBe(5);
    expect(JSON.parse(stdout).stopped.message).toContain('not implemented');
    await own.close();
  });
});

const node = (typeName: string, fields: object, ...nextNodeIds: string[]) => ({ typeName, ...fields, nextNodeIds });

/** What is refused before anything is sent, and a part of the message. */
const IMPOSSIBLE: ReadonlyArray<readonly [string, Record<string, object>]> = [
  [
    'mailingListId of',
    { a: node('AddToListTrigger', { mailingListId: 'c1', reEligible: true }, 'b'), b: node('ExitAction', {}) },
  ],
  [
    "Exits can't be created",
    {
      a: node('SignupTrigger', {}, 'x'),
      x: node('BranchNode', {}, 'f', 'g'),
      f: node('AudienceFilter', {}, 'b'),
      g: node('AudienceFilter', {}, 'c'),
      b: node('ExitAction', {}),
      c: node('ExitAction', {}),
    },
  ],
  [
    'experimentType',
    {
      a: node('SignupTrigger', {}, 'x'),
      x: node('ExperimentBranchNode', { samplingRate: 5, experimentType: 'webhook' }, 'v'),
      v: node('VariantNode', {}, 'b'),
      b: node('ExitAction', {}),
    },
  ],
  [
    'lacks the filter',
    {
      a: node('SignupTrigger', {}, 'x'),
      x: node('BranchNode', {}, 'f'),
      f: node('AudienceFilter', {}, 'b'),
      b: node('ExitAction', {}),
    },
  ],
  [
    'minutes, hours or days',
    {
      a: node('SignupTrigger', {}, 'x'),
      x: node('TimerAction', { amount: 5, unit: 's' }, 'b'),
      b: node('ExitAction', {}),
    },
  ],
  [
    "A NewAction can't be created",
    { a: node('SignupTrigger', {}, 'x'), x: node('NewAction', {}, 'b'), b: node('ExitAction', {}) },
  ],
  [
    'does not begin with',
    { a: node('SignupTrigger', {}, 'x'), x: node('BranchNode', {}, 'b'), b: node('ExitAction', {}) },
  ],
  ['form a cycle', { a: node('SignupTrigger', {}, 'x'), x: node('TimerAction', { amount: 1, unit: 'd' }, 'x') }],
  ['does not exist', { a: node('SignupTrigger', {}, 'x') }],
  ['instead of 1', { a: node('SignupTrigger', {}) }],
  ['not reached', { a: node('SignupTrigger', {}, 'b'), b: node('ExitAction', {}), c: node('ExitAction', {}) }],
];

test.each(IMPOSSIBLE)('a plan that cannot be is refused before anything is sent: %s', async (words, nodes) => {
  await world.write('goal.json', JSON.stringify({ rootNodeId: 'a', nodes }));
  for (const verb of ['plan', 'push']) {
    const { code, stderr, stdout } = await run(
      `workflow ${verb} goal.json ${SURVEY}${verb === 'push' ? ' --yes' : ''}`,
    );
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
  }
  expect(world.requests.filter((line) => !line.startsWith('GET'))).toEqual([]);
});

test('a trigger cannot be cleared', async () => {
  await world.write(
    'goal.json',
    JSON.stringify({ rootNodeId: 'a', nodes: { a: node('BlankTrigger', {}, 'b'), b: node('ExitAction', {}) } }),
  );
  expect((await run(`workflow plan goal.json ${seedId('workflow', 'Win-back')}`)).stderr).toContain("can't be cleared");
});

test('a plan near the most nodes warns, and one beyond it stops at the limit', async () => {
  const waits = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `w${index}`,
        node('TimerAction', { amount: index, unit: 'm' }, index + 1 === count ? 'end' : `w${index + 1}`),
      ]),
    );
  const goal = (count: number) => ({
    rootNodeId: 'a',
    nodes: { a: node('SignupTrigger', {}, 'w0'), ...waits(count), end: node('ExitAction', {}) },
  });
  const { id } = await json('workflow create --name Long');
  await world.write('goal.json', JSON.stringify(goal(300)));
  expect(await ok(`workflow plan goal.json ${id}`)).toContain('Up to 302 nodes at a time');
  const { stdout, code } = await run(`workflow push goal.json ${id} --yes --json`);
  expect({ code, stopped: JSON.parse(stdout).stopped.message }).toEqual({
    code: 5,
    stopped: expect.stringContaining('more than 300 nodes'),
  });
}, 60_000);
