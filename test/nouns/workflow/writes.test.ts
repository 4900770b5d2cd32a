/** Single changes of workflows: lost responses, changes by others, refusals, and how nodes are named. */
import { expect, test } from 'vitest';
import { seedId } from '../../../src/sandbox/identifiers.ts';
import { type Loss, lossyService } from '../../lossy-service.ts';
import { splitWords } from '../../words.ts';
import { createWorld, type RunOptions } from '../../world.ts';

const WIN_BACK = seedId('workflow', 'Win-back');
const SURVEY = seedId('workflow', 'NPS survey 2027');
const at = (key: string) => seedId('workflow-node', 'Win-back', key);

/** A command line for each kind of change; its last request is the change. */
const CHANGES = [
  `workflow update ${WIN_BACK} --name New`,
  `workflow mailing-list ${WIN_BACK} --none --yes`,
  `workflow node add ${WIN_BACK} --type wait --after ${at('start')}`,
  `workflow node add ${WIN_BACK} --type branch --after ${at('start')}`,
  `workflow node add ${WIN_BACK} --path-of ${at('offer test')}`,
  `workflow node set ${WIN_BACK} ${at('a month')} --wait 3d`,
  `workflow node set ${WIN_BACK} ${at('still gone')} --everybody`,
  `workflow node move ${WIN_BACK} ${at('month email')} --to ${at('end')}`,
  `workflow node remove ${WIN_BACK} ${at('miss you')} --yes`,
  `workflow node remove ${WIN_BACK} ${at('offer test')} --recursive --discard-queued --yes`,
  `workflow delete ${SURVEY} --yes`,
];

async function runWith(
  line: string,
  loss: Loss,
  before: (run: (line: string) => Promise<unknown>) => Promise<unknown> = async () => undefined,
) {
  const world = await createWorld();
  const proxy = await lossyService(world.sandbox.baseUrl, async () => {
    await before((other) => world.run(splitWords(other)));
    return loss;
  });
  try {
    const outcome = await world.run([...splitWords(line), '--json'], { env: proxy.env });
    return { ...outcome, writes: proxy.writes.length };
  } finally {
    await proxy.close();
    await world.close();
  }
}

test.each(CHANGES)('%s: a lost response is recognized', async (line) => {
  const { code, stderr, stdout, writes } = await runWith(line, 'response');
  expect({ code, writes }, stderr).toEqual({ code: 0, writes: 1 });
  expect(stderr).toContain('The response was lost, but');
  expect(JSON.parse(stdout)).toBeTypeOf('object');
});

test.each(CHANGES)('%s: a lost request is reported as not made', async (line) => {
  const { code, stderr, stdout } = await runWith(line, 'request');
  expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
  expect(stderr).toContain('not made');
});

test.each(CHANGES)('%s: a change by somebody else is a conflict', async (line) => {
  const id = line.includes(SURVEY) ? SURVEY : WIN_BACK;
  let isFirst = true;
  const { code, stderr } = await runWith(line, undefined, async (run) => {
    if (isFirst) await run(`workflow update ${id} --description Other`);
    isFirst = false;
  });
  expect(code).toBe(5);
  expect(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error).toMatchObject({
    code: 'conflict',
    hint: expect.stringContaining('Nothing was'),
  });
});

test('a lost response after somebody else has changed the workflow too leaves it unknown', async () => {
  const world = await createWorld();
  const proxy = await lossyService(world.sandbox.baseUrl, async (): Promise<Loss> => {
    await world.run(splitWords(`workflow update ${WIN_BACK} --description Other`));
    return 'request';
  });
  const { code, stderr } = await world.run(splitWords(CHANGES[2] ?? ''), { env: proxy.env });
  expect(code).toBe(7);
  expect(stderr).toContain('It is not known whether the change was made');
  await proxy.close();
  await world.close();
});

test('a lost creation is not repeated, and says how to look for it', async () => {
  const { code, stderr, writes } = await runWith('workflow create --name "Once only"', 'response');
  expect({ code, writes }).toEqual({ code: 7, writes: 1 });
  expect(stderr).toContain('workflow list --search');
});

test.each(CHANGES.filter((line) => /mailing-list|remove/.test(line)))(
  '%s: a response with an unknown status is exit 8',
  async (line) => {
    const { code, stdout } = await runWith(line, 'status');
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
  },
);

