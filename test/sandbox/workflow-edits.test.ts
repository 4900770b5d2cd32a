/** Edits of workflows in the sandbox: where nodes can go, what is created with them, revisions, removals, and refusals. */
import { expect, test } from 'vitest';
import { seedId } from '../../src/sandbox/identifiers.ts';
import type { EditedWorkflow } from '../../src/sandbox/nouns/workflows/graph.ts';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { seedAccount } from './account.ts';
import { run } from './running.ts';

const WIN_BACK = 'Win-back';
const SURVEY = 'NPS survey 2027';
const idOf = (workflow: string) => seedId('workflow', workflow);
const at = (key: string, workflow = WIN_BACK) => seedId('workflow-node', workflow, key);

interface Node {
  typeName: string;
  nextNodeIds: string[];
  isControl?: boolean;
}
interface Graph {
  status: string;
  workflowRevisionId: string | null;
  mailingListId: string | null;
  rootNodeId: string;
  nodes: Record<string, Node>;
}
interface Answer {
  message?: string;
  status?: string;
  nodeIds?: string[];
  queuedContactCount?: number;
  id?: string;
  node?: { id: string; nextNodeIds: string[]; createdChildNodes?: { typeName: string; isControl?: boolean }[] };
  workflowRevisionId?: string | null;
  workflow?: Graph;
}

/** A sandbox, and requests to one workflow that name its current revision. */
async function editor(
  workflow = WIN_BACK,
  change: (workflow: EditedWorkflow) => void = () => undefined,
  options: Omit<SandboxOptions, 'store'> = {},
) {
  const account = seedAccount();
  const saved = account.workflows.find(({ name }) => name === workflow);
  if (saved !== undefined) change(saved as EditedWorkflow);
  const { get, send } = await run(account, options);
  const path = `/v1/workflows/${idOf(workflow)}`;
  const graph = async () => (await get<Graph>(path)).body;
  const edit = async (method: string, rest: string, body: object = {}) => {
    const { workflowRevisionId } = await graph();
    const sent = JSON.stringify({ expectedRevisionId: workflowRevisionId, ...body });
    return send<Answer>(method, `${path}${rest}`, { body: sent });
  };
  return { graph, edit, send, path };
}

const insertion = (insertMode: string, nodeTypeName: string, places: object) => ({
  insertMode,
  nodeTypeName,
  ...places,
});
const between = (fromNodeId: string, toNodeId: string, type = 'TimerAction') =>
  insertion('between', type, { fromNodeId, toNodeId });

test.each([
  ['nodes that are not adjacent', between(at('start'), at('end')), 'must be adjacent'],
  ['a missing place', insertion('between', 'TimerAction', { fromNodeId: at('start') }), 'toNodeId is required'],
  ['a place of another mode', { ...between(at('start'), at('a month')), insertMode: 'after' }, 'cannot be used'],
  [
    'two names of one place',
    insertion('before', 'TimerAction', { toNodeId: at('end'), beforeNodeId: at('end') }),
    'either',
  ],
  ['before the trigger', insertion('before', 'TimerAction', { toNodeId: at('start') }), 'before the trigger'],
  ['a variant before a node', insertion('before', 'VariantNode', { toNodeId: at('end') }), 'cannot be inserted before'],
  ['after an exit', insertion('after', 'TimerAction', { fromNodeId: at('end') }), 'after an exit'],
  ['after several next nodes', insertion('after', 'TimerAction', { fromNodeId: at('offer test') }), 'exactly one next'],
  ['a wait after an experiment', between(at('offer test'), at('no offer')), 'Only a VariantNode'],
  ['a variant before a variant', between(at('offer test'), at('no offer'), 'VariantNode'), 'Only a VariantNode'],
  ['a variant elsewhere', between(at('start'), at('a month'), 'VariantNode'), 'Only a VariantNode'],
  ['a trigger', between(at('start'), at('a month'), 'SignupTrigger'), 'nodeTypeName is not valid'],
  ['an unknown field', { ...between(at('start'), at('a month')), payload: {} }, 'Unknown field: payload'],
])('a node cannot be inserted: %s', async (_, body, message) => {
  const { graph, edit } = await editor();
  const before = await graph();
  expect(await edit('POST', '/nodes', body)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(message) },
  });
  expect(await graph()).toEqual(before);
});

