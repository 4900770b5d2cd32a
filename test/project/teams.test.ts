/** Two teams with other IDs, many records, and files of other systems. */
import { describe, expect, it } from 'vitest';
import { TakenKeys } from '../../src/project/keys.ts';
import { parseLock } from '../../src/project/lock.ts';
import type { TestAccount } from '../sandbox/account.ts';
import { memoryDirectory, smallAccount, testTeam } from './account.ts';
import { plan, prepare, pull, push } from './sync.ts';

const json = (value: unknown): string => JSON.stringify(value);

/** The account of another team: no emails, and themes with other IDs. */
function emptyAccount(teamName: string): TestAccount {
  const account = smallAccount(teamName);
  const themes = account.themes
    .filter(({ isDefault }) => isDefault)
    .map((theme) => ({ ...theme, id: 'cother0theme00000000000001' }));
  return {
    ...account,
    themes,
    components: [],
    audienceSegments: [],
    transactionalEmails: [],
    transactionalGroups: account.transactionalGroups.filter(({ name }) => name === 'Unsorted'),
  } as TestAccount;
}

describe('two teams', () => {
  it('get the same files with IDs of their own', async () => {
    const directory = memoryDirectory();
    const [staging, production] = [
      testTeam(smallAccount('Staging'), directory),
      testTeam(emptyAccount('Production'), directory),
    ];
    await pull(staging, undefined, 'staging');
    const config = JSON.parse(directory.files.get('loops.json') ?? '');
    config.environments.production = { team: 'Production' };
    directory.files.set('loops.json', json(config));
    const before = new Map(directory.files);
    const { stopped, results } = await push(production);
    expect([stopped, results.filter(({ action }) => action !== 'created')]).toEqual([undefined, []]);
    expect(await plan(production)).toEqual([]);
    expect(await plan(staging)).toEqual([]);
    const changed = [...directory.files].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    expect(changed).toEqual(['loops.production.lock']);
    const idsOf = (name: string) => parseLock(Buffer.from(directory.files.get(name) ?? ''), name).entries;
    const [one, other] = [idsOf('loops.staging.lock'), idsOf('loops.production.lock')];
    expect(Object.keys(other)).toEqual(Object.keys(one));
    expect(other['theme:brightwater']?.id).toBe('cother0theme00000000000001');
    expect(JSON.stringify(await production.read())).not.toContain(one['theme:coral']?.id);
  });

  it('are told apart: a key of another team changes nothing', async () => {
    const directory = memoryDirectory();
    await pull(testTeam(smallAccount('Staging'), directory), undefined, 'staging');
    const other = testTeam(smallAccount('Other'), directory);
    await expect(plan(other, undefined, 'staging')).rejects.toThrow('The API key belongs to team "Other", but');
    await expect(pull(other, undefined, 'staging')).rejects.toThrow('The API key belongs to team "Other", but');
    expect(other.requests).toEqual(['GET /v1/api-key', 'GET /v1/api-key']);
  });
});

describe('a hundred emails', () => {
  const many = (): TestAccount => {
    const account = smallAccount();
    const [first] = account.transactionalEmails;
    if (first === undefined) throw new Error('The account has no emails');
    const emails = Array.from({ length: 100 }, (_, index) => {
      const copy = structuredClone(first);
      const id = `cemail${String(index).padStart(19, '0')}`;
      Object.assign(copy.record, {
        id,
        name: `Email ${index}`,
        publishedEmailMessageId: `p${id.slice(1)}`,
        draftEmailMessageId: null,
      });
      return copy;
    });
    return { ...account, transactionalEmails: emails };
  };

  it('take the lists, and only what changed', async () => {
    const directory = memoryDirectory();
    const team = testTeam(many(), directory);
    await pull(team);
    team.requests.length = 0;
    expect(await plan(team)).toEqual([]);
    const lists = team.requests.length;
    expect(team.requests.filter((line) => /^GET .*email-messages/.test(line))).toEqual([]);
    for (const index of [3, 50, 99]) {
      const path = `transactional/email-${index}/email.json`;
      directory.files.set(path, json({ ...JSON.parse(directory.files.get(path) ?? ''), subject: 'New' }));
    }
    team.requests.length = 0;
    await push(team);
    // Per email: its message, a draft with its content, and the update.
    expect(team.requests.length).toBe(lists + 3 * 4);
    expect(await plan(team)).toEqual([]);
  });
});

