/** `contacts update`: what it asks, what it refuses, and how many requests it makes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { splitWords } from '../../words.ts';
import { createWorld, type World } from '../../world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const run = async (line: string, options?: Parameters<World['run']>[1]) => {
  const before = world.requests.length;
  const outcome = await world.run(splitWords(line), options);
  const sent = world.requests.slice(before).map((request) => request.replace(/^(\w+) \/api\/v1\/([^? ]+).*$/, '$1 $2'));
  return { ...outcome, sent };
};
const AT_TERMINAL = { columns: 80 } as const;

describe('contacts update', () => {
  it('finds the contact, checks the properties, and writes once', async () => {
    const { code, sent } = await run('contacts update ada@example.com --set plan=pro --quiet');
    expect(code).toBe(0);
    expect([...sent].sort()).toEqual(['GET contacts/find', 'GET contacts/properties', 'PUT contacts/update']);
  });

  it('asks before it subscribes a person again, and a no changes nothing', async () => {
    const line = 'contacts update dan@acme.test --set subscribed=true --allow-resubscribe';
    const declined = await run(line, { ...AT_TERMINAL, confirm: false });
    expect(declined.code).toBe(130);
    expect(declined.stderr).toContain('Subscribe dan@acme.test again?');
    expect(declined.sent).not.toContain('PUT contacts/update');
    expect((await run(line, { ...AT_TERMINAL, confirm: true })).sent).toContain('PUT contacts/update');
    // Nothing to ask about a person who is subscribed.
    const { stderr, code } = await run(line, { ...AT_TERMINAL, confirm: false });
    expect({ code, asked: stderr.includes('again?') }).toEqual({ code: 0, asked: false });
  });

  it.each([
    ['subscribed:=true', '"subscribed" can only be set to true with --allow-resubscribe.'],
    ['subscribed=yes', 'must be true or false'],
    ['email=x@example.com', 'Pass the email address as the argument.'],
    ['userId=7', 'Use --user-id.'],
    ['mailingLists:={}', 'Use --list.'],
    ['plan:={}', 'must be a string'],
    ['plan:=[1', 'is not valid JSON'],
    ['seats:=9007199254740993', 'has a number that is too large to keep its digits'],
    ['seats=9007199254740993', 'is a number that is too large to keep its digits'],
    ['=x', 'Expected key=value'],
    ['teamId=x', 'There is no contact property "teamId".'],
    ['__proto__=x', 'There is no contact property "__proto__".'],
    ['constructor=x', 'There is no contact property "constructor".'],
  ])('refuses --set %s', async (set, message) => {
    const { code, stderr, sent } = await run(`contacts update ada@example.com --set ${set}`);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(sent).not.toContain('PUT contacts/update');
  });

  it('refuses a key that is given twice', async () => {
    for (const flags of ['--set plan=a --set plan=b', '--set plan=a --unset plan', '--unset plan --unset plan']) {
      expect(await run(`contacts update ada@example.com ${flags}`)).toMatchObject({ code: 2, sent: [] });
    }
    const lists = '--list Offers --list offers=off';
    const { code, sent } = await run(`contacts update ada@example.com ${lists}`);
    expect({ code, wrote: sent.includes('PUT contacts/update') }).toEqual({ code: 2, wrote: false });
  });

  it('asks before it replaces an email address or a user ID, and not where there was none', async () => {
    const replaced = await run('contacts update ada@new.example --user-id user_42', { ...AT_TERMINAL, confirm: false });
    expect(replaced.stderr).toContain('Change the email address of ada@example.com to ada@new.example?');
    expect(replaced.sent).not.toContain('PUT contacts/update');
    const added = await run('contacts update ben@example.com --user-id user_90', { ...AT_TERMINAL, confirm: false });
    expect(added.code).toBe(0);
    expect((await run('contacts show --user-id user_90 --json --fields contact.email')).stdout).toContain('ben@');
  });

  it('never changes a contact when two match, with --yes too', async () => {
    const { code, sent } = await run('contacts update ada@example.com --user-id user_43 --set plan=pro --yes');
    expect({ code, wrote: sent.includes('PUT contacts/update') }).toEqual({ code: 2, wrote: false });
  });

  it('creates only with --create, and needs an email address for it', async () => {
    expect((await run('contacts update --user-id nobody --set plan=pro')).code).toBe(4);
    expect((await run('contacts update --user-id nobody --set plan=pro --create')).code).toBe(2);
    expect((await run('contacts update eve@example.com --set plan=pro --create')).stderr).toContain('Created');
    expect((await run('contacts show eve@example.com --json --fields contact.plan')).stdout).toContain('pro');
  });

  it('accepts a list by name with =off, by ID, and by any case', async () => {
    const { code, stderr } = await run('contacts update ada@example.com --list "product UPDATES=off" --list Offers=on');
    expect(code).toBe(0);
    expect(stderr).toContain('Using mailing list "Product updates"');
    const { stdout } = await run('contacts show ada@example.com --json --fields lists');
    const { lists } = JSON.parse(stdout) as { lists: { name: string; subscribed: boolean }[] };
    expect(lists).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Product updates', subscribed: false }),
        expect.objectContaining({ name: 'Offers', subscribed: true }),
      ]),
    );
    expect((await run('contacts update ada@example.com --list c00000000000000000000000a')).code).toBe(2);
  });
});

describe('the cache of names', () => {
  it('holds mailing lists and no person', async () => {
    await run('contacts update ada@example.com --list Offers');
    await run('contacts show ada@example.com');
    const { readdir, readFile } = await import('node:fs/promises');
    const directory = `${world.directory}/cache`;
    const contents = await Promise.all(
      (await readdir(directory)).map((name) => readFile(`${directory}/${name}`, 'utf8').catch(() => '')),
    );
    expect(contents.join()).toContain('Offers');
    expect(contents.join()).not.toMatch(/ada@|user_42/);
  });
});
