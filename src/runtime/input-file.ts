/** Input of any size that is read more than once: a file, or a private copy of what arrives through a pipe. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { usage } from '../errors.ts';
import { NOT_A_FILE, tooLarge } from './input-limits.ts';
import type { Runtime } from './runtime.ts';

export interface InputFile {
  /** The absolute path of a regular file; undefined for standard input and pipes. */
  readonly path: string | undefined;
  /** The SHA-256 of what came through a pipe, in hex. Undefined for a regular file. */
  readonly digest: string | undefined;
  /** All bytes from the start. Rejects with a `usage` failure where they cannot be read or have changed. */
  chunks(): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

const CHUNK_BYTES = 256 * 1024;

/** The most that is copied from a pipe. */
const MAX_PIPED_BYTES = 1024 ** 3;

/** Neither a table nor JSON lines: a device without an end, for example. */
const MAX_LINE_BYTES = 4 * 1024 ** 2;

type Reading = Pick<Runtime, 'stdin' | 'workingDirectory' | 'temporaryDirectory'>;

/** Rejects with a `usage` failure or with Node's own error. */
export async function openInputFile(name: string, runtime: Reading): Promise<InputFile> {
  if (name === '-') return copyOf(runtime.stdin.stream(), 'Standard input', runtime.temporaryDirectory);
  const path = resolve(runtime.workingDirectory(), name);
  const found = await stat(path);
  if (found.isDirectory()) throw usage(`Could not read ${name}: it is a directory.`);
  if (found.isFIFO()) return copyOf(createReadStream(path), name, runtime.temporaryDirectory);
  if (!found.isFile()) throw usage(`Could not read ${name}: ${NOT_A_FILE}.`);
  const version = versionOf(found);
  return {
    path,
    digest: undefined,
    async *chunks() {
      if (versionOf(await stat(path)) !== version) throw usage(`${name} was changed while it was read.`);
      yield* createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
    },
    close: async () => undefined,
  };
}

const versionOf = ({ mtimeMs, size, ino }: { mtimeMs: number; size: number; ino: number }): string =>
  `${mtimeMs} ${size} ${ino}`;

/** The copy has no name in the file system where that is possible, so that a killed run leaves none. */
async function copyOf(source: AsyncIterable<Buffer>, name: string, directory: string): Promise<InputFile> {
  const path = join(directory, `loopsctl-${randomBytes(8).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  const remove = () => unlink(path).catch(() => undefined);
  await remove();
  const close = async () => {
    await file.close();
    await remove();
  };
  const hash = createHash('sha256');
  let [size, lineSize] = [0, 0];
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > MAX_PIPED_BYTES) throw tooLarge(name, MAX_PIPED_BYTES, 'Save it to a file, which may have any size.');
      const lineEnd = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'));
      lineSize = lineEnd < 0 ? lineSize + chunk.length : chunk.length - 1 - lineEnd;
      if (lineSize > MAX_LINE_BYTES) throw usage(`${name} has a line that is longer than 4 MB.`);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    path: undefined,
    digest: hash.digest('hex'),
    async *chunks() {
      for (let position = 0; position < size; ) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    close,
  };
}