const REFUSED: ReadonlyArray<readonly [line: string, words: string]> = [
  [`workflow node remove ${WIN_BACK} Send --yes`, 'Use one of the IDs'],
  [`workflow node remove ${WIN_BACK} "Nothing like this" --yes`, 'No node is "Nothing like this"'],
  [`workflow node remove ${WIN_BACK} ${at('offer test')} --yes`, '--recursive'],
  [`workflow node move ${WIN_BACK} ${at('offer test')} --to Exit`, '3 next nodes'],
  [`workflow node add ${WIN_BACK} --type wait`, 'Where does the node go?'],
  [`workflow node add ${WIN_BACK} --type wait --after Exit --before Exit`, 'Where does the node go?'],
  [`workflow node add ${WIN_BACK} --type wait --from Exit`, 'Where does the node go?'],
  [`workflow node add ${WIN_BACK} --after ${at('start')}`, 'Missing required flag --type'],
  [`workflow node add ${WIN_BACK} --path-of ${at('start')}`, 'Only branches and experiments'],
  [`workflow node add ${WIN_BACK} --path-of ${at('offer test')} --type variant`, "can't be combined"],
  [`workflow node set ${WIN_BACK} ${at('start')}`, 'There is nothing to set'],
  [`workflow node set ${WIN_BACK} ${at('start')} --is equal:pro`, '--is and --was require --property'],
  [`workflow node set ${WIN_BACK} ${at('start')} --property plan`, '--property requires --is'],
  [`workflow node set ${WIN_BACK} ${at('start')} --property nothing --is equal:pro`, 'no contact property "nothing"'],
  [`workflow node set ${WIN_BACK} ${at('start')} --property plan --is equal`, 'needs a value'],
  [`workflow node set ${WIN_BACK} ${at('start')} --property plan --is empty:x`, 'takes no value'],
  [`workflow node set ${WIN_BACK} ${at('start')} --property plan --is notEquals:x`, 'use not_equal: triggers'],
  [`workflow node set ${WIN_BACK} ${at('start')} --event x`, '--event is not a setting'],
  [`workflow node set ${WIN_BACK} ${at('start')} --trigger list --event x`, '--event is not a setting'],
  [`workflow node set ${WIN_BACK} ${at('a month')} --trigger event`, '--trigger is not a setting'],
  [
    `workflow node set ${WIN_BACK} ${at('still gone')} --everybody --filter filter.json`,
    "--everybody can't be combined",
  ],
  [`workflow node set ${WIN_BACK} ${at('still gone')} --filter filter.json`, 'filters call it notEquals'],
  [`workflow node set ${WIN_BACK} ${at('still gone')} --filter other.json`, 'is not a filter'],
  [`workflow mailing-list ${WIN_BACK} --list "Product updates" --none --yes`, "can't be combined"],
  [`workflow mailing-list ${WIN_BACK} --yes`, 'at least one is required'],
];

test('what cannot be is refused before anything is sent', async () => {
  const world = await createWorld();
  const condition = { type: 'property', key: 'plan', operator: 'not_equal', value: 'x' };
  await world.write('filter.json', JSON.stringify({ match: 'all', conditions: [condition] }));
  await world.write('other.json', '{"conditions": []}');
  for (const [line, words] of REFUSED) {
    const { code, stderr, stdout } = await world.run(splitWords(line));
    expect({ line, code: code === 2 || code === 4, stdout }, stderr).toEqual({ line, code: true, stdout: '' });
    expect(stderr.toLowerCase(), line).toContain(words.toLowerCase());
  }
  expect(world.requests.filter((line) => !line.startsWith('GET'))).toEqual([]);
  await world.close();
});

test('questions say what would be lost, and no answer but yes changes anything', async () => {
  const world = await createWorld();
  const asked = async (line: string, options: RunOptions) => {
    const { stderr, code } = await world.run(splitWords(line), { columns: 200, ...options });
    return { code, question: stderr.split('\n')[0] };
  };
  const remove = `workflow node remove ${WIN_BACK} ${at('offer test')} --recursive`;
  expect(await asked(remove, { confirm: false })).toEqual({
    code: 130,
    question: expect.stringMatching(
      /^Remove Experiment with .* and 8 more nodes \(.*\) \(5 queued contacts\) from workflow "Win-back"/,
    ),
  });
  expect((await asked(`workflow delete ${SURVEY}`, { confirm: false })).question).toBe(
    'Delete workflow "NPS survey 2027" (Draft, 4 nodes) with all of its emails?',
  );
  const list = `workflow mailing-list ${WIN_BACK} --list "Product updates" --discard-queued`;
  expect((await asked(list, { confirm: false })).question).toContain('42 queued contacts, who would be lost');
  expect((await asked(`workflow delete ${SURVEY}`, { confirm: true })).code).toBe(0);
  await world.close();
});

test('a dry run shows the change itself, and sends nothing', async () => {
  const world = await createWorld();
  const { stdout } = await world.run([
    ...splitWords(`workflow node remove ${WIN_BACK} ${at('miss you')}`),
    '--dry-run',
    '--json',
  ]);
  expect(JSON.parse(stdout)).toMatchObject([
    { method: 'DELETE', body: { expectedRevisionId: expect.any(String) }, effect: 'destroy' },
  ]);
  expect(world.requests.filter((line) => !line.startsWith('GET'))).toEqual([]);
  await world.close();
});

test('settings that fail after the node was created say so', async () => {
  const world = await createWorld({ sandbox: { variants: { nodeUpdates: false } } });
  const { code, stderr } = await world.run(
    splitWords(`workflow node add ${SURVEY} --type wait --wait 2d --before Exit`),
  );
  expect(code).toBe(5);
  expect(stderr).toMatch(/The node c\w+ was created, but not set up: .*not implemented/);
  expect(stderr).toContain('workflow node set');
  await world.close();
});

test('a team that cannot create workflows is told so', async () => {
  const world = await createWorld({ sandbox: { variants: { workflowCreation: false } } });
  const { code, stderr } = await world.run(splitWords('workflow create --name New'));
  expect(code).toBe(7);
  expect(stderr).toContain('if workflows cannot be created for your team');
  await world.close();
});
