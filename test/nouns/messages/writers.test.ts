/** Two writers on one message: one wins, and the other one learns what changed. A lost response never leads to a twin. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFaultServer } from '../../faults/server.ts';
import { relay } from '../../relay.ts';
import { createWorld, type World } from '../../world.ts';

const MESSAGE = 'csdw9ddi293zp6wg30bw57dw4';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.write('one.lmx', '<Paragraph>One</Paragraph>\n');
});
afterAll(() => world.close());

const revisionOf = async (): Promise<string> =>
  JSON.parse((await world.run(['messages', 'show', MESSAGE, '--json'])).stdout).contentRevisionId;

test('of two writers with the same revision, one wins and the other learns it', async () => {
  const revision = await revisionOf();
  const update = (subject: string) =>
    world.run(['messages', 'update', MESSAGE, '--subject', subject, '--revision', revision, '--json']);
  const outcomes = await Promise.all([update('First'), update('Second')]);
  expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 5]);
  const lost = outcomes.find(({ code }) => code === 5);
  const { error } = JSON.parse(lost?.stderr.trim().split('\n').at(-1) ?? '');
  expect(error.code).toBe('conflict');
  expect(error.message).toContain('Your change was not saved.');
  expect(error.details.contentRevisionId).toBe(await revisionOf());
});

test('a writer who has read the message sees what the other one changed', async () => {
  const other = await createWorld();
  try {
    // The other writer comes between the read and the write of the first one.
    let isFirst = true;
    const outcome = await other.run(['messages', 'update', MESSAGE, '--subject', 'Mine'], {
      env: {
        LOOPS_BASE_URL: await relay(other, async () => {
          if (isFirst) {
            isFirst = false;
            await other.run(['messages', 'update', MESSAGE, '--subject', 'Theirs', '--force']);
          }
          return 'answer';
        }),
      },
    });
    expect(outcome.code).toBe(5);
    expect(outcome.stderr).toContain('Subject: "Year in review 2026" -> "Theirs"');
    const shown = await other.run(['messages', 'show', MESSAGE, '--fields', 'subject']);
    expect(shown.stdout).toContain('Theirs');
  } finally {
    await other.close();
  }
});

test('after a lost response, an update that was saved is recognized', async () => {
  const env = { LOOPS_BASE_URL: await relay(world, async () => 'lose') };
  const outcome = await world.run(['messages', 'update', MESSAGE, '--subject', 'Lost', '--lmx-file', 'one.lmx'], {
    env,
  });
  expect(outcome.code, outcome.stderr).toBe(0);
  expect(outcome.stderr).toContain('the update was saved');
});

test.each([
  ['campaign', 'campaigns create --name Twin'],
  ['component', 'components create --name Twin --lmx-file one.lmx'],
  ['theme', 'themes create --name Twin'],
  ['segment', 'segments create --name Twin --filter-file filter.json'],
])('after a lost response, the new %s is found by its name', async (noun, line) => {
  await world.write(
    'filter.json',
    '{"match": "all", "conditions": [{"type": "property", "key": "plan", "operator": "equals", "value": "pro"}]}',
  );
  const env = { LOOPS_BASE_URL: await relay(world, async () => 'lose') };
  const outcome = await world.run(line.split(' '), { env });
  expect(outcome.code).toBe(7);
  expect(outcome.stderr).toContain('The request may have been processed.');
  expect(outcome.stderr).toContain(`A ${noun} named "Twin" exists`);
  expect(outcome.stderr).toContain("don't create another");
});

test('after a lost response, a campaign draft is finished by the same run', async () => {
  const line = ['campaigns', 'draft', '--name', 'Once', '--from', 'one.lmx', '--subject', 'Once'];
  expect((await world.run(line, { env: { LOOPS_BASE_URL: await relay(world, async () => 'lose') } })).code).toBe(7);
  expect((await world.run(line)).code).toBe(0);
  const { stdout } = await world.run(['campaigns', 'list', '--search', 'Once', '--json']);
  expect(JSON.parse(stdout)).toHaveLength(1);
});

test('a server that never answers leaves no doubt about what was sent', async () => {
  const server = await startFaultServer((socket) => socket.destroy());
  try {
    const env = { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` };
    const { code, stderr } = await world.run(['campaigns', 'create', '--name', 'Gone'], { env });
    expect(code).toBe(7);
    expect(stderr).toContain('may have been processed');
  } finally {
    await server.close();
  }
});
