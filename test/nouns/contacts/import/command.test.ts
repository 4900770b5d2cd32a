/** What `contacts import` refuses before it sends anything, what it asks, and what it sends. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { propertiesOf } from '../../../../src/sandbox/nouns/properties.ts';
import { respondAs } from '../../../respond.ts';
import { seedAccount } from '../../../sandbox/account.ts';
import { NOW } from '../../../world.ts';
import { csvOf, type ImportWorld, importWorld, jsonOf } from './importing.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.close());

let run = 0;
let file = '';
beforeEach(() => {
  file = `rows${++run}.csv`;
});

/** Imports a file with this content. */
async function imported(
  content: string,
  flags: readonly string[] = [],
  options: Parameters<ImportWorld['run']>[1] = {},
) {
  await world.write(file, content);
  const before = world.requests.length;
  const outcome = await world.run(['contacts', 'import', file, ...flags], options);
  const writes = world.requests.slice(before).filter((line) => !line.startsWith('GET'));
  return { ...outcome, writes };
}

const QUIETLY = ['--may-trigger', '--yes'];

/** The file, flags, and what the error says. Nothing is sent. */
const REFUSED: ReadonlyArray<readonly [content: string, flags: readonly string[], message: RegExp]> = [
  ['', [], /rows\d+\.csv has no rows\./],
  ['email\n', [], /has no rows\./],
  ['email,emial\na@example.com,x', [], /Unknown column "emial"\..*Did you mean: --map emial=email\?/s],
  ['email,Team size\na@example.com,5', [], /--map 'Team size=teamSize'/],
  [
    'email,completely other\na@example.com,5',
    [],
    /hint: Nothing was imported from rows\d+\.csv\. --map 'COLUMN=' skips a column\./,
  ],
  ['email,createdAt\na@example.com,2026-01-01', [], /Column "createdAt" can't be set: Loops sets it\./],
  ['email,id\na@example.com,x', ['--create-properties'], /Column "id" can't be set/],
  ['email,listId\na@example.com,x', ['--create-properties'], /Unknown column "listId"/],
  ['email,mail\na@example.com,x', ['--map', 'mail=email'], /The columns "email" and "mail" both mean "email"\./],
  ['email\na@example.com', ['--map', 'mail=email'], /--map names a column that the file does not have: "mail"\./],
  ['email,a\na@example.com,1', ['--map', 'a=plan', '--map', 'a=seats'], /--map names a column twice/],
  ['email,a\na@example.com,1', ['--map', 'plan'], /Invalid value "plan" for --map\. *\n.*"column=property"/],
  ['email,list:Nobody\na@example.com,true', [], /Unknown column "list:Nobody"/],
  [
    'email,a\na@example.com,true',
    ['--map', 'a=list:Beta tester'],
    /Unknown mailing list "list:Beta tester" for column "a"/,
  ],
  ['email,seats\na@example.com,five', [], /Line 2: "seats" must be a number\./],
  [`email,plan\na@example.com,${'x'.repeat(501)}`, [], /Line 2: "plan" must have at most 500 characters, not 501\./],
  ['email,aiRotaBeta\na@example.com,1', [], /Line 2: "aiRotaBeta" must be true or false\./],
  ['email,trialEndsOn\na@example.com,2026-02-30', [], /Line 2: "trialEndsOn" must be a date/],
  ['email\nnobody', [], /Line 2: "email" is not an email address: "nobody"\./],
  ['email,plan\n,team', [], /Line 2: it has neither email nor userId\./],
  ['userId\n7', ['--mode', 'create'], /Line 2: it has no email\./],
  ['email\na@example.com\n A@EXAMPLE.COM ', [], /Line 3: an earlier row has the same email address\./],
  ['userId\n7\n7', [], /Line 3: an earlier row has the same user ID\./],
  ['email,subscribed\na@example.com,maybe', [], /Line 2: "subscribed" must be true or false\./],
  ['email,subscribed\na@example.com,null', [], /Line 2: "subscribed" must be true or false\./],
  ['email,userId\na@example.com,null', [], /Line 2: "userId" must be a string\./],
  ['{"email":"a@example.com","seats":"5x"}', ['--format', 'ndjson'], /Line 1: "seats" must be a number\./],
  ['{"email":"a@example.com","plan":5}', ['--format', 'ndjson'], /Line 1: "plan" must be a string\./],
  ['{"email":"a@example.com","plan":{"a":1}}', ['--format', 'ndjson'], /Line 1: "plan" must be a string\./],
  ['{"email":5}', ['--format', 'ndjson'], /Line 1: "email" must be a string\./],
  [
    '{"email":"a@example.com","mailingLists":{"x":true}}',
    ['--format', 'ndjson'],
    /Line 1: there is no mailing list with the ID "x"/,
  ],
  ['{"email":"a@example.com","mailingLists":[1]}', ['--format', 'ndjson'], /Line 1: "mailingLists" must be an object/],
  [
    '{"email":"a@example.com","score":1}\n{"email":"b@example.com","score":"x"}',
    ['--format', 'ndjson', '--create-properties'],
    /The values of column "score" have different types\./,
  ],
  ['email\na@example.com', ['--mode', 'create', '--only-changed'], /can't be combined with --mode create/],
];

describe('refuses before it sends anything', () => {
  it.each(REFUSED)('%j %j', async (content, flags, message) => {
    const { code, stderr, stdout, writes } = await imported(content, [...QUIETLY, ...flags]);
    expect(stderr).toMatch(message);
    expect({ code, stdout, writes }).toEqual({ code: 2, stdout: '', writes: [] });
    await expect(stat(join(world.directory, `${file}.journal`))).rejects.toThrow('ENOENT');
  });

  it('and lists only some of ten thousand invalid rows', async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => `\u001b[31mnobody${i}`).join('\n');
    const { code, stderr, writes } = await imported(`email\n${rows}\n`, QUIETLY, { columns: 60 });
    expect({ code, writes }).toEqual({ code: 2, writes: [] });
    expect(stderr).toContain("10,000 rows can't be imported.");
    expect(stderr.split('\n').length).toBeLessThan(120);
    expect(stderr).not.toContain('\u001b[31mnobody');
  });

  it('and gives the details as JSON', async () => {
    const { stderr } = await imported('email\nnobody\n', [...QUIETLY, '--json']);
    const { error } = jsonOf(stderr.trim().split('\n').at(-1) ?? '');
    expect(error).toMatchObject({ details: { invalid: 1, problems: [{ line: 2 }] } });
  });
});

describe('live workflows', () => {
  it.each([
    ['email\nnew@example.com', [], ['Trial onboarding']],
    ['email\nada@example.com', ['--mode', 'update'], []],
    ['email,plan\nada@example.com,team', ['--mode', 'update'], ['Win-back']],
    ['email,seats\nada@example.com,5', ['--mode', 'update'], []],
  ] as const)('%j %j would start %j', async (content, flags, names) => {
    const { code, stderr, writes } = await imported(content, flags);
    for (const name of names) expect(stderr).toContain(`Workflow "${name}" is live`);
    expect(code).toBe(names.length === 0 ? 0 : 2);
    expect(writes.length).toBe(names.length === 0 ? 1 : 0);
  });

  it('that cannot be read are not taken for none', async () => {
    const off = await importWorld({ disabled: ['workflow'] });
    try {
      await off.write('a.csv', 'email\nnew@example.com\n');
      const refused = await off.run(['contacts', 'import', 'a.csv']);
      expect(refused).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('--may-trigger imports without this check'),
      });
      expect(await off.run(['contacts', 'import', 'a.csv', ...QUIETLY])).toMatchObject({ code: 0 });
    } finally {
      await off.close();
    }
  });
});

