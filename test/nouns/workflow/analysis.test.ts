/** The requests of lint, paths and diff, and their results if the API refuses, fails or sends something else. */
import { expect, onTestFinished, test } from 'vitest';
import { json, startFaultServer } from '../../faults/server.ts';
import { createWorld, type World } from '../../world.ts';

const ONBOARDING = 'cr3d19ajwtfxqfczuxgmvwzxv';
const NEWSLETTER = 'cd2x89ov0nvxvudwvlrw08e5i';
const MISSING = 'caaaaaaaaaaaaaaaaaaaaaaaa';

async function openWorld(options: Parameters<typeof createWorld>[0] = {}): Promise<World> {
  const world = await createWorld(options);
  onTestFinished(world.close);
  return world;
}

test.each([
  [`workflow paths ${NEWSLETTER}`, 1],
  [`workflow paths ${NEWSLETTER} --details`, 6],
  [`workflow lint ${NEWSLETTER} ${ONBOARDING}`, 2],
  [`workflow lint ${NEWSLETTER} --details`, 6],
  ['workflow lint --all --rule empty-email=warning', 7],
  [`workflow diff ${NEWSLETTER} ${NEWSLETTER}`, 2],
  [`workflow diff ${NEWSLETTER} ${NEWSLETTER} --details`, 12],
  ['workflow lint --list-rules', 0],
])('%s makes %d requests', async (line, count) => {
  const world = await openWorld();
  const { code, stderr } = await world.run([...line.split(' '), '--json']);
  expect([code, stderr]).toEqual([0, '']);
  expect(world.requests).toHaveLength(count);
});

test('nothing is requested if a file cannot be read, or a rule or an argument is invalid', async () => {
  const world = await openWorld();
  await world.write('broken.json', '{');
  for (const line of [
    `workflow lint ${NEWSLETTER} broken.json`,
    `workflow diff ${NEWSLETTER} broken.json`,
    `workflow diff ${NEWSLETTER} ./missing`,
    `workflow lint --all --rule cycel=off`,
    `workflow lint --all ${NEWSLETTER}`,
    'workflow lint - -',
  ]) {
    const { code, stdout } = await world.run(line.split(' '), { stdin: '{' });
    expect({ line, code, stdout }).toEqual({ line, code: 2, stdout: '' });
  }
  expect(world.requests).toEqual([]);
});

test('a file saved with details is compared with the details of the live workflow', async () => {
  const world = await openWorld();
  const { stdout: saved } = await world.run(['workflow', 'show', NEWSLETTER, '--details', '--metrics', '--json']);
  await world.write('full.json', saved);
  const before = world.requests.length;
  expect(await world.run(['workflow', 'diff', 'full.json', NEWSLETTER, '--exit-code', '--ids'])).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(world.requests.length - before).toBe(6);
  await world.write('full.json', saved.replace('"reEligible": false', '"reEligible": true'));
  const { code, stdout } = await world.run(['workflow', 'diff', 'full.json', NEWSLETTER, '--exit-code']);
  expect(code).toBe(9);
  expect(stdout).toContain('reEligible: true → false');
  expect((await world.run(['workflow', 'lint', 'full.json', '--json'])).stdout).toContain('"details": true');
});

test('if a workflow cannot be checked, the others are, and the exit code is the most severe one', async () => {
  const world = await openWorld();
  const draft = 'ceh8e7mybcn6718b1frqy868r';
  for (const [ids, expected] of [
    [[NEWSLETTER], 0],
    [[NEWSLETTER, MISSING], 4],
    [[MISSING, draft], 9],
  ] as const) {
    const { code, stdout } = await world.run(['workflow', 'lint', ...ids, '--json']);
    const rows = JSON.parse(stdout) as ReadonlyArray<{ source: string; error?: { code: string } }>;
    expect(rows.map(({ source }) => source)).toEqual(ids);
    expect(rows.map(({ error }) => error?.code)).toEqual(ids.map((id) => (id === MISSING ? 'not_found' : undefined)));
    expect(code).toBe(expected);
  }
});

test('a warning does not fail the check, unless its rule is made an error', async () => {
  const world = await openWorld();
  const year = 'c31koryevs23p34npjl1f3a54';
  expect((await world.run(['workflow', 'lint', year])).code).toBe(0);
  expect((await world.run(['workflow', 'lint', year, '--rule', 'emails-without-wait=error'])).code).toBe(9);
  expect((await world.run(['workflow', 'lint', year, '--rule', 'emails-without-wait=off'])).stdout).toContain('✓ ');
});

test('nothing is printed if the API is not enabled for the team', async () => {
  const world = await openWorld({ sandbox: { disabled: ['workflow'] } });
  for (const line of [
    `workflow lint ${NEWSLETTER} ${ONBOARDING}`,
    'workflow lint --all',
    `workflow paths ${NEWSLETTER}`,
  ]) {
    expect(await world.run(line.split(' '))).toMatchObject({ code: 3, stdout: '' });
  }
});

test('an account without workflows passes', async () => {
  const { seedAccount } = await import('../../sandbox/account.ts');
  const world = await openWorld({ account: { ...seedAccount(), workflows: [] } });
  expect(await world.run(['workflow', 'lint', '--all', '--json'])).toEqual({
    code: 0,
    stdout: '[]\n',
    stderr: 'There are no workflows.\n',
  });
});

test.each([null, [], 'text', { id: 'w', rootNodeId: 'a', nodes: null }, { rootNodeId: 7, nodes: { a: null, b: [] } }])(
  'a response that is not a workflow, %j, is not reported as a bug',
  async (answer) => {
    const server = await startFaultServer((socket) => socket.write(json(200, answer)));
    onTestFinished(server.close);
    const world = await openWorld();
    for (const line of [
      'paths w',
      'paths w --details',
      'lint w',
      'lint w --details',
      'diff w v',
      'diff w v --details',
    ]) {
      const { code, stderr } = await world.run(['workflow', ...line.split(' ')], {
        env: { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` },
      });
      expect({ line, code, stderr: /unexpected|bug/.test(stderr) && code === 1 }).toEqual({
        line,
        code: expect.toBeOneOf([0, 8, 9]),
        stderr: false,
      });
    }
  },
);

test('a saved workflow is drawn like the live one, and flags that need the API are refused', async () => {
  const world = await openWorld();
  const { stdout: saved } = await world.run(['workflow', 'show', NEWSLETTER, '--json']);
  await world.write('saved.json', saved);
  const live = await world.run(['workflow', 'show', NEWSLETTER, '--ids']);
  const before = world.requests.length;
  expect(await world.run(['workflow', 'show', 'saved.json'])).toEqual(live);
  expect(await world.run(['workflow', 'show', '-'], { stdin: saved })).toEqual(live);
  for (const flag of [['--details'], ['--metrics'], ['--node', 'c1']]) {
    const { code, stderr } = await world.run(['workflow', 'show', 'saved.json', ...flag]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`${flag[0]} requires a workflow ID, not a file`),
    });
  }
  expect(world.requests.length).toBe(before);
});
