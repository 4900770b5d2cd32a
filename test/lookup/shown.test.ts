/** Names in views through `main`: what they cost in requests, when they are left out, and that they never cause a failure. */
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isReading } from '../../src/define/effect.ts';
import { matchesRoute } from '../../src/define/route.ts';
import { commandsOf } from '../../src/define/tree.ts';
import { tree } from '../../src/nouns/index.ts';
import { OPERATION_LINES } from '../faults/operations.ts';
import { json, reply, startFaultServer } from '../faults/server.ts';
import { seedAccount, type TestAccount } from '../sandbox/account.ts';
import { splitWords } from '../words.ts';
import { createWorld, type RunOptions, type World } from '../world.ts';

const EMAIL = 'c5361agykn6fatjv6m1yx7nd3';
const SHOW = `transactional show ${EMAIL}`;
const ONBOARDING = 'cr3d19ajwtfxqfczuxgmvwzxv';
const GROUPS = 'GET /api/v1/transactional-groups';

let account: TestAccount;
let world: World;
beforeEach(async () => {
  account = seedAccount();
  world = await createWorld({ account });
});
afterEach(() => world.close());

async function run(line: string, options?: RunOptions) {
  const before = world.requests.length;
  const outcome = await world.run(splitWords(line), options);
  const requests = world.requests.slice(before).map((request) => request.replace(/\?.*| \d+$/g, ''));
  return { ...outcome, requests };
}

const groupOf = (stdout: string): string | undefined => /^Group +(.*)$/m.exec(stdout)?.[1];

