/** Proves that an exit ends a path for every command and picture alike: nodes connected after it are not reached. */
import { expect, onTestFinished, test } from 'vitest';
import { createWorld } from '../../world.ts';

const WORKFLOW = {
  id: 'w',
  name: 'After the exit',
  rootNodeId: 'trigger',
  nodes: {
    trigger: { typeName: 'SignupTrigger', nextNodeIds: ['exit'] },
    exit: { typeName: 'ExitAction', nextNodeIds: ['email'] },
    email: { typeName: 'SendEmailAction', subject: 'Hi', emailMessageId: 'm', nextNodeIds: [] },
  },
};

async function run(line: string) {
  const world = await createWorld();
  onTestFinished(world.close);
  await world.write('w.json', JSON.stringify(WORKFLOW));
  return world.run(['workflow', ...line.split(' ')]);
}

test('lint reports the email as unreachable', async () => {
  const { code, stdout } = await run('lint w.json --json');
  expect(code).toBe(9);
  expect(JSON.parse(stdout)[0].findings.map(({ rule, nodeId }: Record<string, unknown>) => [rule, nodeId])).toEqual(
    expect.arrayContaining([
      ['unreachable', 'email'],
      ['sends-nothing', null],
    ]),
  );
});

test('the tree draws the email as not reached and does not count it', async () => {
  const { stdout } = await run('show w.json');
  const [title, facts, , ...lines] = stdout.trimEnd().split('\n');
  expect([title, facts]).toEqual(['After the exit', '3 nodes']);
  expect(lines.map((line) => line.replace(/ {2,}/, '  '))).toEqual([
    '● When a contact is created  trigger',
    '■ Exit  exit',
    '⊘ not followed: Send "Hi"  email',
    '',
    'Not reached from the trigger:',
    '✉ Send "Hi"  email',
  ]);
});

test('paths ends at the exit', async () => {
  const { stdout } = await run('paths w.json --json');
  expect(JSON.parse(stdout)).toMatchObject({ count: '1', emails: { min: 0, max: 0 } });
});

test.each([
  ['mermaid', /emailLost|n3.*:::emailLost/],
  ['dot', /n3 \[.*dashed/],
  ['svg', /class="node email dashed" data-key="n3"/],
  ['html', /class="node email dashed" data-key="n3"/],
])('%s dashes the email', async (format, dashed) => {
  expect((await run(`show w.json --format ${format}`)).stdout).toMatch(dashed);
});
