/** Long lists: only the required pages are fetched, and fetching stops when the reader exits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { scaledAccount } from './sandbox/scaled-account.ts';
import { closeStdout, createWorld, EXECUTABLE, LAUNCHER, type World } from './world.ts';

const MANY = 10_000;

async function inWorldOf(themes: number, work: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld({ account: scaledAccount({ themes }) });
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

test('--limit 5 of 10,000 items makes one request', () =>
  inWorldOf(MANY, async ({ run, requests }) => {
    const { stdout } = await run(['themes', 'list', '--limit', '5', '--json']);
    expect(JSON.parse(stdout)).toHaveLength(5);
    expect(requests).toHaveLength(1);
  }));

test('10,000 items are one JSON document from 200 requests', () =>
  inWorldOf(MANY, async ({ run, requests }) => {
    const { stdout, code } = await run(['themes', 'list', '--json']);
    const ids = (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
    expect(code).toBe(0);
    expect(new Set(ids).size).toBe(MANY);
    expect(requests).toHaveLength(MANY / 50);
  }));

test('a reader that exits after one line of 10,000 stops fetching, without an error', () =>
  inWorldOf(MANY, async ({ run, requests }) => {
    const { stderr, code } = await run(['themes', 'list', '-o', 'ndjson'], { onStdout: closeStdout });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(requests).toHaveLength(1);
  }));

test('the built program stops fetching with `| head -1`, without an error', () =>
  inWorldOf(MANY, async ({ sandbox, requests, directory }) => {
    const child = spawn('sh', ['-c', `"${LAUNCHER}" "${EXECUTABLE}" themes list -o ndjson | head -1`], {
      env: {
        PATH: process.env['PATH'],
        HOME: directory,
        LOOPS_BASE_URL: sandbox.baseUrl,
        LOOPS_API_KEY: sandbox.apiKey,
      },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    await once(child, 'close');
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toBe('');
    // Pages that fit into the buffer of the pipe may be fetched; 200 pages do not.
    expect(requests.length).toBeLessThan(20);
  }));

test.each([0, 1, 49, 50, 51])('%i items are listed exactly', (count) =>
  inWorldOf(count, async ({ run, requests }) => {
    const { stdout } = await run(['themes', 'list', '--json']);
    expect(JSON.parse(stdout)).toHaveLength(count);
    expect(requests).toHaveLength(Math.max(1, Math.ceil(count / 50)));
  }),
);

test('an empty list is a sentence on stderr in a table, and [] in JSON', () =>
  inWorldOf(0, async ({ run }) => {
    expect(await run(['themes', 'list'])).toEqual({ stdout: '', stderr: 'No themes.\n', code: 0 });
    expect(await run(['themes', 'list', '--json'])).toEqual({ stdout: '[]\n', stderr: '', code: 0 });
    expect(await run(['themes', 'list', '-o', 'ndjson'])).toEqual({ stdout: '', stderr: '', code: 0 });
    expect(await run(['themes', 'list', '-q'])).toEqual({ stdout: '', stderr: '', code: 0 });
  }));

test('a terminal shows the progress of a long list and then erases it', () =>
  inWorldOf(120, async ({ run }) => {
    const { stderr, stdout } = await run(['themes', 'list', '--no-color'], { columns: 100 });
    expect(stderr).toContain('50 of 120, 70 left');
    expect(stderr).toContain('100 of 120, 20 left');
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
    expect(stdout.trimEnd().split('\n')).toHaveLength(121);
    expect((await run(['themes', 'list'])).stderr).toBe('');
    expect((await run(['themes', 'list', '-q'], { columns: 100 })).stderr).toBe('');
  }));

test('a narrow terminal shows only the numbers, on one row that can be erased', () =>
  inWorldOf(120, async ({ run }) => {
    const { stderr } = await run(['themes', 'list', '--no-color'], { columns: 40 });
    expect(stderr).toContain('\r\u001b[K50 of 120, 70 left\r');
  }));

test('a terminal shows the progress of several IDs', () =>
  inWorldOf(1, async ({ run }) => {
    const ids = ['caaaaaaaaaaaaaaaaaaaaaaa', 'cbbbbbbbbbbbbbbbbbbbbbbb', 'cccccccccccccccccccccccc'];
    const { stderr } = await run(['transactional', 'metrics', ...ids], { columns: 100 });
    expect(stderr).toContain('2 of 3, 1 left');
  }));

const namesIn = (stdout: string) => (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);

/** Every list that pages, with the account that makes it long. */
const LISTS: readonly (readonly [line: string, account: Parameters<typeof scaledAccount>[0], prefix: string])[] = [
  ['themes list', { themes: 400 }, 'theme'],
  ['segments list', { segments: 400 }, 'segment'],
  ['transactional list', { transactionalEmails: 400 }, 'email'],
  ['groups list', { groups: 400 }, 'transactional group'],
  ['groups list --type campaign', { groups: 400 }, 'campaign group'],
];