describe('names', () => {
  it('cost one request per type of record, next to that of the command, and none while the cache is fresh', async () => {
    const first = await run(SHOW);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(groupOf(first.stdout)).toMatch(/^Account access {2}c/);
    // The draft and the published version are compared.
    const message = expect.stringMatching(/^GET \/api\/v1\/email-messages\/c/);
    expect(first.requests.sort()).toEqual([message, message, `GET /api/v1/transactional-emails/${EMAIL}`, GROUPS]);
    expect((await run(SHOW)).requests).toHaveLength(3);
    expect((await run(`${SHOW} --no-cache`)).requests).toHaveLength(4);
    expect((await run(`workflow show ${ONBOARDING}`)).requests.length).toBeLessThanOrEqual(5);
  });

  it('of the emails of workflows are in the filters of segments and of the workflow itself', async () => {
    const line = 'segments show "Silent in onboarding"';
    const { stdout, code } = await run(line);
    expect(code).toBe(0);
    expect(stdout).toContain('who have not opened workflow email "Welcome to Brightwater"');
    expect((await run(`${line} --ids`)).stdout).toMatch(/not opened workflow email c[a-z0-9]{24}/);
    const { stdout: json, requests } = await run(`${line} --json`);
    expect(JSON.parse(json)).not.toHaveProperty('emailNames');
    expect(requests.filter((request) => request.includes('workflows'))).toEqual([]);
    expect((await run('segments show "Trial users"')).requests).not.toContainEqual(
      expect.stringMatching(/workflows\/c/),
    );
  });

  it('are in the tree, the node, the paths, the differences and the pictures of a workflow', async () => {
    const diff = 'workflow diff ceh8e7mybcn6718b1frqy868r cd2x89ov0nvxvudwvlrw08e5i';
    for (const line of [`workflow show ${ONBOARDING}`, `workflow paths ${ONBOARDING}`]) {
      expect((await run(line)).stdout).toContain('Only contacts in segment "Trial without a rota"');
      expect((await run(`${line} --ids`)).stdout).toMatch(/Only contacts in segment c[a-z0-9]{24}/);
    }
    expect((await run(diff)).stdout).toContain('segment "');
    for (const format of ['mermaid', 'dot', 'svg', 'html']) {
      expect((await run(`workflow show ${ONBOARDING} --format ${format}`)).stdout).toMatch(/Trial (without|<)/);
    }
    const { stdout } = await run(`workflow show ${ONBOARDING} --node c4u40cr5rgflnl3bttepily66`);
    expect(stdout).toMatch(/audienceSegmentId +Trial without a rota {2}c/);
  });

  it('of variants are letters, and with --ids their IDs', async () => {
    const shown = await run(`workflow show cxxh0pcq2pvs8yvth7rfghq6e`);
    expect(shown.stdout.match(/Variant \w+( \(control\))?/g)).toEqual([
      'Variant A (control)',
      'Variant B',
      'Variant C',
    ]);
    const ids = await run('workflow show cxxh0pcq2pvs8yvth7rfghq6e --ids');
    expect(ids.stdout).toMatch(/Variant c[a-z0-9]{24} \(control\)/);
  });

  it('of a team without mailing lists cost one request too', async () => {
    account['mailingLists'] = [];
    const lists = ({ requests }: { requests: string[] }) =>
      requests.filter((request) => request === 'GET /api/v1/lists');
    expect(lists(await run(`workflow show ${ONBOARDING}`))).toHaveLength(1);
    expect(lists(await run(`workflow show ${ONBOARDING}`))).toEqual([]);
  });

  it('of 2,000 records are those of one page, which does not pass for all of them', async () => {
    const [group] = account.transactionalGroups;
    if (group === undefined) throw new Error('No group');
    const many = Array.from({ length: 2000 }, (_, index) => ({ ...group, id: `cx${index}`, name: `Group ${index}` }));
    account.transactionalGroups.push(...many);
    expect((await run(SHOW)).requests.filter((request) => request === GROUPS)).toHaveLength(1);
    const named = await run('transactional list --group "Group 1999"');
    expect([named.code, named.requests.filter((request) => request === GROUPS).length]).toEqual([0, 41]);
  });

  it.each([
    ['Party 🎉', 'Party 🎉'],
    [' spaced ', 'spaced '],
    ['c00000000000000000000000z', 'c00000000000000000000000z'],
    ['\u001b[31mred\nnext', '\\u001b[31mred\\nnext'],
    ['\u202eevil', '\\u202eevil'],
    ['x'.repeat(5000), `${'x'.repeat(199)}…`],
  ])('%j is printed as %j', async (name, shown) => {
    for (const group of account.transactionalGroups) group.name = name;
    expect((await run(SHOW)).stdout).toMatch(/^Group /m);
    expect(groupOf((await run(SHOW)).stdout)?.replace(/ {2}\S+$/, '')).toBe(shown);
  });

  it('that are empty leave the ID', async () => {
    for (const group of account.transactionalGroups) group.name = ' ';
    expect(groupOf((await run(SHOW)).stdout)).toMatch(/^c[a-z0-9]{24}$/);
  });

  it('are those of now: a renamed record has its new name after a minute', async () => {
    await run(SHOW);
    for (const group of account.transactionalGroups) group.name = 'Renamed';
    expect(groupOf((await run(SHOW)).stdout)).toMatch(/^Account access/);
    expect(groupOf((await run(`${SHOW} --no-cache`)).stdout)).toMatch(/^Renamed/);
  });
});

