/** What was sent raises the metrics of the sandbox: of the transactional email, and of the workflow that an event started. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { outboxSection } from '../../../src/sandbox/outbox.ts';
import { liveStore, seedAccount } from '../../sandbox/account.ts';
import { splitWords } from '../../words.ts';
import { createWorld, NOW, type World } from '../../world.ts';

let world: World;
let now = NOW.getTime();
let account = seedAccount();
beforeEach(async () => {
  now = NOW.getTime();
  account = seedAccount();
  world = await createWorld({ account, sandbox: { store: liveStore(account), now: () => now } });
});
afterEach(() => world.close());

const json = async (line: string) => {
  const { code, stdout, stderr } = await world.run(splitWords(`${line} --json`));
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as unknown;
};

const counters = async (path: string) => {
  const { sends, deliveries } = (await json(`api GET ${path}`)) as { sends: number; deliveries: number };
  return { sends, deliveries };
};

it('transactional send, also from a file', async () => {
  const path = '/v1/transactional-emails/ct10s2g18h1xbbnk70wyppjrd/metrics';
  const before = await counters(path);
  await world.write('people.csv', 'email,firstName\nada@example.com,A\nben@example.com,B\n');
  await json('transactional send ct10s2g18h1xbbnk70wyppjrd --from people.csv --yes');
  await json('transactional send ct10s2g18h1xbbnk70wyppjrd --to ada@example.com --var firstName=A --yes');
  expect(await counters(path)).toEqual({ sends: before.sends + 3, deliveries: before.deliveries + 3 });
});

it('events send, when the email of the workflow is due', async () => {
  await json('events send paymentFailed --to ada@example.com --set amount:=12 --yes');
  const mail = outboxSection.of(account).mails.at(-1);
  const workflow = account.workflows.find(({ id }) => id === mail?.sourceId);
  const node = Object.values(workflow?.nodes ?? {}).find(
    (one) => 'emailMessageId' in one && one.emailMessageId === mail?.emailMessageId,
  );
  const path = `/v1/workflows/${workflow?.id}/nodes/${node?.id}/metrics`;
  now = Date.parse(mail?.sendAt ?? '') - 1;
  const before = await counters(path);
  now++;
  expect(await counters(path)).toMatchObject({ sends: before.sends + 1 });
});
