/** Input of any size that is read more than once: a file, or a private copy of what arrives through a pipe. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { usage } from '../errors.ts';
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

type Reading = Pick<Runtime, 'stdin' | 'workingDirectory' | 'temporaryDirectory'>;

/** Rejects with a `usage` failure or with Node's own error. */
export async function openInputFile(name: string, runtime: Reading): Promise<InputFile> {
  if (name === '-') return copyOf(runtime.stdin.stream(), runtime.temporaryDirectory);
  const path = resolve(runtime.workingDirectory, name);
  const found = await stat(path);
  if (found.isDirectory()) throw usage(`Could not read ${name}: it is a directory.`);
  if (!found.isFile()) return copyOf(createReadStream(path), runtime.temporaryDirectory);
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
async function copyOf(source: AsyncIterable<Buffer>, directory: string): Promise<InputFile> {
  const path = join(directory, `loopsctl-${randomBytes(8).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  const remove = () => unlink(path).catch(() => undefined);
  await remove();
  const close = async () => {
    await file.close();
    await remove();
  };
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      await file.writeFile(chunk);
      size += chunk.length;
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
