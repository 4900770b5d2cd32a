/** Reads files that are named on the command line, and replaces them in one step or not at all. */
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { lstat, readlink, realpath, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Failure, usage } from '../errors.ts';
import { type AppendFile, openAppendFile } from './append-file.ts';
import { makeDirectory } from './directories.ts';
import { type InputFile, openInputFile } from './input-file.ts';
import { NOT_A_FILE, tooLarge } from './input-limits.ts';
import { MAX_INPUT_BYTES, type Runtime } from './runtime.ts';

/** A file has a dot or a slash, or is `-`. `name:` in front of a record's name with a dot says that it is none. */
export const isFileName = (text: string): boolean => text === '-' || (/[./\\]/.test(text) && !/^(id|name):/.test(text));

export interface Files {
  /** `-` is stdin. Rejects with a `usage` failure that names the file, also for devices and more than `limit` bytes. */
  read(path: string, limit?: number): Promise<Buffer>;
  /** The bytes of a file, or undefined when there is none. Rejects like `read` otherwise. */
  find(path: string): Promise<Buffer | undefined>;
  /** All of the content or none. Keeps permissions and symbolic links. Rejects with a `usage` failure that names the file. */
  replace(path: string, content: string | Uint8Array): Promise<void>;
  /** The same with mode 0600. Refuses a symbolic link. */
  replacePrivate(path: string, content: string): Promise<void>;
  /** Input of any size that can be read more than once; standard input for `-`. Rejects with a `usage` failure that names the file. */
  open(path: string): Promise<InputFile>;
  /**
   * Opens or creates a file to append to, with mode 0600. Rejects with a `usage` failure that names the file, also while another
   * process appends to it, and so does a write for which there is no space.
   */
  append(path: string): Promise<AppendFile>;
  /** Also true for a symbolic link to a missing file. */
  exists(path: string): Promise<boolean>;
  /** Creates a directory and its missing parents, for this user only. Rejects with a `usage` failure that names it. */
  makeDirectory(path: string): Promise<void>;
  /** Removes a file, if there is one. */
  remove(path: string): Promise<void>;
}

export function openFiles(runtime: Pick<Runtime, 'stdin' | 'workingDirectory' | 'temporaryDirectory'>): Files {
  const absolute = (path: string): string => resolve(runtime.workingDirectory(), path);

  async function readInput(path: string, limit: number): Promise<Buffer> {
    if (path !== '-') return readWithin(absolute(path), path, limit);
    const bytes = await runtime.stdin.read();
    if (bytes.length > limit) throw tooLarge('Standard input', limit);
    return bytes;
  }

  return {
    async read(path, limit = MAX_INPUT_BYTES) {
      try {
        return await readInput(path, limit);
      } catch (error) {
        throw asUsage(error, path, 'read');
      }
    },
    async find(path) {
      try {
        return await readWithin(absolute(path), path, MAX_INPUT_BYTES);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw asUsage(error, path, 'read');
      }
    },
    async replace(path, content) {
      const { default: writeFileAtomic } = await import('write-file-atomic');
      try {
        await writeFileAtomic(await targetOf(absolute(path), path), Buffer.from(content));
      } catch (error) {
        throw asUsage(error, path, 'write');
      }
    },
    async replacePrivate(path, content) {
      const { default: writeFileAtomic } = await import('write-file-atomic');
      try {
        const found = await lstat(absolute(path)).catch(() => undefined);
        if (found?.isFile() === false) throw failure(path, 'write', 'it is not a regular file');
        await writeFileAtomic(absolute(path), content, { mode: 0o600 });
      } catch (error) {
        throw asUsage(error, path, 'write');
      }
    },
    async open(path) {
      try {
        const file = await openInputFile(path, runtime);
        return { ...file, chunks: () => readNamed(file.chunks(), path) };
      } catch (error) {
        throw asUsage(error, path, 'read');
      }
    },
    async append(path) {
      try {
        const inUse = () => usage(`Another process is writing to ${path}.`);
        const file = await openAppendFile(absolute(path), inUse);
        const append: AppendFile['append'] = (text, durable) =>
          file.append(text, durable).catch((error: unknown) => {
            throw asUsage(error, path, 'write');
          });
        return { ...file, append };
      } catch (error) {
        throw asUsage(error, path, 'write');
      }
    },
    async exists(path) {
      return (await lstat(absolute(path)).catch(() => undefined)) !== undefined;
    },
    async makeDirectory(path) {
      try {
        makeDirectory(absolute(path));
      } catch (error) {
        throw asUsage(error, path, 'write');
      }
    },
    async remove(path) {
      try {
        await rm(absolute(path), { force: true });
      } catch (error) {
        throw asUsage(error, path, 'write');
      }
    },
  };
}

async function* readNamed(chunks: AsyncIterable<Buffer>, path: string): AsyncIterable<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw asUsage(error, path, 'read');
  }
}

async function readWithin(path: string, shown: string, limit: number): Promise<Buffer> {
  const found = statSync(path);
  if (!found.isFile() && !found.isFIFO()) {
    throw found.isDirectory() ? failure(shown, 'read', REASONS['EISDIR']) : failure(shown, 'read', NOT_A_FILE);
  }
  if (found.size > limit) throw tooLarge(shown, limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of found.isFile() ? chunksOf(path, found.size) : createReadStream(path)) {
    size += chunk.length;
    if (size > limit) throw tooLarge(shown, limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads to the end, because some files of the system have no size, and others grow. It does not wait for threads, which takes ten
 * times as long as reading a small file.
 */
function* chunksOf(path: string, size: number): Iterable<Buffer> {
  // Large buffers for thousands of small files would be collected again and again, which takes longer than reading.
  const room = size === 0 ? CHUNK_BYTES : Math.min(size + 1, CHUNK_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(room);
      const length = readSync(descriptor, chunk, 0, room, null);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

const CHUNK_BYTES = 1024 * 1024;

/** The package would replace a link to a missing file, and a device, by a file. Throws for a device. */
async function targetOf(path: string, shown: string): Promise<string> {
  try {
    const target = await realpath(path);
    const found = await stat(target);
    if (!found.isFile() && !found.isDirectory()) throw failure(shown, 'write', 'it is not a regular file');
    return target;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const next = await readlink(path).catch(() => undefined);
    return next === undefined ? path : targetOf(resolve(dirname(path), next), shown);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  EISDIR: 'it is a directory',
  ENOTDIR: 'part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on the disk',
  ELOOP: 'it is a symbolic link that leads to no file',
  ENAMETOOLONG: 'the name is too long',
};

type Action = 'read' | 'write';

/** A file system error as a `usage` failure that names the file; any other error unchanged. */
export function asUsage(error: unknown, path: string, action: Action, hint?: string): unknown {
  if (error instanceof Failure) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  // Writing creates a missing file, so what is missing is the directory.
  const reason = action === 'write' && code === 'ENOENT' ? 'the parent directory does not exist' : REASONS[code];
  return failure(path, action, reason ?? message, hint);
}

const failure = (path: string, action: Action, reason: string | undefined, hint?: string): Failure =>
  usage(`Could not ${action} ${path}: ${reason}.`, hint);