test('a node that does not exist is not found', async () => {
  const { edit } = await editor();
  expect((await edit('POST', '/nodes', between(at('nowhere'), at('end')))).status).toBe(404);
  expect((await edit('POST', `/nodes/${at('nowhere')}/reroute`, { newTargetNodeId: at('end') })).status).toBe(404);
});

test('every mode puts the node on the connections that it names', async () => {
  const { edit, graph } = await editor();
  const after = await edit('POST', '/nodes', insertion('after', 'TimerAction', { fromNodeId: at('start') }));
  const before = await edit(
    'POST',
    '/nodes',
    insertion('before', 'SendEmailAction', { beforeNodeId: at('reminder wait') }),
  );
  const { nodes } = await graph();
  const id = before.body.node?.id ?? '';
  expect(nodes[at('start')]?.nextNodeIds).toEqual([after.body.node?.id]);
  expect(after.body.node?.nextNodeIds).toEqual([at('a month')]);
  expect([nodes[at('month email')]?.nextNodeIds, nodes[at('half email')]?.nextNodeIds]).toEqual([[id], [id]]);
  expect(before.body.node).toMatchObject({
    nextNodeIds: [at('reminder wait')],
    subject: '',
    emailMessageId: expect.any(String),
  });
});

test.each([
  ['BranchNode', ['AudienceFilter', 'AudienceFilter'], [undefined, undefined]],
  ['ExperimentBranchNode', ['VariantNode', 'VariantNode', 'VariantNode'], [false, false, true]],
])('a %s is created with its paths', async (type, types, controls) => {
  const { edit } = await editor();
  const { body } = await edit('POST', '/nodes', between(at('start'), at('a month'), type));
  const children = body.node?.createdChildNodes ?? [];
  expect(children.map(({ typeName }) => typeName)).toEqual(types);
  expect(children.map(({ isControl }) => isControl)).toEqual(controls);
  const { nodes } = body.workflow as Graph;
  expect(body.node?.nextNodeIds.map((id) => nodes[id]?.nextNodeIds)).toEqual(types.map(() => [at('a month')]));
});

test('paths are added to branches and experiments only', async () => {
  const { edit } = await editor();
  const { body } = await edit('POST', `/nodes/${at('offer test')}/add-branch`);
  expect(body.node).toMatchObject({ typeName: 'VariantNode', isControl: false });
  expect((await edit('POST', `/nodes/${at('a month')}/add-branch`)).status).toBe(400);
});

test('the 300th node is the last, with the paths that are created', async () => {
  const fill = (count: number) => (workflow: EditedWorkflow) => {
    for (let index = Object.keys(workflow.nodes).length; index < count; index++) {
      const id = at(`filler ${index}`);
      workflow.nodes[id] = { id, typeName: 'TimerAction', amount: 1, unit: 'd', nextNodeIds: [at('end')] };
    }
  };
  const { edit } = await editor(WIN_BACK, fill(297));
  const place = [at('start'), at('a month')] as const;
  expect(await edit('POST', '/nodes', between(...place, 'ExperimentBranchNode'))).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('more than 300') },
  });
  expect((await edit('POST', '/nodes', between(...place, 'BranchNode'))).status).toBe(200);
  expect((await edit('POST', `/nodes/${at('offer test')}/add-branch`)).status).toBe(400);
});

test('a reroute needs one next node, and leaves the old one with a parent', async () => {
  const { edit } = await editor();
  const reroute = (key: string, to: string) => edit('POST', `/nodes/${at(key)}/reroute`, { newTargetNodeId: at(to) });
  expect((await reroute('offer test', 'end')).body.message).toContain('exactly one');
  expect((await reroute('a month', 'end')).body.message).toContain('no parent');
  expect((await reroute('month email', 'month email')).body.message).toContain('itself');
  const { status, body } = await reroute('month email', 'end');
  expect({ status, id: body.id, keys: body.workflowRevisionId === body.workflow?.workflowRevisionId }).toEqual({
    status: 200,
    id: at('month email'),
    keys: true,
  });
});

const onPlan = { type: 'property', key: 'plan', operator: 'equals', value: 'pro' };
const opened = (id: string) => ({ type: 'activity', action: 'opened', negate: false, target: 'campaign', id });
const anything = { operator: 'any', value: '' };
const compared = (key: string) => ({ contactPropertyQuery: { key, is: anything, was: anything } });

