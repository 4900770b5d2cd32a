/** Proves that no command that judges a workflow passes one that it could not read. */
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { json, startFaultServer } from '../../faults/server.ts';
import { createWorld } from '../../world.ts';

const exit = { typeName: 'ExitAction', nextNodeIds: [] };
const sound = {
  id: 'w',
  name: 'Sound',
  rootNodeId: 'a',
  nodes: {
    a: { typeName: 'SignupTrigger', nextNodeIds: ['b'] },
    b: { typeName: 'SendEmailAction', subject: 'Hi', emailMessageId: 'm', nextNodeIds: ['c'] },
    c: exit,
  },
};
const withB = (change: object) => ({ ...sound, nodes: { ...sound.nodes, b: { ...sound.nodes.b, ...change } } });

const UNREADABLE: ReadonlyArray<readonly [string, unknown]> = [
  ['no nextNodeIds', withB({ nextNodeIds: undefined })],
  ['nextNodeIds that are null', withB({ nextNodeIds: null })],
  ['nextNodeIds that are text', withB({ nextNodeIds: 'c' })],
  ['nextNodeIds with a number', withB({ nextNodeIds: ['c', 7] })],
  ['no typeName', withB({ typeName: undefined })],
  ['a typeName that is null', withB({ typeName: null })],
  ['a typeName that is a number', withB({ typeName: 7 })],
  ['a node that is null', { ...sound, nodes: { ...sound.nodes, b: null } }],
  ['a node that is a list', { ...sound, nodes: { ...sound.nodes, b: [] } }],
  ['no rootNodeId', { ...sound, rootNodeId: undefined }],
  ['a rootNodeId that is a number', { ...sound, rootNodeId: 7 }],
];

const NO_GRAPH: ReadonlyArray<readonly [string, unknown]> = [
  ['nodes that are a list', { ...sound, nodes: [exit] }],
  ['nodes that are null', { ...sound, nodes: null }],
  ['no nodes', { ...sound, nodes: undefined }],
];

/** The client refuses these itself. */
const NO_WORKFLOW: ReadonlyArray<readonly [string, unknown]> = [
  ['a list instead of a workflow', []],
  ['null instead of a workflow', null],
];

async function runAgainst(answer: unknown, line: string) {
  const server = await startFaultServer((socket) => socket.write(json(200, answer)));
  const world = await createWorld();
  onTestFinished(async () => {
    await server.close();
    await world.close();
  });
  await world.write('sound.json', JSON.stringify(sound));
  return world.run(['workflow', ...line.split(' ')], {
    env: { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` },
  });
}

describe.each([...UNREADABLE, ...NO_GRAPH, ...NO_WORKFLOW])('%s', (name, answer) => {
  it.each([
    'lint id:w',
    'lint id:w --rule unreachable=off',
    'lint id:w -o junit',
    'paths id:w',
    'diff id:w sound.json --exit-code',
    'diff sound.json id:w',
  ])('makes `%s` fail with exit code 8 and print nothing', async (line) => {
    expect(await runAgainst(answer, line)).toMatchObject({
      code: 8,
      stdout: '',
      stderr: expect.stringMatching(name.endsWith('of a workflow') ? /^error: / : /could not be checked/),
    });
  });
});

it.each([...NO_GRAPH, ...NO_WORKFLOW])('%s: there is nothing to show', async (_, answer) => {
  for (const line of ['show id:w', 'show id:w --json', 'show id:w --format svg', 'show id:w --details']) {
    expect(await runAgainst(answer, line)).toMatchObject({ code: 8, stdout: '' });
  }
});

it('shows the rest of a workflow with an unreadable node, and marks the node', async () => {
  const { code, stdout } = await runAgainst(withB({ nextNodeIds: 'c' }), 'show id:w');
  expect(code).toBe(0);
  expect(stdout).toContain('⚠ nextNodeIds is not a list of node IDs');
});

test('a saved workflow with an unreadable node fails too, and another workflow is still checked', async () => {
  const world = await createWorld();
  onTestFinished(world.close);
  await world.write('bad.json', JSON.stringify(withB({ typeName: null })));
  await world.write('good.json', JSON.stringify(sound));
  expect(await world.run(['workflow', 'lint', 'bad.json'])).toMatchObject({ code: 8, stdout: '' });
  const { code, stdout } = await world.run(['workflow', 'lint', 'good.json', 'bad.json', '--json']);
  expect(code).toBe(8);
  expect(JSON.parse(stdout)).toMatchObject([
    { source: 'good.json', findings: [] },
    { source: 'bad.json', error: { code: 'unexpected_response' } },
  ]);
});

test.each(['', '-o csv', '--json', '-o junit'])(
  'nothing is printed when nothing could be checked: %s',
  async (flags) => {
    const world = await createWorld();
    onTestFinished(world.close);
    const missing = 'caaaaaaaaaaaaaaaaaaaaaaaa';
    for (const ids of [missing, `${missing} cbbbbbbbbbbbbbbbbbbbbbbbb`]) {
      const outcome = await world.run(`workflow lint ${ids} ${flags}`.trim().split(' '));
      expect(outcome).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('not found') });
    }
  },
);

test.each([
  ['lint', 'findings.rulez'],
  ['lint', 'skipped.rulez'],
  ['lint', 'error.kode'],
  ['paths', 'paths.emailz'],
  ['paths', 'waitSeconds.leest'],
  ['paths', 'paths.end.kind'],
  ['diff sound.json', 'nodes.addedd'],
  ['diff sound.json', 'nodes.changed.fields.form'],
  ['diff sound.json', 'connections.added.from.sentense'],
])('%s has no field %s', async (line, field) => {
  const world = await createWorld();
  onTestFinished(world.close);
  await world.write('sound.json', JSON.stringify(sound));
  const outcome = await world.run(['workflow', ...line.split(' '), 'sound.json', '--json', '--fields', field]);
  expect(outcome).toMatchObject({ code: 2, stdout: '' });
});
