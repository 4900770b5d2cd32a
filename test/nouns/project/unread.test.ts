/** `plan` and `push --publish` where the content of a record cannot be read: it may have changed, so neither passes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { respondWith } from '../../respond.ts';
import { createWorld, type World } from '../../world.ts';

const json = (value: unknown): string => JSON.stringify(value);

const LOCK = 'loops.production.lock';

let world: World;
let draft = '';
/** Without the revisions by which an email that nobody has changed is recognized. */
let lock = '';
beforeAll(async () => {
  world = await createWorld();
  await world.write('loops.json', json({ environments: { production: { team: 'Brightwater' } } }));
  for (const key of ['one', 'two']) {
    await world.write(`transactional/${key}/email.json`, json({ name: key, subject: key, fromName: 'Ada' }));
    await world.write(`transactional/${key}/email.lmx`, '<Paragraph>Hello</Paragraph>\n');
  }
  await world.run(['push', '--yes']);
  const { stdout } = await world.run(['transactional', 'list', '--search', 'one', '--json']);
  draft = JSON.parse(stdout)[0].draftEmailMessageId;
  lock = readFileSync(join(world.directory, LOCK), 'utf8').replaceAll(/,"revision":"(?:[^"\\]|\\.)*"/g, '');
});
beforeEach(() => world.write(LOCK, lock));
afterAll(() => world.close());

/** Runs a line while the message of one email has this status. */
const runWith = (status: number, line: string) =>
  world.run(line.split(' '), {
    respond: ({ method, path }) =>
      method === 'GET' && path.endsWith(draft) ? respondWith(status, json({ message: 'No.' })) : undefined,
  });

describe('an email that cannot be read', () => {
  it.each([
    [500, 7],
    [404, 4],
    [409, 5],
    [422, 5],
  ])('with %i is no unchanged one: plan --exit-code ends with %i', async (status, expected) => {
    const { stdout, code } = await runWith(status, 'plan --exit-code --json');
    expect(code).toBe(expected);
    expect(JSON.parse(stdout)).toMatchObject({ unchanged: 1, changes: expect.any(Array) });
    expect(JSON.parse(stdout).changes).toContainEqual(
      expect.objectContaining({ key: 'transactional:one', action: 'unread', error: expect.any(Object) }),
    );
    expect((await world.run(['plan', '--exit-code'])).code).toBe(0);
  });

  it('is named: a plan fails after it, and a push has nothing to send for it', async () => {
    const plan = await runWith(500, 'plan');
    expect(plan.code).toBe(7);
    expect(plan.stdout).toContain('! transactional:one one\n    No.');
    expect(plan.stdout).toContain('1 not read, 1 unchanged');
    const push = await runWith(500, 'push --yes');
    expect(push.code).toBe(0);
    expect(push.stdout).toContain('! unread transactional:one one: No.');
  });

  it('is not published', async () => {
    const { code, stdout } = await runWith(500, 'push --publish --yes --json');
    expect(code).toBe(7);
    expect(JSON.parse(stdout).results.map(({ key, action }: Record<string, string>) => `${action} ${key}`)).toEqual([
      'published transactional:two',
    ]);
  });
});
