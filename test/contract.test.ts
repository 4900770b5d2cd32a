/** The client's operations and the sandbox's handlers describe the same service, and the sandbox's answers fit the schemas. */
import { expect, test } from 'vitest';
import { type Operation, requestOf } from '../src/define/operation.ts';
import { differences } from '../src/http/schema-check.ts';
import * as apiKey from '../src/nouns/api-key.ts';
import * as groups from '../src/nouns/groups.ts';
import * as ips from '../src/nouns/ips/operations.ts';
import * as segments from '../src/nouns/segments.ts';
import * as themes from '../src/nouns/themes.ts';
import * as transactional from '../src/nouns/transactional/operations.ts';
import * as workflow from '../src/nouns/workflow/operations.ts';
import { handlers } from '../src/sandbox/handlers/index.ts';
import { OPERATION_LINES } from './faults/operations.ts';
import { allOperations } from './operations.ts';
import { createWorld } from './world.ts';

const operations = await allOperations();

/** Every operation that `contract.md` marks as documented by the reference. */
const DOCUMENTED = [
  'POST /v1/transactional-emails',
  'POST /v1/transactional-emails/{transactionalId}/draft',
  'GET /v1/transactional-emails/{transactionalId}/metrics',
  'GET /v1/transactional-groups',
  'GET /v1/transactional-groups/{id}',
  'GET /v1/campaign-groups/{id}',
  'POST /v1/campaign-groups/{id}',
  'GET /v1/workflows/{id}',
  'GET /v1/workflows/{id}/nodes/{nodeId}',
  'GET /v1/themes',
  'GET /v1/audience-segments',
  'GET /v1/dedicated-sending-ips',
];

test.each(DOCUMENTED)('%s is an operation', (route) => {
  expect(operations.map((operation) => operation.route)).toContain(route);
});

test.each(operations.map((operation) => operation.route))('%s has a handler in the sandbox', (route) => {
  expect(Object.keys(handlers)).toContain(route);
});

test.each(operations.map((operation) => operation.route))('%s is put through every fault', (route) => {
  expect(OPERATION_LINES.map((line) => line.route)).toContain(route);
});

/** Asks the sandbox, without any of the client's code that might hide a difference. */
async function ask(baseUrl: string, operation: Operation, input: Record<string, unknown>): Promise<unknown> {
  const { method, path, query, body } = requestOf(operation, input);
  const response = await fetch(`${baseUrl}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { authorization: 'Bearer sandbox' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${path} ${response.status}`).toBe(true);
  return response.json();
}

const list = async (baseUrl: string, operation: Operation): Promise<Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = (await ask(baseUrl, operation, { perPage: 50, ...(cursor === '' ? {} : { cursor }) })) as {
      data: Record<string, unknown>[];
      pagination: { nextCursor: string | null };
    };
    expect(differences(operation.output, page), operation.route).toEqual([]);
    items.push(...page.data);
    cursor = page.pagination.nextCursor;
  }
  return items;
};

test('every answer of the sandbox fits the schema of its operation', async () => {
  const world = await createWorld();
  const asked = new Set<string>();
  const check = async (operation: Operation, input: Record<string, unknown>) => {
    asked.add(operation.route);
    const value = await ask(world.sandbox.baseUrl, operation, input);
    expect(differences(operation.output, value), operation.route).toEqual([]);
    return value as Record<string, unknown>;
  };
  const all = async (operation: Operation) => {
    asked.add(operation.route);
    return list(world.sandbox.baseUrl, operation);
  };
  try {
    await check(apiKey.checkApiKey, {});
    await check(ips.listSendingIps, {});
    for (const { id } of await all(themes.listThemes)) await check(themes.getTheme, { id });
    for (const { id } of await all(segments.listSegments)) await check(segments.getSegment, { id });
    for (const [listAll, get, create, update] of [
      [
        groups.listTransactionalGroups,
        groups.getTransactionalGroup,
        groups.createTransactionalGroup,
        groups.updateTransactionalGroup,
      ],
      [groups.listCampaignGroups, groups.getCampaignGroup, groups.createCampaignGroup, groups.updateCampaignGroup],
    ] as const) {
      for (const { id } of await all(listAll)) await check(get, { id });
      const { id } = await check(create, { name: 'New', description: 'As a test' });
      await check(update, { id, name: 'Newer' });
    }
    for (const { id: transactionalId } of await all(transactional.listTransactional)) {
      await check(transactional.getTransactional, { transactionalId });
      await check(transactional.getMetrics, { transactionalId });
      await check(transactional.ensureDraft, { transactionalId });
    }
    const { id: transactionalId } = await check(transactional.createTransactional, { name: 'New' });
    await check(transactional.updateTransactional, { transactionalId, name: 'Newer' });
    await check(transactional.publishTransactional, { transactionalId });
    for (const { id } of await all(workflow.listWorkflows)) {
      const { nodes } = await check(workflow.getWorkflow, { id });
      for (const nodeId of Object.keys(nodes as object)) {
        const { typeName } = await check(workflow.getWorkflowNode, { id, nodeId });
        if (typeName === 'SendEmailAction') await check(workflow.getWorkflowNodeMetrics, { id, nodeId });
      }
    }
    expect([...asked].sort()).toEqual(operations.map((operation) => operation.route as string).sort());
  } finally {
    await world.close();
  }
});
