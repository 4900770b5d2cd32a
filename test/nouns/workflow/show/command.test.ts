/** Proves that the rest of a workflow is shown when parts of it cannot be fetched, with a warning and an exit code. */
import { expect, it, onTestFinished } from 'vitest';
import { json, startFaultServer } from '../../../faults/server.ts';
import { createWorld } from '../../../world.ts';

const FLOW = '/api/v1/workflows/flow';
const email = (...nextNodeIds: string[]) => ({ typeName: 'SendEmailAction', subject: 'Hi', nextNodeIds });
const COUNTERS = { sends: 8, opens: 4, clicks: 2, unsubscribes: 0, spamReports: 0, hardBounces: 0, softBounces: 0 };
/** `first` leads to `second`, and so on. */
const chain = (...ids: string[]): Record<string, object> =>
  Object.fromEntries(ids.map((id, index) => [id, email(...ids.slice(index + 1, index + 2))]));

const messageOf = (id: string, status = 200) =>
  status === 200
    ? json(200, { id, subject: 'Hi', lmx: '<Style themeId="calm" />\n<Paragraph>Hello</Paragraph>' })
    : json(status, { message: 'Oh.' });

/** An API with these nodes. Paths in `failing` respond with the status given there. */
async function serve(nodes: Record<string, object>, failing: Readonly<Record<string, number>>) {
  const server = await startFaultServer((socket, { path }) => {
    const [, id = '', metrics] = /\/nodes\/(\w+)(\/metrics)?$/.exec(path) ?? [];
    const status = failing[path.slice(FLOW.length)] ?? failing['*'] ?? 200;
    const [, message] = /\/email-messages\/(\S+)$/.exec(path) ?? [];
    const [, theme] = /\/themes\/(\S+)$/.exec(path) ?? [];
    if (message !== undefined) return void socket.write(messageOf(message, failing[message]));
    if (theme !== undefined) return void socket.write(json(200, { id: theme, styles: { bodyColor: '#112233' } }));
    const node = { id, workflowId: 'flow', ...nodes[id], emailMessageId: `message-${id}` };
    const value = id === '' ? { id: 'flow', name: 'Flow', rootNodeId: 'first', nodes } : metrics ? COUNTERS : node;
    const headers = { 'x-ratelimit-limit': '1000000' };
    socket.write(
      path === FLOW || status === 200 ? json(200, value, headers) : json(status, { message: 'Oh.' }, headers),
    );
  });
  const world = await createWorld();
  onTestFinished(async () => {
    await server.close();
    await world.close();
  });
  const env = { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api`, LOOPS_API_KEY: 'key' };
  const run = (...words: string[]) => world.run(['workflow', 'show', 'id:flow', ...words], { env });
  const asked = () => server.arrived.map(({ path }) => path.slice(FLOW.length)).sort();
  return { run, asked };
}

it('makes one request unless it is asked for more', async () => {
  const { run, asked } = await serve(chain('first', 'second'), {});
  await run('--ids');
  await run('--json');
  expect(asked()).toEqual(['', '']);
});

it('asks once for each node, and once for the counters of each email', async () => {
  const nodes: Record<string, object> = {
    ...chain('first', 'second'),
    third: { typeName: 'ExitAction', nextNodeIds: [] },
  };
  const { run, asked } = await serve(nodes, {});
  const { stdout, code, stderr } = await run('--details', '--metrics', '--json');
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout).nodes).toEqual({
    first: { ...nodes['first'], id: 'first', workflowId: 'flow', emailMessageId: 'message-first', metrics: COUNTERS },
    second: {
      ...nodes['second'],
      id: 'second',
      workflowId: 'flow',
      emailMessageId: 'message-second',
      metrics: COUNTERS,
    },
    third: { ...nodes['third'], id: 'third', workflowId: 'flow', emailMessageId: 'message-third' },
  });
  expect(asked()).toEqual([
    '',
    '/nodes/first',
    '/nodes/first/metrics',
    '/nodes/second',
    '/nodes/second/metrics',
    '/nodes/third',
  ]);
});

it.each([
  [404, 4, 'not_found'],
  [400, 5, 'rejected'],
  [500, 7, 'unavailable'],
])('draws the rest when one node answers with %d, marks the node, and exits with %d', async (status, exit, code) => {
  const { run } = await serve(chain('first', 'second'), { '/nodes/first': status });
  const drawn = await run('--details', '--metrics', '--retries', '0');
  expect(drawn.code).toBe(exit);
  expect(
    drawn.stdout
      .split('\n')
      .slice(4, -1)
      .map((line) => line.trim().replace(/ {2,}/g, ' ')),
  ).toEqual([
    '✉ Send "Hi" first',
    '⚠ no settings: Oh.',
    '8 50.00% 25.00% 0.00% 0.00% 0.00% 0.00%',
    '✉ Send "Hi" second',
    '8 50.00% 25.00% 0.00% 0.00% 0.00% 0.00%',
  ]);
  expect(drawn.stderr).toBe('warning: Could not fetch the settings of node first: Oh.\n');
  const { stdout } = await run('--details', '--json', '--retries', '0');
  expect(JSON.parse(stdout)).toMatchObject({
    nodes: { first: chain('first', 'second')['first'], second: { id: 'second' } },
    errors: [{ nodeId: 'first', part: 'details', code, message: 'Oh.' }],
  });
});

it('warns once per type of failure, and exits with the worst code', async () => {
  const failing = { '/nodes/a': 404, '/nodes/b': 404, '/nodes/b/metrics': 400 };
  const { run } = await serve(chain('first', 'a', 'b'), failing);
  const { stderr, code } = await run('--details', '--metrics');
  expect(code).toBe(5);
  expect(stderr).toBe(
    'warning: Could not fetch the settings of 2 nodes: Oh.\nwarning: Could not fetch the metrics of node b: Oh.\n',
  );
});

it('stops requesting when the API is unavailable', async () => {
  const ids = ['first', ...Array.from({ length: 99 }, (_, index) => `n${index}`)];
  const { run, asked } = await serve(chain(...ids), { '*': 503 });
  const { stdout, stderr, code } = await run('--details', '--retries', '0');
  expect(code).toBe(7);
  expect(stdout.match(/✉/g)).toHaveLength(100);
  expect(stderr).toBe('warning: Could not fetch the settings of 100 nodes: Oh.\n');
  // Ten requests are made at once.
  expect(asked().length).toBeLessThan(25);
});

it('shows a node whose neighbors cannot be fetched', async () => {
  const server = await startFaultServer((socket, { path }) =>
    socket.write(
      path === FLOW ? json(404, { message: 'Oh.' }) : json(200, { id: 'n', workflowId: 'flow', ...email('m') }),
    ),
  );
  const world = await createWorld();
  onTestFinished(async () => {
    await server.close();
    await world.close();
  });
  const env = { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api`, LOOPS_API_KEY: 'key' };
  const { stdout, stderr, code } = await world.run(['workflow', 'show', 'id:flow', '--node', 'id:n'], { env });
  expect(code).toBe(4);
  expect(stdout).toMatch(/Next +m\nMissing +⚠ no neighbors: Oh\./);
  expect(stderr).toBe('warning: Could not fetch the neighbors of node n: Oh.\n');
});

