/** A batch does each row once, continues where it stopped, and says what is left. */
import { appendFile, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { HashSet } from '../../src/batch/hash-set.ts';
import { type BatchOptions, checkJournal, runBatch, type Turn } from '../../src/batch/run.ts';
import { batchVerdict } from '../../src/batch/tally.ts';
import type { Context } from '../../src/define/command.ts';
import { type ErrorCode, EXIT_CODES, Failure, interrupted, RunEnded } from '../../src/errors.ts';
import { openFiles } from '../../src/runtime/files.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loopsctl-batch-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

interface Item {
  readonly line: number;
  readonly text: string;
}

const JOURNAL = 'rows.csv.journal';
const path = (name: string): string => join(directory, name);

async function* itemsOf(texts: readonly string[]): AsyncIterable<Item> {
  for (const [index, text] of texts.entries()) yield { line: index + 2, text };
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `row ${index}`);

function contextWith(signal: AbortSignal, isDryRun = false): Context {
  return {
    files: openFiles({
      workingDirectory: () => directory,
      temporaryDirectory: directory,
      stdin: { isTerminal: false, read: async () => Buffer.of(), async *stream() {} },
    }),
    signal,
    isDryRun,
    catchSignals: () => () => undefined,
    again: (flag: string) => `loopsctl import rows.csv ${flag}`,
    now: () => new Date(0),
    progress: () => undefined,
  } as unknown as Context;
}

type Perform = (text: string, turn: Turn) => Promise<{ result: string; id?: string }>;

const run = (
  texts: readonly string[],
  perform: Perform,
  options: Partial<BatchOptions<Item>> & { signal?: AbortSignal; isDryRun?: boolean } = {},
) =>
  runBatch<Item>(contextWith(options.signal ?? new AbortController().signal, options.isDryRun), {
    items: itemsOf(texts),
    total: texts.length,
    contentOf: ({ text }) => text,
    perform: ({ text }, turn) => perform(text, turn),
    command: 'import',
    account: 'team',
    settings: { mode: 'upsert' },
    repeatable: true,
    journal: JOURNAL,
    resume: false,
    onError: 'skip',
    ...options,
  });

const created: Perform = async () => ({ result: 'created', id: 'c1' });
const failing =
  (code: ErrorCode): Perform =>
  async () => {
    throw new Failure(code, 'No.');
  };
const missing = (name: string) => expect(stat(path(name))).rejects.toThrow('ENOENT');

test('all rows are done, and no journal remains', async () => {
  const result = await run(numbered(100), created, { report: 'report.ndjson' });
  expect(result).toMatchObject({ rows: 100, results: { created: 100 }, left: 0, journal: null });
  expect(batchVerdict(result)).toBe(0);
  await missing(JOURNAL);
  const lines = (await readFile(path('report.ndjson'), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(100);
  expect(JSON.parse(lines[0] ?? '')).toEqual({ line: 2, result: 'created', id: 'c1' });
});

test('a row that the rate limit refuses again and again waits while others are written', async () => {
  let refusals = 0;
  const refuse: Perform = async (text, turn) =>
    text.endsWith('7') && ++refusals % 9 !== 0 ? failing('rate_limited')(text, turn) : created(text, turn);
  expect(await run(numbered(100), refuse)).toMatchObject({ results: { created: 100 }, left: 0 });
  expect(refusals).toBeGreaterThan(50);
});

test('a row that is refused does not stop the others, and is tried again later', async () => {
  const refuse: Perform = async (text, turn) =>
    text === 'row 3' ? failing('rejected')(text, turn) : created(text, turn);
  const result = await run(numbered(30), refuse, { report: 'report.ndjson' });
  expect(result).toMatchObject({ results: { created: 29, refused: 1 }, left: 1, journal: JOURNAL });
  expect(result.failures).toEqual([{ line: 5, code: 'rejected', message: 'No.' }]);
  expect(batchVerdict(result)).toBe(9);
  const again = await run(numbered(30), created, { resume: true, report: 'report.ndjson' });
  expect(again).toMatchObject({ results: { created: 1 }, doneEarlier: 29, left: 0 });
  expect((await readFile(path('report.ndjson'), 'utf8')).trim().split('\n')).toHaveLength(31);
});

test('with --on-error stop, no row is started after the first refusal', async () => {
  const performed: string[] = [];
  const refuse: Perform = async (text, turn) => {
    performed.push(text);
    return text === 'row 0' ? failing('rejected')(text, turn) : created(text, turn);
  };
  const result = await run(numbered(1_000), refuse, { onError: 'stop' });
  expect(result.left).toBeGreaterThan(900);
  expect(performed.length).toBeLessThan(50);
  expect(batchVerdict(result)).toBe(9);
});

describe('ends early, with the line to continue', () => {
  it.each(['unauthorized', 'rate_limited', 'unavailable', 'interrupted', 'unexpected'] as const)(
    'for %s',
    async (code) => {
      const failure = await run(numbered(200), async (text, turn) =>
        text < 'row 1' ? created(text, turn) : failing(code)(text, turn),
      )
        .then(() => undefined)
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code, exitCode: EXIT_CODES[code] });
      expect(failure).toMatchObject({
        message: `${code === 'interrupted' ? 'Interrupted.' : 'No.'} 1 of 200 rows are done.`,
        hint: 'Continue with: loopsctl import rows.csv --resume',
      });
      const result = await run(numbered(200), created, { resume: true });
      expect(result).toMatchObject({ results: { created: 199 }, doneEarlier: 1, left: 0 });
    },
  );

  it('when it is stopped between two requests', async () => {
    const controller = new AbortController();
    let count = 0;
    const stopping: Perform = async (text, turn) => {
      if (++count === 50) controller.abort();
      if (controller.signal.aborted) throw interrupted();
      return created(text, turn);
    };
    await expect(run(numbered(200), stopping, { signal: controller.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
    expect(count).toBeLessThan(100);
  });
});

describe('a journal', () => {
  const leave = () =>
    run(numbered(50), async (text, turn) => (text === 'row 9' ? failing('rejected')(text, turn) : created(text, turn)));

  it('is private, and names nobody', async () => {
    await leave();
    expect((await stat(path(JOURNAL))).mode & 0o777).toBe(0o600);
    expect(await readFile(path(JOURNAL), 'utf8')).not.toMatch(/row/);
  });

  it.each([
    ['without --resume', {}, /did not finish/],
    ['by another command', { resume: true, command: 'erase' }, /belongs to `loopsctl import`/],
    ['for another team', { resume: true, account: 'other' }, /belongs to another team: team/],
    ['with other flags', { resume: true, settings: { mode: 'create' } }, /belongs to a run with other flags/],
  ])('is not continued %s', async (_, options, message) => {
    await leave();
    const before = await readFile(path(JOURNAL), 'utf8');
    await expect(run(numbered(50), created, options)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(message),
    });
    expect(await readFile(path(JOURNAL), 'utf8')).toBe(before);
  });

  it('does not replace another file', async () => {
    await writeFile(path(JOURNAL), 'email\nada@example.com\n');
    await expect(run(numbered(1), created, { resume: true })).rejects.toThrow('is not a journal of loopsctl');
    expect(await readFile(path(JOURNAL), 'utf8')).toBe('email\nada@example.com\n');
  });

  it('of a finished run prevents a second one where that matters', async () => {
    await run(numbered(5), created, { repeatable: false, keepJournal: true });
    for (const resume of [false, true]) {
      await expect(run(numbered(5), created, { repeatable: false, keepJournal: true, resume })).rejects.toMatchObject({
        code: 'usage',
      });
    }
  });

  it('does each of several equal rows', async () => {
    const keys = new Set<string>();
    const texts = ['same', 'same', 'other', 'same'];
    const result = await run(texts, async (_, { key }) => {
      keys.add(key);
      return { result: 'sent' };
    });
    expect(result.results).toEqual({ sent: 4 });
    expect(keys.size).toBe(4);
  });
});

test('a write whose outcome is unknown is known to the next run, under the same key', async () => {
  const first = new Map<string, string>();
  const result = await run(
    numbered(5),
    async (text, { key, begunAt }) => {
      expect(begunAt).toBeUndefined();
      first.set(text, key);
      return text === 'row 2'
        ? failing('unexpected_response')(text, { key, begunAt })
        : created(text, { key, begunAt });
    },
    { repeatable: false },
  );
  expect(result).toMatchObject({ results: { created: 4, failed: 1 }, left: 1 });
  expect(batchVerdict(result)).toBe(8);
  const again: Array<readonly [string, Turn]> = [];
  await run(
    numbered(5),
    async (text, turn) => {
      again.push([text, turn]);
      return { result: 'created' };
    },
    { repeatable: false, resume: true },
  );
  expect(again).toEqual([['row 2', { key: first.get('row 2'), begunAt: new Date(0) }]]);
});

test('killed at any moment, no row is done twice without notice, and none is left out', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 1, max: 40 }), async (cut, count) => {
      await rm(path(JOURNAL), { force: true });
      const writes = new Map<string, number>();
      const write: Perform = async (text, { begunAt }) => {
        if (begunAt === undefined) writes.set(text, (writes.get(text) ?? 0) + 1);
        else if (!writes.has(text)) writes.set(text, 1);
        return { result: 'created' };
      };
      const options = { repeatable: false, keepJournal: true };
      await run(numbered(count), write, options);
      // A kill leaves a prefix of the journal; of what follows it, at most the writes that were begun are done.
      const whole = await readFile(path(JOURNAL), 'utf8');
      const left = whole.slice(0, Math.min(cut, whole.length - 30));
      const begun = new Set([...left.matchAll(/^> ([0-9a-f]{16}) \S+;$/gm)].map(([, hash]) => hash));
      const all = [...whole.matchAll(/^> ([0-9a-f]{16})/gm)].map(([, hash]) => hash);
      await writeFile(path(JOURNAL), left);
      writes.clear();
      const result = await run(numbered(count), write, { ...options, resume: true });
      expect(result.left).toBe(0);
      const unbegun = all.filter((hash) => !begun.has(hash)).length;
      const ended = [...left.matchAll(/^\+ [0-9a-f]{16};$/gm)].length;
      expect(writes.size).toBe(left.includes('\n') ? count - ended : count);
      expect([...writes.values()].every((times) => times === 1)).toBe(true);
      if (left.includes('\n')) expect(writes.size - (begun.size - ended)).toBe(unbegun);
    }),
    { numRuns: 60 },
  ));

