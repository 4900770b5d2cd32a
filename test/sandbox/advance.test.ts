/** `sandbox advance`: the metrics of the saved account grow, and damaged states are refused. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Campaign } from '../../src/nouns/campaigns/operations.ts';
import { advance } from '../../src/sandbox/advance.ts';
import { recipientsOf } from '../../src/sandbox/audience.ts';
import { property } from '../../src/sandbox/nouns/segments.seed.ts';
import type { Mail } from '../../src/sandbox/outbox.ts';
import { startUserSandbox } from '../../src/sandbox/user-sandbox.ts';
import { createWorld, fixedRandom, type World } from '../world.ts';

const EMAIL = 'c5361agykn6fatjv6m1yx7nd3';

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld();
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

const env = { LOOPS_BASE_URL: undefined, LOOPS_API_KEY: undefined };

test('metrics grow by the time that passes, and never before it', () =>
  inWorld(async ({ run }) => {
    const sends = async (): Promise<number> => {
      const { stdout } = await run(['transactional', 'metrics', EMAIL, '--sandbox', '--json'], { env });
      return (JSON.parse(stdout) as { sends: number }).sends;
    };
    const before = await sends();
    expect(await sends()).toBe(before);
    const advanced = await run(['sandbox', 'advance', '7d', '--json'], { env });
    expect(JSON.parse(advanced.stdout)).toMatchObject({ duration: '7d' });
    const after = await sends();
    expect(after).toBeGreaterThan(before);
    await run(['sandbox', 'advance', '7d'], { env });
    expect(await sends()).toBeGreaterThan(after);
  }));

test.each(['x', '7', '-7d', '6000d', '1e3d'])('%s is no duration', (duration) =>
  inWorld(async ({ run }) => {
    const { code, stderr } = await run(['sandbox', 'advance', '--', duration], { env });
    expect(code).toBe(2);
    expect(stderr).toContain('expected a duration');
  }),
);

test('a damaged state is refused and kept', () =>
  inWorld(async ({ run, directory }) => {
    await mkdir(join(directory, 'data'), { recursive: true });
    const file = join(directory, 'data', 'sandbox.json');
    await writeFile(file, '{"format": "other"}');
    expect(await run(['sandbox', 'advance', '7d'], { env })).toMatchObject({ code: 2 });
    expect(await readFile(file, 'utf8')).toBe('{"format": "other"}');
  }));

test('sections of other versions stay as they are', () => {
  const account = { odd: 5, none: null, list: [null, 7, { countedAt: 'soon' }, { countedAt: 100 }] };
  expect(advance(account, 40, 0)).toEqual({ records: 1, due: [], campaigns: 0 });
  expect(account).toEqual({ odd: 5, none: null, list: [null, 7, { countedAt: 'soon' }, { countedAt: 60 }] });
});

const NOW = Date.UTC(2026, 10, 20, 12);
const at = (days: number): string => new Date(NOW + days * 86_400_000).toISOString();
const mail = (number: number, sendAt: string): Mail => ({
  number,
  time: at(-1),
  sendAt,
  type: 'workflow',
  to: 'ada@example.com',
  name: 'Trial',
  sourceId: 'w1',
  emailMessageId: 'm1',
  subject: 'Hi',
  variables: {},
  attachments: [],
  idempotencyKey: null,
  contactId: 'c1',
  userId: null,
});

test('waiting emails come closer, and those that are due now are reported once', () => {
  const account = { outbox: { count: 3, mails: [mail(1, at(-1)), mail(2, at(3)), mail(3, at(10))] } };
  expect(advance(account, 7 * 86_400_000, NOW).due.map(({ number }) => number)).toEqual([2]);
  expect(account.outbox.mails.map(({ sendAt }) => sendAt)).toEqual([at(-1), at(-4), at(3)]);
  expect(advance(account, 86_400_000, NOW).due).toEqual([]);
  expect(advance(account, 86_400_000 * 2, NOW).due.map(({ number }) => number)).toEqual([3]);
});

test('a scheduled campaign is sent when its time has come, and then has metrics', () =>
  inWorld(async ({ run }) => {
    const status = async () => {
      const { stdout } = await run(['campaigns', 'list', '--sandbox', '--json'], { env });
      const listed = JSON.parse(stdout) as ReadonlyArray<{ id: string; name: string; status: string }>;
      return listed.find(({ name }) => name.startsWith('Black Friday 2026'));
    };
    expect(await status()).toMatchObject({ status: 'Scheduled' });
    await run(['sandbox', 'advance', '1d'], { env });
    expect(await status()).toMatchObject({ status: 'Scheduled' });
    const { stdout } = await run(['sandbox', 'advance', '7d'], { env });
    expect(stdout).toContain('1 scheduled campaign was sent.');
    const sent = await status();
    expect(sent).toMatchObject({ status: 'Sent' });
    const metrics = await run(['campaigns', 'metrics', sent?.id ?? '', '--sandbox', '--json'], { env });
    expect(JSON.parse(metrics.stdout)[0].sends).toBeGreaterThan(1_000);
  }));

/** Calls `work` while a sandbox runs, and collects the payloads of its events. */
const withEvents = (
  work: (world: World, events: Array<Readonly<Record<string, unknown>>>, close: () => Promise<void>) => Promise<void>,
) =>
  inWorld(async (world) => {
    const events: Array<Readonly<Record<string, unknown>>> = [];
    const [data, config, cache] = ['data', 'config', 'cache'].map((name) => join(world.directory, name));
    const directories = { data: data ?? '', config: config ?? '', cache: cache ?? '' };
    const sandbox = await startUserSandbox(
      { directories, now: () => new Date(NOW), random: fixedRandom() },
      {
        emit: (payload) => String(events.push(payload)),
      },
    );
    try {
      await mkdir(join(world.directory, 'data'), { recursive: true });
      await writeFile(
        join(world.directory, 'data', 'sandbox-webhook.json'),
        JSON.stringify({ baseUrl: sandbox.baseUrl }),
      );
      await work(world, events, () => sandbox.close());
    } finally {
      await sandbox.close().catch(() => undefined);
    }
  });