it('includes settings, metrics, emails and their themes with --full', async () => {
  const { run, asked } = await serve(chain('first', 'second'), {});
  const { stdout, code } = await run('--full', '--json');
  const { nodes, emailThemes, errors } = JSON.parse(stdout);
  expect([code, errors]).toEqual([0, undefined]);
  expect(nodes.first).toMatchObject({ workflowId: 'flow', metrics: COUNTERS, emailMessage: { id: 'message-first' } });
  expect(emailThemes).toEqual({ calm: { bodyColor: '#112233' } });
  expect(asked()).toHaveLength(1 + 2 + 2 + 2 + 1);
});

it('lists the emails that --full could not fetch', async () => {
  const { run } = await serve(chain('first', 'second'), { 'message-second': 404 });
  const { stdout, stderr, code } = await run('--full', '--json');
  expect(code).toBe(4);
  expect(JSON.parse(stdout).errors).toMatchObject([{ nodeId: 'second', part: 'email', code: 'not_found' }]);
  expect(stderr).toContain('Could not fetch the email of node second');
});

it('shows the emails on the page, with the content as it is', async () => {
  const { run } = await serve(chain('first'), {});
  const { stdout } = await run('--full', '--format', 'html');
  expect(stdout).toContain('<template id="email-n1">');
  expect(stdout).toContain('Hello');
  expect(stdout).toContain('background-color:#112233');
  expect(stdout).not.toContain('\\n<');
  expect((await run('--format', 'html')).stdout).not.toContain('<template');
});
