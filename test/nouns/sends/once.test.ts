/** Whatever happens to a request that sends, running the command again ends with exactly one email. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pMap from 'p-map';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../words.ts';
import { createWorld, type World } from '../../world.ts';
import { FAULTS, type Fault, startFaultyService } from './service.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const EMAIL = 'c5361agykn6fatjv6m1yx7nd3';
/** Each test has a recipient of its own, so that its runs share no journal entry with another. */
const RECIPIENTS = ['ada', 'ben', 'clara', 'dan'] as const;
let recipients = 0;
const nextRecipient = (): string => `${RECIPIENTS[recipients % RECIPIENTS.length]}+${recipients++}@example.com`;

/** `%` stands for the recipient. The last word is not sent. */
const LINES = [
  [
    'transactional send',
    `transactional send ${EMAIL} --to % --no-check --var firstName=A --var resetLink=l --var expiresInMinutes:=5`,
  ],
  ['events send', 'events send paymentFailed --to % --create-contact --set amount:=12'],
] as const;

/** Long enough for a busy machine, short enough for the faults that do not respond. */
const TIMEOUT = ['--timeout', '1'];
const FLAGS = [...TIMEOUT, '--yes', '--json'];
const MOST_RUNS = 5;

interface Case {
  readonly line: string;
  readonly name: string;
  readonly faults: readonly Fault[];
}

/** Runs the command until it is confirmed, as a person would. */
async function runUntilConfirmed({ line, faults }: Case) {
  const service = await startFaultyService(faults);
  const words = [...splitWords(line.replace('%', nextRecipient())), ...FLAGS];
  const codes: number[] = [];
  const mails: number[] = [];
  while (codes.at(-1) !== 0 && codes.length < MOST_RUNS) {
    codes.push((await world.run(words, service)).code);
    mails.push((await service.mails()).length);
  }
  return { last: codes.at(-1), mails: mails.at(-1), before: Math.max(0, ...mails.slice(0, -1)) };
}

describe.each(LINES)('%s', (_, line) => {
  const cases = FAULTS.flatMap((fault): readonly Case[] => [
    { line, name: fault.name, faults: [fault] },
    { line, name: `${fault.name}, then a lost connection`, faults: [fault, ...FAULTS.slice(0, 1)] },
  ]);

  it('sends once, whatever happens to its request', async () => {
    const results = await pMap(cases, async (one) => ({ name: one.name, ...(await runUntilConfirmed(one)) }), {
      concurrency: 13,
    });
    for (const result of results) expect(result).toMatchObject({ last: 0, mails: 1 });
    expect(results.every(({ before }) => before <= 1)).toBe(true);
  });
});

describe('an unknown result', () => {
  const lost = FAULTS.filter(({ name }) => name === '500 after it was processed');
  const line = (to: string, ...more: string[]) => [...splitWords(LINES[0][1].replace('%', to)), ...more, '--yes'];

  it('says how to go on, and the next run says what it did', async () => {
    const service = await startFaultyService(lost);
    const words = line(nextRecipient());
    const first = await world.run(words, service);
    expect(first.code).toBe(7);
    expect(first.stderr).toContain('The request may have been processed.');
    expect(first.stderr).toContain('Run the same command again within 24 hours');
    const second = await world.run(words, service);
    expect(second.stderr).toContain('An earlier run that sent the same has no known result.');
    expect(second.stdout).toContain('before');
    expect(await service.mails()).toHaveLength(1);
    // From now on it is a new email again.
    expect((await world.run(words, service)).stdout).toContain('now');
    expect(await service.mails()).toHaveLength(2);
  });

  it('does not change what another send does', async () => {
    const service = await startFaultyService(lost);
    const to = nextRecipient();
    await world.run(line(to), service);
    await world.run(line(to, '--var', 'other=x'), service);
    expect(await service.mails()).toHaveLength(2);
  });

  it('with a key of your own: the same key, and --if-new', async () => {
    const service = await startFaultyService(lost);
    const words = line(nextRecipient(), '--idempotency-key', 'mine');
    const first = await world.run(words, service);
    expect(first.stderr).toContain('with --if-new');
    expect((await world.run(words, service)).code).toBe(5);
    expect((await world.run([...words, '--if-new'], service)).code).toBe(0);
    expect(await service.mails()).toHaveLength(1);
  });

  it('a conflict after a lost response is a success, also with a key of your own', async () => {
    const service = await startFaultyService(
      FAULTS.filter(({ name }) => name === 'connection lost after it was processed'),
    );
    const { code, stdout } = await world.run(line(nextRecipient(), '--idempotency-key', 'mine', '--json'), service);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, alreadyAccepted: true });
    expect(service.writes).toHaveLength(2);
  });
});

describe('the journal', () => {
  it('is private and has no address, and a refused request leaves nothing to repeat', async () => {
    const service = await startFaultyService();
    const to = nextRecipient();
    const words = ['transactional', 'send', EMAIL, '--to', to, '--no-check', '--yes'];
    expect((await world.run(words, service)).code).toBe(5);
    const again = await world.run(words, service);
    expect(again.stderr).not.toContain('earlier run');
    const data = join(world.directory, 'data');
    const path = join(data, 'sends.ndjson');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const name of readdirSync(data)) expect(readFileSync(join(data, name), 'utf8')).not.toContain(to);
  });

  it('that cannot be written prevents the request', async () => {
    const other = await createWorld();
    await other.write('data', 'not a directory');
    const service = await startFaultyService();
    const { code } = await other.run(['events', 'send', 'signedOut', '--to', 'ada@example.com', '--yes'], service);
    expect({ code, writes: service.writes }).toEqual({ code: 2, writes: [] });
    await other.close();
  });

  it('is not written by a dry run', async () => {
    const other = await createWorld();
    await other.run(['events', 'send', 'signedOut', '--to', 'ada@example.com', '--dry-run']);
    expect(readdirSync(other.directory)).not.toContain('data');
    await other.close();
  });
});

describe('a file of recipients', () => {
  const csv = ['email,firstName', ...Array.from({ length: 12 }, (_, index) => `p${index}@example.com,P${index}`)];
  const words = [
    'transactional',
    'send',
    'Push notifications off',
    '--from',
    'people.csv',
    '--yes',
    '--timeout',
    '0.4',
  ];

  it('gets one email for each row under every fault', async () => {
    const results = await pMap(
      FAULTS,
      async (fault) => {
        const file = `people-${FAULTS.indexOf(fault)}.csv`;
        await world.write(file, `${csv.join('\n')}\n`);
        const service = await startFaultyService(Array<Fault>(6).fill(fault));
        const run = [...words.with(4, file), ...TIMEOUT];
        let { code } = await world.run(run, service);
        for (let runs = 1; code !== 0 && runs < 8; runs++) {
          ({ code } = await world.run([...run, '--resume'], service));
        }
        return { name: fault.name, code, to: (await service.mails()).map(({ to }) => to).sort() };
      },
      { concurrency: 7 },
    );
    const to = csv.slice(1).map((row) => row.split(',')[0]);
    expect(results).toEqual(FAULTS.map(({ name }) => ({ name, code: 0, to: [...to].sort() })));
  });

  it('keeps to --rate', async () => {
    await world.write('people.csv', `${csv.join('\n')}\n`);
    let waited = 0;
    const { code } = await world.run([...words, '--rate', '2'], {
      onSleep: (ms) => {
        waited += ms;
      },
    });
    expect(code).toBe(0);
    expect(waited).toBeGreaterThanOrEqual(5_000);
  });
});