test('an update changes what its type has, and nothing else', async () => {
  const { edit, send, path } = await editor();
  const update = (key: string, payload: object) => edit('POST', `/nodes/${at(key)}`, { payload });
  const refusals: ReadonlyArray<readonly [string, object, number]> = [
    ['a month', {}, 400],
    ['a month', { amount: -1 }, 400],
    ['a month', { isControl: true }, 400],
    ['a month', { typeName: 'AudienceFilter' }, 400],
    ['miss you', { subject: 'x' }, 501],
    ['offer test', { samplingRate: 101 }, 400],
    ['end', { amount: 1 }, 501],
    ['still gone', { audienceSegmentId: seedId('segment', 'nothing') }, 404],
    ['start', { typeName: 'BlankTrigger' }, 400],
    ['start', { typeName: 'SignupTrigger', reEligible: true }, 400],
    ['start', { typeName: 'AddToListTrigger', mailingListId: at('x') }, 400],
    ['start', { typeName: 'EventTrigger', eventName: 'unheardOf' }, 400],
    ['start', { typeName: 'EventTrigger', eventPatternId: seedId('event-pattern', 'unheardOf') }, 400],
    ['start', compared('unheardOf'), 400],
    ['start', compared('createdAt'), 400],
    ['still gone', { audienceFilter: { match: 'all', conditions: [opened(at('x'))] } }, 404],
    ['still gone', { audienceFilter: { match: 'all', conditions: [{ ...onPlan, key: 'unheardOf' }] } }, 400],
    ['still gone', { audienceFilter: { match: 'all', conditions: [{ ...onPlan, operator: 'like' }] } }, 400],
    [
      'start',
      {
        contactPropertyQuery: {
          key: 'plan',
          is: { operator: 'greater_than', value: 1 },
          was: { operator: 'any', value: '' },
        },
      },
      400,
    ],
  ];
  for (const [key, payload, status] of refusals) {
    const answer = await update(key, payload);
    expect({ key, payload, status: answer.status, message: answer.body.message }).toMatchObject({
      status,
      message: expect.any(String),
    });
  }
  expect((await update('free month', { isControl: true })).body).toMatchObject({ isControl: true });
  const { nodes } = (await edit('POST', '', { description: 'x' })).body as unknown as Graph;
  expect([nodes[at('no offer')]?.isControl, nodes[at('half price')]?.isControl]).toEqual([false, false]);
  expect(
    (await update('start', { typeName: 'EventTrigger', eventName: 'paymentFailed', reEligible: true })).status,
  ).toBe(200);
  const { body } = await send('GET', `${path}/nodes/${at('start')}`);
  expect(body).toMatchObject({
    typeName: 'EventTrigger',
    eventName: 'paymentFailed',
    eventProperties: expect.any(Array),
  });
});

test('a trigger gets the properties of its event, by the name or the ID of the pattern', async () => {
  const { edit } = await editor();
  const update = (payload: object) => edit('POST', `/nodes/${at('start')}`, { payload });
  for (const wanted of [
    { eventName: 'rota/published' },
    { eventPatternId: seedId('event-pattern', 'rota/published') },
  ]) {
    const { body } = await update({ typeName: 'EventTrigger', ...wanted });
    expect(body).toMatchObject({
      eventName: 'rota/published',
      eventProperties: [
        { name: 'rotaName', type: 'string' },
        { name: 'weekOf', type: 'date' },
      ],
    });
    expect((await update({ eventName: null })).body).toMatchObject({ eventName: null, eventProperties: [] });
  }
  expect((await update({ eventName: 'signedOut', eventPatternId: null })).status).toBe(400);
});

test('a new email node has an empty message, which can be written until the node is removed', async () => {
  const { edit, send, path } = await editor();
  const added = await edit('POST', '/nodes', {
    insertMode: 'after',
    fromNodeId: at('start'),
    nodeTypeName: 'SendEmailAction',
  });
  const { id, emailMessageId } = (added.body as unknown as { node: { id: string; emailMessageId: string } }).node;
  const message = `/v1/email-messages/${emailMessageId}`;
  const read = await send<{ contentRevisionId: string }>('GET', message);
  expect(read).toMatchObject({ status: 200, body: { subject: '', lmx: '' } });
  expect(read.body).not.toHaveProperty('campaignId');
  const content = { subject: 'We miss you', lmx: '<H1>Hi</H1>' };
  const change = { body: JSON.stringify({ expectedRevisionId: read.body.contentRevisionId, ...content }) };
  const written = await send<{ contentRevisionId: string }>('POST', message, change);
  expect(written).toMatchObject({ status: 200, body: { subject: 'We miss you' } });
  expect(written.body.contentRevisionId).not.toBe(read.body.contentRevisionId);
  expect((await send('POST', message, change)).status).toBe(409);
  expect((await send<object>('GET', `${path}/nodes/${id}`)).body).toMatchObject({ subject: 'We miss you' });
  expect((await edit('DELETE', `/nodes/${id}`, {})).status).toBe(200);
  expect((await send('GET', message)).status).toBe(404);
});

