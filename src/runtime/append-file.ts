/** A file to which one process appends. Waiting texts are written together, and a partial write is removed. */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import type { Failure } from '../errors.ts';
import { holdLock, type Lock } from './file-lock.ts';

export interface AppendFile {
  readonly handle: FileHandle;
  /** Resolves when the text is in the file, and with `durable` on the disk; rejects with Node's own error. */
  append(text: string, durable?: boolean): Promise<void>;
  /** Resolves when all texts are written. */
  close(): Promise<void>;
}

interface Waiting {
  readonly text: string;
  readonly durable: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens or creates a file, with mode 0600 because it may hold personal data. It is locked, because two writers would truncate
 * each other's texts. Rejects with `inUse` where another process has locked it, and with Node's own errors.
 */
export async function openAppendFile(path: string, inUse: () => Failure): Promise<AppendFile> {
  const handle = await openWithoutCreatingTarget(path);
  let lock = await lockFile(handle, path, inUse).catch(async (error) => {
    await handle.close();
    throw error;
  });
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  // Whether the file ends with a part of a text that could not be removed.
  let unfinished = false;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const texts = batch.map(({ text }) => text).join('');
        await appendCompletely(unfinished ? `\n${texts}` : texts);
        if (batch.some(({ durable }) => durable)) await handle.datasync();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    writing = undefined;
  }

  async function appendCompletely(text: string): Promise<void> {
    // The lock can be lost while the machine sleeps.
    if (lock?.isOwned() === false) lock = await lockFile(handle, path, inUse);
    const { size } = await handle.stat();
    try {
      await handle.appendFile(text);
      unfinished = false;
    } catch (error) {
      unfinished = await handle.truncate(size).then(
        () => false,
        () => true,
      );
      throw error;
    }
  }

  return {
    handle,
    append: (text, durable = false) =>
      new Promise((resolve, reject) => {
        waiting.push({ text, durable, resolve, reject });
        writing ??= writeAll();
      }),
    close: async () => {
      await writing;
      await lock?.release();
      await handle.close();
    },
  };
}

/** A symbolic link of somebody else must not decide where a file is created, so only a link to an existing file is followed. */
async function openWithoutCreatingTarget(path: string): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_RDWR } = constants;
  // Windows lacks it.
  const { O_NOFOLLOW = 0 }: { O_NOFOLLOW?: number } = constants;
  try {
    return await open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
    return open(path, O_RDWR | O_APPEND).catch((other: NodeJS.ErrnoException) => {
      throw other.code === 'ENOENT' ? error : other;
    });
  }
}

/** All names of a file share one lock. A device (`/dev/null`) needs none. */
async function lockFile(handle: FileHandle, path: string, inUse: () => Failure): Promise<Lock | undefined> {
  if (!(await handle.stat()).isFile()) return undefined;
  const lock = await holdLock(await realpath(path));
  if (lock === undefined) throw inUse();
  return lock;
}
