/** What `push` may send follows from its plan, and `--env` chooses the key. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallAccount } from '../../project/account.ts';
import { seedAccount, type TestAccount } from '../../sandbox/account.ts';
import { createWorld, type World } from '../../world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const json = (value: unknown): string => JSON.stringify(value);
const run = (line: string, options: Parameters<World['run']>[1] = {}) => world.run(line.split(' '), options);

/** New records that refer to each other. */
async function writeNew(): Promise<void> {
  await world.write('loops.json', json({ environments: { production: { team: 'Brightwater' } } }));
  await world.write('themes/winter.json', json({ name: 'Winter', styles: { bodyColor: '#ffffff' } }));
  await world.write('groups.json', json({ transactional: { fresh: { name: 'Fresh' } } }));
  const email = { name: 'Fresh', group: 'group:fresh', subject: 'Fresh', previewText: 'New', fromName: 'Ada' };
  await world.write('transactional/fresh/email.json', json(email));
  await world.write('transactional/fresh/email.lmx', '<Style themeId="theme:winter" />\n<H1>Fresh</H1>\n');
}

const writes = () => world.requests.filter((request) => !request.startsWith('GET ')).length;

describe('push', () => {
  it('lists every request in a dry run, in order, and sends none of them', async () => {
    await writeNew();
    const { code, stdout } = await run('push --publish --dry-run --json');
    const requests = (JSON.parse(stdout) as { method: string; path: string; effect: string }[]).map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect([code, writes()]).toEqual([0, 0]);
    expect(requests).toEqual([
      'POST /v1/themes',
      'POST /v1/transactional-groups',
      'POST /v1/transactional-emails',
      'POST /v1/email-messages/%3Cdraft%3E',
      'POST /v1/transactional-emails/%3Ctransactional%3Afresh%3E/publish',
    ]);
  });

  it('needs only the effects that its plan has', async () => {
    await writeNew();
    const allow = '--allow read,draft,change';
    expect((await run(`push --yes ${allow}`)).code).toBe(0);
    const before = writes();
    await world.write('themes/winter.json', json({ name: 'Winter', styles: { bodyColor: '#000000' } }));
    await world.write('groups.json', json({ transactional: { fresh: { name: 'Fresh', description: 'More' } } }));
    const refused = await run(`push --yes ${allow} --json`);
    expect([refused.code, writes() - before]).toEqual([2, 0]);
    expect(JSON.parse(refused.stderr).error).toMatchObject({ code: 'effect_not_allowed' });
    expect((await run(`push ${allow},cascade`)).code).toBe(130);
    expect((await run(`push --yes ${allow},cascade`)).code).toBe(0);
    expect((await run('push --yes --allow personal')).code).toBe(2);
  });
});

describe('push --theirs', () => {
  const coral = json({ name: 'Coral', styles: { bodyColor: '#000000' } });
  const theme = () => readFileSync(join(world.directory, 'themes/coral.json'), 'utf8');

  it('sends nothing if a file that it takes from the account was edited since the plan', async () => {
    await writeNew();
    await world.write('themes/coral.json', coral);
    const { code, stderr } = await run('push --theirs theme:coral --yes', {
      respond: ({ path }) => {
        if (path.includes('/v1/themes')) writeFileSync(join(world.directory, 'themes/coral.json'), 'edited');
        return undefined;
      },
    });
    expect([code, writes(), theme()]).toEqual([5, 0, 'edited']);
    expect(stderr).toContain('These files were edited while the push was running: theme:coral. Nothing was pushed.');
  });

  it('writes no file in a dry run, also where there is nothing to send', async () => {
    await world.write('loops.json', json({ environments: { production: { team: 'Brightwater' } } }));
    await world.write('themes/coral.json', coral);
    expect((await run('push --theirs theme:coral --dry-run')).code).toBe(0);
    expect([theme(), existsSync(join(world.directory, 'loops.production.lock'))]).toEqual([coral, false]);
    const { code, stderr } = await run('push --theirs theme:coral --yes');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Updated the files of theme:coral.') });
    expect(theme()).not.toBe(coral);
  });
});