describe('asks', () => {
  const terminal = { columns: 100, confirm: false };

  it('before workflows may start, and does nothing after a no', async () => {
    const { code, stderr, writes } = await imported('email\nasked@example.com', ['--may-trigger'], terminal);
    expect(stderr).toContain(
      `Import 1 row of ${file} into team "Brightwater"? It may start workflows that send email.`,
    );
    expect({ code, writes }).toEqual({ code: 130, writes: [] });
  });

  it('before it subscribes people, who are left as they are otherwise', async () => {
    const content = 'email,subscribed\ndan@acme.test,true';
    const left = await imported(content, ['--mode', 'update', '--map', 'email=email', ...QUIETLY]);
    expect(left).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('"subscribed: true" is not sent for 1 row'),
    });
    expect(world.contacts()['dan@acme.test']?.subscribed).toBe(false);
    const asked = await imported(content, ['--mode', 'update', '--allow-resubscribe', '--may-trigger'], terminal);
    expect(asked).toMatchObject({ code: 130, writes: [], stderr: expect.stringContaining('It subscribes 1 contact') });
    await imported(content, ['--mode', 'update', '--allow-resubscribe', ...QUIETLY]);
    expect(world.contacts()['dan@acme.test']?.subscribed).toBe(true);
  });

  it('before it creates properties', async () => {
    const { code, stderr, writes } = await imported(
      'email,hue,score\nada@example.com,red,5',
      ['--create-properties', '--mode', 'update'],
      terminal,
    );
    expect(stderr).toContain('"hue" (string), "score" (number)');
    expect({ code, writes }).toEqual({ code: 130, writes: [] });
  });

  it('nobody without a terminal: that is a no', async () => {
    const { code, writes } = await imported('email\nasked@example.com', ['--may-trigger'], { stdin: 'y\n' });
    expect({ code, writes }).toEqual({ code: 130, writes: [] });
  });
});

