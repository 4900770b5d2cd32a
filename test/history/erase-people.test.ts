/** Erasing a person from the history: every change of the contact goes, and no other. */
import { appendFile, copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { peopleEraser } from '../../src/history/erase-people.ts';
import { type Begun, type History, openHistory } from '../../src/history/journal.ts';

async function newHistory(largest?: number): Promise<History> {
  const directory = await mkdtemp(join(tmpdir(), 'loopsctl-history-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return openHistory(join(directory, 'history.ndjson'), largest);
}

const begun = (id: string, people: readonly string[], record?: string): Begun => ({
  ...{ type: 'begun', id, time: '2026-11-22T00:00:00Z', team: 't', command: 'contacts update' },
  ...{ route: 'PUT /v1/contacts/update', path: '/v1/contacts/update', sent: { plan: 'pro' }, before: { plan: id } },
  ...(people.length === 0 ? {} : { people: [...people] }),
  ...(record === undefined ? {} : { record }),
});

const left = async (history: History) => (await history.read()).entries.map(({ id, number }) => `${id} ${number}`);

test('by any name, in any letter case, also where the contact had another address', async () => {
  const history = await newHistory();
  await history.append(begun('theme', []));
  await history.append(begun('old', ['ada@old.test', 'user_1', 'c1'], 'c1'));
  await history.append({ type: 'done', id: 'old', after: { plan: 'pro' }, name: 'ada@old.test' });
  await history.append(begun('new', ['ada@new.test', 'c1'], 'c1'));
  await history.append(begun('other', ['ben@old.test', 'c2'], 'c2'));
  await history.append(begun('created', ['eve@new.test']));
  await history.append({ type: 'done', id: 'created', after: {}, record: 'C3' });
  const erase = peopleEraser(history);
  await erase(['ADA@new.test']);
  expect(await left(history)).toEqual(['created 5', 'other 4', 'theme 1']);
  expect(await readFile(history.path, 'utf8')).not.toMatch(/ada|c1/);
  await erase(['c3']);
  expect(await left(history)).toEqual(['other 4', 'theme 1']);
  expect((await stat(history.path)).mode & 0o777).toBe(0o600);
  await history.append(begun('next', []));
  expect(await left(history)).toEqual(['next 6', 'other 4', 'theme 1']);
});

test('with filters and triggers that name the person', async () => {
  const history = await newHistory();
  const filter = (key: string, value: unknown) => ({
    filter: { match: 'all', conditions: [{ type: 'property', key, operator: 'equals', value }] },
  });
  const trigger = { contactPropertyQuery: { key: 'userId', is: { operator: 'equal', value: 'User_1' } } };
  await history.append(begun('person', ['ada@new.test', 'ada@old.test', 'user_1']));
  await history.append({ ...begun('sent', []), sent: filter('email', 'Ada@New.test') });
  await history.append({ ...begun('before', []), before: filter('backup', 'ada@old.test ') });
  await history.append(begun('after', []));
  await history.append({ type: 'done', id: 'after', after: trigger });
  await history.append(begun('further', []));
  await history.append({ type: 'continued', id: 'further', sent: filter('email', 'ada@new.test') });
  await history.append({ ...begun('plan', []), sent: filter('plan', 'user_1') });
  await history.append({ ...begun('content', []), sent: { replyToEmail: 'ada@new.test' } });
  await history.append({ ...begun('other', []), sent: filter('email', 'ben@old.test') });
  await peopleEraser(history)(['ada@new.test']);
  expect(await left(history)).toEqual(['other 8', 'content 7', 'plan 6']);
  await peopleEraser(history)(['ben@old.test']);
  expect(await left(history)).toEqual(['content 7', 'plan 6']);
});

test('with what a run has left that was killed while it replaced the file', async () => {
  const history = await newHistory();
  await history.append(begun('person', ['ada@new.test']));
  const [left, ours] = [`${history.path}.1234567890`, `${history.path}.copy`];
  for (const path of [left, ours]) await copyFile(history.path, path);
  await peopleEraser(history)(['ada@new.test']);
  await expect(stat(left)).rejects.toThrow('ENOENT');
  expect((await stat(ours)).size).toBeGreaterThan(0);
});

test('with lines that nobody can read, which may name the person', async () => {
  const history = await newHistory();
  await history.append(begun('other', ['ben@old.test', 'c2'], 'c2'));
  await appendFile(
    history.path,
    '{"type":"later","email":"Ada@New.test"}\n{"type":"later"}\n{"type":"begun","people":["ada@n',
  );
  await peopleEraser(history)(['ada@new.test']);
  expect((await readFile(history.path, 'utf8')).split('\n').slice(1)).toEqual(['{"type":"later"}', '']);
});

/** Of a change of Ada. */
const result = (id: string) => ({ type: 'done', id, after: { email: 'ada@new.test' }, name: 'ada@new.test' }) as const;

test('with the result of a change that ended after it was erased', async () => {
  const history = await newHistory();
  const erase = peopleEraser(history);
  await history.append(begun('late', ['ada@new.test']));
  await erase(['ada@new.test']);
  await history.append(result('late'));
  await erase(['ada@new.test']);
  expect(await readFile(history.path, 'utf8')).not.toContain('ada');
});

test('with the result of a change whose beginning was removed because it was old', async () => {
  const history = await newHistory(600);
  for (const id of ['one', 'two']) await history.append(begun(id, ['ada@new.test']));
  await history.append(result('one'));
  for (const id of ['three', 'last']) await history.append(begun(id, []));
  expect(await left(history)).toEqual(['last 4', 'three 3']);
  expect(await readFile(history.path, 'utf8')).not.toContain('ada');
});

test('rejects where the history cannot be read', async () => {
  const history = await newHistory();
  const looped = openHistory(join(history.path, 'x'.repeat(300)));
  await history.append(begun('other', []));
  await expect(peopleEraser(openHistory(`${history.path}${'x'.repeat(300)}`))(['ada'])).rejects.toMatchObject({
    code: 'usage',
  });
  await expect(peopleEraser(looped)(['ada'])).resolves.toBeUndefined();
});

test('changes nothing where there is no file, and rewrites none that does not name the person', async () => {
  const history = await newHistory();
  const erase = peopleEraser(history);
  await erase(['ada@new.test']);
  await expect(stat(history.path)).rejects.toThrow('ENOENT');
  await history.append(begun('other', ['ben@old.test']));
  const { ino } = await stat(history.path);
  await erase(['ada@new.test', 'be']);
  expect((await stat(history.path)).ino).toBe(ino);
  // A run sees what another one has added in the meantime.
  await history.append(begun('late', ['ada@new.test']));
  await erase(['ada@new.test']);
  expect(await left(history)).toEqual(['other 1']);
});

test('changes that were erased still count when old ones are removed', async () => {
  const history = await newHistory(2_000);
  const erase = peopleEraser(history);
  for (let number = 1; number <= 30; number++) {
    await history.append(begun(`n${number}`, number % 2 ? [] : ['ada@new.test']));
    if (number % 2 === 0) await erase(['ada@new.test']);
  }
  expect((await left(history)).slice(0, 3)).toEqual(['n29 29', 'n27 27', 'n25 25']);
});