describe('the question of a push', () => {
  it('names every node that it removes', async () => {
    const workflows = seedAccount().workflows.filter(({ name }) => name === 'Trial onboarding');
    const own = await createWorld({
      account: { ...smallAccount(), workflows: workflows.map((one) => ({ ...one, status: 'Paused' })) } as TestAccount,
    });
    await own.run(['pull']);
    const file = 'workflows/trial-onboarding.json';
    const workflow = JSON.parse(readFileSync(join(own.directory, file), 'utf8'));
    const ends = (key: string) => /Trigger|Exit/.test(workflow.nodes[key].type);
    const [trigger = '', exit = ''] = Object.keys(workflow.nodes).filter(ends);
    const nodes = { [trigger]: { ...workflow.nodes[trigger], next: exit }, [exit]: workflow.nodes[exit] };
    await own.write(file, json({ ...workflow, nodes }));
    const { stderr } = await own.run(['push', '--no-check']);
    await own.close();
    const removed = Object.keys(workflow.nodes).filter((key) => !(key in nodes));
    expect(removed.length).toBeGreaterThan(10);
    expect(/emails and metrics: (.*?)\.\s/.exec(stderr)?.[1]?.split(', ').sort()).toEqual(removed.sort());
  });
});

describe('push --publish', () => {
  const email = async (key: string, body: string) => {
    await world.write(`transactional/${key}/email.json`, json({ name: key, subject: key, fromName: 'Ada' }));
    await world.write(`transactional/${key}/email.lmx`, `<Paragraph>${body}</Paragraph>\n`);
  };

  it('publishes the emails that pass the checks, and names the others', async () => {
    await world.write('loops.json', json({ environments: { production: { team: 'Brightwater' } } }));
    await email('good', 'Hello');
    await email('bad', 'Hello {contact.firstName}');
    expect((await run('push --publish --yes')).stdout).toContain('Nothing was pushed: the emails have 1 error.');
    const { code, stdout, stderr } = await run('push --publish --yes --no-check --json');
    const results = (JSON.parse(stdout) as { results: { key: string; action: string }[] }).results;
    expect(results.map(({ key, action }) => `${action} ${key}`)).toEqual([
      'created transactional:bad',
      'created transactional:good',
      'failed transactional:bad',
      'published transactional:good',
    ]);
    expect([code, stderr]).toEqual([9, expect.stringContaining('Error in \\"bad\\", line 2:')]);
    expect((await run('push --publish --yes --no-check')).code).toBe(9);
    await email('bad', 'Hello');
    expect((await run('push --publish --yes')).code).toBe(0);
    expect((await run('push --publish --yes')).stdout).toContain('Nothing to push.');
  });
});

describe('push --publish while somebody edits the draft', () => {
  it.each([
    ['after it was pushed', 'Changed', 'POST'],
    ['where nothing else is pushed', 'Hello', 'GET'],
  ])('does not publish the edit, %s', async (_, body, method) => {
    const write = (text: string) => world.write('transactional/mine/email.lmx', `<Paragraph>${text}</Paragraph>\n`);
    await world.write('loops.json', json({ environments: { production: { team: 'Brightwater' } } }));
    await world.write('transactional/mine/email.json', json({ name: 'mine', subject: 'mine', fromName: 'Ada' }));
    await write('Hello');
    await run('push --yes');
    await write(body);
    const [{ draftEmailMessageId: draft }] = JSON.parse((await run('transactional list --search mine --json')).stdout);
    let isEdited = false;
    const { code, stdout } = await run('push --publish --yes', {
      respond: (request) => {
        if (isEdited || request.method !== method || !request.path.endsWith(`/email-messages/${draft}`))
          return undefined;
        isEdited = true;
        const edit = () => run(`messages update ${draft} --subject Other`);
        return method === 'GET'
          ? edit().then(() => world.respond(request) as NonNullable<ReturnType<World['respond']>>)
          : world.respond(request)?.then((response) => edit().then(() => response));
      },
    });
    expect([isEdited, code]).toEqual([true, 5]);
    expect(stdout).toContain('Somebody else changed its subject since the plan. It was not published.');
  });
});

describe('--env', () => {
  it('takes the profile of the environment, unless another key was chosen', async () => {
    await writeNew();
    const environments = { production: { team: 'Brightwater', profile: 'prod' }, staging: { team: 'Other' } };
    await world.write('loops.json', json({ environments }));
    const noKey = { env: { LOOPS_API_KEY: undefined } };
    expect((await run('plan --env production', noKey)).stderr).toContain('"prod"');
    await run('auth login --profile prod', { ...noKey, stdin: `${world.sandbox.apiKey}\n` });
    await run('auth login --profile other', { ...noKey, stdin: `${world.sandbox.apiKey}\n` });
    const { stdout, code } = await run('plan --env production --json', noKey);
    expect([code, JSON.parse(stdout).environment]).toEqual([0, 'production']);
    const other = await run('plan --env staging --profile prod', noKey);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('but environment staging is team "Other"')]);
  });
});
