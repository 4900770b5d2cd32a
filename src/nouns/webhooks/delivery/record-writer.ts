/** Appends to a record so that whoever is told "kept" can rely on it: what waits is written together, then all are told. */
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { usage } from '../../../errors.ts';
import { holdLock, type Lock } from '../../../runtime/file-lock.ts';
import { LINE_BEGINNING, parseLine, type RecordedRequest, toLine } from './record.ts';

export interface RecordWriter {
  /** The latest entries that were in the file when it was opened, oldest first. */
  readonly latest: readonly RecordedRequest[];
  /** Resolves when the entry is in the file; rejects with node's own error when it is not. */
  append(entry: RecordedRequest): Promise<void>;
  /** Resolves when all that was appended has been written. */
  close(): Promise<void>;
}

/** How much of the end of a file is read when it is opened: thousands of events. */
const TAIL_BYTES = 8 * 1024 * 1024;

interface Waiting {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens a record, or makes it, closed to other users: the events name people. A last line without an end is ended first, so
 * that nothing is ever glued to it.
 * `durable` waits for the disk too (fdatasync): then an entry that was kept survives a power failure, without it the death
 * of this process. Nobody else can open it until it is closed: two writers would take back each other's lines. Rejects with a
 * `usage` failure, which calls the file by `name`, where it is something else or open elsewhere, and with node's own errors.
 */
export async function openRecord(
  path: string,
  { name = path, durable }: { readonly name?: string; readonly durable: boolean },
): Promise<RecordWriter> {
  const file = await open(path, 'a+', 0o600);
  let lock: Lock | undefined;
  let latest: readonly RecordedRequest[];
  try {
    lock = await lockRecord(file, path, name);
    latest = await readLatest(file, name);
  } catch (error) {
    await lock?.release();
    await file.close();
    throw error;
  }
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  // The beginning of a line that could not be written whole, and not be taken back either.
  let unfinished = false;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const lines = batch.map(({ line }) => line).join('');
        await appendWhole(unfinished ? `\n${lines}` : lines);
        if (durable) await file.datasync();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    writing = undefined;
  }

  /** What was written in part (a full disk) is taken back: its sender will be told to come again. */
  async function appendWhole(text: string): Promise<void> {
    // It was lost while the machine slept: another may have it now.
    if (lock?.isOwned() === false) lock = await lockRecord(file, path, name);
    const { size } = await file.stat();
    try {
      await file.appendFile(text);
      unfinished = false;
    } catch (error) {
      unfinished = await file.truncate(size).then(
        () => false,
        () => true,
      );
      throw error;
    }
  }

  return {
    latest,
    append: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ line: toLine(entry), resolve, reject });
        writing ??= writeAll();
      }),
    close: async () => {
      await writing;
      await lock?.release();
      await file.close();
    },
  };
}

/** Whatever the file is called, its lock is one. A device (`/dev/null`) is no file that could be spoilt, and has none. */
async function lockRecord(file: FileHandle, path: string, name: string): Promise<Lock | undefined> {
  if (!(await file.stat()).isFile()) return undefined;
  const lock = await holdLock(await realpath(path));
  if (lock !== undefined) return lock;
  throw usage(`Another process records to ${name}.`, 'Name another file, or stop the other one first.');
}

async function readLatest(file: FileHandle, name: string): Promise<readonly RecordedRequest[]> {
  const { size } = await file.stat();
  if (size === 0) return [];
  const beginning = await readAt(file, 0, Math.min(size, LINE_BEGINNING.length));
  if (!LINE_BEGINNING.startsWith(beginning.toString('latin1'))) {
    throw usage(
      `${name} is not a record of events.`,
      'Name another file: a record is never written over something else.',
    );
  }
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = await readAt(file, from, size - from);
  if (tail.at(-1) !== 0x0a) await file.appendFile('\n');
  // The first line of a part is the end of one.
  const lines = tail
    .toString('utf8')
    .split('\n')
    .slice(from === 0 ? 0 : 1);
  return lines.map(parseLine).filter((entry) => entry !== undefined);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
