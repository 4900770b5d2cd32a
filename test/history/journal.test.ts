/** The file of the history: damaged lines, several runs, its size, and what an operation has to declare. */
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isReading } from '../../src/define/effect.ts';
import { type Begun, openHistory } from '../../src/history/journal.ts';
import { operations } from '../../src/nouns/operations.ts';

async function newPath(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'loopsctl-history-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return join(directory, 'below', 'history.ndjson');
}

const begun = (id: string): Begun => ({
  ...{ type: 'begun', id, time: '2026-11-22T00:00:00Z', team: 't', command: 'themes update' },
  ...{ route: 'POST /v1/themes/{id}', path: '/v1/themes/c1', sent: { name: id }, before: { name: 'x' } },
});

test('only this user can read the file, and entries are numbered from the first', async () => {
  const path = await newPath();
  const history = openHistory(path);
  await history.append(begun('a'));
  await history.append({ type: 'done', id: 'a', after: { name: 'a' } });
  await history.append(begun('b'));
  await history.append({ type: 'refused', id: 'b' });
  await history.append(begun('c'));
  await history.append({ type: 'undone', id: 'a' });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { entries, damaged } = await history.read();
  expect(damaged).toBe(0);
  expect(entries.map(({ id, number, after, isUndone }) => [id, number, after, isUndone])).toEqual([
    ['c', 3, undefined, undefined],
    ['a', 1, { name: 'a' }, true],
  ]);
});

test('lines that cannot be read are counted, and a run that was killed while it wrote loses only its own', async () => {
  const path = await newPath();
  const history = openHistory(path);
  await history.append(begun('a'));
  await appendFile(path, 'null\n{"type":"begun"}\n{"type":"done","id":"unknown","after":{}}\n{"type":"beg');
  await history.append(begun('b'));
  const { entries, damaged } = await history.read();
  expect({ ids: entries.map(({ id }) => id), damaged }).toEqual({ ids: ['b', 'a'], damaged: 3 });
});

test('several runs at once lose nothing', async () => {
  const path = await newPath();
  const ids = Array.from({ length: 8 }, (_, index) => `run${index}`);
  await Promise.all(ids.map((id) => openHistory(path).append(begun(id))));
  const { entries } = await openHistory(path).read();
  expect(entries.map(({ id }) => id).sort()).toEqual(ids);
});

test('old changes are removed when the file is large, and the others keep their numbers', async () => {
  const path = await newPath();
  const history = openHistory(path, 2_000);
  for (let number = 1; number <= 40; number++) await history.append(begun(`n${number}`));
  expect((await stat(path)).size).toBeLessThan(3_000);
  const { entries } = await history.read();
  expect(entries.length).toBeGreaterThan(3);
  expect(entries.map(({ id, number }) => `${id} ${number}`)).toEqual(
    entries.map((_, index) => `n${40 - index} ${40 - index}`),
  );
});

describe('operations', () => {
  /** Their requests contain personal data, or nothing that could be sent back. */
  const NOT_RECORDED = [
    ...['/contacts/delete', '/contacts/suppression', '/events/send', '/transactional'],
    ...['/preview', '/uploads', '/complete', '/draft'],
  ];

  test.each(operations.filter(({ effect }) => !isReading(effect)))(
    '$route is in the history, or is about people',
    (operation) => {
      const { route, undo } = operation;
      expect(undo === undefined).toBe(NOT_RECORDED.some((end) => route.endsWith(end)));
      const isPerson = route.endsWith('/contacts/create') || route.endsWith('/contacts/update');
      expect(undo?.person !== undefined).toBe(isPerson);
      if (undo === undefined || 'never' in undo) return;
      const shape = (path: string) => path.replace(/^\S+ /, '').replace(/\{\w+\}/g, '{}');
      if ('remove' in undo) {
        expect([shape(undo.remove.route), shape(undo.show.route)]).toEqual(Array(2).fill(`${shape(route)}/{}`));
        return;
      }
      const fields = Object.keys(operation.input.shape);
      if (undo.person === undefined) expect(shape(route).startsWith(shape(undo.read.route))).toBe(true);
      else {
        expect(fields).toEqual(expect.arrayContaining([...undo.person]));
        expect(Object.keys(undo.read.input.shape)).toEqual(expect.arrayContaining([...undo.person]));
      }
      const named = undo.within === undefined ? [...(undo.empties ?? []), ...(undo.together ?? [])] : [undo.within];
      expect(fields).toEqual(expect.arrayContaining(named));
      expect(fields.includes('expectedRevisionId')).toBe(undo.revision !== undefined);
    },
  );
});