test('a segment clears the filter of a node, and a filter its segment', async () => {
  const { edit, send, path } = await editor();
  const node = `${path}/nodes/${at('still gone')}`;
  const segment = seedAccount().audienceSegments[0]?.id;
  await edit('POST', `/nodes/${at('still gone')}`, { payload: { audienceSegmentId: segment } });
  expect((await send<object>('GET', node)).body).not.toHaveProperty('audienceFilter');
  const audienceFilter = { match: 'any', conditions: [{ type: 'optIn', status: null }] };
  await edit('POST', `/nodes/${at('still gone')}`, { payload: { audienceFilter } });
  expect((await send<object>('GET', node)).body).toMatchObject({ audienceFilter });
  expect((await send<object>('GET', node)).body).not.toHaveProperty('audienceSegmentId');
});

test('every change needs the current revision, null where there was none', async () => {
  const { edit, graph } = await editor(SURVEY);
  expect((await graph()).workflowRevisionId).toBeNull();
  expect((await edit('POST', '', { expectedRevisionId: 'c1', name: 'x' })).status).toBe(409);
  const { status, body } = await edit('POST', '', { name: 'x' });
  expect({ status, revision: body.workflowRevisionId }).toEqual({ status: 200, revision: expect.any(String) });
  const stale = { expectedRevisionId: null };
  const insert = { ...stale, ...insertion('after', 'TimerAction', { fromNodeId: at('start', SURVEY) }) };
  const node = `/nodes/${at('customers', SURVEY)}`;
  for (const [method, path, sent] of [
    ['POST', '/nodes', insert],
    ['POST', node, { ...stale, payload: { appliesDownstream: true } }],
    ['POST', `${node}/reroute`, { ...stale, newTargetNodeId: at('end', SURVEY) }],
    ['POST', `${node}/add-branch`, stale],
    ['POST', '/mailing-list', { ...stale, mailingListId: null }],
    ['DELETE', node, stale],
    ['DELETE', `${node}/recursive`, stale],
    ['DELETE', '', { ...stale, confirmDelete: true }],
  ] as const) {
    expect((await edit(method, path, sent)).status, path).toBe(409);
  }
});

test('a dry run changes nothing, and queued contacts stop a removal', async () => {
  const { edit, graph } = await editor();
  const before = await graph();
  const month = `/nodes/${at('a month')}`;
  expect((await edit('DELETE', month, { dryRun: true })).body).toEqual({
    status: 'dryRun',
    nodeIds: [at('a month')],
    queuedContactCount: 37,
  });
  expect((await edit('DELETE', month)).body).toEqual({
    status: 'queuedContactsFound',
    nodeIds: [at('a month')],
    queuedContactCount: 37,
  });
  const test = `/nodes/${at('offer test')}/recursive`;
  const { body } = await edit('DELETE', test, { dryRun: true });
  expect({
    count: body.queuedContactCount,
    nodes: body.nodeIds?.length,
    exit: body.nodeIds?.includes(at('end')),
  }).toEqual({
    count: 5,
    nodes: 9,
    exit: false,
  });
  expect((await edit('DELETE', `/nodes/${at('miss you')}`, { dryRun: true })).body.queuedContactCount).toBe(0);
  expect(await graph()).toEqual(before);
  expect((await edit('DELETE', test, { queuedContactPolicy: 'discard' })).body.status).toBe('deleted');
  expect((await graph()).nodes[at('still gone')]?.nextNodeIds).toEqual([at('end')]);
});

