/** Transactional emails: created, changed, drafted, published, refused. */
import { describe, expect, test } from 'vitest';
import type { Transactional } from '../../src/nouns/transactional/operations.ts';
import { isIdentifier, seedId } from '../../src/sandbox/identifiers.ts';
import { groupId } from '../../src/sandbox/nouns/groups.ts';
import { SEEDED_AT, seedAccount } from './account.ts';
import { type Running, run } from './running.ts';

const EMAILS = '/v1/transactional-emails';
const both = seedId('transactional-email', 'Password reset');
const publishedOnly = seedId('transactional-email', 'Invoice paid');
const draftOnly = seedId('transactional-email', 'Year in review');
const now = () => Date.UTC(2026, 10, 30);
const at = new Date(now()).toISOString();

const show = async ({ get }: Running, id: string) => (await get<Transactional>(`${EMAILS}/${id}`)).body;

describe('create', () => {
  test('answers 201 with an empty draft in the default group', async () => {
    const running = await run(seedAccount(), { now });
    const { status, body } = await running.post<Transactional>(EMAILS, { name: 'Café reçu 🎉' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Café reçu 🎉',
      draftEmailMessageId: expect.any(String),
      draftEmailMessageContentRevisionId: expect.any(String),
      publishedEmailMessageId: null,
      transactionalGroupId: groupId('transactional', 'Unsorted'),
      createdAt: at,
      updatedAt: at,
      dataVariables: [],
    });
    expect(isIdentifier(body.id)).toBe(true);
    expect(await show(running, body.id)).toEqual(body);
    expect((await running.get(`${EMAILS}/${body.id}/metrics`)).body).toEqual({
      sends: 0,
      deliveries: 0,
      spamReports: 0,
      hardBounces: 0,
      softBounces: 0,
    });
    expect((await running.get(EMAILS)).body).toMatchObject({ data: { 0: { id: body.id } } });
  });

  test('adds it to the given group', async () => {
    const { post } = await run(seedAccount());
    const transactionalGroupId = groupId('transactional', 'Billing');
    expect((await post(EMAILS, { name: 'x', transactionalGroupId })).body).toMatchObject({ transactionalGroupId });
  });

  test('dates it after all other emails, even if the clock is behind', async () => {
    const { post } = await run(seedAccount(), { now: () => 0 });
    const first = await post<Transactional>(EMAILS, { name: 'first' });
    const second = await post<Transactional>(EMAILS, { name: 'second' });
    expect(Date.parse(second.body.createdAt)).toBe(Date.parse(first.body.createdAt) + 1);
  });
});

describe('update', () => {
  test('changes the fields that are given', async () => {
    const running = await run(seedAccount(), { now });
    const before = await show(running, both);
    const renamed = await running.post(`${EMAILS}/${both}`, { name: 'New name' });
    expect(renamed).toMatchObject({ status: 200, body: { ...before, name: 'New name', updatedAt: at } });
    const transactionalGroupId = groupId('transactional', 'Billing');
    await running.post(`${EMAILS}/${both}`, { transactionalGroupId });
    expect(await show(running, both)).toMatchObject({ name: 'New name', transactionalGroupId });
  });
});

describe('draft', () => {
  test('keeps an existing one', async () => {
    const running = await run(seedAccount(), { now });
    for (const id of [both, draftOnly]) {
      const before = await show(running, id);
      expect(await running.post(`${EMAILS}/${id}/draft`)).toMatchObject({ status: 200, body: before });
      expect(await show(running, id)).toEqual(before);
    }
  });

  test('creates one from the published version', async () => {
    const running = await run(seedAccount(), { now });
    const before = await show(running, publishedOnly);
    const { status, body } = await running.post<Transactional>(`${EMAILS}/${publishedOnly}/draft`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      draftEmailMessageId: expect.any(String),
      draftEmailMessageContentRevisionId: expect.any(String),
      updatedAt: at,
    });
    expect(body.draftEmailMessageId).not.toBe(body.publishedEmailMessageId);
    expect((await running.post(`${EMAILS}/${publishedOnly}/draft`)).body).toEqual(body);
    const published = await running.post<Transactional>(`${EMAILS}/${publishedOnly}/publish`);
    expect(published.body.dataVariables).toEqual(before.dataVariables);
  });

  test.each([undefined, '', ' ', '{}', {}])('accepts %j as no body', async (body) => {
    const { post } = await run(seedAccount());
    expect((await post(`${EMAILS}/${publishedOnly}/draft`, body)).status).toBe(200);
    expect((await post(`${EMAILS}/${publishedOnly}/publish`, body)).status).toBe(200);
  });
});

describe('publish', () => {
  test('publishes the draft, and its data variables are shown', async () => {
    const running = await run(seedAccount(), { now });
    const before = await show(running, draftOnly);
    expect(before.dataVariables).toEqual([]);
    const { status, body } = await running.post(`${EMAILS}/${draftOnly}/publish`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      draftEmailMessageId: null,
      draftEmailMessageContentRevisionId: null,
      publishedEmailMessageId: before.draftEmailMessageId,
      updatedAt: at,
      dataVariables: ['firstName', 'hoursScheduled', 'shiftsCovered'],
    });
  });

  test('answers 409 if there is no draft', async () => {
    const { post } = await run(seedAccount());
    const body = { success: false, message: expect.any(String) };
    expect(await post(`${EMAILS}/${publishedOnly}/publish`)).toMatchObject({ status: 409, body });
  });
});

test('without a sending domain no email or draft is created, and all other operations work', async () => {
  const running = await run(seedAccount(), { sendingDomain: false });
  const refusal = { status: 400, body: { success: false, message: expect.stringContaining('sending domain') } };
  const before = await running.get(EMAILS);
  expect(await running.post(EMAILS, { name: 'x' })).toMatchObject(refusal);
  expect(await running.post(`${EMAILS}/${publishedOnly}/draft`)).toMatchObject(refusal);
  expect((await running.get(EMAILS)).body).toEqual(before.body);
  expect((await running.post(`${EMAILS}/${both}/draft`)).status).toBe(200);
  expect((await running.post(`${EMAILS}/${both}`, { name: 'x' })).status).toBe(200);
});

describe('metrics', () => {
  const metricsAt = async (moment: number) => {
    const { get } = await run(seedAccount(), { now: () => moment });
    return (await get<Record<string, number>>(`${EMAILS}/${both}/metrics`)).body;
  };
  const seeded = seedAccount().transactionalEmails.find(({ record }) => record.id === both)?.metrics;

  test('are the seeded counters at the time of the seed, and while the clock is behind it', async () => {
    expect(await metricsAt(SEEDED_AT.getTime())).toEqual(seeded);
    expect(await metricsAt(SEEDED_AT.getTime() - 86_400_000)).toEqual(seeded);
    expect(await metricsAt(0)).toEqual(seeded);
  });

  test('have grown after an hour, and are the same for the same time', async () => {
    const later = SEEDED_AT.getTime() + 3_600_000;
    const metrics = await metricsAt(later);
    expect(metrics['sends']).toBeGreaterThan(seeded?.sends ?? Number.POSITIVE_INFINITY);
    expect(await metricsAt(later)).toEqual(metrics);
  });

  test('of an email without a send do not grow', async () => {
    const { get } = await run(seedAccount(), { now: () => SEEDED_AT.getTime() + 86_400_000 });
    const { body } = await get<Record<string, number>>(`${EMAILS}/${draftOnly}/metrics`);
    expect(Object.values(body)).toEqual([0, 0, 0, 0, 0]);
  });
});
