/** `history` and `undo`: every kind of change is undone exactly, and nothing that somebody else did is overwritten. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { respondWith } from '../../respond.ts';
import { splitWords } from '../../words.ts';
import { createWorld, type RunOptions, type World } from '../../world.ts';

const THEME = 'crbtxnb2gx897s61zld0o30a2';
const DRAFT = 'ckm1se6elmfx4j03rlk1wciyf';
const WIN_BACK = 'cxxh0pcq2pvs8yvth7rfghq6e';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  onTestFinished(world.close);
  await world.write('body.lmx', '<H1>New</H1>\n<Paragraph>Body</Paragraph>\n');
  await world.write(
    'filter.json',
    '{"match":"all","conditions":[{"type":"property","key":"plan","operator":"notEmpty"}]}',
  );
});

const run = (line: string, options?: RunOptions) => world.run(splitWords(line), options);

async function json(line: string): Promise<Record<string, unknown>> {
  const { stdout, stderr, code } = await run(`${line} --json`);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const rows = async () => (await json('history')) as unknown as readonly Record<string, unknown>[];

/** What a change moves in any case. */
const content = ({
  updatedAt: _,
  contentRevisionId: __,
  workflowRevisionId: ___,
  affectedEmailCount: ____,
  ...rest
}: Record<string, unknown>) => rest;

const writes = () => world.requests.filter((line) => line.startsWith('POST'));