test('removals that cannot be', async () => {
  const { edit } = await editor();
  expect((await edit('DELETE', `/nodes/${at('start')}`)).status).toBe(400);
  expect((await edit('DELETE', `/nodes/${at('end')}/recursive`)).status).toBe(400);
  expect((await edit('DELETE', `/nodes/${at('offer test')}`)).body.message).toContain('several');
});

test('removing the filter of a path leaves a path without one', async () => {
  const workflow = 'Failed payment recovery';
  const { edit } = await editor(workflow, (own) => {
    own.status = 'Paused';
  });
  const { body } = await edit('DELETE', `/nodes/${at('enterprise', workflow)}`);
  const first = body.workflow?.nodes[at('how big?', workflow)]?.nextNodeIds[0] ?? '';
  expect(body.workflow?.nodes[first]?.typeName).toBe('SendEmailAction');
});

test('a list change discards queued contacts only if it is told to, and no list never does', async () => {
  const { edit, graph } = await editor();
  const list = seedId('mailing-list', 'Product updates');
  const change = (body: object) => edit('POST', '/mailing-list', body);
  expect((await change({ mailingListId: seedId('mailing-list', 'nothing') })).status).toBe(404);
  expect((await change({ mailingListId: list, dryRun: true })).body).toMatchObject({
    status: 'dryRun',
    queuedContactCount: 42,
  });
  expect((await change({ mailingListId: list })).body).toMatchObject({
    status: 'queuedContactsFound',
    queuedContactCount: 42,
  });
  expect((await change({ mailingListId: null })).body).toMatchObject({ status: 'updated', queuedContactCount: 0 });
  expect((await change({ mailingListId: list, queuedContactPolicy: 'discard' })).body.status).toBe('updated');
  expect((await graph()).mailingListId).toBe(list);
  expect((await change({ mailingListId: list })).body.queuedContactCount).toBe(0);
});

test('a workflow that sends keeps its nodes, but can be renamed', async () => {
  const workflow = 'Trial onboarding';
  const { edit } = await editor(workflow);
  const node = `/nodes/${at('settle', workflow)}`;
  for (const [method, path, body] of [
    ['POST', '/nodes', insertion('after', 'TimerAction', { fromNodeId: at('start', workflow) })],
    ['POST', node, { payload: { amount: 1 } }],
    ['POST', `${node}/reroute`, { newTargetNodeId: at('end', workflow) }],
    ['POST', `/nodes/${at('rota?', workflow)}/add-branch`, {}],
    ['DELETE', node, {}],
    ['DELETE', `${node}/recursive`, {}],
  ] as const) {
    expect(await edit(method, path, body), path).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('sending') },
    });
  }
  expect((await edit('POST', '', { name: 'x' })).status).toBe(200);
});

test('a workflow is deleted with a confirmation, unless it sends or has queued contacts', async () => {
  const gone = await editor(SURVEY);
  expect((await gone.edit('DELETE', '', { confirmDelete: false })).status).toBe(400);
  expect(await gone.edit('DELETE', '', { confirmDelete: true })).toMatchObject({ status: 204, text: '' });
  expect((await gone.send('GET', gone.path)).status).toBe(404);
  for (const name of [WIN_BACK, 'Trial onboarding']) {
    const { edit } = await editor(name);
    const { status, body } = await edit('DELETE', '', { confirmDelete: true });
    const stale = await edit('DELETE', '', { confirmDelete: true, expectedRevisionId: 'c1' });
    expect([status, stale.status, body.message === stale.body.message]).toEqual([409, 409, false]);
  }
});

test('a team without workflow creation, and an API without updates of nodes', async () => {
  const { edit, send } = await editor(SURVEY, undefined, { variants: { workflowCreation: false, nodeUpdates: false } });
  expect((await send('POST', '/v1/workflows', { body: '{"name":"x"}' })).status).toBe(500);
  expect(
    (await edit('POST', `/nodes/${at('customers', SURVEY)}`, { payload: { appliesDownstream: true } })).status,
  ).toBe(501);
});

test('a new workflow is a draft with a blank trigger and an exit', async () => {
  const { send } = await editor();
  const { body } = await send<Graph>('POST', '/v1/workflows', { body: '{"name":"New","description":"x"}' });
  expect(body.status).toBe('Draft');
  const root = body.nodes[body.rootNodeId];
  expect([root?.typeName, body.nodes[root?.nextNodeIds[0] ?? '']?.typeName]).toEqual(['BlankTrigger', 'ExitAction']);
});
