/** Workflows: the list, the simplified graph, nodes in full, counters of email nodes. */
import { expect, test } from 'vitest';
import { seedId } from '../../src/sandbox/identifiers.ts';
import { seedAccount } from '../../src/sandbox/seed/account.ts';
import { segmentId } from '../../src/sandbox/seed/segments.ts';
import { run } from './running.ts';

const idOf = (workflow: string) => seedId('workflow', workflow);
const nodeOf = (workflow: string, key: string) => seedId('workflow-node', workflow, key);
const pathOf = (workflow: string, key: string) => `/v1/workflows/${idOf(workflow)}/nodes/${nodeOf(workflow, key)}`;

interface Graph {
  rootNodeId: string;
  nodes: Record<string, { typeName: string; nextNodeIds: string[] }>;
}

test('the list says no more than what each is called and when it changed', async () => {
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

test('the graph shows its nodes in short', async () => {
  const { get } = await run(seedAccount());
  const { body } = await get<Graph>(`/v1/workflows/${idOf('Failed payment recovery')}`);
  const node = (key: string) => body.nodes[nodeOf('Failed payment recovery', key)];
  expect(body).toMatchObject({ name: 'Failed payment recovery', emoji: '💳', mailingListId: null, status: 'Sending' });
  expect(body).not.toHaveProperty('nodeMetrics');
  expect(body.rootNodeId).toBe(nodeOf('Failed payment recovery', 'start'));
  const next = (key: string) => [nodeOf('Failed payment recovery', key)];
  expect(node('start')).toEqual({ typeName: 'EventTrigger', eventName: 'paymentFailed', nextNodeIds: next('grace') });
  expect(node('grace')).toEqual({ typeName: 'TimerAction', amount: 6, unit: 'h', nextNodeIds: next('first notice') });
  expect(node('end')).toEqual({ typeName: 'ExitAction', nextNodeIds: [] });
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
