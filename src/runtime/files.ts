/** Files that a person names on the command line: read as they are, and replaced in one step or not at all. */
import { readFile, readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Failure, usage } from '../errors.ts';
import type { Runtime } from './runtime.ts';

export interface Files {
  /** The bytes of a file, or of standard input for `-`. Rejects with a `usage` failure that names the file. */
  read(path: string): Promise<Buffer>;
  /** The bytes of a file, or undefined where there is none. Rejects like `read` for anything else. */
  find(path: string): Promise<Buffer | undefined>;
  /**
   * Gives a file new content, all of it or none, whenever the run ends; its permissions stay, and a link stays a link.
   * Rejects with a `usage` failure that names the file.
   */
  replace(path: string, content: string | Uint8Array): Promise<void>;
}

/** Names are relative to the run's working directory. */
export function openFiles(runtime: Pick<Runtime, 'stdin' | 'workingDirectory'>): Files {
  const absolute = (path: string): string => resolve(runtime.workingDirectory, path);
  return {
    async read(path) {
      try {
        return path === '-' ? await runtime.stdin.read() : await readFile(absolute(path));
      } catch (error) {
        throw asUsage(error, path, 'read');
      }
    },
    async find(path) {
      try {
        return await readFile(absolute(path));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw asUsage(error, path, 'read');
      }
    },
    async replace(path, content) {
      const { default: writeFileAtomic } = await import('write-file-atomic');
      try {
        await writeFileAtomic(await targetOf(absolute(path)), Buffer.from(content));
      } catch (error) {
        throw asUsage(error, path, 'written');
      }
    },
  };
}

/** Where a name leads, through links, to a file that need not exist yet: the package would replace a link to nothing. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const next = await readlink(path).catch(() => undefined);
    return next === undefined ? path : targetOf(resolve(dirname(path), next));
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
  EACCES: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

/** What a file system says, as a `usage` failure that names the file; whatever else was thrown stays as it is. */
export function asUsage(error: unknown, path: string, done: 'read' | 'written'): unknown {
  if (error instanceof Failure) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  // A file that does not exist can be written all the same.
  const reason = done === 'written' && code === 'ENOENT' ? 'its folder does not exist' : (REASONS[code] ?? message);
  return usage(`${path} cannot be ${done}: ${reason}.`);
}
