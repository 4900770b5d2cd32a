/** `metrics` and `workflow metrics`: emails of several types together, and what a report shows. */
import stringWidth from 'string-width';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawReport } from '../../../src/nouns/metrics/report.ts';
import type { EmailRow } from '../../../src/nouns/metrics/rows.ts';
import { WORKFLOW_EMAILS } from '../../../src/nouns/workflow/metrics.ts';
import { ACTIVE_CHARACTERS } from '../../faults/active-characters.ts';
import { respondWith } from '../../respond.ts';
import { splitWords } from '../../words.ts';
import { createWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface Row {
  readonly type: string;
  readonly verdict?: string;
}

test('a threshold judges only the emails that have the metric', async () => {
  const { stdout } = await world.run(splitWords('metrics --min-open-rate 1% --json'));
  const rows = JSON.parse(stdout) as readonly Row[];
  const verdicts = (type: string) => new Set(rows.filter((row) => row.type === type).map(({ verdict }) => verdict));
  expect(verdicts('transactional')).toEqual(new Set([undefined]));
  expect(verdicts('campaign')).toEqual(new Set(['pass']));
  expect(verdicts('workflow')).toEqual(new Set(['pass', 'none']));
});

test('all emails can be saved at once, and each command reads its own', async () => {
  await world.run(splitWords('metrics --save --quiet'));
  const lines = [
    'transactional history "Password reset"',
    'campaigns history "AI rota launch"',
    'workflow history Win-back',
  ];
  for (const line of lines) {
    expect(await world.run(splitWords(line))).toMatchObject({ code: 0, stdout: expect.stringContaining('1 snapshot') });
  }
  const { stderr } = await world.run(splitWords('metrics --since last --type workflow'));
  expect(stderr).toContain('Baseline: the snapshot of');
});

const graphOf = (nodes: unknown) => ({ id: 'w1', name: 'Trial', rootNodeId: null, nodes });

test.each([
  ['without nodes', graphOf(undefined), 'lacks the nodes of the workflow'],
  ['with a node without a type', graphOf({ n1: { subject: 'Hi' } }), 'lacks the type of this node'],
])('a workflow %s is an entry with a failure', async (_, graph, message) => {
  const context = {
    call: async () => graph,
    settle: async <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) =>
      Promise.all(items.map(async (item) => ({ item, value: await work(item) }))),
  };
  const listed = await WORKFLOW_EMAILS.emailsOf?.(context as never, ['w1']);
  expect(listed).toHaveLength(1);
  expect(listed?.[0]?.failure?.message).toContain(message);
});

const HOSTILE =
  '\u001b]0;owned\u0007\u202e\r\n<b>| 日本語 🫠 | __proto__ and a name that is much longer than the terminal is wide';

test.each([
  ['a table of 60 columns', '', 60],
  ['a table of 80 columns', '', 80],
  ['a table of 120 columns', '', 120],
  ['Markdown', '-o markdown', undefined],
  ['a page', '--format html', undefined],
  ['CSV', '-o csv', undefined],
])('hostile names in %s', async (_, flags, columns) => {
  const nodes = {
    n1: { typeName: 'SendEmailAction', nextNodeIds: [], subject: HOSTILE },
    n2: { typeName: 'SendEmailAction', nextNodeIds: [], subject: { text: 1 } },
    n3: null,
    n4: { typeName: 7, subject: HOSTILE },
    ['__proto__x']: { typeName: HOSTILE },
  };
  const { stdout, code } = await world.run(splitWords(`metrics --type workflow --no-color ${flags}`), {
    ...(columns === undefined ? {} : { columns }),
    respond: ({ path }) =>
      /\/workflows\/[^/]+$/.test(path)
        ? respondWith(200, JSON.stringify({ ...graphOf(nodes), name: HOSTILE }))
        : /\/metrics$/.test(path)
          ? respondWith(200, JSON.stringify({ sends: 1e15, opens: -1, clicks: HOSTILE, spamReports: 4e14 }))
          : undefined,
  });
  expect(code).toBe(8);
  expect(stdout).toContain('The API response lacks ');
  if (flags !== '-o csv') expect(stdout).not.toMatch(ACTIVE_CHARACTERS);
  for (const line of stdout.split('\n'))
    if (columns !== undefined) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
});

test('an account without emails', async () => {
  const none = {
    pagination: { totalResults: 0, returnedResults: 0, perPage: 50, totalPages: 0, nextCursor: null },
    data: [],
  };
  const respond = () => respondWith(200, JSON.stringify(none));
  const run = (line: string) => world.run(splitWords(line), { respond });
  expect(await run('metrics')).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No emails.') });
  expect(await run('metrics --json')).toMatchObject({ code: 0, stdout: '[]\n' });
  expect(await run('workflow metrics --all --max-spam-rate 1%')).toMatchObject({ code: 0, stdout: '' });
  expect((await run('metrics --format html')).stdout).toContain('0 emails');
});

const NULLS = {
  deliveries: null,
  opens: null,
  clicks: null,
  unsubscribes: null,
  hardBounces: null,
  softBounces: null,
  spamReports: null,
  openRate: null,
  clickRate: null,
  unsubscribeRate: null,
  hardBounceRate: null,
  softBounceRate: null,
  spamRate: null,
};
const row = (change: Partial<EmailRow>): EmailRow => ({
  ...NULLS,
  type: 'campaign',
  id: 'c1',
  name: 'A',
  sends: 10,
  ...change,
});
const saved = [
  { time: '2026-11-01T00:00:00.000Z', sends: 4 },
  { time: '2026-11-08T00:00:00.000Z', sends: 1_204 },
];

test('a report shows the growth between snapshots, and none without two of them', async () => {
  const grown = await drawReport([row({ saved }), row({ id: 'c2', name: 'B', saved: saved.slice(1) })], 'sends');
  expect(grown).toContain('+1,200');
  expect(grown).toContain('from 2026-11-01 to 2026-11-08');
  expect(grown.match(/<polyline/g)).toHaveLength(1);
  const alone = await drawReport([row({ saved: saved.slice(1) })], 'sends');
  expect(alone).not.toContain('Growth');
  expect(await drawReport([], 'name')).toContain('0 emails');
});

test('a report escapes names, and shows unusual numbers', async () => {
  const html = await drawReport(
    [row({ name: '<img src=x onerror=alert(1)>', sends: null, saved: [...saved].reverse() })],
    'sends',
  );
  expect(html).not.toContain('<img');
  expect(html).toContain('−1,200');
});
