/** Groups of both types: created, changed, and the reserved one. */
import { describe, expect, test } from 'vitest';
import type { Group } from '../../src/nouns/groups/operations.ts';
import { groupId } from '../../src/sandbox/nouns/groups.ts';
import { seedAccount } from './account.ts';
import { run } from './running.ts';

const now = () => Date.UTC(2026, 10, 30);
const at = new Date(now()).toISOString();

describe.each(['transactional', 'campaign'] as const)('%s groups', (type) => {
  const groups = `/v1/${type}-groups`;
  const other = type === 'campaign' ? 'transactional' : 'campaign';
  const unsorted = `${groups}/${groupId(type, 'Unsorted')}`;
  const winter = { name: 'Winter', description: 'From December' };

  test('a new one is shown, and listed first among the groups of its type', async () => {
    const { get, post } = await run(seedAccount(), { now });
    const before = await get<{ pagination: { totalResults: number } }>(groups);
    const { status, body } = await post<Group>(groups, winter);
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.any(String), ...winter, createdAt: at, updatedAt: at });
    expect((await get(`${groups}/${body.id}`)).body).toEqual(body);
    expect((await get(groups)).body).toMatchObject({
      pagination: { totalResults: before.body.pagination.totalResults + 1 },
      data: { 0: body },
    });
    expect((await get(`/v1/${other}-groups/${body.id}`)).status).toBe(404);
  });

  test('a description is optional', async () => {
    const { post } = await run(seedAccount());
    expect((await post(groups, { name: 'Bare' })).body).toMatchObject({ name: 'Bare', description: '' });
  });

  test('an update changes the given fields', async () => {
    const { get, post } = await run(seedAccount(), { now });
    const { body: created } = await post<Group>(groups, winter);
    const path = `${groups}/${created.id}`;
    const updatedAt = new Date(now() + 1).toISOString();
    expect((await post(path, { name: 'Summer' })).body).toEqual({ ...created, name: 'Summer', updatedAt });
    await post(path, { description: '' });
    expect((await get(path)).body).toMatchObject({ name: 'Summer', description: '' });
  });

  test.each(['Unsorted', ' Unsorted '])('the name %j is refused', async (name) => {
    const { post, get } = await run(seedAccount());
    const { body: created } = await post<Group>(groups, winter);
    for (const path of [groups, `${groups}/${created.id}`]) {
      const message = expect.stringContaining('reserved');
      expect(await post(path, { name })).toMatchObject({ status: 400, body: { message } });
    }
    expect((await get(`${groups}/${created.id}`)).body).toEqual(created);
  });

  test('the reserved group cannot be edited', async () => {
    const { post, get } = await run(seedAccount());
    const before = await get(unsorted);
    for (const change of [{ name: 'Sorted' }, { description: 'Sorted' }]) {
      expect(await post(unsorted, change)).toMatchObject({ status: 400, body: { success: false } });
    }
    expect((await get(unsorted)).body).toEqual(before.body);
  });
});
