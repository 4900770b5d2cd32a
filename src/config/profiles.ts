/** Named profiles, each a key and optionally a base URL, in one file that only its owner can read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { EFFECT_NAMES } from '../define/effect.ts';
import { usage } from '../errors.ts';
import { whileLocked } from '../runtime/file-lock.ts';
import { asUsage } from '../runtime/files.ts';
import { removeLeftovers } from '../runtime/leftovers.ts';
import { parseJson } from '../runtime/parse-json.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { closeToOthers } from './permissions.ts';

export const Profile = z
  // Fields of a later version are kept when this one writes.
  .looseObject({
    apiKey: z.string().min(1).optional(),
    /** A command that prints the key, so that the key is not stored. */
    keyCommand: z.string().min(1).optional(),
    baseUrl: z.string().optional(),
    teamName: z.string().optional(),
    /** The effects that the key may be used for. All, where it is absent. */
    allow: z.array(z.enum(EFFECT_NAMES)).optional(),
    /** Patterns of the addresses that may get email, `*@acme.com`. */
    recipients: z.array(z.string().min(1)).optional(),
    /** A run that changes something requires this team. */
    expectTeam: z.string().min(1).optional(),
  })
  .refine(
    ({ apiKey, keyCommand }) => (apiKey === undefined) !== (keyCommand === undefined),
    'one of apiKey and keyCommand',
  );
export type Profile = z.infer<typeof Profile>;

const Contents = z.looseObject({
  current: z.string().nullable().default(null),
  profiles: z.record(z.string(), Profile).default({}),
});
export type Contents = z.infer<typeof Contents>;

export interface ProfileStore {
  readonly path: string;
  read(): Promise<Contents>;
  /** Replaces the contents by the result of `change`, while no other process does. */
  update(change: (contents: Contents) => Contents): Promise<void>;
}

/** Both methods reject with a `usage` failure that names the file. Calls `say` when other users had access to the file. */
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
      clearInvalidConfig: false,
    });
  }

  function tighten(): void {
    // Windows has no such modes; directories in the user's profile are private there.
    if (platform === 'win32') return;
    closeToOthers(directory, 0o700, say);
    closeToOthers(path, 0o600, say);
  }

  return {
    path,
    async read() {
      tighten();
      return readProfiles({ directories });
    },
    async update(change) {
      try {
        tighten();
        await whileLocked(path, async (stillOwned) => {
          const changed = change(await this.read());
          stillOwned();
          (await open()).store = changed;
          await removeLeftovers(path, 'conf');
        });
      } catch (error) {
        throw asUsage(error, path, 'write', ALTERNATIVE);
      }
    },
  };
}

const fileOf = (directories: Runtime['directories']): string => join(directories.config, 'config.json');

export async function readProfiles({ directories }: Pick<Runtime, 'directories'>): Promise<Contents> {
  const path = fileOf(directories);
  try {
    return parse(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return EMPTY;
    throw asUsage(error, path, 'read', ALTERNATIVE);
  }
}

const EMPTY: Contents = { current: null, profiles: {} };

const ALTERNATIVE = 'Set LOOPS_API_KEY to work without this file.';

const REPAIR = 'Fix or remove the file, then log in again. It was not modified.';

/** Does not use the package that writes, which reads a list or a number as empty settings. */
function parse(text: string, path: string): Contents {
  const parsed = Contents.safeParse(parseJson(text, path, REPAIR));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  const at = where === '' ? '' : ` for \`${where}\``;
  throw usage(`Invalid config file ${path}: unexpected value${at}.`, REPAIR);
}
