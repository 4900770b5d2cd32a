/** Changes of contacts in the history: only on request, undone exactly, and gone when the person is erased. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { respondWith } from '../../respond.ts';
import { splitWords } from '../../words.ts';
import { createWorld, type RunOptions, type World } from '../../world.ts';

const ADA = 'ada@example.com';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  onTestFinished(world.close);
});

const run = (line: string, options?: RunOptions) => world.run(splitWords(line), options);

async function json<Value = Record<string, unknown>>(line: string): Promise<Value> {
  const { stdout, stderr, code } = await run(`${line} --json`);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Value;
}

const rows = () => json<readonly Record<string, unknown>[]>('history');

/** A list with false is the same as no list. */
async function contact(identity: string): Promise<Record<string, unknown>> {
  const { contact: found } = await json<{ contact: Record<string, unknown> }>(`contacts show ${identity}`);
  const lists = Object.entries(found['mailingLists'] as object).filter(([, member]) => member);
  return { ...found, mailingLists: Object.fromEntries(lists) };
}

const puts = () => world.requests.filter((line) => line.startsWith('PUT'));

async function change(line: string): Promise<void> {
  const { code, stderr } = await run(`${line} --journal-personal --yes`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('contact') });
}

/** Makes a change whose result is not known. */
async function loseResponse(line: string): Promise<void> {
  const lost = await run(`${line} --journal-personal`, {
    respond: async (request) => {
      const response = await world.respond(request);
      if (request.method !== 'PUT') return response ?? respondWith(500, '');
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    },
  } as RunOptions);
  expect(lost.code).toBe(7);
  expect((await rows()).map(({ state }) => state)).toEqual(['result unknown']);
}

