/** A log file preserves every byte, and survives killed processes. */
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseLine, parseRecord, type RecordedRequest, toLine } from '../../../src/nouns/webhooks/delivery/record.ts';
import { openRecord } from '../../../src/nouns/webhooks/delivery/record-writer.ts';
import { anyBody, headersOf, messageId } from './deliveries.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loopsctl-record-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const entry: fc.Arbitrary<RecordedRequest> = fc
  .record({ id: messageId, header: fc.string({ unit: 'binary-ascii' }), body: anyBody })
  .map(({ id, header, body }) => ({
    time: '2026-11-20T12:00:00.000Z',
    headers: [...headersOf(id, 1_795_176_000, 'v1,x'), ['x-other', header]],
    body,
  }));

test('a line preserves every byte and every header', () => {
  fc.assert(
    fc.property(entry, (recorded) => {
      const line = toLine(recorded);
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(parseLine(line)).toEqual(recorded);
    }),
    { numRuns: 500 },
  );
});

test('a truncated line is never complete', () => {
  fc.assert(
    fc.property(entry, fc.nat(), (recorded, at) => {
      const line = toLine(recorded).trimEnd();
      expect(parseLine(line.slice(0, at % line.length))).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

test('new entries never follow a truncated line directly', () =>
  fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), entry, fc.nat(), async (before, after, cut) => {
      const path = join(directory, 'events.ndjson');
      const whole = Buffer.from(before.map(toLine).join(''));
      const left = whole.subarray(0, cut % (whole.length + 1));
      await writeFile(path, left);
      const record = await openRecord(path, { durable: false });
      await record.append(after);
      await record.close();
      const { entries, torn } = parseRecord(await readFile(path));
      const intact = parseRecord(left).entries;
      expect(entries).toEqual([...intact, after]);
      expect(record.latest).toEqual(intact);
      expect(torn.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 150 },
  ));

test.each([false, true])('many entries at once are written in order, in few writes (durable: %s)', async (durable) => {
  const path = join(directory, 'events.ndjson');
  const record = await openRecord(path, { durable });
  const entries = Array.from({ length: 2_000 }, (_, n) => ({
    time: '2026-11-20T12:00:00.000Z',
    headers: headersOf(`msg_${n}`, 0, 'v1,x'),
    body: Buffer.from(`{"n":${n}}`),
  }));
  await Promise.all(entries.map((recorded) => record.append(recorded)));
  await record.close();
  expect(parseRecord(await readFile(path))).toEqual({ entries, torn: [] });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('another file is rejected and not changed', async () => {
  const path = join(directory, 'notes.txt');
  await writeFile(path, 'Buy milk');
  await expect(openRecord(path, { durable: false })).rejects.toThrow('is not a log file of deliveries');
  expect(await readFile(path, 'utf8')).toBe('Buy milk');
});

test('only the end of a large log file is read on opening', async () => {
  const path = join(directory, 'events.ndjson');
  const line = toLine({ time: '2026-11-20T12:00:00.000Z', headers: [], body: Buffer.alloc(1_000_000, 'a') });
  for (let n = 0; n < 12; n++) await appendFile(path, line);
  const record = await openRecord(path, { durable: false });
  await record.close();
  expect(record.latest).toHaveLength(8);
});

const anEntry: RecordedRequest = { time: '2026-11-20T12:00:00.000Z', headers: [], body: Buffer.from('{}') };

test('a log file has one writer at a time, under any of its names', async () => {
  const path = join(directory, 'events.ndjson');
  const first = await openRecord(path, { durable: false });
  await symlink(path, join(directory, 'other.ndjson'));
  const second = openRecord(join(directory, 'other.ndjson'), { name: 'other.ndjson', durable: false });
  await expect(second).rejects.toMatchObject({
    code: 'usage',
    message: 'Another process is recording to other.ndjson.',
  });
  await first.append(anEntry);
  await first.close();
  const third = await openRecord(path, { durable: false });
  expect(third.latest).toEqual([anEntry]);
  await third.close();
}, 20_000);

test('the lock of a killed writer expires', async () => {
  const path = join(directory, 'events.ndjson');
  await mkdir(`${path}.lock`);
  await utimes(`${path}.lock`, new Date(0), new Date(0));
  const record = await openRecord(path, { durable: false });
  await record.append(anEntry);
  await record.close();
  await expect(stat(`${path}.lock`)).rejects.toThrow('ENOENT');
});

test('a writer that lost its lock writes nothing while another has it, and continues later', async () => {
  const path = join(directory, 'events.ndjson');
  const record = await openRecord(path, { durable: false });
  const kept = () =>
    record.append(anEntry).then(
      () => true,
      () => false,
    );
  // As after a sleep in which another took it; that one renews it, so that it never counts as abandoned.
  const renew = () => utimes(`${path}.lock`, new Date(Date.now() + 60_000), new Date(Date.now() + 60_000));
  await renew();
  await expect.poll(kept, { timeout: 15_000, interval: 200 }).toBe(false);
  const { size } = await stat(path);
  await rm(`${path}.lock`, { recursive: true });
  expect(await kept()).toBe(true);
  expect((await stat(path)).size).toBe(size + toLine(anEntry).length);
  await record.close();
}, 30_000);