test('a dry run makes three requests and writes no journal', async () => {
  const performed: string[] = [];
  class Recorded extends RunEnded {}
  const record: Perform = async (text) => {
    performed.push(text);
    throw new Recorded();
  };
  await expect(run(numbered(50), record, { isDryRun: true })).rejects.toBeInstanceOf(Recorded);
  expect(performed).toEqual(['row 0', 'row 1', 'row 2']);
  await missing(JOURNAL);
});

test('a report does not replace a file', async () => {
  await appendFile(path('report.ndjson'), 'mine\n');
  await expect(run(numbered(3), created, { report: 'report.ndjson' })).rejects.toThrow('already has content');
  await missing(JOURNAL);
});

test('neither a journal nor a report is created where a link without a target leads', async () => {
  const notWritten = (name: string) => ({
    code: 'usage',
    message: expect.stringContaining(`${name}: it is a symbolic link`),
  });
  for (const name of ['report.ndjson', JOURNAL]) {
    await symlink('elsewhere', path(name));
    const performed = run(numbered(3), failing('unexpected'), { report: 'report.ndjson', resume: true });
    await expect(performed).rejects.toMatchObject(notWritten(name));
    await missing('elsewhere');
    await rm(path(name));
  }
});

test('a set of hashes is like a set', () =>
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, 2n ** 64n - 1n), { maxLength: 3_000 }), (hashes) => {
      const set = new HashSet();
      const expected = new Set<bigint>();
      for (const hash of [0n, ...hashes, ...hashes]) {
        expect(set.has(hash)).toBe(expected.has(hash));
        expect(set.add(hash)).toBe(!expected.has(hash));
        expected.add(hash);
      }
    }),
    { numRuns: 20 },
  ));

