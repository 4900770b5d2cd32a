/** Appends to a log file of deliveries. Waiting entries are written together, and then all are confirmed. */
import type { FileHandle } from 'node:fs/promises';
import { usage } from '../../../errors.ts';
import { openAppendFile } from '../../../runtime/append-file.ts';
import { LINE_START, parseLine, type RecordedRequest, toLine } from './record.ts';

export interface RecordWriter {
  /** The latest entries in the file when it was opened, oldest first. */
  readonly latest: readonly RecordedRequest[];
  /** Resolves when the entry is in the file; rejects with Node's own error if it cannot be written. */
  append(entry: RecordedRequest): Promise<void>;
  /** Resolves when all entries are written. */
  close(): Promise<void>;
}

/** The part at the end of the file that is read on opening: thousands of events. */
const TAIL_BYTES = 8 * 1024 * 1024;

/**
 * Opens or creates a log file, with mode 0600 because events contain personal data. An incomplete last line is ended first.
 * With `durable` (fdatasync), entries survive a power failure; otherwise they survive the death of this process. The file is
 * locked, because two writers would truncate each other's lines. Rejects with a `usage` failure that names the file if it has other
 * content or is locked, and with Node's own errors.
 */
export async function openRecord(
  path: string,
  { name = path, durable }: { readonly name?: string; readonly durable: boolean },
): Promise<RecordWriter> {
  const file = await openAppendFile(path, () =>
    usage(`Another process is recording to ${name}.`, 'Choose another file, or stop the other process first.'),
  );
  try {
    const latest = await readLatest(file.handle, name);
    return { latest, append: (entry) => file.append(toLine(entry), durable), close: file.close };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readLatest(file: FileHandle, name: string): Promise<readonly RecordedRequest[]> {
  const { size } = await file.stat();
  if (size === 0) return [];
  const start = await readAt(file, 0, Math.min(size, LINE_START.length));
  if (!LINE_START.startsWith(start.toString('latin1'))) {
    throw usage(`${name} is not a log file of deliveries.`, 'Choose another file; other files are not overwritten.');
  }
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = await readAt(file, from, size - from);
  if (tail.at(-1) !== 0x0a) await file.appendFile('\n');
  // A tail starts with a partial line.
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
