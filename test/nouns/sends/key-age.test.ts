/** An idempotency key prevents a second send for 24 hours. After that, nothing is sent again unless it is asked for. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outboxSection } from '../../../src/sandbox/outbox.ts';
import { workflowStarts } from '../../../src/sandbox/workflow-starts.ts';
import { respondWith } from '../../respond.ts';
import { liveStore, seedAccount } from '../../sandbox/account.ts';
import { splitWords } from '../../words.ts';
import { createWorld, NOW, type World } from '../../world.ts';

const HOUR = 3_600_000;

let world: World;
let clock = NOW;
const account = { current: seedAccount() };
beforeEach(async () => {
  account.current = seedAccount();
  world = await createWorld({ sandbox: { store: liveStore(account.current), now: () => clock.getTime() } });
  await world.write('people.csv', 'email,firstName\nada@example.com,Ada\nben@example.com,Ben\n');
});
afterEach(() => world.close());

const MAIL = 'transactional send "Push notifications off" --to ada@example.com --var firstName=Ada';
const LINES = [
  MAIL,
  `${MAIL} --idempotency-key mine --if-new`,
  'events send paymentFailed --to ada@example.com --set amount:=12',
];
const ROWS = 'transactional send "Push notifications off" --from people.csv';

/** Emails, and starts of workflows by events. */
const sent = (): number => outboxSection.of(account.current).mails.length + workflowStarts.of(account.current).length;

/** Runs a line so many hours after the first. With `lost`, the response of each send is lost. */
function runAfter(hours: number, line: string, lost = false) {
  clock = new Date(NOW.getTime() + hours * HOUR);
  return world.run([...splitWords(line), '--yes'], {
    at: clock,
    respond: lost
      ? (request) => {
          if (request.method !== 'POST') return undefined;
          return world.respond(request)?.then(() => respondWith(500, '{}'));
        }
      : () => undefined,
  });
}

describe.each(LINES)('%s', (line) => {
  it('sends again only when it is asked to', async () => {
    expect((await runAfter(0, line, true)).code).toBe(7);
    const once = sent();
    expect(once).toBeGreaterThan(0);
    expect((await runAfter(20, line, true)).code).not.toBe(2);
    expect(sent()).toBe(once);
    // The API keeps a key from its first use, not from its last.
    const { code, stderr } = await runAfter(25, line);
    expect({ code, stderr, sent: sent() }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /It is unknown whether a run of 2026-\S+ sent the same.*Nothing was sent\.\nhint: .*--send-again/s,
      ),
      sent: once,
    });
    expect(await runAfter(26, `${line} --send-again`)).toMatchObject({ code: 0 });
    expect(sent()).toBe(2 * once);
    // It is confirmed, so the same may be sent anew.
    if (!line.includes('--idempotency-key')) expect((await runAfter(27, line)).code).toBe(0);
  });
});

describe('the journal of single sends', () => {
  it.each([
    ['is from the future', new Date(NOW.getTime() + 1_000 * HOUR).toISOString()],
    ['has a time that is none', 'yesterday'],
  ])('%s: nothing is sent again', async (_, time) => {
    await runAfter(0, MAIL, true);
    const path = join(world.directory, 'data', 'sends.ndjson');
    const entry = await readFile(path, 'utf8');
    await world.write('data/sends.ndjson', entry.replace(NOW.toISOString(), time));
    expect((await runAfter(1, MAIL)).code).toBe(2);
    expect(sent()).toBe(1);
  });

  it('keeps what is unknown when it removes old entries', async () => {
    await runAfter(0, MAIL, true);
    const path = join(world.directory, 'data', 'sends.ndjson');
    const old = { time: NOW.toISOString(), key: 'k', state: 'accepted' };
    await world.write(
      'data/sends.ndjson',
      `${await readFile(path, 'utf8')}${`${JSON.stringify(old)}\n`.repeat(2_001)}`,
    );
    await runAfter(48, 'events send signedOut --to ada@example.com');
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(3);
    expect((await runAfter(49, MAIL)).code).toBe(2);
  });
});

describe(ROWS, () => {
  const journal = async () => (await readdir(world.directory)).find((name) => name.endsWith('.journal')) ?? '';

  it('sends rows again only when it is asked to', async () => {
    expect((await runAfter(0, `${ROWS} --retries 0`, true)).code).toBe(7);
    expect(sent()).toBe(2);
    const { code, stdout } = await runAfter(24, `${ROWS} --resume`);
    expect({ code, stdout, sent: sent() }).toEqual({
      code: 8,
      stdout: expect.stringMatching(/It is unknown whether a run of 2026-\S+ sent it.*--send-again sends it/s),
      sent: 2,
    });
    expect(await runAfter(25, `${ROWS} --resume --send-again`)).toMatchObject({ code: 0 });
    expect(sent()).toBe(4);
  });

  it('treats a row without a time as too old', async () => {
    await runAfter(0, `${ROWS} --retries 0`, true);
    const name = await journal();
    const text = await readFile(join(world.directory, name), 'utf8');
    await world.write(name, text.replace(/^(> [0-9a-f]{16}) \S+;$/gm, '$1;'));
    expect(await runAfter(1, `${ROWS} --resume`)).toMatchObject({
      code: 8,
      stdout: expect.stringContaining('a run of an unknown time'),
    });
    expect(sent()).toBe(2);
  });
});