test('sends what a row says, and nothing for empty cells', async () => {
  const content =
    '\ufeffemail;userId;firstName;seats;aiRotaBeta;trialEndsOn;title;subscribed;list:Offers\r\n' +
    'finn+rota@example.com;;"Finn; Jr";007;FALSE;1764547200000;null;false;true\r\n' +
    'typed@example.com;u-1;;;;;;;\r\n';
  const { code } = await imported(content, QUIETLY);
  expect(code).toBe(0);
  const finn = world.contacts()['finn+rota@example.com'];
  expect(finn).toMatchObject({
    firstName: 'Finn; Jr',
    lastName: 'O’Hara',
    userId: 'user/46',
    seats: 7,
    subscribed: false,
  });
  expect(finn).toMatchObject({ aiRotaBeta: false, trialEndsOn: '2025-12-01T00:00:00.000Z' });
  expect(finn).not.toHaveProperty('title');
  expect(Object.values(finn?.mailingLists ?? {})).toEqual([true]);
  expect(world.contacts()['typed@example.com']).toMatchObject({ userId: 'u-1', firstName: null, mailingLists: {} });
});

test('warns of dates in seconds, with the line', async () => {
  const { stderr } = await imported('email,trialEndsOn\nada@example.com,1764547200', ['--mode', 'update', ...QUIETLY]);
  expect(stderr).toContain('warning: Line 2: "trialEndsOn" is read as milliseconds, which gives 1970-01-21');
});

test('refuses a row whose IDs belong to two contacts, unless it is told not to look', async () => {
  const content = 'email,userId,seats\nben@example.com,user_43,9\n';
  const { code, stdout, writes } = await imported(content, QUIETLY);
  expect({ code, writes }).toEqual({ code: 9, writes: [] });
  expect(stdout).toContain('line 2: The email address and the user ID belong to different contacts. (conflict)');
  await world.run(['contacts', 'import', file, ...QUIETLY, '--resume', '--no-check-ids']);
  expect(world.contacts()['ben@example.com']).toMatchObject({ userId: 'user_43' });
});

