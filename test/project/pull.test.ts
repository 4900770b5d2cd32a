/** A pull of a large account, one that ends early, and files that somebody edits while it runs. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { interrupted } from '../../src/errors.ts';
import { updateMessage } from '../../src/nouns/messages/operations.ts';
import { TakenKeys } from '../../src/project/keys.ts';
import { requireReferences } from '../../src/project/plan.ts';
import { respondWith } from '../respond.ts';
import { seedAccount, type TestAccount } from '../sandbox/account.ts';
import { scaledAccount } from '../sandbox/scaled-account.ts';
import { createWorld, type RunOptions } from '../world.ts';
import { memoryDirectory, smallAccount, testTeam } from './account.ts';
import { everyKind } from './places.ts';
import { plan, prepare, pull, push } from './sync.ts';

const isMessage = (request: string): boolean => request.startsWith('GET /v1/email-messages/');

describe('a pull', () => {
  it('that is interrupted keeps what it has read, and the next one reads the rest', async () => {
    const account = { ...seedAccount(), campaigns: [], workflows: [] } as unknown as TestAccount;
    const directory = memoryDirectory();
    const first = testTeam(account, directory);
    first.hooks = {
      before: () => {
        if (first.requests.filter(isMessage).length > 30) throw interrupted();
      },
    };
    await expect(pull(first)).rejects.toThrow();
    const written = [...directory.files.keys()].filter((path) => path.endsWith('/email.json'));
    expect(written.length).toBeGreaterThan(25);
    const second = testTeam(account, directory);
    await pull(second);
    expect(second.requests.filter(isMessage)).toHaveLength(account.transactionalEmails.length - written.length);
    expect(await plan(second)).toEqual([]);
  });

  it('that was killed between the body of an email and its JSON is continued', async () => {
    const directory = memoryDirectory();
    const team = testTeam(smallAccount(), directory);
    await pull(team);
    const complete = new Map(directory.files);
    const killed = 'transactional/password-reset';
    directory.files.delete('loops.production.lock');
    directory.files.delete(`${killed}/email.json`);
    await expect(plan(team)).rejects.toThrow('is missing');
    await pull(team);
    expect(directory.files).toEqual(complete);

    // A body that somebody has written stays.
    directory.files.delete('loops.production.lock');
    directory.files.delete(`${killed}/email.json`);
    directory.files.set(`${killed}/email.lmx`, '<H1>Mine</H1>\n');
    const results = await pull(team);
    expect(results.map(({ action, address }) => `${action} ${address}`)).toContain(
      'conflict transactional:password-reset',
    );
    expect(directory.files.get(`${killed}/email.lmx`)).toBe('<H1>Mine</H1>\n');
  });

  it('writes a file with many entries once', async () => {
    const account = { ...scaledAccount({ groups: 500 }), transactionalEmails: [], campaigns: [], workflows: [] };
    const directory = memoryDirectory();
    const writes: string[] = [];
    const counted = {
      ...directory,
      replace: async (path: string, content: string) => {
        writes.push(path);
        await directory.replace(path, content);
      },
    };
    await pull(testTeam(account as unknown as TestAccount, counted));
    expect(writes.filter((path) => path === 'groups.json')).toHaveLength(1);
    expect(Object.keys(JSON.parse(directory.files.get('groups.json') ?? '').transactional)).toHaveLength(499);
  });

  it.each(['transactional/password-reset/email.lmx', 'groups.json', 'themes/winter.json'])(
    'does not write over %s, which was edited while it ran',
    async (path) => {
      const directory = memoryDirectory();
      const team = testTeam(smallAccount(), directory);
      await pull(team);
      await team.edit((account) => {
        for (const group of account.transactionalGroups) if (group.name === 'Billing') group.description = 'There';
        account.themes.push({
          ...(account.themes[0] as (typeof account.themes)[number]),
          id: `c${'0'.repeat(24)}`,
          name: 'Winter',
        });
      });
      const email = (await team.read()).transactionalEmails.find(({ record }) => record.name === 'Password reset');
      const emailMessageId = email?.record.draftEmailMessageId;
      await team.call(updateMessage, { emailMessageId, lmx: '<H1>There</H1>' });
      directory.files.delete('loops.production.lock');
      const edited = path === 'groups.json' ? '{"transactional": {}}' : 'edited';
      team.hooks = { before: (request) => void (request.includes('/v1/themes') && directory.files.set(path, edited)) };
      const results = await pull(team, { ours: [], theirs: ['transactional:password-reset', 'group:billing'] });
      expect(directory.files.get(path)).toBe(edited);
      expect(results.filter(({ reason }) => reason?.startsWith('Somebody edited one of its files'))).not.toEqual([]);
    },
  );
});

describe('a pull that can read no record', () => {
  const failing = (pattern: RegExp): RunOptions => ({
    respond: ({ path }) => (pattern.test(path) ? respondWith(503, '{"message":"Down"}') : undefined),
  });

  it.each([
    ['of an email', /email-messages\//, ['campaign', 'transactional', 'workflow-email', 'workflow-email']],
    ['of a workflow or email', /email-messages\/|workflows\/./, ['workflow', 'campaign', 'transactional']],
  ])('%s names each one, keeps the others, and exits with 7', async (_, pattern, kinds) => {
    const world = await createWorld({ account: everyKind() });
    onTestFinished(world.close);
    const { code, stdout } = await world.run(['pull', '--json'], failing(pattern));
    const { results } = JSON.parse(stdout) as { results: { key: string; action: string; error?: unknown }[] };
    const unread = results.filter(({ action }) => action === 'unread');
    expect(code).toBe(7);
    expect(unread.map(({ key }) => key.slice(0, key.indexOf(':')))).toEqual(kinds);
    expect(unread.map(({ error }) => error)).toEqual(kinds.map(() => ({ code: 'unavailable', message: 'Down' })));
    expect(results.filter(({ action }) => action === 'created').length).toBeGreaterThan(10);
    const { code: later, stdout: rest } = await world.run(['pull']);
    expect([later, rest]).toEqual([0, expect.stringMatching(/^(\+ created .*\n)+\n\d records written, \d+ unchanged/)]);
  });
});

describe('files that were renamed', () => {
  const rename = (files: Map<string, string>, from: string, to: string) => {
    for (const [path, text] of files) {
      if (!path.startsWith(from)) continue;
      files.delete(path);
      files.set(to + path.slice(from.length), text);
    }
  };

  it('are the same records, also a workflow with its emails', async () => {
    const directory = memoryDirectory();
    const team = testTeam(everyKind(), directory);
    await pull(team);
    rename(directory.files, 'workflows/newsletter-welcome', 'workflows/hello');
    rename(directory.files, 'transactional/password-reset/', 'transactional/reset/');
    const before = [...directory.files.keys()].sort();
    const { changes } = await prepare(team);
    expect(changes.filter(({ reason, action }) => reason !== undefined || action !== 'unchanged')).toEqual([]);
    expect(await pull(team)).toEqual([]);
    expect([...directory.files.keys()].sort()).toEqual(before);
    expect(Object.keys(JSON.parse(directory.files.get('loops.production.lock') ?? '').entries)).not.toContainEqual(
      expect.stringMatching(/newsletter-welcome|password-reset/),
    );
    expect(await plan(team)).toEqual([]);
  });

  it('leave references to nothing, which are reported with the new key', async () => {
    const directory = memoryDirectory();
    const team = testTeam(smallAccount(), directory);
    await pull(team);
    rename(directory.files, 'components/footer.', 'components/bottom.');
    const { changes, project, survey } = await prepare(team);
    const isKnown = (address: string) => project.tree.locals.has(address) || survey.references.isKnown(address);
    expect(() => requireReferences(changes, isKnown)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^The files refer to records that do not exist: \S+: component:footer[.;]/),
        hint: 'Correct the files: component:footer is component:bottom now.',
      }),
    );
  });
});

it('a lock with one record under two keys, after a merge, is refused', async () => {
  const directory = memoryDirectory();
  const team = testTeam(smallAccount(), directory);
  await pull(team);
  const lock = JSON.parse(directory.files.get('loops.production.lock') ?? '');
  lock.entries['theme:coral'] = lock.entries['theme:brightwater'];
  directory.files.set('loops.production.lock', JSON.stringify(lock));
  await expect(pull(team)).rejects.toThrow('theme:brightwater and theme:coral have the same ID in the lock.');
});

describe('names', () => {
  it('that thousands of records have become distinct keys', () => {
    const taken = new TakenKeys(['same-3']);
    const keys = Array.from({ length: 20_000 }, () => taken.take('Same', 'theme'));
    expect([keys.slice(0, 4), keys.at(-1)]).toEqual([['same', 'same-2', 'same-4', 'same-5'], 'same-20001']);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('that a new file shares with a record of other files are named in the plan', async () => {
    const directory = memoryDirectory();
    const team = testTeam(smallAccount(), directory);
    await pull(team);
    directory.files.set('themes/copy.json', directory.files.get('themes/coral.json') ?? '');
    directory.files.set('themes/new.json', '{"name": "New", "styles": {}}');
    const { changes } = await prepare(team);
    const created = changes.filter(({ action }) => action === 'create');
    expect(created.map(({ address, reason }) => [address, reason])).toEqual([
      ['theme:copy', 'The account has another theme of this name.'],
      ['theme:new', undefined],
    ]);
  });

  it('that several new files have are not all one record', async () => {
    const directory = memoryDirectory();
    const team = testTeam(smallAccount(), directory);
    await pull(team);
    directory.files.delete('loops.production.lock');
    directory.files.set('themes/second.json', '{"name": "Coral", "styles": {"bodyColor": "#123456"}}');
    const { changes } = await prepare(team);
    expect(
      changes
        .filter(({ name, pair }) => name === 'Coral' && pair !== undefined)
        .map(({ action, reason }) => [action, reason?.slice(0, 39)]),
    ).toEqual([
      ['blocked', 'Several files have this name, but the a'],
      ['blocked', 'Several files have this name, but the a'],
    ]);
    const before = JSON.stringify((await team.read()).themes);
    const files = new Set(directory.files.keys());
    await pull(team);
    await push(team);
    expect(JSON.stringify((await team.read()).themes)).toBe(before);
    expect([...directory.files.keys()].filter((path) => path.startsWith('themes/') && !files.has(path))).toEqual([]);
  });

  it('that two new files have become two records, also if the response to the first is lost', async () => {
    const directory = memoryDirectory();
    const team = testTeam(smallAccount(), directory);
    await pull(team);
    for (const key of ['one', 'two']) {
      directory.files.set(`themes/${key}.json`, JSON.stringify({ name: 'Twin', styles: { bodyColor: '#123456' } }));
    }
    team.hooks = {
      after: (request) => {
        if (request.startsWith('POST ')) throw interrupted();
      },
    };
    await expect(push(team)).rejects.toThrow();
    team.hooks = {};
    expect((await push(team)).stopped).toBeUndefined();
    expect((await team.read()).themes.filter(({ name }) => name === 'Twin')).toHaveLength(2);
    expect(await plan(team)).toEqual([]);
  });

  it('of segments that are longer than the API accepts now do not make the project invalid', async () => {
    const account = smallAccount();
    for (const segment of account.audienceSegments) segment.name = segment.name.repeat(60);
    const directory = memoryDirectory();
    const team = testTeam(account, directory);
    await pull(team);
    expect(await plan(team)).toEqual([]);
    directory.files.set(
      'segments/new.json',
      JSON.stringify({ name: 'x'.repeat(256), filter: { match: 'all', conditions: [] } }),
    );
    const { changes } = await prepare(team);
    expect(changes.find(({ address }) => address === 'segment:new')).toMatchObject({
      action: 'blocked',
      reason: 'Its name has more than 255 characters.',
    });
  });
});