describe('undo restores', () => {
  test.each([
    [`themes update ${THEME} --style bodyColor=#123456 --yes`, `themes show ${THEME}`],
    [`themes update ${THEME} --name Other`, `themes show ${THEME}`],
    ['components update Signature --lmx-file body.lmx --yes', 'components show cvz7jr18xbu7wjxasafdsdtuw'],
    ['groups update Billing --description Other', 'groups show ctk1gocucatsb93nqshx6ixpw'],
    [
      'groups update crycsnj1bxnk5xd6z11eo601a --type campaign --name Other',
      'groups show crycsnj1bxnk5xd6z11eo601a --type campaign',
    ],
    [
      'transactional update "Password reset" --name Other --group Billing',
      'transactional show c5361agykn6fatjv6m1yx7nd3',
    ],
    [
      'messages update --transactional "Password reset" --subject New --reply-to a@acme.test --lmx-file body.lmx --fallback contact.city=there',
      `messages show ${DRAFT}`,
    ],
    [
      'messages update --campaign "Holiday opening hours" --unset-fallback contact.firstName --email-format plain',
      'messages show c16na4rovq3inwuu1a5ends4h',
    ],
    ['campaigns update "Holiday opening hours" --list Offers --name Other', 'campaigns show cbzfy465sgzg6uoousnu0gl4y'],
    ['campaigns update "AI rota: how it works" --clear filter', 'campaigns show cqsjizvbaa7em2qrjo5zoe112'],
    ['campaigns update "AI rota: how it works" --segment "Small teams"', 'campaigns show cqsjizvbaa7em2qrjo5zoe112'],
    [`workflow update ${WIN_BACK} --description Other`, `workflow show ${WIN_BACK}`],
    [`workflow node set ${WIN_BACK} "Wait 5 days" --wait 2h`, `workflow show ${WIN_BACK}`],
    [
      `workflow node set ${WIN_BACK} ContactPropertyTrigger --property plan --is equal:pro`,
      `workflow show ${WIN_BACK}`,
    ],
    [`workflow node set ${WIN_BACK} ContactPropertyTrigger --trigger signup`, `workflow show ${WIN_BACK}`],
    [
      'workflow node set ceh8e7mybcn6718b1frqy868r cztqpq2rksg2k6cznx2vqik8v --filter filter.json',
      'workflow show ceh8e7mybcn6718b1frqy868r',
    ],
    [`workflow node set ${WIN_BACK} cvvvhjthdx7dgm3iqfnbet7h9 --sampling-rate 10`, `workflow show ${WIN_BACK}`],
    [`workflow node move ${WIN_BACK} c8c0rrmlvdlg3fu8rarsxoy2i --to Exit`, `workflow show ${WIN_BACK}`],
    [
      'workflow mailing-list ceh8e7mybcn6718b1frqy868r --list "Product tips" --yes',
      'workflow show ceh8e7mybcn6718b1frqy868r',
    ],
  ])('%s', async (change, show) => {
    const before = content(await json(show));
    const changed = await run(change);
    expect(changed, changed.stderr).toMatchObject({ code: 0 });
    const after = content(await json(show));
    expect(after).not.toEqual(before);
    const { code, stderr } = await run('undo --yes');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(content(await json(show))).toEqual(before);
    // The undo can be undone too.
    expect((await run('undo 2 --yes')).code).toBe(0);
    expect(content(await json(show))).toEqual(after);
    expect((await rows()).map(({ number, state }) => [number, state])).toEqual([
      [3, 'can be undone'],
      [2, 'undone'],
      [1, 'undone'],
    ]);
  });

  test('one change after the other, the newest first', async () => {
    await run(`themes update ${THEME} --name One`);
    await run(`themes update ${THEME} --name Two`);
    await run('undo --yes');
    expect(await json(`themes show ${THEME}`)).toMatchObject({ name: 'One' });
    await run('undo --yes');
    expect(await json(`themes show ${THEME}`)).toMatchObject({ name: 'Coral' });
    expect(await run('undo --yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('no change to undo') });
  });
});

describe('a response without a status is neither done nor refused', () => {
  test.each([
    [
      'a mailing list',
      'workflow mailing-list ceh8e7mybcn6718b1frqy868r --list "Product tips" --yes',
      'POST',
      'result unknown',
    ],
    [
      'a node that was added',
      `workflow node add ${WIN_BACK} --type wait --after "A month on us"`,
      'DELETE',
      'cannot be undone',
    ],
  ])('%s', async (_, change, method, state) => {
    expect((await run(change)).code).toBe(0);
    const undone = await run('undo --yes', {
      respond: (request) => (request.method === method ? respondWith(200, '{"queuedContactCount":0}') : undefined),
    });
    expect(undone).toMatchObject({ code: 8, stdout: '', stderr: expect.stringContaining('(status missing)') });
    expect((await rows()).map(({ number, state }) => [number, state])).toEqual([
      [2, state],
      [1, 'can be undone'],
    ]);
  });
});

describe('undo refuses', () => {
  test('what somebody has changed since, and sends nothing', async () => {
    await run(`themes update ${THEME} --name One`);
    await run(`themes update ${THEME} --name Two --no-history`);
    const sent = writes().length;
    const { code, stderr } = await run('undo --yes');
    expect({ code, stderr }).toEqual({
      code: 5,
      stderr: expect.stringContaining('Since change 1, name has changed again'),
    });
    expect(writes()).toHaveLength(sent);
  });

  test('an email that was published since, and says where the values before are', async () => {
    await run('messages update --transactional "Password reset" --subject New');
    await run('transactional publish "Password reset" --yes');
    const { code, stderr } = await run('undo 1 --yes');
    expect(code).toBe(5);
    expect(stderr).toContain(
      'run `loopsctl transactional draft c5361agykn6fatjv6m1yx7nd3`. `loopsctl history 1 --json` has',
    );
    expect(await json('history 1')).toMatchObject([
      { number: 1, before: { subject: 'Password reset: what to do next' } },
    ]);
  });

  test('a mailing list where contacts would be lost, and keeps the change as it is', async () => {
    await run(`workflow mailing-list ${WIN_BACK} --none --yes`);
    expect(await run('undo --yes')).toMatchObject({ code: 5, stderr: expect.stringContaining('42 contacts') });
    expect((await rows()).map(({ state }) => state)).toEqual(['can be undone']);
  });

  test('an email that somebody edits between the reading and the write', async () => {
    await run(`messages update ${DRAFT} --subject One`);
    const edit = `messages update ${DRAFT} --subject Two --no-history`;
    const { code, stderr } = await run('undo --yes', {
      respond: (request) =>
        request.method === 'POST' && request.path.endsWith(DRAFT)
          ? run(edit).then(() => world.respond(request) ?? respondWith(500, ''))
          : undefined,
    });
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.not.stringContaining('Only a draft') });
    expect(await json(`messages show ${DRAFT}`)).toMatchObject({ subject: 'Two' });
  });

  test.each([
    ['groups create --name New', 'cannot delete'],
    ['transactional publish "Trial ending" --no-check --yes', 'cannot take back'],
    [`workflow node remove ${WIN_BACK} "Wait 5 days" --discard-queued --yes`, 'workflow push'],
    [
      'campaigns schedule "Holiday opening hours" --at 2026-12-24T09:00:00Z --confirm-name "Holiday opening hours"',
      'sent already',
    ],
  ])('%s', async (change, reason) => {
    const changed = await run(change);
    expect(changed, changed.stderr).toMatchObject({ code: 0 });
    const sent = writes().length;
    expect(await run('undo 1 --yes')).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
    expect(writes()).toHaveLength(sent);
  });

  test('without a confirmation, and with effects that are not allowed', async () => {
    await run(`themes update ${THEME} --style bodyColor=#123456 --yes`);
    const sent = writes().length;
    expect((await run('undo')).code).toBe(130);
    expect((await run('undo --yes --allow read,draft,change')).code).toBe(2);
    expect(writes()).toHaveLength(sent);
    expect((await run('undo --dry-run')).stdout).toContain('"bodyColor": "#ffffff"');
    expect(writes()).toHaveLength(sent);
  });
});

