/** Request bodies: unknown fields, wrong types and size. A refused body changes nothing. */
import { describe, expect, test } from 'vitest';
import { seedId } from '../../src/sandbox/identifiers.ts';
import { groupId } from '../../src/sandbox/nouns/groups.ts';
import { memoryStore, seedAccount } from './account.ts';
import { serve } from './running.ts';

const email = `/v1/transactional-emails/${seedId('transactional-email', 'Password reset')}`;
const group = `/v1/transactional-groups/${groupId('transactional', 'Billing')}`;
const campaignGroup = `/v1/campaign-groups/${groupId('campaign', 'Surveys')}`;
const creations = ['/v1/transactional-emails', '/v1/transactional-groups', '/v1/campaign-groups'];
const updates = [email, group, campaignGroup];
const actions = [`${email}/draft`, `${email}/publish`];

const refusals: { what: string; body: unknown; paths: string[] }[] = [
  { what: 'text that is not JSON', body: '{"name": ', paths: [...creations, ...updates, ...actions] },
  { what: 'null', body: 'null', paths: [...creations, ...updates, ...actions] },
  { what: 'an array', body: [], paths: [...creations, ...updates, ...actions] },
  { what: 'a string', body: '"name"', paths: [...creations, ...updates, ...actions] },
  { what: 'an unknown field', body: { name: 'x', color: 'red' }, paths: [...creations, ...updates, ...actions] },
  { what: 'a field of the object prototype', body: '{"name":"x","__proto__":"y"}', paths: [...creations, ...updates] },
  { what: 'nothing', body: undefined, paths: [...creations, ...updates] },
  { what: 'no field', body: {}, paths: [...creations, ...updates] },
  { what: 'an empty name', body: { name: '' }, paths: [...creations, ...updates] },
  { what: 'a blank name', body: { name: ' \n' }, paths: [...creations, ...updates] },
  { what: 'a name that is not a string', body: { name: 7 }, paths: [...creations, ...updates] },
  { what: 'a null name', body: { name: null }, paths: [...creations, ...updates] },
  { what: 'a description that is not a string', body: { name: 'x', description: null }, paths: creations.slice(1) },
  {
    what: 'a description of an email',
    body: { name: 'x', description: 'y' },
    paths: [email, '/v1/transactional-emails'],
  },
  ...['nonsense', 7, null, seedId('no such group'), groupId('campaign', 'Surveys')].map((transactionalGroupId) => ({
    what: `the group ${transactionalGroupId}`,
    body: { name: 'x', transactionalGroupId },
    paths: [email, '/v1/transactional-emails'],
  })),
];

describe('refused with 400', () => {
  test.each(refusals)('$what', async ({ body, paths }) => {
    const store = memoryStore(seedAccount());
    const { post } = await serve({ store });
    const before = structuredClone(await store.read());
    for (const path of paths) {
      const { status, body: answer } = await post(path, body);
      expect({ status, answer }, path).toEqual({
        status: 400,
        answer: { success: false, message: expect.any(String) },
      });
    }
    expect(await store.read()).toEqual(before);
  });
});

describe('size', () => {
  const bodyOf = (bytes: number) => JSON.stringify({ name: 'x', description: 'é'.repeat((bytes - 29) / 2) });

  test('up to 1 MiB is accepted, more is refused with 413', async () => {
    const { post } = await serve({ store: memoryStore(seedAccount()) });
    const largest = bodyOf(1024 * 1024 - 1);
    expect(Buffer.byteLength(largest)).toBe(1024 * 1024 - 1);
    expect((await post(group, largest)).status).toBe(200);
    const body = { success: false, message: expect.any(String) };
    expect(await post(group, bodyOf(1024 * 1024 + 1))).toMatchObject({ status: 413, body });
    expect(await post(`${email}/draft`, ' '.repeat(5 * 1024 * 1024))).toMatchObject({ status: 413, body });
  });
});