async function filesWith(pattern: RegExp): Promise<readonly string[]> {
  const found = await readdir(world.directory, { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return paths.filter((_, index) => pattern.test(texts[index] ?? ''));
}

describe('undo restores', () => {
  test.each([
    [`contacts update ${ADA} --set plan=pro --set seats=3 --unset teamSize --set "firstName=A"`, ADA],
    [`contacts update ${ADA} --set trialEndsOn=2026-12-24`, ADA],
    [`contacts update ${ADA} --list "Product tips" --list "Beta testers=off"`, ADA],
    [`contacts update ${ADA} --set subscribed=false`, ADA],
    ['contacts update --user-id user_42 --set plan=pro', ADA],
    ['contacts update new@example.com --user-id user_42 --set plan=pro', '--user-id user_42'],
    ['contacts update elise@example.com --user-id other --set plan=pro', 'elise@example.com'],
  ])('%s', async (line, identity) => {
    const before = await contact(identity);
    await change(line);
    expect(await contact(identity)).not.toEqual(before);
    const { code, stderr, stdout } = await run('undo --yes --allow-resubscribe');
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(await contact(identity)).toEqual(before);
    expect((await rows()).map(({ number, state }) => [number, state])).toEqual([[1, 'undone']]);
  });

  test.each(['properties', 'constructor', 'expectedRevisionId'])('a property named %s', async (name) => {
    await run(`properties create ${name} --type string --yes`);
    await run(`contacts update ${ADA} --set ${name}=one`);
    for (const flags of [`--set ${name}=two --set plan=pro`, `--unset ${name}`]) {
      await change(`contacts update ${ADA} ${flags}`);
      const { code, stderr } = await run('undo --yes');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(await contact(ADA)).toMatchObject({ [name]: 'one', plan: 'team' });
    }
  });

  test('a property named __proto__, as an API could accept it', async () => {
    let saved = `{"id":"c1","email":"${ADA}","__proto__":"one"}`;
    const respond: RunOptions['respond'] = ({ method, path, body }) => {
      if (path.endsWith('/properties')) return respondWith(200, '[{"key":"__proto__","label":"","type":"string"}]');
      if (method !== 'PUT') return path.includes('/find') ? respondWith(200, `[${saved}]`) : undefined;
      saved = JSON.stringify({ id: 'c1', ...JSON.parse(String(body)) });
      return respondWith(200, '{"success":true,"id":"c1"}');
    };
    expect((await run(`contacts update ${ADA} --set __proto__=two --journal-personal`, { respond })).code).toBe(0);
    expect(saved).toContain('"__proto__":"two"');
    const undone = await run('undo --yes', { respond });
    expect(undone, undone.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('__proto__: "two" -> "one"'),
    });
    expect(saved).toContain('"__proto__":"one"');
  });

  test('a change made with LOOPS_HISTORY=personal, and then the undo itself', async () => {
    const env = { LOOPS_HISTORY: 'personal' };
    await run(`contacts update ${ADA} --set plan=pro`, { env });
    await run('undo --yes', { env });
    expect(await contact(ADA)).toMatchObject({ plan: 'team' });
    await run('undo 2 --yes', { env });
    expect(await contact(ADA)).toMatchObject({ plan: 'pro' });
  });

  test('the newest change that has changed something', async () => {
    await change(`contacts update ${ADA} --set plan=pro`);
    await change(`contacts update ${ADA} --set plan=pro`);
    expect((await rows()).map(({ reason }) => reason)).toEqual(['It changed nothing.', undefined]);
    expect((await run('undo --yes')).code).toBe(0);
    expect(await contact(ADA)).toMatchObject({ plan: 'team' });
  });

  test('only the mailing lists that are different, so that it joins no others', async () => {
    await change(`contacts update ${ADA} --list "Product tips" --list "Beta testers=off"`);
    const [request] = await json<readonly { body: Record<string, unknown> }[]>('undo --dry-run');
    expect(request?.body).toEqual({
      email: ADA,
      mailingLists: { cj9ac7sy1wnra1jfkuad5ypob: false, ct9xt09yflesr860pw7nxinjx: true },
    });
  });

  test.each([
    '--set plan=pro --list "Product tips" --list "Beta testers=off"',
    '--set trialEndsOn=2026-12-24',
    '--set "trialEndsOn=2026-12-24 09:30:00+0200" --set plan=pro',
    '--set trialEndsOn:=1798070400000',
    '--set firstName= --unset plan',
  ])('a change of which the response was lost: %s', async (flags) => {
    const before = await contact(ADA);
    await loseResponse(`contacts update ${ADA} ${flags}`);
    expect(await contact(ADA)).not.toEqual(before);
    expect((await run('undo --yes')).code).toBe(0);
    expect(await contact(ADA)).toEqual(before);
  });
});

describe('undo refuses', () => {
  test.each([
    ['what somebody has changed since', `contacts update ${ADA} --set plan=business`, 5, 'plan has changed again'],
    ['a contact with another address', 'contacts update x@example.com --user-id user_42 --yes', 5, 'email has changed'],
    [
      'a contact that was deleted',
      'api POST /v1/contacts/delete -f email=ada@example.com --yes',
      4,
      'no longer exists',
    ],
  ])('%s', async (_, later, code, reason) => {
    await change(`contacts update ${ADA} --set plan=pro`);
    expect((await run(later)).code).toBe(0);
    const sent = puts().length;
    expect(await run('undo --yes')).toMatchObject({ code, stderr: expect.stringContaining(reason) });
    expect(puts()).toHaveLength(sent);
  });

  test('a date that somebody has changed after a response was lost', async () => {
    await loseResponse(`contacts update ${ADA} --set trialEndsOn=2026-12-24`);
    await run(`contacts update ${ADA} --set trialEndsOn=2026-12-25`);
    expect(await run('undo --yes')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('trialEndsOn has changed'),
    });
  });

  test('an address that another contact has now, and an address that another contact has got', async () => {
    await change('contacts update new@example.com --user-id user_42');
    await run(`contacts create ${ADA}`);
    expect(await run('undo --yes')).toMatchObject({ code: 5, stderr: expect.stringContaining('Another contact has') });
    await run('api POST /v1/contacts/delete -f userId=user_42 --yes');
    await run('contacts create new@example.com');
    expect(await run('undo --yes')).toMatchObject({ code: 5, stderr: expect.stringContaining('is another contact') });
    expect(await contact(ADA)).not.toHaveProperty('plan');
  });

  test('to subscribe a person again, unless that is allowed', async () => {
    await change(`contacts update ${ADA} --set subscribed=false`);
    expect(await run('undo --yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('--allow-resubscribe') });
    expect(await contact(ADA)).toMatchObject({ subscribed: false });
  });

  test('a user ID that the contact did not have, because the API cannot remove it', async () => {
    await change('contacts update ben@example.com --user-id new_id');
    expect(await run('undo --yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot remove it') });
  });

  test.each([
    ['contacts create new@example.com', 'contacts delete'],
    ['contacts update new@example.com --create', 'has created the contact'],
  ])('%s', async (line, reason) => {
    await change(`${line} --set plan=pro`);
    expect(await run('undo 1 --yes')).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
    expect((await rows())[0]).toMatchObject({ name: 'new@example.com', state: 'cannot be undone' });
  });

  test('and without the effect "personal", it shows nobody', async () => {
    await change(`contacts update ${ADA} --set plan=pro`);
    for (const line of ['history', 'history --json', 'undo --yes', 'undo 1 --yes']) {
      const { stdout, stderr } = await run(line, { env: { LOOPS_ALLOW: 'read,draft,change' } });
      expect(stderr).toContain('does not allow "personal"');
      expect(stdout + stderr).not.toMatch(/ada|Ada/);
    }
  });
});

test('an undo that the API accepts and ignores exits with 9', async () => {
  await change(`contacts update ${ADA} --set plan=pro`);
  const undone = await run('undo --yes --json', {
    respond: ({ method }) => (method === 'PUT' ? respondWith(200, '{"success":true,"id":"x"}') : undefined),
  });
  expect(undone).toMatchObject({ code: 9, stderr: expect.stringContaining('did not change: plan') });
  expect(JSON.parse(undone.stdout)).toMatchObject({ fields: [], unchanged: ['plan'] });
});

describe('nothing about people is kept', () => {
  test('without the flag, and with --no-history', async () => {
    await run(`contacts update ${ADA} --set plan=pro`);
    await run('contacts create new@example.com', { env: { LOOPS_HISTORY: 'on' } });
    await run(`contacts update ${ADA} --set plan=team --no-history`, { env: { LOOPS_HISTORY: 'personal' } });
    expect(await rows()).toEqual([]);
    expect(await filesWith(/ada@|new@|plan/)).toEqual([]);
  });

  test('of an import, which refuses the flag before it sends anything', async () => {
    await world.write('people.csv', 'email,plan\nada@example.com,pro\n');
    const refused = await run('contacts import people.csv --journal-personal --may-trigger --yes');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('16 MB') });
    expect(world.requests).toEqual([]);
    const env = { LOOPS_HISTORY: 'personal' };
    expect((await run('contacts import people.csv --may-trigger --yes', { env })).code).toBe(0);
    expect(await rows()).toEqual([]);
  });

  test.each([
    'contacts erase new@example.com --yes',
    'contacts erase --user-id user_42 --yes --no-history',
    'contacts delete new@example.com --yes',
  ])('after %s', async (line) => {
    await change(`contacts update ${ADA} --set plan=pro`);
    await change('contacts update new@example.com --user-id user_42 --set plan=team');
    await change('contacts update elise@example.com --set plan=pro');
    expect((await run(`${line} --dry-run`)).code).toBe(0);
    expect(await rows()).toHaveLength(3);
    expect((await run(line)).code).toBe(0);
    expect((await rows()).map(({ number, name }) => [number, name])).toEqual([[3, 'elise@example.com']]);
    expect(await filesWith(/ada@|new@|user_42/)).toEqual([]);
  });

  test.each([`contacts erase ${ADA} --yes`, `contacts delete ${ADA} --yes`])(
    'after %s, also in the filters of segments and campaigns',
    async (line) => {
      const condition = { type: 'property', key: 'email', operator: 'equals', value: ADA };
      await world.write('filter.json', JSON.stringify({ match: 'all', conditions: [condition] }));
      await run('segments create --name Ada --filter-file filter.json');
      await run('campaigns update "Holiday opening hours" --filter-file filter.json');
      await rm(join(world.directory, 'filter.json'));
      expect(await rows()).toHaveLength(2);
      expect((await run(line)).code).toBe(0);
      expect(await rows()).toEqual([]);
      expect(await filesWith(/ada@/)).toEqual([]);
    },
  );

  test.each(['contacts delete ada@example.com --yes', 'contacts delete --user-id user_42 --yes'])(
    'after %s, also where the contact has another address now',
    async (line) => {
      await change(`contacts update ${ADA} --set plan=pro`);
      await run('contacts update elsewhere@example.com --user-id user_42 --yes');
      const current = line.replace(ADA, 'elsewhere@example.com');
      expect((await run(current)).code).toBe(0);
      expect(await filesWith(/ada@|elsewhere@/)).toEqual([]);
    },
  );

  test.each(['contacts delete ada@example.com --yes', 'contacts delete ada@example.com'])(
    'after %s of a contact that an earlier run has deleted',
    async (line) => {
      await change(`contacts update ${ADA} --set plan=pro`);
      await run(`api POST /v1/contacts/delete -f email=${ADA} --yes`);
      expect((await run(`${line} --dry-run`)).code).toBe(0);
      expect(await rows()).toHaveLength(1);
      expect((await run(line, { columns: 80, confirm: true })).code).toBe(4);
      expect(await filesWith(/ada@/)).toEqual([]);
    },
  );

  test('after the erasure of a contact that is gone already', async () => {
    await change(`contacts update ${ADA} --set plan=pro`);
    await run(`api POST /v1/contacts/delete -f email=${ADA} --yes`);
    expect((await run(`contacts erase ${ADA} --dry-run`)).code).toBe(0);
    expect(await rows()).toHaveLength(1);
    expect((await run(`contacts erase ${ADA} --yes`)).code).toBe(0);
    expect(await filesWith(/ada@/)).toEqual([]);
  });
});

test('an erasure that cannot change the history is not complete', async () => {
  await change(`contacts update ${ADA} --set plan=pro`);
  const [path = ''] = await filesWith(/ada@/);
  await rm(path);
  await mkdir(path);
  expect(await run(`contacts erase ${ADA} --yes`)).toMatchObject({ code: 2, stderr: expect.stringContaining(path) });
});

test('a wrong combination or setting is refused before anything is sent', async () => {
  const line = `contacts update ${ADA} --set plan=pro`;
  expect(await run(`${line} --journal-personal --no-history`)).toMatchObject({ code: 2 });
  expect(await run(line, { env: { LOOPS_HISTORY: 'of' } })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('on, off, personal'),
  });
  expect(puts()).toEqual([]);
});