describe('no request for a name is sent', () => {
  it.each([
    '--json',
    '-o ndjson',
    '-o yaml',
    '-o csv --fields name,transactionalGroupId',
    '--ids',
    '--quiet',
    '--fields name,transactionalGroupId',
  ])('with %s', async (flags) => {
    const { code, stderr, stdout, requests } = await run(`${SHOW} ${flags}`);
    expect({ code, stderr, requests: requests.length }).toEqual({ code: 0, stderr: '', requests: 1 });
    expect(stdout).not.toContain('Account access');
  });

  it('by a dry run of curl, for one page of a list, or for a saved workflow', async () => {
    expect((await run(`${SHOW} --curl`)).requests).toEqual([]);
    expect((await run('transactional list --raw-page')).requests).toHaveLength(1);
    await world.write('saved.json', (await run(`workflow show ${ONBOARDING} --json`)).stdout);
    const saved = await run('workflow show saved.json', { env: { LOOPS_API_KEY: undefined } });
    expect({ code: saved.code, requests: saved.requests }).toEqual({ code: 0, requests: [] });
    expect(saved.stdout).toMatch(/Only contacts in segment c[a-z0-9]{24}/);
  });

  const commands = commandsOf(tree).map(({ words, verb }) => ({ typed: words.join(' '), verb }));

  it.each(OPERATION_LINES.filter(({ effect }) => isReading(effect)))('by "$line --json"', async ({ line, route }) => {
    const found = commands.find(({ typed }) => `${line} `.startsWith(`${typed} `));
    const declared = (await found?.verb.load())?.calls ?? [];
    // What `api` calls depends on its words, which name a single request.
    const calls = typeof declared === 'function' ? [{ route }] : declared;
    const before = world.requests.length;
    await world.run([...splitWords(line), '--json']);
    const requests = world.requests.slice(before);
    const undeclared = requests.filter((request) => {
      const [method, path = ''] = request.split(' ');
      return !calls.some(({ route }) => matchesRoute(route, method as 'GET', path.replace(/^\/api|\?.*/g, '')));
    });
    expect({ undeclared, repeated: requests.length - new Set(requests).size }).toEqual({ undeclared: [], repeated: 0 });
  });
});

describe('names that cannot be had leave the ID, without a failure, a warning or a second request', () => {
  const RECORD = { ...seedAccount().transactionalEmails[0]?.record };
  const FAULTS: Readonly<Record<string, (socket: Socket) => unknown>> = {
    'a wrong key': (socket) => socket.write(json(401, { message: 'no' })),
    'no permission': (socket) => socket.write(json(403, { message: 'no' })),
    'no such route': (socket) => socket.write(json(404, { message: 'no' })),
    'a rate limit': (socket) => socket.write(json(429, { message: 'no' }, { 'retry-after': '3' })),
    'a server error': (socket) => socket.write(json(503, { message: 'no' })),
    'no JSON': (socket) => socket.write(reply(200, {}, '<html>')),
    'no list': (socket) => socket.write(json(200, { data: 7, pagination: null })),
    'other items': (socket) => socket.write(json(200, { data: [null, 3, { id: 4 }], pagination: {} })),
    'a closed connection': (socket) => socket.destroy(),
    'no response': () => undefined,
  };

  it.each(Object.keys(FAULTS))('%s', async (fault) => {
    const server = await startFaultServer((socket, { path }) => {
      if (path.includes('/transactional-groups')) FAULTS[fault]?.(socket);
      else socket.write(json(200, RECORD));
    });
    onTestFinished(server.close);
    const env = { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` };
    for (const flags of ['', ' --strict']) {
      const before = server.arrived.length;
      const slept: number[] = [];
      // The timer that ends the wait fires when the response does not come.
      const onTimer = (work: () => void) => void (fault === 'no response' && setImmediate(work));
      const outcome = await run(SHOW + flags, { env, onTimer, onSleep: (ms) => slept.push(ms) });
      expect({ code: outcome.code, stderr: outcome.stderr, slept }).toEqual({ code: 0, stderr: '', slept: [] });
      expect(groupOf(outcome.stdout)).toBe(RECORD.transactionalGroupId);
      expect(server.arrived.length - before).toBe(2);
    }
  });

  it('and the failure of the command itself stays the same', async () => {
    const missing = await run('transactional show c00000000000000000000000z');
    expect({ code: missing.code, stdout: missing.stdout }).toEqual({ code: 4, stdout: '' });
    expect(missing.stderr).toContain('Run `loopsctl transactional list` to see the IDs.');
    const refused = await run(`${SHOW} --allow draft`);
    expect({ code: refused.code, requests: refused.requests }).toEqual({ code: 2, requests: [] });
  });
});