test('a running sandbox delivers the events of the emails that became due', () =>
  withEvents(async ({ run }, events, close) => {
    await run(['contacts', 'create', 'advance@example.com', '--list', 'Product updates', '--sandbox', '--yes'], {
      env,
    });
    events.length = 0;
    const advanced = await run(['sandbox', 'advance', '3d', '--json'], { env });
    const { emails, events: queued } = JSON.parse(advanced.stdout) as { emails: number; events: number };
    expect(emails).toBeGreaterThan(0);
    expect(queued).toBe(emails * 2);
    expect(new Set(events.map(({ eventName }) => eventName))).toEqual(new Set(['loop.email.sent', 'email.delivered']));
    await close();
    const again = await run(['sandbox', 'advance', '1d', '--json'], { env });
    expect(JSON.parse(again.stdout)).toMatchObject({ events: 0 });
  }));

test('a campaign that becomes due is sent to its audience among the contacts, with events', () =>
  withEvents(async ({ run }, events) => {
    const { stdout } = await run(['sandbox', 'advance', '7d', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ campaigns: 1, emails: 1, events: 2 });
    const [sent, delivered] = events;
    expect(sent).toMatchObject({
      eventName: 'campaign.email.sent',
      campaignName: 'Black Friday 2026: annual plans',
      // The other contact on its mailing list is not in its segment.
      contactIdentity: { email: 'mia@example.com' },
    });
    expect(delivered).toMatchObject({
      eventName: 'email.delivered',
      sourceType: 'campaign',
      campaignId: sent?.['campaignId'],
    });
    const outbox = await run(['sandbox', 'outbox', '--json'], { env });
    expect(JSON.parse(outbox.stdout)).toMatchObject([{ type: 'campaign', to: 'mia@example.com' }]);
  }));

const contact = {
  id: 'c1',
  email: 'ada@example.com',
  subscribed: true,
  plan: 'team',
  seats: 7,
  mailingLists: { l1: true },
};
const audience = (change: object, filter: unknown = null) =>
  recipientsOf(
    {
      contacts: { contacts: { c1: { contact: { ...contact, ...change }, leftLists: [] } }, index: {} },
      suppression: { addresses: [], removedAt: [] },
      audienceSegments: [{ id: 's1', filter: { match: 'all', conditions: [property('seats', 'greaterThan', 5)] } }],
    },
    { mailingListId: 'l1', audienceSegmentId: 's1', audienceFilter: filter } as Campaign,
  ).length;

test.each([
  ['fits all', {}, null, 1],
  ['unsubscribed', { subscribed: false }, null, 0],
  ['not on the list', { mailingLists: {} }, null, 0],
  ['not in the segment', { seats: 5 }, null, 0],
  ['fits the filter', {}, { match: 'all', conditions: [property('plan', 'equals', 'team')] }, 1],
  ['does not fit the filter', {}, { match: 'all', conditions: [property('plan', 'notEquals', 'team')] }, 0],
  [
    'fits one condition of two',
    {},
    { match: 'any', conditions: [property('plan', 'empty'), property('seats', 'notEmpty')] },
    1,
  ],
  ['an unknown operator', {}, { match: 'all', conditions: [property('plan', 'resembles', 'team')] }, 0],
  ['a filter that is no filter', {}, 'all', 0],
] as const)('the audience of a campaign: %s', (_, change, filter, count) => {
  expect(audience(change, filter)).toBe(count);
});
