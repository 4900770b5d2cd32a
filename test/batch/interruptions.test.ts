/** Ctrl-C and a rate limit that does not clear end a batch in every phase: at once, with a journal from which a later run continues. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contactSection } from '../../src/sandbox/contact-book.ts';
import { outboxSection } from '../../src/sandbox/outbox.ts';
import { respondWith } from '../respond.ts';
import { liveStore, seedAccount } from '../sandbox/account.ts';
import { splitWords } from '../words.ts';
import { createWorld, type RunOptions } from '../world.ts';

/** More than are in progress at a time. */
const ROWS = 30;
const EMAILS = Array.from({ length: ROWS }, (_, index) => `person${index}@example.com`);

interface Batch {
  readonly name: string;
  readonly line: string;
  /** The request that writes a row. */
  readonly write: string;
  readonly exists: boolean;
}

const BATCHES: readonly Batch[] = [
  {
    name: 'create',
    line: 'contacts import rows.csv --mode create --may-trigger',
    write: 'POST /api/v1/contacts/create',
    exists: false,
  },
  {
    name: 'upsert',
    line: 'contacts import rows.csv --may-trigger',
    write: 'PUT /api/v1/contacts/update',
    exists: false,
  },
  {
    name: 'send',
    line: 'transactional send "Push notifications off" --from rows.csv',
    write: 'POST /api/v1/transactional',
    exists: false,
  },
  {
    name: 'erase',
    line: 'contacts erase --file rows.csv --receipt receipts --backup copies',
    write: 'POST /api/v1/contacts/delete',
    exists: true,
  },
];

