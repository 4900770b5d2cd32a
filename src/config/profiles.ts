/** Named profiles, each a key and optionally a base URL, in one file that only its owner can read. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { Failure, usage } from '../errors.ts';
import { whileLocked } from '../runtime/file-lock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { closeToOthers } from './permissions.ts';

export const Profile = z
  // What a later version has added stays there when this one writes.
  .looseObject({
    apiKey: z.string().min(1).optional(),
    /** Prints the key, so that none is at rest here. */
    keyCommand: z.string().min(1).optional(),
    /** Only when it is not the public service. */
    baseUrl: z.string().optional(),
    /** As the service named it when the key was checked. */
    teamName: z.string().optional(),
  })
  .refine(
    ({ apiKey, keyCommand }) => (apiKey === undefined) !== (keyCommand === undefined),
    'one of apiKey and keyCommand',
  );
export type Profile = z.infer<typeof Profile>;

const Contents = z.looseObject({
  /** The profile that is used when none is named. */
  current: z.string().nullable().default(null),
  profiles: z.record(z.string(), Profile).default({}),
});
export type Contents = z.infer<typeof Contents>;

export interface ProfileStore {
  /** Where the profiles are, for messages. */
  readonly path: string;
  read(): Promise<Contents>;
  /** Replaces the contents by what `change` makes of them, alone among all processes. */
  update(change: (contents: Contents) => Contents): Promise<void>;
}

/**
 * Nothing is created until something is written. Both methods reject with a `usage` failure that names the file.
 * `say` is told when the file or its folder was open to others, and is not any more.
 */
export function profileStore(
  { directories, platform }: Pick<Runtime, 'directories' | 'platform'>,
  say: (message: string) => void,
): ProfileStore {
  const directory = directories.config;
  const path = fileOf(directories);

  async function open() {
    const { default: Conf } = await import('conf');
    return new Conf<Record<string, unknown>>({
      cwd: directory,
      configName: 'config',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      // A file that cannot be read is the user's to repair, not ours to throw away.
      clearInvalidConfig: false,
    });
  }

  async function tighten(): Promise<void> {
    // Windows has no such modes: there a folder in the user's profile is closed to others as it is.
    if (platform === 'win32') return;
    await closeToOthers(directory, 0o700, say);
    await closeToOthers(path, 0o600, say);
  }

  return {
    path,
    async read() {
      await tighten();
      return readProfiles({ directories });
    },
    async update(change) {
      try {
        await tighten();
        await whileLocked(path, async (stillOwned) => {
          const changed = change(await this.read());
          stillOwned();
          (await open()).store = changed;
        });
      } catch (error) {
        throw asUsage(error, path, 'write');
      }
    },
  };
}

const fileOf = (directories: Runtime['directories']): string => join(directories.config, 'config.json');

/** The profiles, without a look at who else can read the file. Rejects with a `usage` failure that names the file. */
export async function readProfiles({ directories }: Pick<Runtime, 'directories'>): Promise<Contents> {
  const path = fileOf(directories);
  try {
    return parse(await readFile(path, 'utf8'), path);
  } catch (error) {
    // ENOTDIR: there is no home to have a configuration in.
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return EMPTY;
    throw asUsage(error, path, 'read');
  }
}

const EMPTY: Contents = { current: null, profiles: {} };

const REPAIR = 'Repair the file, or move it away and log in again. It was left as it is.';

/** Read without the package that writes: it would take whatever JSON is there, a list or a number, for no settings. */
function parse(text: string, path: string): Contents {
  const parsed = Contents.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  throw usage(`${path} cannot be used: ${where === '' ? 'it' : `\`${where}\``} is not as expected.`, REPAIR);
}

function asUsage(error: unknown, path: string, action: 'read' | 'write'): unknown {
  if (error instanceof Failure) return error;
  if (error instanceof SyntaxError) return usage(`${path} is not valid JSON.`, REPAIR);
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined
    ? error
    : usage(`Could not ${action} ${path}: ${code}.`, 'LOOPS_API_KEY works without this file.');
}
