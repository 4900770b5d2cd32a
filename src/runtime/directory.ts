/** A directory of files that belong together: read and replaced by relative paths, never outside it. */
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Failure, usage } from '../errors.ts';
import { makeDirectory } from './directories.ts';
import { holdLock } from './file-lock.ts';
import { asUsage } from './files.ts';
import { tooLarge } from './input-limits.ts';
import { MAX_INPUT_BYTES } from './runtime.ts';

export interface DirectoryEntry {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** Every method rejects with a `usage` failure that names the file where it cannot be used. Paths have slashes. */
export interface Directory {
  /** A path as a person would write it. */
  shown(path: string): string;
  /** By name; none where the directory does not exist. Files whose name starts with a dot are left out. */
  entries(path: string): Promise<readonly DirectoryEntry[]>;
  /** Undefined where there is no such file. */
  find(path: string): Promise<Buffer | undefined>;
  /** Gives a file new content, all of it or none, and creates the directories above it. */
  replace(path: string, content: string): Promise<void>;
  /** Runs `work` while no other run of this program does for the same file. */
  whileHeld<T>(path: string, work: () => Promise<T>): Promise<T>;
}

export function openDirectory(workingDirectory: string, path: string): Directory {
  const root = resolve(workingDirectory, path);
  const shown = (inner: string): string => (path === '.' ? inner : join(path, inner));

  let realRoot: string | undefined;

  /** Links may lead elsewhere in the directory, but not out of it. */
  async function inside(inner: string): Promise<string> {
    realRoot ??= await realOrSame(root);
    const top = realRoot;
    const found = await realOrSame(resolve(root, inner));
    const place = relative(top, found);
    if (place === '..' || place.startsWith(`..${sep}`) || resolve(top, place) !== found) {
      throw usage(
        `${shown(inner)} leads out of ${path === '.' ? 'the directory' : path}.`,
        'Replace the symbolic link by a file.',
      );
    }
    return found;
  }

  return {
    shown,
    async entries(inner) {
      try {
        const found = await readdir(await inside(inner), { withFileTypes: true });
        return found
          .filter(({ name }) => !name.startsWith('.'))
          .map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }))
          .sort((one, other) => (one.name < other.name ? -1 : 1));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return [];
        throw asUsage(error, shown(inner), 'read');
      }
    },
    async find(inner) {
      try {
        const file = await inside(inner);
        const found = await lstat(file);
        // Reading a named pipe would wait for a writer.
        if (!found.isFile() && !found.isDirectory()) throw usage(`${shown(inner)} is not a regular file.`);
        if (found.size > MAX_INPUT_BYTES) throw tooLarge(shown(inner), MAX_INPUT_BYTES);
        return await readFile(file);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw asUsage(error, shown(inner), 'read');
      }
    },
    async replace(inner, content) {
      const { default: writeFileAtomic } = await import('write-file-atomic');
      try {
        const file = await inside(inner);
        makeDirectory(dirname(file), 0o777);
        await writeFileAtomic(file, content);
      } catch (error) {
        throw asUsage(error, shown(inner), 'write');
      }
    },
    async whileHeld(inner, work) {
      const lock = await heldLock(await inside(inner), shown(inner));
      try {
        return await work();
      } finally {
        await lock.release();
      }
    },
  };
}

async function heldLock(path: string, shown: string) {
  try {
    makeDirectory(dirname(path), 0o777);
    const lock = await holdLock(path);
    if (lock !== undefined) return lock;
  } catch (error) {
    throw asUsage(error, shown, 'write');
  }
  throw new Failure('conflict', `Another run is using ${shown}.`, { hint: 'Wait until it has ended, and try again.' });
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The path without symbolic links, also of a file that does not exist yet. */
async function realOrSame(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return join(await realOrSame(dirname(path)), path.slice(dirname(path).length).replace(/^[/\\]/, ''));
  }
}