async function open({ line, write, exists }: Batch) {
  const account = seedAccount();
  const world = await createWorld({ account, sandbox: { store: liveStore(account) } });
  onTestFinished(world.close);
  await world.write('rows.csv', `email,firstName\n${EMAILS.map((email) => `${email},Ada`).join('\n')}\n`);
  if (exists) expect((await world.run(splitWords('contacts import rows.csv --may-trigger --yes'))).code).toBe(0);
  const mails = outboxSection.of(account).mails.length;
  return {
    ...world,
    run: (flags: string, options?: RunOptions) => world.run(splitWords(`${line} ${flags}`), options),
    writes: () => world.requests.filter((request) => request === `${write} 200`).length,
    contacts: () =>
      Object.values(contactSection.of(account).contacts).filter(({ contact: { email } }) =>
        EMAILS.includes(email ?? ''),
      ).length,
    mailed: () =>
      outboxSection
        .of(account)
        .mails.slice(mails)
        .map(({ to }) => to),
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Runs until all is done: each row is written once, or again where that changes nothing. */
async function expectDone(opened: Opened, { name }: Batch): Promise<void> {
  const last = await opened.run('--yes --resume');
  expect(last).toMatchObject({ code: 0 });
  if (name === 'send') expect(opened.mailed().sort()).toEqual([...EMAILS].sort());
  else expect(opened.contacts()).toBe(name === 'erase' ? 0 : ROWS);
  if (name !== 'upsert') expect(opened.writes()).toBe(ROWS);
  if (name !== 'send')
    expect((await readdir(opened.directory)).filter((file) => file.endsWith('.journal'))).toEqual([]);
  if (name !== 'erase') return;
  expect(await readdir(join(opened.directory, 'copies'))).toHaveLength(ROWS);
  const receipts = (await readFile(join(opened.directory, 'receipts'), 'utf8')).trim().split('\n');
  const hashes = receipts.flatMap((receipt) => (JSON.parse(receipt) as { hashes: string[] }).hashes);
  expect(new Set(hashes).size).toBe(ROWS);
}

/** A run that is stopped at a moment, and how much time passed after that. */
async function stopped(
  opened: Opened,
  flags: string,
  optionsFor: (stop: () => void, signal: AbortSignal) => RunOptions,
) {
  const controller = new AbortController();
  let late = 0;
  let answered = 0;
  const options = optionsFor(() => controller.abort(), controller.signal);
  const outcome = await opened.run(flags, {
    ...options,
    signal: controller.signal,
    respond: (request) => {
      if (controller.signal.aborted) answered++;
      return options.respond?.(request);
    },
    onSleep: (ms) => {
      if (controller.signal.aborted) late += ms;
      options.onSleep?.(ms);
    },
  });
  expect({ aborted: controller.signal.aborted, code: outcome.code, late, answered }).toEqual({
    aborted: true,
    code: 130,
    late: 0,
    answered: 0,
  });
  expect(outcome.stderr).not.toContain('This is a bug');
  return outcome;
}

const isWrite = ({ write }: Batch, { method, path }: { method: string; path: string }): boolean =>
  `${method} ${path}` === write;

/** A response that does not come before the run is stopped. */
const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new Error('aborted'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });

describe.each(BATCHES)('$name', (batch) => {
  it('stopped while it reads the account, sends nothing', async () => {
    const opened = await open(batch);
    const before = opened.writes();
    await stopped(opened, '--yes', (stop, signal) => ({
      respond: () => {
        stop();
        return never(signal);
      },
    }));
    expect(opened.writes()).toBe(before);
    await expectDone(opened, batch);
  });

  it.skipIf(batch.name === 'upsert')('stopped at the question, sends nothing', async () => {
    const opened = await open(batch);
    const { code } = await opened.run('', { columns: 80 });
    expect({ code, writes: opened.writes() }).toEqual({ code: 130, writes: 0 });
    await expectDone(opened, batch);
  });

  it('stopped while it writes, with and without the responses', async () => {
    for (const answers of [true, false]) {
      const opened = await open(batch);
      let writes = 0;
      const { stderr } = await stopped(opened, '--yes', (stop, signal) => ({
        respond: (request) => {
          if (!isWrite(batch, request) || ++writes < 8) return undefined;
          // Carried out or not: the run can not find out.
          const carriedOut = writes % 2 === 0 ? opened.respond(request) : undefined;
          if (writes === 9) queueMicrotask(stop);
          return answers && carriedOut ? carriedOut : Promise.resolve(carriedOut).then(() => never(signal));
        },
      }));
      expect(stderr).toMatch(
        /error: Interrupted\. \d+ of 30 rows are done\.\nhint: Continue with: loopsctl .*--resume\n/,
      );
      await expectDone(opened, batch);
    }
  });

  it('stopped while it waits for the rate limit, and after a rate limit that does not clear', async () => {
    const opened = await open(batch);
    const refuse: NonNullable<RunOptions['respond']> = (request) =>
      isWrite(batch, request) ? respondWith(429, '{"success":false,"message":"Slow down."}') : undefined;
    await stopped(opened, '--yes', (stop) => ({ respond: refuse, onSleep: stop }));
    const waits: number[] = [];
    const limited = await opened.run('--yes --resume', { respond: refuse, onSleep: (ms) => waits.push(ms) });
    expect(limited).toMatchObject({ code: 6, stderr: expect.stringContaining('0 of 30 rows are done.') });
    expect(waits.length).toBeGreaterThan(0);
    let refusals = 0;
    const storm: NonNullable<RunOptions['respond']> = (request) =>
      isWrite(batch, request) && ++refusals % 3 !== 0 ? refuse(request) : undefined;
    expect(await opened.run('--yes --resume', { respond: storm })).toMatchObject({ code: 0 });
    expect(opened.writes()).toBe(ROWS);
  });

  it('stopped while it prints the result, has done all rows', async () => {
    const opened = await open(batch);
    const controller = new AbortController();
    const { code } = await opened.run('--yes', { signal: controller.signal, onStdout: () => controller.abort() });
    expect({ code, writes: opened.writes() }).toEqual({ code: 0, writes: ROWS });
  });
});