describe('a hundred new emails', () => {
  it('take two requests each, and one more for each list', async () => {
    const directory = memoryDirectory();
    const team = testTeam(emptyAccount('Brightwater'), directory);
    directory.files.set('loops.json', json({ environments: { production: {} } }));
    for (let index = 0; index < 100; index++) {
      const email = { name: `Email ${index}`, subject: 'New', fromName: 'Ada' };
      directory.files.set(`transactional/email-${index}/email.json`, json(email));
      directory.files.set(`transactional/email-${index}/email.lmx`, `<H1>Email ${index}</H1>\n`);
    }
    await plan(team);
    const lists = team.requests.length;
    team.requests.length = 0;
    await push(team);
    expect(team.requests.length).toBe(lists + 2 * 100);
    expect(await plan(team)).toEqual([]);
  });
});

describe('names', () => {
  it.each([
    ['Brand', 'brand'],
    ['BRAND', 'brand-2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['CON', 'con-theme'],
    ['com¹.json', 'com1-json'],
    ['🎉', 'theme'],
    ['🎉🎉', 'theme-2'],
    ['Équipe Übergröße', 'equipe-ubergroße'],
    ['日本チーム', '日本チーム'],
    ['x'.repeat(300), 'x'.repeat(60)],
    ['x'.repeat(301), `${'x'.repeat(60)}-2`],
    [' . ', 'theme-3'],
  ])('%j is the key %j', (name, key) => {
    const earlier = ['Brand', '🎉', '🎉🎉', 'x'.repeat(300)];
    const taken = new TakenKeys();
    for (const one of earlier) {
      if (one === name) break;
      taken.take(one, 'theme');
    }
    expect(taken.take(name, 'theme')).toBe(key);
  });

  it('of hostile records become files of their own, and come back', async () => {
    const names = [
      'Brand',
      'BRAND',
      'brand',
      '../x',
      'CON',
      '🎉',
      'x'.repeat(300),
      'a/b',
      'a\\b',
      '__proto__',
      'constructor',
      'line\nfeed',
    ];
    const account = smallAccount();
    const [theme] = account.themes;
    if (theme === undefined) throw new Error('The account has no themes');
    const themes = names.map((name, index) => ({
      ...theme,
      id: `chostile${String(index).padStart(17, '0')}`,
      name,
      isDefault: false,
    }));
    const directory = memoryDirectory();
    const team = testTeam({ ...account, themes: [...account.themes, ...themes] } as TestAccount, directory);
    await pull(team);
    const files = [...directory.files.keys()].filter((path) => path.startsWith('themes/'));
    expect(files.length).toBe(account.themes.length + names.length);
    expect(new Set(files.map((path) => path.toLowerCase())).size).toBe(files.length);
    expect(files.every((path) => /^themes\/[\p{L}\p{N}_.-]+\.json$/u.test(path))).toBe(true);
    expect(await plan(team)).toEqual([]);
    const before = new Map(directory.files);
    await pull(team);
    expect([...directory.files]).toEqual([...before]);
  });
});

describe('files of Windows', () => {
  it('have line feeds of their own and a byte order mark, which are no content', async () => {
    const directory = memoryDirectory();
    const team = testTeam(smallAccount(), directory);
    await pull(team);
    for (const [path, text] of directory.files) directory.files.set(path, `\ufeff${text.replaceAll('\n', '\r\n')}`);
    const before = new Map(directory.files);
    expect(await plan(team)).toEqual([]);
    await pull(team);
    const changed = [...directory.files].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    expect(changed).toEqual(['loops.production.lock']);
    const path = 'transactional/password-reset/email.lmx';
    directory.files.set(path, (directory.files.get(path) ?? '').replace('</H1>', ' now</H1>'));
    await push(team);
    expect(await plan(team)).toEqual([]);
    const { transactionalEmails } = await team.read();
    expect(JSON.stringify(transactionalEmails)).not.toContain('\\r');
  });
});

describe('files that are not valid', () => {
  it.each([
    ['themes/brand.json', '{"name": 1}', 'themes/brand.json: "name"'],
    ['themes/brand.json', '{"name": "A", "style": {}}', 'unknown field "style" (did you mean "styles"?)'],
    ['themes/brand.json', '<<<<<<< HEAD\n{}', 'has conflict markers of a merge.'],
    ['themes/bad name.json', '{"name": "A"}', 'a key has only letters'],
    ['themes/BRIGHTWATER.json', '{"name": "A"}', 'has the same name on systems that ignore case'],
    ['groups.json', '{"transactional": []}', '"transactional" is not an object'],
    ['components/x.lmx', '<Paragraph />', 'components/x.json: is missing'],
    ['loops.json', '{"environments": {"../x": {}}}', 'loops.json is not valid'],
    ['loops.production.lock', '{}', 'is not a lock of loopsctl'],
  ])('%s with %s', async (path, text, message) => {
    const directory = memoryDirectory();
    const team = testTeam(smallAccount(), directory);
    await pull(team);
    directory.files.set(path, text);
    team.requests.length = 0;
    await expect(prepare(team)).rejects.toThrow(message);
    expect(team.requests.filter((line) => !line.endsWith('api-key'))).toEqual([]);
  });
});