test.each(LISTS)(
  '%s --search keeps the items whose name contains the text, from all pages',
  async (line, account, prefix) => {
    const world = await createWorld({ account: scaledAccount(account) });
    const { stdout } = await world.run([...line.split(' '), '--search', `${prefix.toUpperCase()} 37`, '--json']);
    const expected = [379, 378, 377, 376, 375, 374, 373, 372, 371, 370, 37].map((number) => `${prefix} ${number}`);
    expect(namesIn(stdout)).toEqual(expected);
    expect(world.requests).toHaveLength(8);
    await world.close();
  },
);

test('--limit counts the items that match, and no page is fetched after the last of them', () =>
  inWorldOf(400, async ({ run, requests }) => {
    const { stdout } = await run(['themes', 'list', '--search', 'theme 37', '--limit', '3', '--json']);
    expect(namesIn(stdout)).toEqual(['theme 379', 'theme 378', 'theme 377']);
    expect(requests).toEqual([expect.stringContaining('perPage=50')]);
    await run(['themes', 'list', '--search', 'theme 1', '--limit', '1', '--json']);
    expect(requests.length - 1).toBe(5);
  }));

test('a search that finds nothing is a sentence in a table and [] in JSON', () =>
  inWorldOf(60, async ({ run }) => {
    const words = ['themes', 'list', '--search', 'nowhere'];
    expect(await run(words)).toEqual({ stdout: '', stderr: 'No matches.\n', code: 0 });
    expect(await run([...words, '--json'])).toEqual({ stdout: '[]\n', stderr: '', code: 0 });
  }));

test('a search ignores case and Unicode composition, and items without a name do not match', async () => {
  const account = scaledAccount({ themes: 3 });
  const [first, second, third] = account.themes;
  Object.assign(first ?? {}, { name: 'Cafe\u0301 \u{1f600}' });
  Object.assign(second ?? {}, { name: null });
  Object.assign(third ?? {}, { name: 7 });
  const world = await createWorld({ account });
  for (const text of ['CAFÉ', 'café', 'é \u{1f600}']) {
    expect(namesIn((await world.run(['themes', 'list', '--search', text, '--json'])).stdout)).toEqual([
      'Cafe\u0301 \u{1f600}',
    ]);
  }
  expect((await world.run(['themes', 'list', '--search', 'null', '--json'])).stdout).toBe('[]\n');
  await world.close();
});

test('transactional list filters by group and publication, which can be combined with a search', async () => {
  const world = await createWorld();
  const all = JSON.parse((await world.run(['transactional', 'list', '--json'])).stdout) as Record<string, unknown>[];
  const list = async (...flags: string[]) =>
    namesIn((await world.run(['transactional', 'list', '--json', ...flags])).stdout);
  const names = (keeps: (email: Record<string, unknown>) => boolean) => all.filter(keeps).map(({ name }) => name);
  const group = String(all[0]?.['transactionalGroupId']);
  const inGroup = names((email) => email['transactionalGroupId'] === group);
  const unpublished = names((email) => email['publishedEmailMessageId'] === null);
  expect(inGroup.length).toBeGreaterThan(0);
  expect(unpublished.length).toBeGreaterThan(0);
  expect(await list('--group', group)).toEqual(inGroup);
  expect(await list('--unpublished')).toEqual(unpublished);
  expect(await list('--unpublished', '--group', group)).toEqual(unpublished.filter((name) => inGroup.includes(name)));
  const [name = ''] = inGroup as string[];
  expect(await list('--group', group, '--search', name)).toContain(name);
  await world.close();
});

test('filters refuse --raw-page, which is one page as the API sent it', () =>
  inWorldOf(1, async ({ run, requests }) => {
    const { stderr, code } = await run(['themes', 'list', '--search', 'a', '--raw-page']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: --search can't be combined with --raw-page.\nhint: Omit --raw-page.\n",
    });
    expect(requests).toEqual([]);
  }));

test('--no-headers omits the heading row of tables and CSV, on terminals and in pipes', () =>
  inWorldOf(3, async ({ run }) => {
    const linesOf = async (flags: string[], columns?: number) => {
      const options = columns === undefined ? {} : { columns };
      return (await run(['themes', 'list', '--no-color', ...flags], options)).stdout.trimEnd().split('\n');
    };
    for (const flags of [[], ['-o', 'csv'], ['--fields', 'id,name']]) {
      for (const columns of [undefined, 120]) {
        const [heading, ...rows] = await linesOf(flags, columns);
        expect(heading).toMatch(/\bname\b/i);
        expect(await linesOf([...flags, '--no-headers'], columns)).toEqual(rows);
      }
    }
    expect(await linesOf(['--json', '--no-headers'])).toEqual(await linesOf(['--json']));
  }));