describe('a node that was added', () => {
  const add = (type: string) => run(`workflow node add ${WIN_BACK} --type ${type} --after "A month on us"`);
  const workflow = async () => content(await json(`workflow show ${WIN_BACK}`));

  test.each(['wait', 'filter'])('is removed again: %s', async (type) => {
    const before = await workflow();
    expect((await add(type)).code).toBe(0);
    const asked = await run('undo');
    expect(asked).toMatchObject({ code: 130, stderr: expect.stringContaining('It removes what was created.') });
    expect((await run('undo --yes --allow read,draft,change')).code).toBe(2);
    const { code, stderr } = await run('undo --yes');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await workflow()).toEqual(before);
    const states = (await rows()).map(({ number, state }) => [number, state]);
    expect(states).toEqual([
      [2, 'cannot be undone'],
      [1, 'undone'],
    ]);
  });

  const addWithSettings = (settings: string, options?: RunOptions) =>
    run(`workflow node add ${WIN_BACK} ${settings} --after "A month on us"`, options);

  test.each(['--type wait --wait 2h', '--type filter --filter filter.json', '--type filter --segment Admins'])(
    'with settings is one change: %s',
    async (settings) => {
      const before = await workflow();
      expect((await addWithSettings(settings)).code).toBe(0);
      const { code, stderr, stdout } = await run('undo --yes');
      expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
      expect(await workflow()).toEqual(before);
      expect((await rows()).map(({ number, state }) => [number, state])).toEqual([
        [2, 'cannot be undone'],
        [1, 'undone'],
      ]);
    },
  );

  test.each([
    [0, 'the workflow shows that the change was made', true],
    [7, 'The change was not made', false],
  ])('is removed where the response about its settings was lost (exit %d)', async (code, said, isMade) => {
    const before = await workflow();
    const added = await addWithSettings('--type wait --wait 2h', {
      respond: async (request) => {
        const isSetting = request.method === 'POST' && /nodes\/[^/]+$/.test(request.path);
        const response = isSetting && !isMade ? undefined : await world.respond(request);
        if (!isSetting) return response ?? respondWith(500, '');
        throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      },
    } as RunOptions);
    expect(added).toMatchObject({ code, stderr: expect.stringContaining(said) });
    expect((await run('undo --yes')).code).toBe(0);
    expect(await workflow()).toEqual(before);
  });

  test('is not removed before a later change of it was undone', async () => {
    const before = await workflow();
    const { nodeIds } = JSON.parse((await addWithSettings('--type wait --wait 2h --json')).stdout);
    await run(`workflow node set ${WIN_BACK} ${nodeIds[0]} --wait 3h`);
    expect(await run('undo 1 --yes')).toMatchObject({ code: 5, stderr: expect.stringContaining('amount') });
    expect((await run('undo --yes')).code).toBe(0);
    expect((await run('undo --yes')).code).toBe(0);
    expect(await workflow()).toEqual(before);
  });

  test.each(['email', 'branch', 'experiment'])('stays where it has more to lose: %s', async (type) => {
    expect((await add(type)).code).toBe(0);
    const sent = world.requests.length;
    expect(await run('undo 1 --yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('workflow node remove'),
    });
    expect(world.requests).toHaveLength(sent);
  });

  test('stays where contacts wait in it', async () => {
    await add('wait');
    const before = await workflow();
    const undone = await run('undo --yes', {
      respond: ({ method }) =>
        method === 'DELETE'
          ? respondWith(200, '{"status":"queuedContactsFound","nodeIds":["x"],"queuedContactCount":12}')
          : undefined,
    });
    expect(undone).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('12 contacts would be lost (queuedContactsFound)'),
    });
    expect(await workflow()).toEqual(before);
    // The removal that the API did not make is not in the history.
    expect((await rows()).map(({ number, state }) => [number, state])).toEqual([[1, 'can be undone']]);
  });
});