describe('a disk without space', () => {
  it.runIf(process.platform === 'linux')('ends the run, and a row that was written is not refused', async () => {
    let writes = 0;
    const write: Perform = async (text, turn) => {
      writes++;
      return created(text, turn);
    };
    const ended = run(numbered(100), write, { repeatable: false, report: '/dev/full' });
    await expect(ended).rejects.toMatchObject({
      code: 'usage',
      message: 'Could not write /dev/full: no space left on the disk. 0 of 100 rows are done.',
      hint: 'Continue with: loopsctl import rows.csv --resume',
    });
    expect(writes).toBeLessThan(30);
    const journal = await readFile(path(JOURNAL), 'utf8');
    expect(journal.match(/^> /gm)).toHaveLength(writes);
    expect(journal).not.toMatch(/^[-+] /m);
  });
});

describe('the check of a journal', () => {
  const owner = { command: 'import', account: 'team', settings: {}, resume: false, journal: JOURNAL };
  const check = () => checkJournal(contextWith(new AbortController().signal), owner);

  it('leaves an empty one as it is, so that the next run can begin', async () => {
    await writeFile(path(JOURNAL), '');
    await check();
    expect(await readFile(path(JOURNAL), 'utf8')).toBe('');
    expect(await run(numbered(3), created)).toMatchObject({ left: 0 });
  });

  it('refuses what is not a file', async () => {
    await symlink('/dev/null', path(JOURNAL));
    await expect(check()).rejects.toThrow(`${JOURNAL} is not a regular file.`);
    await expect(run(numbered(3), created)).rejects.toThrow(`${JOURNAL} is not a regular file.`);
    await rm(path(JOURNAL));
    await symlink('elsewhere', path(JOURNAL));
    await expect(check()).rejects.toThrow(`${JOURNAL}: it is a symbolic link that leads to no file.`);
  });
});
