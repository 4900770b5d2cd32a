/** Workflows: the list, the simplified graph, nodes in full, counters of email nodes. */
import { expect, test } from 'vitest';
import { seedId } from '../../src/sandbox/identifiers.ts';
import { segmentId } from '../../src/sandbox/nouns/segments.seed.ts';
import { SEEDED_AT, seedAccount } from './account.ts';
import { run } from './running.ts';

const idOf = (workflow: string) => seedId('workflow', workflow);
const nodeOf = (workflow: string, key: string) => seedId('workflow-node', workflow, key);
const pathOf = (workflow: string, key: string) => `/v1/workflows/${idOf(workflow)}/nodes/${nodeOf(workflow, key)}`;

interface Graph {
  rootNodeId: string;
  nodes: Record<string, { typeName: string; nextNodeIds: string[] }>;
}

test('the list shows only names, dates and addresses', async () => {
  const { get } = await run(seedAccount());
  const { body } = await get<{ data: unknown[] }>('/v1/workflows');
  expect(body.data).toHaveLength(6);
  expect(body.data[0]).toEqual({
    id: idOf('NPS survey 2027'),
    name: 'NPS survey 2027',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    url: expect.stringContaining(idOf('NPS survey 2027')),
  });
});

test('the graph shows its nodes without details', async () => {
  const { get } = await run(seedAccount());
  const name = 'Newsletter welcome';
  const { body } = await get<Graph>(`/v1/workflows/${idOf(name)}`);
  const node = (key: string) => body.nodes[nodeOf(name, key)];
  expect(body).toMatchObject({ name, emoji: '☀️', status: 'Paused' });
  expect(body).not.toHaveProperty('nodeMetrics');
  expect(body).not.toHaveProperty('countedAt');
  expect(body.rootNodeId).toBe(nodeOf(name, 'start'));
  const next = (key: string) => [nodeOf(name, key)];
  expect(node('start')).toEqual({
    typeName: 'AddToListTrigger',
    mailingListId: expect.any(String),
    reEligible: false,
    nextNodeIds: next('hello'),
  });
  expect(node('a day')).toEqual({ typeName: 'TimerAction', amount: 1, unit: 'd', nextNodeIds: next('best of') });
  expect(node('end')).toEqual({ typeName: 'ExitAction', nextNodeIds: [] });
});

test('one graph is exactly what the public schema has', async () => {
  const { get } = await run(seedAccount());
  const name = 'Failed payment recovery';
  const { body } = await get<Graph>(`/v1/workflows/${idOf(name)}`);
  expect(Object.keys(body).sort()).toEqual(
    ['id', 'name', 'description', 'mailingListId', 'rootNodeId', 'nodes', 'status', 'workflowRevisionId', 'url'].sort(),
  );
  const fields = new Map(Object.values(body.nodes).map((node) => [node.typeName, Object.keys(node).slice(2).sort()]));
  expect(Object.fromEntries(fields)).toEqual({
    EventTrigger: ['eventName', 'reEligible'],
    TimerAction: ['amount', 'unit'],
    SendEmailAction: ['emailMessageId', 'subject'],
    AudienceFilter: [],
    BranchNode: [],
    ExitAction: [],
  });
});

test('another graph has every field that the reference lists', async () => {
  const { get } = await run(seedAccount());
  const { body } = await get<Graph>(`/v1/workflows/${idOf('Win-back')}`);
  for (const [id, shown] of Object.entries(body.nodes)) {
    const full = await get<Record<string, unknown>>(`/v1/workflows/${idOf('Win-back')}/nodes/${id}`);
    const { id: _id, workflowId: _workflow, workflowRevisionId: _revision, ...fields } = full.body;
    expect(shown).toEqual(fields);
  }
});

test('a node in full has its workflow, revision and all of its fields', async () => {
  const { get } = await run(seedAccount());
  const workflow = 'Win-back';
  const common = {
    workflowId: idOf(workflow),
    workflowRevisionId: seedId('workflow-revision', workflow),
    nextNodeIds: expect.any(Array),
  };
  expect((await get(pathOf(workflow, 'start'))).body).toEqual({
    ...common,
    id: nodeOf(workflow, 'start'),
    typeName: 'ContactPropertyTrigger',
    contactPropertyQuery: {
      key: 'plan',
      is: { operator: 'equal', value: 'none' },
      was: { operator: 'not_equal', value: 'trial' },
    },
    reEligible: false,
  });
  expect((await get(pathOf(workflow, 'offer test'))).body).toEqual({
    ...common,
    id: nodeOf(workflow, 'offer test'),
    typeName: 'ExperimentBranchNode',
    samplingRate: 80,
    experimentType: 'webhook',
    experimentId: 'win-back-offer',
    url: expect.stringMatching(/^https:/),
  });
  expect((await get(pathOf('Trial onboarding', 'no rota'))).body).toMatchObject({
    typeName: 'AudienceFilter',
    audienceSegmentId: segmentId('Trial without a rota'),
  });
});

test('a node of another workflow is not found', async () => {
  const { get } = await run(seedAccount());
  const stranger = `/v1/workflows/${idOf('Win-back')}/nodes/${nodeOf('Trial onboarding', 'welcome')}`;
  expect((await get(stranger)).status).toBe(404);
  expect((await get(`${stranger}/metrics`)).status).toBe(404);
});

test('only email nodes have counters', async () => {
  const { get } = await run(seedAccount());
  const { status, body } = await get<Record<string, number>>(`${pathOf('Trial onboarding', 'welcome')}/metrics`);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual([
    'sends',
    'opens',
    'clicks',
    'unsubscribes',
    'spamReports',
    'hardBounces',
    'softBounces',
  ]);
  expect(body.sends).toBe(23_418);
  expect(Object.values(body).every(Number.isInteger)).toBe(true);
  expect(await get(`${pathOf('Trial onboarding', 'day 2')}/metrics`)).toMatchObject({
    status: 400,
    body: { success: false, message: expect.stringContaining('SendEmailAction') },
  });
});

test('the counters of a workflow that sends grow with time, those of a paused one do not', async () => {
  const { get } = await run(seedAccount(), { now: () => SEEDED_AT.getTime() + 7 * 86_400_000 });
  const sendsOf = async (workflow: string, key: string) =>
    (await get<Record<string, number>>(`${pathOf(workflow, key)}/metrics`)).body['sends'];
  expect(await sendsOf('Trial onboarding', 'welcome')).toBeGreaterThan(23_418);
  expect(await sendsOf('Newsletter welcome', 'hello')).toBe(12_077);
  expect(await sendsOf('NPS survey 2027', 'ask')).toBe(0);
});
