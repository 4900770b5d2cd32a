/** The states of contacts, properties and suppressions in the sandbox, as the API documents or shows them. */
import { afterEach, describe, expect, it } from 'vitest';
import { writeContact } from '../../src/sandbox/contact-write.ts';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { DEFAULT_VARIANTS } from '../../src/sandbox/variants.ts';
import { createWorld, fixedRandom, NOW, type World } from '../world.ts';
import { memoryStore, seedAccount } from './account.ts';

let world: World;
afterEach(() => world.close());

const start = async (sandbox: Partial<SandboxOptions> = {}) => {
  world = await createWorld({ sandbox });
};

async function ask(route: string, body?: unknown): Promise<{ status: number; value: unknown }> {
  const [method = '', path = ''] = route.split(' ');
  const response = await fetch(`${world.sandbox.baseUrl}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${world.sandbox.apiKey}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, value: await response.json() };
}

const found = async (query: string) => {
  const { value } = await ask(`GET contacts/find?${query}`);
  return (value as Record<string, unknown>[])[0];
};
const refused = (status: number, message: string) => ({ status, value: { success: false, message } });
const update = (body: unknown) => ask('PUT contacts/update', body);

describe('contacts', () => {
  it('are found by either name, but not by both', async () => {
    await start();
    expect(await found('email=ADA@example.com')).toMatchObject({ userId: 'user_42' });
    expect(await found('userId=user/46')).toMatchObject({ email: 'finn+rota@example.com' });
    expect(await found('email=finn%2Brota@example.com')).toMatchObject({ userId: 'user/46' });
    expect(await found('email=nobody@example.com')).toBeUndefined();
    expect((await ask('GET contacts/find?email=ada@example.com&userId=user_42')).status).toBe(400);
    expect((await ask('GET contacts/find')).status).toBe(400);
    expect(await ask('GET contacts/find?email=nope')).toEqual(refused(400, 'Invalid email address.'));
  });

  it('are created by an update, and the other name is overwritten', async () => {
    await start();
    await update({ email: 'new@example.com', plan: 'team' });
    expect(await found('email=new@example.com')).toMatchObject({ subscribed: true, source: 'API', plan: 'team' });
    await update({ email: 'moved@example.com', userId: 'user_42' });
    expect(await found('email=ada@example.com')).toBeUndefined();
    expect(await found('email=moved@example.com')).toMatchObject({ userId: 'user_42', firstName: 'Ada' });
    expect((await update({ userId: 'unknown' })).status).toBe(400);
  });

  it('have no property that was never set or was cleared, by null or an empty text', async () => {
    await start();
    expect(await found('email=ben@example.com')).not.toHaveProperty('language');
    await update({ email: 'ada@example.com', plan: null, trialEndsOn: null, firstName: null });
    await update({ email: 'elise@example.com', plan: '' });
    const ada = await found('email=ada@example.com');
    expect(ada).not.toHaveProperty('plan');
    expect(ada).not.toHaveProperty('trialEndsOn');
    expect(ada).toMatchObject({ firstName: null, teamSize: 24 });
    expect(await found('email=elise@example.com')).not.toHaveProperty('plan');
  });

  it('drop unknown properties, or refuse them', async () => {
    await start();
    expect((await update({ email: 'ada@example.com', plna: 'x' })).status).toBe(200);
    expect(await found('email=ada@example.com')).not.toHaveProperty('plna');
    await world.close();
    await start({ variants: { unknownProperty: 'refuse' } });
    expect(await update({ email: 'ada@example.com', plna: 'x' })).toEqual(
      refused(400, 'Unknown contact property: plna.'),
    );
  });

  it('are unsubscribed and subscribed again, and stay off a list that they left', async () => {
    await start();
    await update({ email: 'ada@example.com', subscribed: false });
    expect(await found('email=ada@example.com')).toMatchObject({ subscribed: false });
    await update({ email: 'dan@acme.test', subscribed: true });
    expect(await found('email=dan@acme.test')).toMatchObject({ subscribed: true });
    const lists = (await found('email=elise@example.com'))?.['mailingLists'] as Record<string, boolean>;
    expect(Object.values(lists).sort()).toEqual([false, true]);
    const all = Object.fromEntries(Object.keys(lists).map((id) => [id, true]));
    expect((await update({ email: 'elise@example.com', mailingLists: all })).status).toBe(200);
    expect((await found('email=elise@example.com'))?.['mailingLists']).toEqual(lists);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a long value', { email: 'ada@example.com', plan: 'x'.repeat(501) }],
    ['a long key', { email: 'ada@example.com', ['x'.repeat(501)]: 'x' }],
    ['a wrong type', { email: 'ada@example.com', teamSize: '5' }],
    ['a wrong date', { email: 'ada@example.com', renewsOn: 'tomorrow' }],
    ['an unknown list', { email: 'ada@example.com', mailingLists: { c000000000000000000000000: true } }],
    ['a wrong list', { email: 'ada@example.com', mailingLists: [] }],
    ['no name', { plan: 'x' }],
  ])('refuse %s', async (_, body) => {
    await start();
    expect((await update(body)).status).toBe(400);
    expect(await found('email=ada@example.com')).toMatchObject({ plan: 'team', teamSize: 24 });
  });

  it('are created once, and deleted once', async () => {
    await start();
    const create = (body: unknown) => ask('POST contacts/create', body);
    expect((await create({ email: 'ada@example.com' })).status).toBe(409);
    expect((await create({ email: 'x@example.com', userId: 'user_42' })).status).toBe(409);
    expect((await create({ userId: 'x' })).status).toBe(400);
    const remove = (body: unknown) => ask('POST contacts/delete', body);
    expect((await remove({ email: 'ada@example.com', userId: 'user_42' })).status).toBe(400);
    expect((await remove({ userId: 'user_42' })).value).toEqual({ success: true, message: 'Contact deleted.' });
    expect(await remove({ userId: 'user_42' })).toEqual(refused(404, 'Contact not found.'));
  });

  it('send the events of a change', async () => {
    const events: Record<string, unknown>[] = [];
    await start({ emit: (payload) => String(events.push(payload)) });
    await ask('POST contacts/create', { email: 'new@example.com', plan: 'team' });
    const lists = (await found('email=ada@example.com'))?.['mailingLists'] as Record<string, boolean>;
    const [left = '', kept = ''] = Object.keys(lists);
    await update({ email: 'ada@example.com', subscribed: false, mailingLists: { [left]: false, [kept]: true } });
    await ask('POST contacts/delete', { email: 'ada@example.com' });
    expect(events.map(({ eventName }) => eventName)).toEqual([
      'contact.created',
      'contact.unsubscribed',
      'contact.mailingList.unsubscribed',
      'contact.deleted',
    ]);
    expect(events[1]).toMatchObject({ contactIdentity: { email: 'ada@example.com', userId: 'user_42' } });
  });
});

describe('a write', () => {
  it('reports what changed: properties with their old values, lists, and whether the contact is new', () => {
    const account = seedAccount();
    const changes: unknown[] = [];
    const service = {
      store: memoryStore(account),
      now: () => NOW.getTime(),
      random: fixedRandom(),
      sendingDomain: true,
      variants: DEFAULT_VARIANTS,
      emit: undefined,
      assets: { origin: async () => '', close: async () => undefined },
      onContactChange: (_: unknown, change: unknown) => changes.push(change),
    };
    const write = (body: Record<string, unknown>) => writeContact(account, body, service);
    const created = write({ email: 'new@example.com', plan: 'team' });
    expect(created).toMatchObject({ created: true, joined: [], left: [], unsubscribed: false });
    expect(created.properties).toContainEqual({ key: 'plan', was: undefined, is: 'team' });
    expect(created.properties.map(({ key }) => key)).not.toContain('firstName');
    expect(write({ email: 'new@example.com', plan: 'pro' }).properties).toEqual([
      { key: 'plan', was: 'team', is: 'pro' },
    ]);
    expect(write({ email: 'new@example.com', plan: 'pro' }).properties).toEqual([]);
    expect(changes).toHaveLength(3);
  });
});

describe('suppression', () => {
  const remove = (email: string) => ask(`DELETE contacts/suppression?email=${email}`);

  it('is removed until the quota is used up, which refills after 30 days', async () => {
    let now = NOW.getTime();
    await start({ now: () => now });
    expect((await remove('ada@example.com')).status).toBe(400);
    for (const [index, name] of ['gone', 'hana', 'ivan', 'jo', 'kim'].entries()) {
      const { status, value } = await remove(`${name}@acme.test`);
      expect(status).toBe(200);
      expect(value).toMatchObject({ removalQuota: { limit: 5, remaining: 4 - index } });
    }
    expect(await remove('lea@acme.test')).toEqual(refused(400, 'You have reached the limit of suppression removals.'));
    now += 30 * 24 * 60 * 60 * 1000;
    expect((await remove('lea@acme.test')).status).toBe(200);
    expect((await remove('nobody@example.com')).status).toBe(404);
  });

  it('cannot be removed in a free account, and outlives its contact', async () => {
    await start({ variants: { suppressionRemovals: 0 } });
    expect((await remove('gone@acme.test')).status).toBe(400);
    await ask('POST contacts/delete', { email: 'gone@acme.test' });
    await ask('POST contacts/create', { email: 'gone@acme.test' });
    const { value } = await ask('GET contacts/suppression?email=gone@acme.test');
    expect(value).toMatchObject({ isSuppressed: true, removalQuota: { limit: 0, remaining: 0 } });
  });
});

describe('properties', () => {
  it.each(['id', 'listId', 'softDeleteAt', 'teamId', 'updatedAt'])('refuse the name %s', async (name) => {
    await start();
    expect((await ask('POST contacts/properties', { name, type: 'string' })).status).toBe(400);
  });

  it.each([400, 409] as const)('refuse an existing name with %i', async (status) => {
    await start({ variants: { existingProperty: status } });
    expect(await ask('POST contacts/properties', { name: 'plan', type: 'string' })).toEqual(
      refused(status, 'Property already exists.'),
    );
    expect((await ask('POST contacts/properties', { name: 'email', type: 'string' })).status).toBe(status);
  });
});