test('--only-changed writes nothing where nothing differs', async () => {
  const content =
    'email,firstName,seats,trialEndsOn,title,list:Offers\nsame@example.com,Sam,3,2026-12-01 08:30,,true\n';
  await imported(content, QUIETLY);
  const { writes, stdout } = await imported(content, ['--only-changed', ...QUIETLY]);
  expect({ writes, stdout }).toEqual({ writes: [], stdout: '1 row: 1 unchanged.\n' });
  const changed = await imported(content.replace('Sam', 'Samira'), ['--only-changed', ...QUIETLY]);
  expect(changed).toMatchObject({ writes: ['PUT /api/v1/contacts/update 200'], stdout: '1 row: 1 updated.\n' });
});

test('a report has a line for each row, and only its owner can read it', async () => {
  const report = join(world.directory, `${file}.report`);
  await imported('email,seats\nada@example.com,1\nnobody,2\nben@example.com,3', [
    ...['--mode', 'update', '--on-error', 'skip', '--report', `${file}.report`],
    ...QUIETLY,
  ]);
  const rows = (await readFile(report, 'utf8')).trim().split('\n').map(jsonOf);
  expect(rows.sort((a, b) => Number(a['line']) - Number(b['line']))).toEqual([
    { line: 2, result: 'updated', id: expect.any(String) },
    { line: 3, result: 'refused', code: 'rejected', message: expect.stringContaining('not an email address') },
    { line: 4, result: 'updated', id: expect.any(String) },
  ]);
  expect((await stat(report)).mode & 0o777).toBe(0o600);
});

test('a property that is deleted meanwhile is noticed, because the API drops its values in silence', async () => {
  const account = seedAccount();
  const custom = propertiesOf(account);
  const own = await importWorld({
    store: { read: async () => account, update: async (change) => change(account) },
    onRequest: (line) => {
      if (!line.startsWith('PUT')) return;
      account['contactProperties'] = custom.filter(({ key }) => key === 'plan');
    },
  });
  try {
    await own.write('a.csv', 'email,seats,plan\nada@example.com,5,team\n');
    const { code, stderr } = await own.run(['contacts', 'import', 'a.csv', ...QUIETLY]);
    expect({ code, stderr }).toEqual({
      code: 9,
      stderr: expect.stringContaining('These properties were deleted during the import: seats.'),
    });
  } finally {
    await own.close();
  }
});

test('uses at least 95 % of the allowed rate', async () => {
  await world.write('many.csv', csvOf(200));
  let waited = 0;
  const { code } = await world.run(['contacts', 'import', 'many.csv', ...QUIETLY], {
    onSleep: (ms) => {
      waited += ms;
    },
    ...(await limited()),
  });
  expect(code).toBe(0);
  // Several rows wait at the same time, so the clock of the run counts, which only waiting advances.
  expect(waited).toBeGreaterThan(0);
  expect(waited).toBeLessThan((200 / 10 / 0.95) * 1_000);
});

test('two imports on one key share the rate', async () => {
  const service = await limited();
  await world.write('first.csv', csvOf(30));
  await world.write('second.csv', csvOf(4));
  let ended = NOW.getTime();
  await world.run(['contacts', 'import', 'first.csv', ...QUIETLY], { ...service, onSleep: (ms) => (ended += ms) });
  const waits: number[] = [];
  const onSleep = (ms: number) => waits.push(ms);
  await world.run(['contacts', 'import', 'second.csv', ...QUIETLY], { ...service, at: new Date(ended), onSleep });
  // Alone, its few requests would not have to wait.
  expect(waits.reduce((a, b) => a + b, 0)).toBeGreaterThan(500);
});

/** The sandbox of `world` announces no limit, so the client would not wait. */
async function limited() {
  const { startSandbox } = await import('../../../../src/sandbox/server.ts');
  const { liveStore } = await import('../../../sandbox/account.ts');
  let now = 0;
  const sandbox = await startSandbox({
    store: liveStore(seedAccount()),
    rateLimit: { scale: 1 },
    // Each request arrives in a window of its own: only the limits of the client matter.
    now: () => (now += 1_000),
  });
  const { close } = world;
  world = { ...world, close: async () => Promise.all([close(), sandbox.close()]).then(() => undefined) };
  return { env: { LOOPS_BASE_URL: sandbox.baseUrl }, respond: respondAs(sandbox) };
}