describe('a change', () => {
  test('about people is never recorded', async () => {
    await run('contacts create new@example.com');
    await run('contacts update ada@example.com --set plan=pro');
    await run('events send paymentFailed --to ada@example.com --new-event --create-contact --yes');
    expect(await rows()).toEqual([]);
  });

  test('made with api is not recorded, because only the request that was typed is sent', async () => {
    expect((await run(`api POST /v1/themes/${THEME} -f name=Other`)).code).toBe(0);
    expect(world.requests).toEqual([`POST /api/v1/themes/${THEME} 200`]);
    expect(await rows()).toEqual([]);
  });

  test('without a value before is made although the history cannot be written', async () => {
    await mkdir(join(world.directory, 'data'));
    await writeFile(join(world.directory, 'data', 'history'), 'no directory');
    for (const line of [
      'groups create --name New',
      `workflow node add ${WIN_BACK} --type wait --after "A month on us"`,
    ]) {
      const { code, stderr } = await run(`${line} --quiet`);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
    expect(writes()).toHaveLength(2);
  });

  test('is refused where the history cannot be written, unless it is turned off', async () => {
    await mkdir(join(world.directory, 'data'));
    await writeFile(join(world.directory, 'data', 'history'), 'no directory');
    const refused = await run(`themes update ${THEME} --name One`);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--no-history') });
    expect(writes()).toEqual([]);
    expect((await run(`themes update ${THEME} --name One`, { env: { LOOPS_HISTORY: 'off' } })).code).toBe(0);
    expect((await run(`themes update ${THEME} --name Two --no-history`)).code).toBe(0);
  });

  test('that the API refuses is not in the history', async () => {
    await world.write('broken.lmx', '<Paragraph>Fish & chips');
    expect((await run(`components update Footer --lmx-file broken.lmx --yes`)).code).toBe(5);
    expect(await rows()).toEqual([]);
  });

  test('of which the response was lost can be undone if it was made', async () => {
    const lost = await run(`themes update ${THEME} --name One`, {
      respond: async (request) => {
        const response = world.respond(request);
        if (request.method !== 'POST') return (await response) ?? respondWith(500, '');
        await response;
        throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      },
    } as RunOptions);
    expect(lost.code).toBe(7);
    expect((await rows()).map(({ state }) => state)).toEqual(['result unknown']);
    expect((await run('undo --yes')).code).toBe(0);
    expect(await json(`themes show ${THEME}`)).toMatchObject({ name: 'Coral' });
  });

  test('that was never made has nothing to undo', async () => {
    await run(`themes update ${THEME} --name One`, {
      respond: ({ method }) => (method === 'POST' ? respondWith(500, '{}') : undefined),
    });
    expect(await run('undo --yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing to undo') });
  });
});

test('the history of one noun, one record, or one record of a noun', async () => {
  await run('themes update Coral --name One');
  await run('groups create --name Coral');
  await run('groups update Billing --description Other');
  const numbers = async (words: string) =>
    ((await json(`history ${words}`)) as unknown as readonly { number: number }[]).map(({ number }) => number);
  expect(await numbers('groups')).toEqual([3, 2]);
  expect(await numbers('themes')).toEqual([1]);
  expect(await numbers('Coral')).toEqual([2]);
  expect(await numbers(THEME)).toEqual([1]);
  expect(await numbers('groups Billing')).toEqual([3]);
  expect(await numbers('segments')).toEqual([]);
  expect(await run('history people Coral')).toMatchObject({ code: 2, stderr: expect.stringContaining('Nouns: ') });
});

test('damaged lines are left out with a warning', async () => {
  await run(`themes update ${THEME} --name One`);
  const found = (await readdir(world.directory, { recursive: true })).find((name) => name.endsWith('.ndjson')) ?? '';
  const path = join(world.directory, found);
  await writeFile(path, `${await readFile(path, 'utf8')}garbage\n`);
  const { stderr, stdout, code } = await run('history --json');
  expect({ code, rows: (JSON.parse(stdout) as unknown[]).length }).toEqual({ code: 0, rows: 1 });
  expect(stderr).toContain('1 line of');
});
