/** `diff`: two teams with other IDs are compared by names, and what cannot be read never passes. */
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../../src/sandbox/account.ts';
import { respondWith } from '../../respond.ts';
import { seedAccount } from '../../sandbox/account.ts';
import { splitWords } from '../../words.ts';
import { createWorld, type RunOptions, type World } from '../../world.ts';

let other: Account;
beforeAll(() => {
  // Every ID of the second team is another one.
  const reversed = (_: string, id: string): string => `"c${[...id].reverse().join('')}"`;
  const account = JSON.parse(JSON.stringify(seedAccount()).replaceAll(/"c([a-z0-9]{24})"/g, reversed)) as Account;
  other = { ...account, teamName: 'Second' };
});

async function twoTeams() {
  const first = await createWorld();
  const second = await createWorld({ account: other });
  onTestFinished(async () => {
    await first.close();
    await second.close();
  });
  const run = (line: string, options: RunOptions = {}) =>
    first.run(splitWords(line), {
      ...options,
      respond: (request) =>
        options.respond?.(request) ??
        (request.origin === new URL(first.sandbox.baseUrl).origin ? undefined : second.respond(request)),
    });
  const login = await run(`auth login --profile second --base-url ${second.sandbox.baseUrl}`, {
    stdin: second.sandbox.apiKey,
  });
  expect(login, login.stderr).toMatchObject({ code: 0 });
  return { first, second, run };
}

interface Value {
  readonly differences: readonly { kind: string; name: string; action: string; fields: string[]; diff: string[] }[];
  readonly same: number;
}
const parse = (text: string): Value => JSON.parse(text) as Value;
const edit = (world: World, line: string) => world.run(splitWords(line));

test('teams with other IDs are the same, until something changes', async () => {
  const { first, second, run } = await twoTeams();
  const same = await run('diff second theme --exit-code --json');
  expect({ code: same.code, differences: parse(same.stdout).differences }).toEqual({ code: 0, differences: [] });
  // Nodes of workflows, and conditions about their emails, are compared by keys.
  for (const kind of ['workflow', 'segment']) {
    const { differences } = parse((await run(`diff second ${kind} --json`)).stdout);
    expect(differences.filter(({ action }) => action !== 'not comparable')).toEqual([]);
  }
  await edit(first, 'themes update Coral --style bodyColor=#123456 --yes');
  await edit(first, 'groups create --name "Only here"');
  await second.write(
    'filter.json',
    '{"match":"all","conditions":[{"type":"property","key":"plan","operator":"notEmpty"}]}',
  );
  await edit(second, 'segments create --name "Only there" --filter-file filter.json');
  const lines = async (kind: string) => {
    const { code, stdout, stderr } = await run(`diff second ${kind} --exit-code --json`);
    expect(code, stderr).toBe(9);
    return parse(stdout).differences.map(({ name, action, diff }) => [name, action, ...diff]);
  };
  expect(await lines('theme')).toEqual([['Coral', 'differs', 'styles.bodyColor: "#123456" -> "#ffffff"']]);
  expect(await lines('group')).toEqual([['Only here', 'only in the first']]);
  expect(await lines('segment')).toContainEqual(['Only there', 'only in the second']);
  expect((await run('diff second theme')).stdout).toContain(
    '1 difference between Brightwater and Second; 11 records are the same.',
  );
});

test('references are compared by name, and what cannot be read never passes', async () => {
  const { first, second, run } = await twoTeams();
  const name = 'Holiday opening hours';
  const ids = async (world: World) => {
    const { stdout } = await edit(world, 'themes list --search Coral --json');
    const [theme] = JSON.parse(stdout) as { id: string }[];
    return theme?.id;
  };
  for (const world of [first, second]) {
    await world.write('mail.lmx', `<Style themeId="${await ids(world)}" />\n<H1>Hours</H1>\n`);
    const { code, stderr } = await edit(
      world,
      `messages update --campaign "${name}" --subject Hours --lmx-file mail.lmx`,
    );
    expect(code, stderr).toBe(0);
  }
  expect(await ids(first)).not.toBe(await ids(second));
  const { differences } = parse((await run('diff second campaign --json')).stdout);
  const fields = differences.find((one) => one.name === name)?.fields ?? [];
  expect(fields).not.toEqual(expect.arrayContaining(['lmx']));
  expect(fields).not.toEqual(expect.arrayContaining(['group']));
  const broken = await run('diff second campaign --json', {
    respond: ({ path }) => (path.includes('/email-messages/') ? respondWith(200, '{"id":"x"}') : undefined),
  });
  expect(broken.code).toBe(8);
});

test('emails of a workflow that neither team can read are not the same', async () => {
  const { run } = await twoTeams();
  const { stdout, code } = await run('diff second workflow-email --exit-code --json', {
    respond: ({ path }) => (/\/workflows\/[^/?]+$/.test(path) ? respondWith(422, '{"message":"No."}') : undefined),
  });
  const actions = new Set(parse(stdout).differences.map(({ action }) => action));
  expect({ code, actions }).toEqual({ code: 5, actions: new Set(['not comparable']) });
});

test('an unknown profile ends it before anything is requested', async () => {
  const { first, run } = await twoTeams();
  const from = first.requests.length;
  expect((await run('diff nobody')).code).toBe(2);
  expect(first.requests.slice(from)).toEqual([]);
});
